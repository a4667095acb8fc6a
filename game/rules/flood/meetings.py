"""Who may ever touch whom in a flood, looked at from the safe side: ``FF-10``, ``FF-14``.

Whom nobody can touch is carried or not by its own test alone, and that can be computed. A model
may count as in the way of another that never comes there; never the other way round.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from game.geometry.points import CONTACT, Disc, Path, Point, distance, point_ahead
from game.geometry.polygons import Box, Segment, box, boxes_meet, crossing, off_segment
from game.rules.flood.state import water_of
from game.table.lanes import ON_LANE, CarryPath, LaneNetwork, Node
from game.table.records import ModelId
from game.table.state import Table
from game.table.water import Water

SLACK = 2 * CONTACT + 0.1
"""Inches: contact, and what rounding to thousandths may turn a way by that is gone anew."""


@dataclass(frozen=True, slots=True)
class Ways:
    """Everywhere that a flood may take one model."""

    legs: tuple[tuple[Box, Segment | None], ...]
    """Each with the box around it; without a leg anywhere in the box."""
    radius: float

    def touch(self, other: Ways) -> bool:
        apart = self.radius + other.radius + SLACK
        return any(
            boxes_meet(_wider(one, apart), two)
            and (a is None or b is None or _off(a, b) <= apart)
            for one, a in self.legs
            for two, b in other.legs
        )


def untouched(table: Table) -> tuple[list[ModelId], list[ModelId]]:
    """Return who stands where nobody else can come; and who of them meets nobody either."""
    water, bases = water_of(table), {m.id: m.disc for m in table.standing()}
    courses = {who: water.course(base) for who, base in bases.items()}
    wide = {w: _ways(water, bases[w], c, again=True) for w, c in courses.items() if c}
    free, alone = list[ModelId](), list[ModelId]()
    for who, course in courses.items():
        others = [ways for other, ways in wide.items() if other != who]
        if course is None or _meets(_ways(water, bases[who], None), others):
            continue
        free.append(who)
        if not _meets(_ways(water, bases[who], course), others):
            alone.append(who)
    return free, alone


def _meets(ways: Ways, others: Iterable[Ways]) -> bool:
    return any(ways.touch(other) for other in others)


def _ways(water: Water, base: Disc, course: CarryPath | None, *, again: bool = False) -> Ways:
    """Return where a model stands and may be taken; *again*: by any number of carries."""
    paths, anywhere = list[Path](), list[tuple[Box, None]]()
    paths.append((base.at, base.at))
    if course:
        paths += [course.path, *_onward(water, course.end)]
        if again and water.lanes and (around := _around(base, course)):
            anywhere.append((around, None))
            paths += _joined_within(water, water.lanes, around)
    legs = [(box(leg), leg) for path in dict.fromkeys(paths) for leg in pairwise(path)]
    return Ways((*legs, *anywhere), base.radius)


def _onward(water: Water, node: Node) -> list[Path]:
    """Return all stretches downstream of a place where lanes meet."""
    if water.lanes is None:
        return []
    reached, paths = [node], list[Path]()
    for here in reached:
        for stretch in water.lanes.leaving(here):
            paths.append(stretch.path)
            if stretch.end not in reached:
                reached.append(stretch.end)
    return paths


def _around(base: Disc, course: CarryPath) -> Box | None:
    """``FF-10``  Return where a model may be on its way to a lane; None if it is on one.

    Who is stopped on that way, and bumped, makes for a lane anew, and from nearer by.
    """
    join = course.path[1] if len(course.path) > 1 else base.at
    far = distance(base.at, join)
    return _wider(box((base.at, join)), far) if far > ON_LANE else None


def _joined_within(water: Water, lanes: LaneNetwork, around: Box) -> list[Path]:
    """Return what lies downstream of where each stretch first comes into a box."""
    paths = list[Path]()
    for stretch in lanes.stretches:
        for n, (a, b) in enumerate(pairwise(stretch.path)):
            entry = _entry(a, b, around)
            if entry is not None:
                paths += [(entry, *stretch.path[n + 1 :]), *_onward(water, stretch.end)]
                break
    return paths


def _entry(a: Point, b: Point, around: Box) -> Point | None:
    """Return where the way from *a* to *b* comes into a box; None if it never does."""
    first, last = 0.0, 1.0
    for here, there, low, high in (
        (a.x, b.x, around[0], around[2]),
        (a.y, b.y, around[1], around[3]),
    ):
        if here == there:
            if not low <= here <= high:
                return None
            continue
        shares = sorted(((low - here) / (there - here), (high - here) / (there - here)))
        first, last = max(first, shares[0]), min(last, shares[1])
    return None if first > last else point_ahead(a, Point(b.x - a.x, b.y - a.y), first)


def _wider(around: Box, by: float) -> Box:
    left, top, right, low = around
    return left - by, top - by, right + by, low + by


def _off(one: Segment, other: Segment) -> float:
    """Return how far two segments are apart."""
    if crossing(*one, *other) is not None:
        return 0.0
    ends = [off_segment(at, other) for at in one] + [off_segment(at, one) for at in other]
    return min(ends)
