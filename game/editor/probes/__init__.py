"""Probes: previews of game effects on the map being drawn."""
