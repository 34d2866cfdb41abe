"""Scenes made visible: SVG and terminal text, with themes. Knows shapes and roles, no game."""
