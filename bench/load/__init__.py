"""How much a server bears, and whether one visitor can slow another."""
