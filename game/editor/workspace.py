"""One open map: document, selection, brush and undo history."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from game.content.maps import MapFile
from game.content.maps.class_base import MapClass
from game.content.maps.map_file import MapLayer, MapObject
from game.content.maps.terrain_classes import Wall
from game.content.maps.validation import faults_of
from game.editor.edits.objects import EditRefusedError
from game.editor.mirror import both_sides
from game.editor.object_index import ObjectIndex


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    label: str
    """What was done, as the history lists it: ``Move 3 walls``."""
    map: MapFile
    """The whole map after it. Maps share what they have in common."""
    series: str = ""
    """Entries of one series follow as one: holding an arrow key, dragging a slider."""


class History:
    def __init__(self, first: MapFile, label: str = "As opened") -> None:
        self.entries = [HistoryEntry(label, first)]
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
        self.entries.append(HistoryEntry(label, mapfile, series))
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


@dataclass(frozen=True, slots=True)
class Snapping:
    grid: float = 0.5
    """Inches: 1, 0.5, 0.25, or 0 for none."""
    angles: bool = True
    vertices: bool = True


@dataclass(frozen=True, slots=True)
class Corridor:
    """How the corridor tool digs, in inches."""

    width: float = 4.0
    wall: float = 1.0


@dataclass(slots=True)
class Workspace:
    """Whoever draws changes it by ``do``, and by setting the fields that say how to draw.

    Its map always loads: ``do`` refuses what would not.
    """

    history: History
    path: Path | None = None
    """The file that it is saved to; None for one that has none yet."""
    selection: tuple[int, ...] = ()
    """Ids of objects, in the order in which they were selected."""
    layer: int = 0
    """The id of the layer that new objects go to; 0 where there is none yet."""
    brush: MapClass = field(default_factory=Wall)
    """What new objects are, members and all; the eyedropper sets it."""
    snapping: Snapping = Snapping()
    corridor: Corridor = Corridor()
    mirror: str = ""
    """How what is drawn is drawn again: "" not, "left-right", "top-bottom" or "turned"."""
    locked: frozenset[int] = frozenset()
    """Objects that tools leave alone, beside those of locked layers."""
    saved: MapFile | None = None
    """The map as it was last written to its file."""
    _index: ObjectIndex | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def map(self) -> MapFile:
        return self.history.map

    @property
    def index(self) -> ObjectIndex:
        """What is where on the map, as it is now."""
        if self._index is None or self._index.map is not self.map:
            self._index = ObjectIndex(self.map, self._index)
        return self._index

    @property
    def is_saved(self) -> bool:
        return self.saved == self.map

    def do(
        self,
        label: str,
        mapfile: MapFile,
        select: Iterable[int] | None = None,
        series: str = "",
        *,
        mirrored: bool = True,
    ) -> None:
        """Make a change that can be undone, and select what it made if that is told.

        The mirror does it on the other side as well, but for one that has seen to that itself.
        Raise EditRefusedError, and change nothing, if the map would not load.
        """
        if self.mirror and mirrored:
            mapfile = both_sides(self.index, mapfile, self.mirror, self.untouchable())
        if faults := faults_of(mapfile, sound=self.map):
            raise EditRefusedError(str(faults[0]))
        self.history.do(label, mapfile, series)
        self.select(self.selection if select is None else select)

    def select(self, ids: Iterable[int]) -> None:
        """Select objects; those that the map does not have are left out, and locked no more."""
        there = self.index.placed
        self.locked = frozenset(id_ for id_ in self.locked if id_ in there)
        self.selection = tuple(dict.fromkeys(id_ for id_ in ids if id_ in there))

    def selected(self) -> list[MapObject]:
        there = self.index.placed
        return [there[id_].object for id_ in self.selection if id_ in there]

    def is_locked(self, layer: MapLayer, one: MapObject) -> bool:
        return layer.locked or one.id in self.locked

    def untouchable(self) -> frozenset[int]:
        """Return the ids of all that is locked, by itself or with its layer."""
        layers = [layer for layer in self.map.layers if layer.locked]
        return self.locked | {one.id for layer in layers for one in layer.objects}

    def undo(self) -> None:
        self.history.undo()
        self.select(self.selection)

    def redo(self) -> None:
        self.history.redo()
        self.select(self.selection)

    def jump(self, to: int) -> None:
        """Go to an entry of the history."""
        self.history.jump(to)
        self.select(self.selection)
