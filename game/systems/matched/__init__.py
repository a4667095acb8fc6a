"""Matched play, with its missions, twists and objectives (rulebook: matched-play.md)."""
