"""The parts of search that become machine code, written once and specialised to each game's record type. They import only the
kernel, and only they decide what the compiled code is: the cache looks at this folder alone."""
