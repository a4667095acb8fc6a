"""Ids as readable words."""

from __future__ import annotations


def id_in_words(id_: str) -> str:
    """Return an id as readable words, such as ``"Old quarter"``."""
    return id_.replace("-", " ").replace("_", " ").capitalize()
