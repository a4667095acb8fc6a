"""The battle engine of the older editions: assets/rulebook/classic-core.md."""
