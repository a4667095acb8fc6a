"""Announcements for the whole table."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class AnnouncementKind(StrEnum):
    """Kinds of announcements that the window shows in a way of their own."""

    WATER = "water"
    STRIKES_OUT = "strikes out"
    """A side strikes out a tactical objective."""


@dataclass(frozen=True, slots=True)
class Announced:
    """An announcement for the whole table: water rises or stays away, a twist applies."""

    clause: str
    what: str
    """The text, in a few words: ``It begins to rain``."""
    spot: str = ""
    """The spot of the map that it comes from."""
    kind: AnnouncementKind | None = field(default=None, compare=False)
