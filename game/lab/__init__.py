"""Many games and their analysis, without a window."""
