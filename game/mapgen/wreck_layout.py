"""Hull, bulkheads, breaches and drifting debris of a wreck (ZG-12, ZG-14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from game.mapgen.parameters import WreckPlan
from game.mapgen.piece_placement import (
    MirroredTable,
    RawObject,
    chamfered_rectangle,
    raw_object,
)
from game.mapgen.piece_shapes import (
    Corner,
    Feature,
    Outline,
    angle,
    beam,
    blob,
    block,
    round_to_eighth,
    slab,
)

LOCK = 6.0
"""``MI-04``  Inches from the edge within which a side deploys."""
CORNER = 5.5
"""Length in inches of the filled corners of a hulk, along its edges."""
FIRST = 8.25
"""Inches from the edge to the first row of bulkheads."""
THICK = 1.25
DOOR = (4.0, 5.5)
LENGTHS = (4.5, 7.5)
"""Minimum and maximum width of doors, and length of the walls between them, in inches."""
STUB = 2.5
"""Length in inches of the branch of a bulkhead."""
FREE = 5.0
"""Inches on either side of the middle without bulkheads."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A tear in the hull at the left edge."""

    top: float
    low: float
    void: Outline


def breach(turned: MirroredTable, rng: Random) -> Breach:
    """Return a breach at a random place near the middle of the left side."""
    middle = turned.height / 2 + rng.uniform(-3.0, 3.0)
    half = rng.uniform(4.5, 6.5)
    top, low = round_to_eighth(middle - half), round_to_eighth(middle + half)
    steps = 7
    rim = [
        (rng.uniform(2.5, 6.5) if 0 < n < steps else 2.0, top + (low - top) * n / steps)
        for n in range(steps + 1)
    ]
    return Breach(top, low, [(0.0, top), *((x, y) for x, y in rim[1:-1]), (0.0, low)])


def skin(turned: MirroredTable, hole: Breach, hatch: int) -> Iterator[RawObject]:
    """Yield the hull along the edges, left open at hatches and breaches."""
    wide, high = turned.width, turned.height
    start, end = (wide - hatch) / 2, (wide + hatch) / 2
    for path in (
        [(0.0, 0.0), (start, 0.0)],
        [(end, 0.0), (wide, 0.0)],
        [(0.0, hole.top), (0.0, 0.0)],
        [(0.0, high), (0.0, hole.low)],
    ):
        yield from turned.both_lines("Hull", "", path)


def corners(turned: MirroredTable) -> list[Outline]:
    """Return the filled corners of the left half."""
    high = turned.height
    return [
        [(0.0, 0.0), (CORNER, 0.0), (0.0, CORNER)],
        [(0.0, high), (0.0, high - CORNER), (CORNER, high)],
    ]


def bulkheads(turned: MirroredTable, plan: WreckPlan, rng: Random) -> list[Outline]:
    """Return the walls of the upper half, in rows with doors."""
    found = list[Outline]()
    deep = turned.height / 2 - FREE - FIRST
    rows = min(plan.bulkheads, 1 + int(deep / 6.5))
    for row in range(rows):
        y = round_to_eighth(FIRST + row * deep / max(1, rows - 1) * 0.9 if row else FIRST)
        found += _row(turned, y, rng, inner=row > 0)
    return found


def _row(turned: MirroredTable, y: float, rng: Random, *, inner: bool) -> Iterator[Outline]:
    """Yield the walls of a row; inner rows keep off the sides, and some walls branch."""
    x = rng.uniform(3.5, 6.0) if inner else 0.0
    end = turned.width - (rng.uniform(3.5, 6.0) if inner else 0.0)
    while x < end - 2.5:
        long = rng.uniform(*LENGTHS)
        stop = end if end - x - long < DOOR[0] + 3.0 else x + long
        if stop - x > 1.6 * LENGTHS[1]:
            stop = x + long
        branches = inner and rng.random() < 0.5 and stop - x > 4.5
        yield _branching(x, stop, y) if branches else _plain(x, stop, y, turned.width)
        x = stop + rng.uniform(*DOOR)


def _plain(x: float, stop: float, y: float, wide: float) -> Outline:
    """Return a wall, with slanted ends at doors."""
    left, right = round_to_eighth(x), round_to_eighth(stop)
    low, cut = y + THICK, 0.375
    start: list[Corner] = [(left, low), (left, y)]
    if left > 0.0:
        start = [(left + cut, low), (left, low - cut), (left, y)]
    end: list[Corner] = [(right, y), (right, low)]
    if right < wide:
        end = [(right, y), (right, low - cut), (right - cut, low)]
    return [*start, *end]


def _branching(x: float, stop: float, y: float) -> Outline:
    """Return a wall with a branch downward from its middle."""
    left, right, middle = (
        round_to_eighth(x),
        round_to_eighth(stop),
        round_to_eighth((x + stop) / 2),
    )
    low, half = y + THICK, THICK / 2
    return [
        (left, y),
        (right, y),
        (right, low),
        (middle + half, low),
        (middle + half, low + STUB),
        (middle - half, low + STUB),
        (middle - half, low),
        (left, low),
    ]


def decks(turned: MirroredTable, hole: Breach, rng: Random) -> list[RawObject]:
    """Return the floor of the hold, and the holes in it."""
    wide, high = turned.width, turned.height
    side, top = min(10.0, wide / 5), FIRST + 2 * THICK
    found = turned.both("Ground", "breach", hole.void, material="void")
    hold = chamfered_rectangle(side, top, wide - side, high / 2)
    found += turned.both("Ground", "hold floor", hold, material="deck")
    if rng.random() < 0.6:
        found.append(_torn(turned, rng))
    return found


def _torn(turned: MirroredTable, rng: Random) -> RawObject:
    """Return a hole in the deck in the centre, which equals its own rotated copy."""
    x, y = turned.centre
    angles = ((-1.0, 0.0), (-0.8, -0.6), (-0.35, -0.95), (0.3, -0.9), (0.8, -0.55))
    size = rng.uniform(3.0, 4.0)
    upper = [
        (x + dx * size * rng.uniform(0.8, 1.2), y + dy * size * rng.uniform(0.7, 1.1))
        for dx, dy in angles
    ]
    drawn = [*upper, *turned.others(upper)]
    return raw_object("Ground", "torn deck", "polygon", drawn) | {"material": "void"}


FIXED = {"loose": False}


def _stepped(rng: Random) -> Outline:
    """Return the outline of a stack with a corner missing."""
    w, h = rng.uniform(3.5, 4.5), rng.uniform(3.75, 4.5)
    x, y = w * rng.uniform(0.55, 0.65), h * rng.uniform(0.5, 0.6)
    return [(0.0, 0.0), (w, 0.0), (w, y), (x, y), (x, h), (0.0, h)]


SLAG = Feature(
    "Debris", 3, blob((1.6, 2.4), (1.3, 2.0)), solid=True, names="slag wreck scrap", said=FIXED
)
SPAR = Feature(
    "Debris",
    2,
    beam((4.5, 6.0), (0.75, 0.9)),
    solid=True,
    names="beam girder spar strut",
    said=FIXED,
)

LYING: Mapping[str, tuple[Feature, ...]] = {
    "hulk": (
        Feature(
            "Block",
            2,
            block((4.5, 6.0), (2.25, 3.0)),
            solid=True,
            square=True,
            names="cargo-stack long-stack racks",
        ),
        Feature("Block", 1.5, _stepped, solid=True, square=True, names="crates broken-stack"),
        Feature(
            "Block",
            2,
            block((2.75, 3.5), (3.5, 5.0)),
            solid=True,
            square=True,
            names="containers tank generator",
        ),
        Feature(
            "Debris",
            1,
            slab((3.0, 4.0), (1.4, 1.8)),
            solid=True,
            names="torn-plate fallen-plate",
            said=FIXED,
        ),
        SPAR,
        SLAG,
    ),
    "void": (
        Feature(
            "Debris",
            1,
            angle((4.5, 7.5), (1.25, 1.6)),
            solid=True,
            names="broken-bow tail rib",
            said=FIXED,
        ),
        Feature(
            "Debris",
            2.5,
            slab((5.5, 8.0), (2.2, 3.2)),
            solid=True,
            names="wing keel-plate bulkhead flank",
            said=FIXED,
        ),
        SPAR,
        SPAR,
        Feature(
            "Debris",
            2.5,
            blob((2.2, 3.4), (2.0, 3.0)),
            solid=True,
            names="engine-bell cowl shard fin",
            said=FIXED,
        ),
        SLAG,
    ),
}
"""Wreckage by the kind of wreck; its numbers are for half a table of 72" x 48"."""
