"""Situations: files that say where a game stands, what is done, and what must come of it."""

from __future__ import annotations
