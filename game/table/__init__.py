"""The state of a game as frozen data, which only events change."""
