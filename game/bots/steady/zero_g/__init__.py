"""Play of zero-g."""
