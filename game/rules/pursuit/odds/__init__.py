"""Odds of the pursuit, computed with the functions its rules use."""
