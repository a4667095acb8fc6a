"""Packs of maps, scenarios, rosters and more."""
