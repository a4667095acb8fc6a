"""Preset for a new map of a sewer, cut out of rock."""

from __future__ import annotations

import shapely
from shapely import LineString

from game.content.maps.classes import DeploymentZone, Drain, Exit, Lamp, Nest, Wall
from game.content.maps.map_file import MapFile
from game.content.scenarios import load_scenario
from game.editor.fixes import with_new
from game.editor.outline_edits import outlines
from game.editor.zone_fixes import Preset
from game.geometry.points import Path, Point
from game.rules import PLAYED
from game.systems.flood.content.map_classes import FloodOrigin, Lane

SCENARIO = "the_nest"
"""The scenario for whose sides the zones of a new sewer are reserved."""
HALL = 14.0
"""Side in inches of the halls of a new sewer, in which the sides deploy."""
VAULT = 8.0
"""Side in inches of the vaults at the ends of its branches."""
CORRIDOR = 6.0
NEST_ALONG, NEST_ASIDE = 38.0, 14.0
"""Maximum inches from the first edge, and from the middle line, to the vault of the nest: the
first zone is near enough (``MI-01``)."""
RIM = 1.25
"""``FF-09``  Inches between the ends of the lanes and the edge of the board."""
DOOR = 7.0
"""Length in inches of an exit."""


def sewer_drawn(mapfile: MapFile) -> MapFile:
    """``MI-01``, ``MI-02``, ``FF-01``  Draw a sewer: two halls, a corridor, and two vaults.

    It is the same from both ends, but for the nest and the origin of the flood.
    """
    w, h = float(mapfile.width), float(mapfile.height)
    y, along = h / 2, min(w / 2, NEST_ALONG)
    aside = min(NEST_ASIDE, y - VAULT / 2 - 1)
    nest, drain = Point(along, y + aside), Point(w - along, y - aside)
    halls = [_box(0, y - HALL / 2, HALL, y + HALL / 2)]
    halls.append(_box(w - HALL, y - HALL / 2, w, y + HALL / 2))
    ways: list[Path] = [(Point(RIM, y), Point(w - RIM, y))]
    ways += [(Point(along, y), nest), (Point(w - along, y), drain)]
    vaults = [
        _box(at.x - VAULT / 2, at.y - VAULT / 2, at.x + VAULT / 2, at.y + VAULT / 2)
        for at in (nest, drain)
    ]
    floor = shapely.union_all(
        [
            *(shapely.box(*a, *b) for a, b in (*halls, *vaults)),
            *(LineString(way).buffer(CORRIDOR / 2, cap_style="flat") for way in ways),
        ]
    )
    rock = outlines(shapely.box(0, 0, w, h).difference(floor))
    sides = [side.id for side in load_scenario(SCENARIO, PLAYED).sides]
    after = with_new(mapfile, [(Wall(), "polygon", path) for path in rock])
    kinds = [DeploymentZone(side=side) for side in sides]
    after = with_new(
        after, [(kind, "rectangle", hall) for kind, hall in zip(kinds, halls, strict=True)]
    )
    first, second = (one.id for one in after.all_of(DeploymentZone))
    deep, off = 0.75, HALL / 2
    lamps = (Point(off, y - 4), Point(w - off, y + 4), nest, drain)
    return with_new(
        after,
        [
            (Exit(zone=first), "rectangle", _box(0, y - DOOR / 2, deep, y + DOOR / 2)),
            (Exit(zone=second), "rectangle", _box(w - deep, y - DOOR / 2, w, y + DOOR / 2)),
            *((Lane(), "polyline", way) for way in ways),
            (FloodOrigin(), "point", (ways[0][0],)),
            (Nest(), "point", (nest,)),
            (Drain(), "point", (drain,)),
            *((Lamp(), "point", (at,)) for at in lamps),
        ],
    )


def _box(left: float, top: float, right: float, low: float) -> Path:
    return Point(left, top), Point(right, low)


PRESET = Preset(
    "Sewer",
    "Two halls with zones, lanes, a flood origin and a nest, cut out of rock.",
    (48, 48),
    "sewer",
    draw=sewer_drawn,
    least=(44, 30),
)
