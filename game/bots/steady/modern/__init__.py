"""The steady bot in the modern core and in matched play."""
