"""The steady bot in matched play."""
