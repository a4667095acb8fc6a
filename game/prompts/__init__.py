"""Floor 6: how a person answers: one small class for each kind of decision."""
