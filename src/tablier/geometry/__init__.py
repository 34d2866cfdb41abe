"""Boards as lattices: coordinates, neighbours, names and screen points, with no rules and no pieces."""
