"""The board painted once, in cached tiles."""
