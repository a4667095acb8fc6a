"""Matched play in files."""
