"""One open map: document, selection, brush and undo history."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from game.content.maps.class_base import MapClass
from game.content.maps.classes import Wall
from game.content.maps.map_file import MapFile, MapLayer, MapObject
from game.content.maps.map_library import parse_map, with_copies
from game.content.maps.validation import faults_of
from game.content.maps.writer import canonical
from game.content.storage import unsaved
from game.editor.edits import EditRefusedError, ObjectIndex, clamped
from game.editor.mirror import both_sides
from game.geometry.points import Point

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


@dataclass(frozen=True, slots=True)
class Snapping:
    """Settings for the snapping of the pointer."""

    grid: float = 0.5
    """Inches: 1, 0.5, 0.25, or 0 for none."""
    angles: bool = True
    vertices: bool = True


@dataclass(frozen=True, slots=True)
class Corridor:
    """Dimensions of the corridor tool, in inches."""

    width: float = 4.0
    wall: float = 1.0


def staged_pictures() -> Path:
    """Return the folder of pictures of maps that have no file yet."""
    return unsaved() / "pictures"


@dataclass(slots=True)
class Workspace:
    """An open map with selection, brush and history; changed by ``do`` and by setting fields.

    Its map always loads: ``do`` refuses any other.
    """

    history: History[MapFile]
    path: Path | None = None
    """The file that it is saved to; None if there is none yet."""
    selection: tuple[int, ...] = ()
    """Ids of the selected objects, in the order of selection."""
    _: KW_ONLY
    layer: int = 0
    """The id of the layer for new objects; 0 if there is none yet."""
    brush: MapClass = field(default_factory=Wall)
    """The class and members of new objects; the eyedropper sets it."""
    snapping: Snapping = Snapping()
    corridor: Corridor = Corridor()
    mirror: str = ""
    """Symmetric editing: "" for none, "left-right", "top-bottom" or "turned"."""
    locked: frozenset[int] = frozenset()
    """Locked objects, apart from those on locked layers."""
    stamp: MapFile | None = None
    """The stamp that the stamp tool places, as a small map."""
    saved: MapFile | None = None
    """The map as it was last written to its file."""
    kind: str = "map"
    greeting: str = ""
    """A message for the one who opens it, such as what an import left out."""
    picture: int = 0
    """Id of the picture underneath that is being placed; the highest one if there is none."""
    pictures_at: Path | None = None
    """Folder of the pictures of a map that was opened as a copy."""
    _index: ObjectIndex | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def map(self) -> MapFile:
        """Return the current map."""
        return self.history.state

    @property
    def state(self) -> object:
        """Return the current map."""
        return self.map

    @property
    def title(self) -> str:
        return self.map.board.title

    @property
    def heading(self) -> str:
        """Return what the map is called: its title, or else the name of its file."""
        return self.title or (self.path.stem if self.path else "Untitled")

    @property
    def edits(self) -> int:
        """Return the number of changes since it was opened."""
        return self.history.at

    @property
    def index(self) -> ObjectIndex:
        """Return the index of the current map's objects."""
        if self._index is None or self._index.map is not self.map:
            self._index = ObjectIndex(self.map, self._index)
        return self._index

    @property
    def is_saved(self) -> bool:
        """Return whether the current map equals the one last written."""
        return self.saved == self.map

    def text(self) -> str:
        """Return the text of the map's file."""
        return canonical(self.map)

    @property
    def folder(self) -> Path:
        """Return the folder of the map's pictures."""
        return self.pictures_at or (self.path.parent if self.path else staged_pictures())

    @property
    def place(self) -> str:
        """Return a name for the map's file, saved or not, beside which its pictures are."""
        return str(self.folder.absolute() / "map.tmj")

    def bring_files(self, path: Path) -> None:
        """Copy the map's pictures beside the file to which it is saved; raise UnusableFile."""
        brought = with_copies(self.map, self.folder, path.parent)
        self.do("Rename pictures to save them", brought, mirrored=False)

    def mark_saved(self, path: Path) -> None:
        """Remember that the current map was written to a file."""
        self.path, self.saved, self.pictures_at = path, self.map, None

    def reload(self, text: str) -> None:
        """Take over the text of a file as an undoable change; raise UnusableFile."""
        mapfile = parse_map(text, str(self.path))
        self.do("Load the other version", mapfile, (), mirrored=False)
        self.saved = mapfile

    def do(
        self,
        label: str,
        mapfile: MapFile,
        select: Iterable[int] | None = None,
        series: str = "",
        *,
        mirrored: bool = True,
    ) -> None:
        """Make an undoable change, and select the objects *select* if given.

        The change is mirrored if the mirror is on, unless *mirrored* is false. Raise
        EditRefusedError, and change nothing, if the map would not load.
        """
        if self.mirror and mirrored:
            mapfile = both_sides(self.index, mapfile, self.mirror, self.untouchable())
        if faults := faults_of(mapfile, sound=self.map):
            raise EditRefusedError(str(faults[0]))
        self.history.do(label, mapfile, series)
        self.select(self.selection if select is None else select)

    def select(self, ids: Iterable[int]) -> None:
        """Select the objects that exist; also unlock ids that no longer do."""
        there = self.index.placed
        self.locked = frozenset(id_ for id_ in self.locked if id_ in there)
        self.selection = tuple(dict.fromkeys(id_ for id_ in ids if id_ in there))

    def selected(self) -> list[MapObject]:
        """Return the selected objects, in the order of selection."""
        there = self.index.placed
        return [there[id_].object for id_ in self.selection if id_ in there]

    def is_locked(self, layer: MapLayer, one: MapObject) -> bool:
        return layer.locked or one.id in self.locked

    def untouchable(self) -> frozenset[int]:
        """Return the ids of all locked objects, including those on locked layers."""
        layers = [layer for layer in self.map.layers if layer.locked]
        return self.locked | {one.id for layer in layers for one in layer.objects}

    def on_grid(self, at: Point) -> Point:
        """Return the nearest grid point on the board; the nearest point if there is no grid."""
        if grid := self.snapping.grid:
            at = Point(round(at[0] / grid) * grid, round(at[1] / grid) * grid)
        return clamped(at, self.map.width, self.map.height)

    def undo(self) -> None:
        """Go back one change; the selection keeps the objects that exist."""
        self.history.undo()
        self.select(self.selection)

    def redo(self) -> None:
        """Repeat one change; the selection keeps the objects that exist."""
        self.history.redo()
        self.select(self.selection)

    def jump(self, to: int) -> None:
        """Go to the entry of the history at an index."""
        self.history.jump(to)
        self.select(self.selection)
