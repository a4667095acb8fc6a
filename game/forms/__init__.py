"""Forms for rosters, scenarios and armouries."""
