"""Properties of Unicode text in any script."""
