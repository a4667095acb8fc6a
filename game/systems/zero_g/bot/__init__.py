"""The steady bot in zero-g."""
