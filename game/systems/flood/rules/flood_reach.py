"""Places to which a flood may take models, so that two may touch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from game.geometry.points import CONTACT, Disc, Path, Point, distance, point_ahead
from game.geometry.polygons import Box, Segment, box, boxes_meet, crossing, off_segment, widened
from game.systems.flood.rules import water_of
from game.systems.flood.table.lanes import ON_LANE, CarryPath, LaneNetwork, Node
from game.systems.flood.table.water import Water
from game.table.records import ModelId
from game.table.state import Table

SLACK = 2 * CONTACT + 0.1
"""Inches: contact, and the shift of a path that is resumed after rounding to thousandths."""


@dataclass(frozen=True, slots=True)
class FloodReach:
    """All places that a flood may take one model to."""

    legs: tuple[tuple[Box, Segment | None], ...]
    """Segments, each with the box around it; without a segment, anywhere in the box."""
    radius: float

    def touch(self, other: FloodReach) -> bool:
        apart = self.radius + other.radius + SLACK
        return any(
            boxes_meet(widened(one, apart), two)
            and (a is None or b is None or _off(a, b) <= apart)
            for one, a in self.legs
            for two, b in other.legs
        )


def models_without_contact(table: Table) -> tuple[list[ModelId], list[ModelId]]:
    """Return the models that no other can reach, and those of them that reach no other."""
    water, bases = water_of(table), {m.id: m.disc for m in table.standing()}
    courses = {model_id: water.course(base) for model_id, base in bases.items()}
    wide = {w: _places(water, bases[w], c, again=True) for w, c in courses.items() if c}
    free, alone = list[ModelId](), list[ModelId]()
    for model_id, course in courses.items():
        others = [ways for other, ways in wide.items() if other != model_id]
        if course is None or _meets(_places(water, bases[model_id], None), others):
            continue
        free.append(model_id)
        if not _meets(_places(water, bases[model_id], course), others):
            alone.append(model_id)
    return free, alone


def _meets(ways: FloodReach, others: Iterable[FloodReach]) -> bool:
    return any(ways.touch(other) for other in others)


def _places(
    water: Water, base: Disc, course: CarryPath | None, *, again: bool = False
) -> FloodReach:
    """Return the places where a model is and may be taken; *again*: by several carries."""
    paths, anywhere = list[Path](), list[tuple[Box, None]]()
    paths.append((base.at, base.at))
    if course:
        paths += [course.path, *_onward(water, course.end)]
        if again and water.lanes and (around := _around(base, course)):
            anywhere.append((around, None))
            paths += _joined_within(water, water.lanes, around)
    legs = [(box(leg), leg) for path in dict.fromkeys(paths) for leg in pairwise(path)]
    return FloodReach((*legs, *anywhere), base.radius)


def _onward(water: Water, node: Node) -> list[Path]:
    """Return the paths of all stretches downstream of a node."""
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
    """``FF-10``  Return the box that a model stays in on its way to a lane; None if on one.

    A model that is stopped on that way, and bumped, makes for a lane again, from nearer by.
    """
    join = course.path[1] if len(course.path) > 1 else base.at
    inches = distance(base.at, join)
    return widened(box((base.at, join)), inches) if inches > ON_LANE else None


def _joined_within(water: Water, lanes: LaneNetwork, around: Box) -> list[Path]:
    """Return the paths downstream of the point where each stretch first enters a box."""
    paths = list[Path]()
    for stretch in lanes.stretches:
        for n, (a, b) in enumerate(pairwise(stretch.path)):
            entry = _entry(a, b, around)
            if entry is not None:
                paths += [(entry, *stretch.path[n + 1 :]), *_onward(water, stretch.end)]
                break
    return paths


def _entry(a: Point, b: Point, around: Box) -> Point | None:
    """Return the point where the segment from *a* to *b* enters a box, or None."""
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


def _off(one: Segment, other: Segment) -> float:
    """Return the distance between two segments."""
    if crossing(*one, *other) is not None:
        return 0.0
    ends = [off_segment(at, other) for at in one] + [off_segment(at, one) for at in other]
    return min(ends)
