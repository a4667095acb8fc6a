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
    """The result of moving a base along a path; *far* is the distance in inches."""

    path: Path
    """Points from the base's start to its end, exact."""
    distance: float
    touch: Touch | None
    """The contact that stopped it; None if its path or its distance was used up."""


def follow_path(
    walls: Walls,
    discs: Mapping[str, Disc],
    mover: str,
    path: Path,
    inches: float,
    skip: Collection[str] = (),
) -> Travel:
    """Move a base along *path* for at most *inches*, until it touches something.

    *discs*: all bases, including the mover; those in *skip* are passed through. The path
    continues from where the mover stands.
    """
    world, (start, radius) = space_for(walls), discs[mover]
    world.lay(discs)
    others, left, walked = {mover, *skip}, inches, [start]
    for a, b in pairwise((start, *path)):
        if (leg := distance(a, b)) <= EPSILON:
            continue
        toward, stretch = unit_vector(a, b), min(leg, left)
        touch = sweep(a, toward, stretch, radius, walls, discs, others)
        went = touch.distance if touch else stretch
        if went > 0.0:
            end = b if went == leg else point_ahead(a, toward, went)
            world.carry(mover, toward, went + EPSILON if touch else went, end)
            walked.append(end)
        left -= went
        if touch:
            return Travel(tuple(walked), inches - left, touch)
        if left <= EPSILON:
            break
    return Travel(tuple(walked), inches - left, None)


def can_stand(
    walls: Walls,
    discs: Mapping[str, Disc],
    base: Disc,
    size: tuple[float, float],
    skip: Collection[str] = (),
) -> bool:
    """Return whether a base may stand: on the table, across no wall and on no other base.

    It may touch them, and overlap by the rounding to thousandths. Walls have no inside: to test
    whether a base stands within an area, use the area.
    """
    (x, y), r = base
    if not (r <= x <= size[0] - r and r <= y <= size[1] - r):
        return False
    world = space_for(walls)
    world.lay(discs)
    # Chipmunk's contact test is nearly exact; the last digit is checked here.
    near = world.touched_by(base)
    return all(gap(base, discs[n]) >= -TOLERANCE for n in near.discs if n not in skip) and all(
        off_segment(base.at, walls.segments[n]) >= r - TOLERANCE for n in near.walls
    )


class Crossed(NamedTuple):
    """A wall or base that a line crosses."""

    distance: float
    """Inches from its beginning, to where the round end of a wide line first touches."""
    disc: str | None
    """Name of the base; None for a wall."""
    at: Point
    """Position of the line's centre at that distance."""
    wall: int = -1


def cast_line(
    walls: Walls,
    discs: Mapping[str, Disc],
    p: Point,
    q: Point,
    width: float = 0.0,
    skip: Collection[str] = (),
) -> list[Crossed]:
    """Return all walls and bases that a line from *p* to *q* crosses, in order.

    The line is *width* inches wide. Ties: walls before bases, then by number or name. Objects
    that it starts in are crossed at 0, unless it only leaves them; grazing does not count.
    """
    whole, half = distance(p, q), width / 2
    if whole <= EPSILON:
        return []
    world, toward = space_for(walls, half), unit_vector(p, q)
    world.lay(discs)
    near, crossed = world.on_line(p, q), list[tuple[float, int, int, str]]()
    for n in near.walls:
        if touch := sweep(p, toward, whole, half, Walls((walls.segments[n],)), {}):
            crossed.append((touch.distance, 0, n, ""))
    for name in near.discs:
        if name not in skip and (
            touch := sweep(p, toward, whole, half, NO_WALLS, {name: discs[name]})
        ):
            crossed.append((touch.distance, 1, -1, name))
    return [
        Crossed(inches, name or None, point_ahead(p, toward, inches), n)
        for inches, _, n, name in sorted(crossed)
    ]
