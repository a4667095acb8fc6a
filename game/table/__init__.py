"""Floor 2: what stands on the table, as plain frozen data, and what can happen to it."""
