"""Overlays that show a change of the map before it is made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from game.content.maps.map_file import MapFile, MapObject
from game.editor.findings import middle
from game.editor.object_words import object_words
from game.geometry.points import Point
from game.view.overlays import (
    BoardNote,
    Overlay,
    OverlayLine,
    OverlayTone,
    RangeRing,
    VisibleArea,
)

RADIUS = 0.7
"""Radius in inches of the ring around a point."""


def preview(before: MapFile, after: MapFile) -> tuple[Overlay, ...]:
    """Return overlays: new objects green, changed ones amber, removed ones red."""
    return tuple(_overlays(before, after))


def _overlays(before: MapFile, after: MapFile) -> Iterator[Overlay]:
    if (before.width, before.height) != (after.width, after.height):
        w, h = after.width, after.height
        rim = Point(0, 0), Point(w, 0), Point(w, h), Point(0, h)
        yield VisibleArea((rim,), OverlayTone.CHOSEN, fill=0.0)
    old, new = before.by_id(), after.by_id()
    for one in old.values():
        if one.id not in new:
            yield from _outlined(one, OverlayTone.BAD, "removed")
    for one in new.values():
        if one.id not in old:
            yield from _outlined(one, OverlayTone.GOOD, "new")
        elif one != old[one.id]:
            yield from _outlined(one, OverlayTone.CHOSEN, "changed")


def _outlined(one: MapObject, tone: OverlayTone, word: str) -> Iterator[Overlay]:
    if one.shape == "point":
        yield RangeRing(one.outline[0], RADIUS, tone)
    elif one.shape == "polyline":
        yield from (OverlayLine(a, b, tone) for a, b in pairwise(one.outline))
    else:
        yield VisibleArea((one.outline,), tone, fill=0.16)
    yield BoardNote(middle(one), f"{word}: {object_words(one)}", tone)
