"""Sewers made by chance: corridors on a grid, alike from both ends, and what floods need."""
