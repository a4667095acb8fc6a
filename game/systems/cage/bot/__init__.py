"""The steady bot in the training cage."""
