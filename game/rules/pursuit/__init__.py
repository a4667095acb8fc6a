"""Pursuit: a chase down a rolling street (PU), over the classic core."""
