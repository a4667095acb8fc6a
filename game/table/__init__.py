"""The state of a game as frozen data, and the events that change it."""
