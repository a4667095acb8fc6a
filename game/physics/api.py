"""Public functions: move a base along a path, cast a line, query contacts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import NamedTuple

from game.geometry.points import (
    EPSILON,
    Disc,
    Path,
    Point,
    distance,
    gap,
    point_ahead,
    unit_vector,
)
from game.geometry.polygons import TOLERANCE, off_segment
from game.geometry.sweeps import NO_WALLS, Touch, Walls, sweep
from game.physics.space import space_for


class Travel(NamedTuple):
    path: Path
    """From where the base stood to where it stands, exact."""
    far: float
    touch: Touch | None
    """What stopped it; None if its way or its inches were at an end."""


def follow_path(
    walls: Walls,
    discs: Mapping[str, Disc],
    mover: str,
    path: Path,
    far: float,
    skip: Collection[str] = (),
) -> Travel:
    """Move a base along *path* for *far* inches at most, until it touches something.

    *discs*: everybody, the mover among them; *skip* are passed through. The path goes on from
    where the mover stands.
    """
    world, (start, radius) = space_for(walls), discs[mover]
    world.lay(discs)
    others, left, walked = {mover, *skip}, far, [start]
    for a, b in pairwise((start, *path)):
        if (leg := distance(a, b)) <= EPSILON:
            continue
        toward, stretch = unit_vector(a, b), min(leg, left)
        touch = sweep(a, toward, stretch, radius, walls, discs, others)
        went = touch.far if touch else stretch
        if went > 0.0:
            end = b if went == leg else point_ahead(a, toward, went)
            world.carry(mover, toward, went + EPSILON if touch else went, end)
            walked.append(end)
        left -= went
        if touch:
            return Travel(tuple(walked), far - left, touch)
        if left <= EPSILON:
            break
    return Travel(tuple(walked), far - left, None)


def can_stand(
    walls: Walls,
    discs: Mapping[str, Disc],
    base: Disc,
    size: tuple[float, float],
    skip: Collection[str] = (),
) -> bool:
    """Return whether a base may stand somewhere: on the table, across no wall and on nobody.

    It may touch all of them, and overlap by what is lost in rounding to thousandths. Walls
    have no inside: whether a base stands within an area, ask the area.
    """
    (x, y), r = base
    if not (r <= x <= size[0] - r and r <= y <= size[1] - r):
        return False
    world = space_for(walls)
    world.lay(discs)
    # Chipmunk's word for contact is nearly exact; the last digit is looked at here.
    near = world.touched_by(base)
    return all(gap(base, discs[n]) >= -TOLERANCE for n in near.discs if n not in skip) and all(
        off_segment(base.at, walls.segments[n]) >= r - TOLERANCE for n in near.walls
    )


class Crossed(NamedTuple):
    """Something that a line crosses."""

    far: float
    """Inches from its beginning; of a wide line, when its round end first touches."""
    disc: str | None
    """None for a wall."""
    at: Point
    """How far the middle of the line has come then."""
    wall: int = -1


def cast_line(
    walls: Walls,
    discs: Mapping[str, Disc],
    p: Point,
    q: Point,
    width: float = 0.0,
    skip: Collection[str] = (),
) -> list[Crossed]:
    """Return all that a line from *p* to *q* crosses, *width* inches wide, in order.

    Ties: walls before bases, then by number or name. What it starts in is crossed at 0, unless
    it only leaves it; what it grazes is not crossed.
    """
    whole, half = distance(p, q), width / 2
    if whole <= EPSILON:
        return []
    world, toward = space_for(walls, half), unit_vector(p, q)
    world.lay(discs)
    near, crossed = world.on_line(p, q), list[tuple[float, int, int, str]]()
    for n in near.walls:
        if touch := sweep(p, toward, whole, half, Walls((walls.segments[n],)), {}):
            crossed.append((touch.far, 0, n, ""))
    for name in near.discs:
        if name not in skip and (
            touch := sweep(p, toward, whole, half, NO_WALLS, {name: discs[name]})
        ):
            crossed.append((touch.far, 1, -1, name))
    return [
        Crossed(far, name or None, point_ahead(p, toward, far), n)
        for far, _, n, name in sorted(crossed)
    ]
