"""An open map with the state in which it is edited."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from pathlib import Path

from game.content.background_pictures import copy_pictures
from game.content.file_names import joined
from game.content.maps.classes import Wall
from game.content.maps.map_class import MapClass
from game.content.maps.map_file import MapFile, MapLayer, MapObject
from game.content.maps.map_library import parse_map, with_copies
from game.content.maps.validation import faults_of
from game.content.maps.writer import canonical
from game.content.own_folders import unsaved
from game.content.picture_heads import MAX_PICTURE_BYTES
from game.content.reading import read_bytes
from game.editor.documents import History
from game.editor.edits import EditRefusedError
from game.editor.linked_copies import copies_changed
from game.editor.mirror import both_sides
from game.editor.object_index import ObjectIndex
from game.editor.transforms import clamped
from game.geometry.points import Point


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


@dataclass(frozen=True, slots=True)
class ScatterOptions:
    """Options of the scatter tool."""

    seed: int = 1
    radius: float = 3.0
    """Radius of the brush in inches."""
    size: float = 1.0
    """Size in inches of the objects."""
    density: float = 0.4
    """Share of the places that get an object."""


def staged_pictures() -> Path:
    """Return the folder of pictures of maps that have no file yet."""
    return unsaved() / "pictures"


def _read_beside(folder: Path, name: str) -> bytes:
    return read_bytes(joined(folder, name), MAX_PICTURE_BYTES)


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
    scatter: ScatterOptions = ScatterOptions()
    mirror: str = ""
    """Symmetric editing: "" for none, "left-right", "top-bottom" or "turned"."""
    locked: frozenset[int] = frozenset()
    """Locked objects, apart from those on locked layers."""
    stamp: MapFile | None = None
    """The stamp that the stamp tool places, as a small map."""
    links_stamps: bool = False
    """True if placed stamps are linked: a change of one copy changes all."""
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
        if self.stamp:
            self.stamp = with_copies(self.stamp, self.folder, path.parent)
        before, own = self.folder, self.brush.pictures()
        if own and before.resolve() != path.parent.resolve():
            read = partial(_read_beside, before)
            self.brush = self.brush.with_pictures(copy_pictures(own, read, path.parent))

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
        mapfile = copies_changed(self.index.map, mapfile, self.untouchable())
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
