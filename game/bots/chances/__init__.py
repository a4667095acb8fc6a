"""Chances to win, from named terms of a position and weights that were fitted to games."""
