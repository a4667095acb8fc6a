"""Matched play over the modern core (MP)."""
