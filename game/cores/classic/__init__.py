"""The classic core (rulebook: classic-core.md)."""
