"""The sandbox in the window."""
