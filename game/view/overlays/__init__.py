"""Overlays over the board: shapes, tags, currents, heat maps."""
