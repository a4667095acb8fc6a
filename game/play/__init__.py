"""The rules engine without rules."""
