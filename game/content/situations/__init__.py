"""Situations, which are positions with the result that the rules demand."""
