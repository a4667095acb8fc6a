"""Exact odds of the classic core, computed with the functions its rules use."""
