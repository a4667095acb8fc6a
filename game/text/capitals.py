"""Texts that begin with a capital."""

from __future__ import annotations


def capital(words: str) -> str:
    """Return a text with a capital at its beginning."""
    return words[:1].upper() + words[1:]
