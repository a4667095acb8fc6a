"""Sentences about a game."""
