"""The steady bot in the sandbox."""
