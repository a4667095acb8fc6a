"""The laboratory, which analyses many games without a window."""
