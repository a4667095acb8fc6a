"""A small retained-mode widget toolkit."""
