"""Overlays of the battle screen."""
