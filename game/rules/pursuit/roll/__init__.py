"""The Pursuit phase: the table rolls back, and what left it comes back at the Arrival."""
