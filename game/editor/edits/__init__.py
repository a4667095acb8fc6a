"""Pure functions from one map to the next."""
