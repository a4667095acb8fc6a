"""The modern core (rulebook: modern-core.md)."""
