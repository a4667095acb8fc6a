"""The cage in files."""
