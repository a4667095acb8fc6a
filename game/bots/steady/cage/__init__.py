"""Play of the training cage."""
