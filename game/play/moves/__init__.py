"""Geometry of moves, from legal places to whole paths."""
