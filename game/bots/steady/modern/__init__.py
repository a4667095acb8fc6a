"""Play of the modern core and matched play."""
