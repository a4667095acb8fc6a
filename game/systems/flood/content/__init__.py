"""The flood in files."""
