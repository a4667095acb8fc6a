"""What is to be remembered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.table.records import Mark


@dataclass(frozen=True, slots=True)
class Marked:
    """Something about a unit or a model is to be remembered; it replaces a mark so named."""

    clause: str
    who: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class Unmarked:
    clause: str
    who: str
    name: str


@dataclass(frozen=True, slots=True)
class Noted:
    """A module wrote its page anew."""

    clause: str
    page: str
    note: Any
