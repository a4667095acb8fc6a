"""Packs, which bundle content to be shared."""
