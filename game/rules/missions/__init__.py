"""Missions (rulebook: missions.md and matched-play.md)."""
