"""The table of a pursuit, seen along its street."""
