"""What lattices of several games share. The lattice of one game lies in that game's folder."""
