"""The steady bot in the pursuit."""
