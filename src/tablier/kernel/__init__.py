"""How rules become machine code: the `jit` decorator and its cache, the record protocol, words of bits, dice, and the loops
that every game shares (single moves, perft, random games). Importing this room imports Numba; nothing above it may be
imported here but `geometry`."""
