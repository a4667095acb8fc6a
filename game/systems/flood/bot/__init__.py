"""The steady bot in a battle that may be flooded."""
