"""Floor 5: drawing the table, and playing back what happened on it."""
