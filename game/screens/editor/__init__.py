"""Screens of the editor of maps, rosters, scenarios and armouries."""
