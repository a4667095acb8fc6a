"""Zero-g in files."""
