"""Pages that the table keeps for modules without reading them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from game.table.events import Noted
from game.table.state import Table

Note = TypeVar("Note")


@dataclass(frozen=True, slots=True)
class Page(Generic[Note]):
    """A module's page: its name in saves, and what stands on it before anything is written.

    A note is a frozen dataclass of plain values, so that it can be saved and shared by forks.
    """

    name: str
    blank: Note

    def of(self, table: Table) -> Note:
        return cast("Note", table.notes.get(self.name, self.blank))

    def write(self, clause: str, note: Note) -> Noted:
        return Noted(clause, self.name, note)
