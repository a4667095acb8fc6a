"""Exact odds of the classic core, from the functions that its rules use themselves."""
