"""Wrecks made by chance: the hold of a hulk, or what drifts in the void."""
