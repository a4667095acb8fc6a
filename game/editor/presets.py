"""Presets of new maps: each can be played on at once, or is plainly empty."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass

from game.content.maps import MapFile
from game.content.maps.class_base import LookName
from game.content.maps.classes import DeploymentZone, Objective
from game.content.maps.map_file import MAX_SIDE, MIN_SIDE
from game.editor.fixes import with_new
from game.editor.zone_fixes import MARKER_SHARES, edge_boxes
from game.geometry.points import Point
from game.rules.matched.system import MIN_TABLE


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of new map, with the objects that it needs to be played on at once."""

    name: str
    words: str
    """Its purpose and its objects, in a sentence."""
    size: tuple[int, int]
    """Usual width and height in inches."""
    look: LookName
    _: KW_ONLY
    draw: Callable[[MapFile], MapFile] = lambda mapfile: mapfile
    """Returns an empty map of an allowed size with these objects."""
    least: tuple[int, int] = (MIN_SIDE, MIN_SIDE)
    """Minimum length of the longer and the shorter side in inches."""
    most: tuple[int, int] = (MAX_SIDE, MAX_SIDE)

    def refusal(self, width: int, height: int) -> str:
        """Return why a map cannot have a size; empty if it can."""
        sides = max(width, height), min(width, height)
        if all(a <= side <= b for a, side, b in zip(self.least, sides, self.most, strict=True)):
            return ""
        (long, short), (longest, widest) = self.least, self.most
        limits = f'{long}" × {short}" to {longest}" × {widest}"'
        return f"{self.name}: the sides must be {limits}"


def _patrol(mapfile: MapFile) -> MapFile:
    """``MI-03``  Draw two zones at opposite edges, and five markers midway between them."""
    w, h = mapfile.width, mapfile.height
    spots = [Point(w / 2, s * h) if w > h else Point(s * w, h / 2) for s in MARKER_SHARES]
    after = with_new(
        mapfile, [(DeploymentZone(), "rectangle", path) for path in edge_boxes(mapfile)]
    )
    return with_new(
        after, [(Objective(number=n), "point", (at,)) for n, at in enumerate(spots, 1)]
    )


EMPTY = Preset("Empty table", "Nothing is on it: draw anything.", (48, 48), "city")
PATROL = Preset(
    "Patrol",
    "Two deployment zones and five objective markers, for a combat patrol.",
    (48, 48),
    "city",
    draw=_patrol,
    least=(30, 22),
)
MATCHED = Preset(
    "Matched play",
    "An open battlefield: zones and objectives come from the mission.",
    (60, 44),
    "field",
    least=(int(MIN_TABLE[0]), int(MIN_TABLE[1])),
)
