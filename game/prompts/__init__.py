"""Prompts: one class per kind of decision, through which a person answers."""
