"""Open files of any kind with their undo history."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")


class Document(Protocol):
    """An open file of any kind, as it is saved, autosaved and recovered."""

    @property
    def kind(self) -> str:
        """Return the kind of file: ``map``, ``roster``."""
        ...

    @property
    def path(self) -> Path | None:
        """Return the file that it is saved to; None if there is none yet."""

    @property
    def title(self) -> str: ...

    @property
    def state(self) -> object:
        """Return the content, which is another object after each change."""

    @property
    def edits(self) -> int:
        """Return the number of changes."""
        ...

    @property
    def is_saved(self) -> bool:
        """Return whether the content equals that last written."""
        ...

    def text(self) -> str:
        """Return the text of its file."""
        ...

    def bring_files(self, path: Path) -> None:
        """Copy what the file needs beside the place to which it is saved.

        Raise UnusableFile if that is impossible.
        """

    def mark_saved(self, path: Path) -> None:
        """Remember that the present content was written to a file."""

    def reload(self, text: str) -> None:
        """Take over the text of its file as an undoable change; raise UnusableFile."""


@dataclass(frozen=True, slots=True)
class HistoryEntry(Generic[T]):
    """A change of a map or another file."""

    label: str
    """The change, as the history lists it: ``Move 3 walls``."""
    state: T
    """The whole map after the change; maps share unchanged objects."""
    series: str = ""
    """Consecutive entries of a series count as one: holding a key, dragging a slider."""


class History(Generic[T]):
    """The states of a map or another file, for undo and redo."""

    def __init__(self, first: T, label: str = "As opened") -> None:
        self.entries = [HistoryEntry(label, first)]
        self.at = 0
        """Index of the current entry; later ones can be redone."""

    @property
    def state(self) -> T:
        return self.entries[self.at].state

    def do(self, label: str, state: T, series: str = "") -> None:
        """Record a change and drop redoable entries; do nothing if nothing is changed.

        The entry replaces the last one if both have the same non-empty *series*.
        """
        if state == self.state:
            return
        del self.entries[self.at + 1 :]
        if series and self.entries[-1].series == series:
            self.entries.pop()
        self.entries.append(HistoryEntry(label, state, series))
        self.at = len(self.entries) - 1

    @property
    def undoes(self) -> str:
        """Return the label of the change that undo reverts; empty if there is none."""
        return self.entries[self.at].label if self.at else ""

    @property
    def redoes(self) -> str:
        """Return the label of the change that redo repeats; empty if there is none."""
        return self.entries[self.at + 1].label if self.at + 1 < len(self.entries) else ""

    def jump(self, to: int) -> None:
        """Go to the entry at an index, or to the nearest one."""
        self.at = max(0, min(to, len(self.entries) - 1))

    def undo(self) -> None:
        self.jump(self.at - 1)

    def redo(self) -> None:
        self.jump(self.at + 1)
