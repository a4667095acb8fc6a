"""How far markers reach, in the colour of whoever controls them, and what they are.

Those that players drew reach nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.geometry.points import Point
from game.rules.kit.queries import MOUTHS, NATURES, STAKES, TOKENS, TableView
from game.table.records import Side
from game.view.overlays.shapes import BoardNote, Overlay, OverlayTone, Pin, RangeRing
from game.view.style import INKS

AROUND, BEYOND = 0.35, 0.9
"""Inches outside a marker's reach where an active one has a second ring, and words stand."""

MOUTH = 0.8
"""Inches: the ring round a drain from which somebody may come up."""


def stakes(glance: TableView, held: Mapping[str, Side]) -> Iterator[Overlay]:
    """Yield a ring around each marker that pays; *held*: who holds which."""
    table = glance.table
    for stake in STAKES.of(glance, None):
        marker = table.markers[stake.marker]
        tone = OverlayTone.PLAIN
        if marker.id in held:
            tone = (
                OverlayTone.SECOND if table.sides.index(held[marker.id]) else OverlayTone.FIRST
            )
        yield RangeRing(marker.at, stake.reach, tone)
        if stake.active:
            yield RangeRing(marker.at, stake.reach + AROUND, OverlayTone.CHOSEN)
    for mouth in MOUTHS.of(glance, None):
        yield RangeRing(mouth.at, MOUTH, OverlayTone.GOOD if mouth.is_open else OverlayTone.BAD)


def words(glance: TableView) -> Iterator[Overlay]:
    """Yield a word above each marker that pays more just now, and one below for its nature.

    Markers that players drew say what they are by themselves.
    """
    for stake in STAKES.of(glance, None):
        if stake.active:
            at = glance.table.markers[stake.marker].at
            yield BoardNote(
                Point(at.x, at.y - stake.reach - BEYOND), "active", OverlayTone.CHOSEN
            )
    reaches = {stake.marker: stake.reach for stake in STAKES.of(glance, None)}
    places = {marker.id: marker.at for marker in glance.table.objectives}
    for nature in NATURES.of(glance, None):
        x, y = places[nature.marker]
        low = y + reaches.get(nature.marker, 0.0) + BEYOND
        yield BoardNote(Point(x, low), nature.words, OverlayTone.PLAIN)
    for mouth in MOUTHS.of(glance, None):
        at = Point(mouth.at.x, mouth.at.y + MOUTH + BEYOND)
        tone = OverlayTone.GOOD if mouth.is_open else OverlayTone.BAD
        yield BoardNote(at, "open drain" if mouth.is_open else "shut drain", tone)
    for token in TOKENS.of(glance, None):
        yield Pin(token.at, token.words, INKS[token.ink])
