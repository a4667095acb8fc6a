"""Missions: what the rule systems fight over: assets/rulebook/missions.md."""
