"""How far markers reach, in the colour of whoever controls them, and what they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.geometry.points import Point
from game.rules.kit.insight import NATURES, STAKES, Glance
from game.table.records import Side
from game.view.glass.overlays import Note, Overlay, Ring, Tone

AROUND, ABOVE = 0.35, 0.9
"""Inches outside a marker's reach where an active one has a second ring, and its word."""


BELOW = 1.4
"""Inches from a marker's centre to the word that says what it turned out to be."""


def stakes(glance: Glance, held: Mapping[str, Side]) -> Iterator[Overlay]:
    """Yield a ring around each marker that pays; *held*: who holds which."""
    table = glance.table
    for stake in STAKES.of(glance, None):
        marker = table.markers[stake.marker]
        tone = Tone.PLAIN
        if marker.id in held:
            tone = Tone.SECOND if table.sides.index(held[marker.id]) else Tone.FIRST
        yield Ring(marker.at, stake.reach, tone)
        if stake.active:
            yield Ring(marker.at, stake.reach + AROUND, Tone.CHOSEN)


def words(glance: Glance) -> Iterator[Overlay]:
    """Yield a word above each marker that pays more just now, and one below for its nature."""
    for stake in STAKES.of(glance, None):
        if stake.active:
            at = glance.table.markers[stake.marker].at
            yield Note(Point(at.x, at.y - stake.reach - ABOVE), "active", Tone.CHOSEN)
    places = {marker.id: marker.at for marker in glance.table.objectives}
    for nature in NATURES.of(glance, None):
        x, y = places[nature.marker]
        yield Note(Point(x, y + BELOW), nature.words, Tone.PLAIN)
