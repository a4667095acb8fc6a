"""The sandbox in files."""
