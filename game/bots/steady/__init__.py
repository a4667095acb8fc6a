"""The steady bot: one policy for both sides that plays the mission."""
