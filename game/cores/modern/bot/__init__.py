"""The steady bot in the modern core."""
