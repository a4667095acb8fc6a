"""Declaration of what a rule system adds to the editor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import NamedTuple

from game.content.maps.map_class import MapClass
from game.content.maps.map_file import MapFile, MapObject
from game.editor.fixes import Fix, Grows
from game.editor.probes import Probe
from game.editor.workspace import Workspace
from game.editor.zone_fixes import Preset
from game.geometry.points import Path, Point
from game.table.board import Board


class ClassDrawing(NamedTuple):
    """The way in which objects of one class are drawn, if not like others."""

    centre: Callable[[MapFile], Point | None]
    """Returns the point around which it is drawn; None if the pointer chooses it."""
    draw: Callable[[Workspace, MapFile, int, Path], None]
    """Draws it along a path, on a map with a layer for it; may raise EditRefusedError."""


@dataclass(frozen=True, slots=True)
class EditorPart:
    """The fixes, probes and drawing that one rule system adds to the editor."""

    place: int
    """Its place among the parts, in which presets and probes are offered."""
    fixes: Mapping[str, tuple[Fix, ...]] = field(default_factory=dict)
    """Fixes by the kind of finding, the best first."""
    probes: tuple[type[Probe], ...] = ()
    _: KW_ONLY
    growing: Mapping[str, tuple[Grows, ...]] = field(default_factory=dict)
    """Fixes by the kind of finding that try ever larger changes."""
    first_step: str = ""
    """Instruction for drawing it on an empty map, in a sentence."""
    draws: Mapping[type[MapClass], ClassDrawing] = field(default_factory=dict)
    moves_with: Callable[[MapFile, Sequence[MapObject]], Iterable[MapObject]] = lambda *_: ()
    """Returns the objects that move with some."""
    mends: Callable[[MapFile, Sequence[MapObject]], MapFile] = lambda mapfile, _: mapfile
    """Returns a map made valid again from which some objects were removed."""
    streams: Callable[[Board], Iterable[Path]] = lambda _: ()
    """Returns paths on a board that are drawn with arrows."""
    preset: Preset | None = None
    """New map of its kind; None if it has none."""
