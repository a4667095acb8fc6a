"""Whom the battle is fought by: rosters, cards, what the mouse points at."""
