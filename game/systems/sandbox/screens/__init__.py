"""The screen of the sandbox."""
