"""Armouries: the profiles and weapons that rosters choose from."""
