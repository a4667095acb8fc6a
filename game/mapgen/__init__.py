"""Floor 5: maps made by chance, from a seed and a few measures, and checked."""
