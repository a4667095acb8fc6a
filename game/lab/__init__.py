"""Batch simulation and analysis of games, without a window."""
