"""The editor screens."""
