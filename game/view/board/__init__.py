"""Painting of the board, once, in cached tiles."""
