"""Map checks and automatic fixes."""
