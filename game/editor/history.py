"""Everything that was done to a map, in order: undo without end, and jumps to any moment."""

from __future__ import annotations

from dataclasses import dataclass

from game.content.maps import MapFile


@dataclass(frozen=True, slots=True)
class Entry:
    label: str
    """What was done, as the history lists it: ``Move 3 walls``."""
    map: MapFile
    """The whole map after it. Maps share what they have in common."""
    series: str = ""
    """Entries of one series follow as one: holding an arrow key, dragging a slider."""


class History:
    def __init__(self, first: MapFile, label: str = "As opened") -> None:
        self.entries = [Entry(label, first)]
        self.at = 0
        """Which entry the map is at; those after it can be redone."""

    @property
    def map(self) -> MapFile:
        return self.entries[self.at].map

    def do(self, label: str, mapfile: MapFile, series: str = "") -> None:
        """Note a change, and forget what could have been redone; one that changes nothing, not.

        One of the same non-empty *series* as the last entry takes its place.
        """
        if mapfile == self.map:
            return
        del self.entries[self.at + 1 :]
        if series and self.entries[-1].series == series:
            self.entries.pop()
        self.entries.append(Entry(label, mapfile, series))
        self.at = len(self.entries) - 1

    @property
    def undoes(self) -> str:
        """Return what undo would take back; empty if there is nothing."""
        return self.entries[self.at].label if self.at else ""

    @property
    def redoes(self) -> str:
        """Return what redo would do again; empty if there is nothing."""
        return self.entries[self.at + 1].label if self.at + 1 < len(self.entries) else ""

    def jump(self, to: int) -> None:
        """Go to an entry, by its place in ``entries``; as near as there is one."""
        self.at = max(0, min(to, len(self.entries) - 1))

    def undo(self) -> None:
        self.jump(self.at - 1)

    def redo(self) -> None:
        self.jump(self.at + 1)
