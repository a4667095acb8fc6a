"""The rules engine without rules: decisions, dice, phases, sessions and movement geometry."""
