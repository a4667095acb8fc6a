"""Play of the classic core."""
