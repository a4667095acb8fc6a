"""Battlefields of matched play, made from a seed."""
