"""Armouries, which define the profiles with the weapons that rosters choose from."""
