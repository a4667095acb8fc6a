"""The pursuit in files."""
