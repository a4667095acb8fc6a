"""Collisions that exchange momentum between moving solids (ZG-13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from game.geometry.points import EPSILON, Disc, Path, Point, distance, point_ahead
from game.geometry.polygons import Segment, edges
from game.geometry.sweeps import NO_WALLS, Walls, sweep
from game.physics.drift import distance_to_edge
from game.physics.space import STILL, exchange_momentum, rebound

MAX_CONTACTS = 2000
"""Maximum number of contacts; in any real crowd the distance is used up long before."""


class Solid(NamedTuple):
    """An object that can be set in motion: round, or with corners relative to its centre."""

    at: Point
    radius: float = 0.0
    corners: Path = ()
    mass: float = 1.0
    pace: Point = STILL
    """Its velocity, once it moves."""

    @property
    def outline(self) -> tuple[Point, ...]:
        """Return its corners on the table."""
        x, y = self.at
        return tuple(Point(x + cx, y + cy) for cx, cy in self.corners)


class MovedSolid(NamedTuple):
    """The outcome for one solid that was moved or struck."""

    path: Path
    pace: Point
    rebounds: int
    left: bool
    """True if its centre left the table."""


@dataclass(slots=True)
class _Ball:
    """One solid during the simulation."""

    now: Solid
    path: list[Point]
    moves: bool = False
    struck: bool = False
    rebounds: int = 0
    left: bool = False


class _Hit(NamedTuple):
    """The next thing that happens. Ties: walls, then the table's edge, then by names."""

    time: float
    rank: int
    id_: str
    other: str = ""
    wall: int = -1
    part: Disc | None = None
    """The disc that touches: a rim, a corner, or the tip of a wall."""
    side: Segment | None = None
    """The side of a solid that *part* touches, unless it touches a rim or a wall."""
    back: bool = False
    """True if *part* belongs to *other*, and *side* to the first solid, not the reverse."""


Stops = Callable[[str, str], float | None]
"""Inches at which the first solid, which moves, and another stop each other.

None if they collide instead; PASS if they pass each other without contact.
"""
PASS = inf


def resolve_collisions(
    walls: Walls,
    solids: Mapping[str, Solid],
    mover: str,
    inches: float,
    size: tuple[float, float],
    stops: Stops,
) -> dict[str, MovedSolid]:
    """Move one solid *inches*, shared with all solids that it sets in motion.

    Moving solids divide the remaining distance in proportion to their speeds. A solid that uses
    up its distance just as it meets a wall does not rebound.

    Return the solids that moved or were struck, in the order in which that happened. The table
    is open at its edges.
    """
    balls = {name: _Ball(solid, [solid.at]) for name, solid in solids.items()}
    balls[mover].moves = balls[mover].struck = True
    order, left = [mover], inches
    for _ in range(MAX_CONTACTS):
        speeds = {n: distance(STILL, b.now.pace) for n, b in balls.items() if b.moves}
        whole = 0.0
        for speed in speeds.values():
            whole += speed
        if left <= EPSILON or whole <= EPSILON:
            break
        hit = min(_hits(walls, balls, left / whole, size, stops), default=None, key=_first)
        time = hit.time if hit else left / whole
        for name in speeds:
            ball = balls[name]
            ball.now = ball.now._replace(at=point_ahead(ball.now.at, ball.now.pace, time))
        left -= whole * time
        if hit:
            _meet(walls, balls, hit, stops)
            order += [n for n in (hit.id_, hit.other) if n in balls and n not in order]
    return {name: _rolled(balls[name]) for name in order if balls[name].struck}


def _first(hit: _Hit) -> tuple[float, int, str, str, int]:
    return hit.time, hit.rank, hit.id_, hit.other, hit.wall


def _rolled(ball: _Ball) -> MovedSolid:
    path = [*ball.path, ball.now.at]
    bends = [at for n, at in enumerate(path) if n == 0 or at != path[n - 1]]
    return MovedSolid(tuple(bends), ball.now.pace, ball.rebounds, ball.left)


def _hits(
    walls: Walls,
    balls: Mapping[str, _Ball],
    time: float,
    size: tuple[float, float],
    stops: Stops,
) -> Iterator[_Hit]:
    """Yield the hits that may happen next within *time*."""
    for name, ball in balls.items():
        if not ball.moves:
            continue
        speed = distance(STILL, ball.now.pace)
        if speed <= EPSILON:
            continue
        along = point_ahead(STILL, ball.now.pace, 1.0 / speed)
        inches = speed * time
        rim = distance_to_edge(ball.now.at, along, size)
        if rim < inches - EPSILON:
            yield _Hit(rim / speed, 1, name)
        yield from _at_walls(walls, name, ball.now, along, speed, inches)
        for other, its in balls.items():
            if other != name and not its.left and (not its.moves or name < other):
                pace = its.now.pace if its.moves else STILL
                yield from _between(name, ball.now, other, its.now, pace, time, stops)


def _at_walls(
    walls: Walls, name: str, solid: Solid, along: Point, speed: float, inches: float
) -> Iterator[_Hit]:
    for part in _parts(solid):
        touch = sweep(part.at, along, inches, part.radius, walls, {})
        if touch and touch.distance < inches - EPSILON:
            yield _Hit(touch.distance / speed, 0, name, wall=touch.wall, part=part)
    if solid.corners:
        back, sides = Point(-along.x, -along.y), tuple(edges(solid.outline))
        tips = [tip for a, b in walls.segments for tip in (a, b)]
        for n, tip in enumerate(tips):
            touch = sweep(tip, back, inches, 0.0, Walls(sides), {})
            if touch and touch.distance < inches - EPSILON:
                side = sides[touch.wall]
                yield _Hit(
                    touch.distance / speed, 0, name, wall=n // 2, part=Disc(tip, 0.0), side=side
                )


def _parts(solid: Solid) -> list[Disc]:
    """Return the parts of a solid that can touch a side: its rim, or its corners."""
    if solid.corners:
        return [Disc(corner, 0.0) for corner in solid.outline]
    return [Disc(solid.at, solid.radius)]


def _between(
    name: str, one: Solid, other: str, its: Solid, pace: Point, time: float, stops: Stops
) -> Iterator[_Hit]:
    """Yield the hits between two solids, in the frame of the second."""
    away = Point(one.pace.x - pace.x, one.pace.y - pace.y)
    speed = distance(STILL, away)
    if speed <= EPSILON:
        return
    inches, along = speed * time, point_ahead(STILL, away, 1.0 / speed)
    if stops(name, other) == PASS:
        return
    if not one.corners and not its.corners:
        off = stops(name, other) or 0.0
        disc = {other: Disc(its.at, its.radius)}
        if touch := sweep(one.at, along, inches, one.radius, NO_WALLS, disc, gap=off):
            yield _Hit(touch.distance / speed, 2, name, other, part=Disc(one.at, one.radius))
        return
    if its.corners:
        yield from _sides(name, one, other, its, along, speed, inches, back=False)
    if one.corners:
        back = Point(-along.x, -along.y)
        yield from _sides(name, its, other, one, back, speed, inches, back=True)


def _sides(
    name: str,
    one: Solid,
    other: str,
    its: Solid,
    along: Point,
    speed: float,
    inches: float,
    *,
    back: bool,
) -> Iterator[_Hit]:
    """Yield the hits of parts of *one* on sides of the other."""
    sides = tuple(edges(its.outline))
    for part in _parts(one):
        if touch := sweep(part.at, along, inches, part.radius, Walls(sides), {}):
            side = sides[touch.wall]
            yield _Hit(touch.distance / speed, 2, name, other, part=part, side=side, back=back)


def _meet(walls: Walls, balls: dict[str, _Ball], hit: _Hit, stops: Stops) -> None:
    """Carry out the next hit: leave the table, rebound, exchange momentum or stop."""
    ball = balls[hit.id_]
    if hit.rank == 1:
        ball.moves, ball.left = False, True
    elif hit.rank == 0:
        _rebound(walls, ball, hit)
    elif stops(hit.id_, hit.other) is None:
        _exchange(balls, hit)
    else:
        balls[hit.id_].moves = balls[hit.other].moves = False


def _rebound(walls: Walls, ball: _Ball, hit: _Hit) -> None:
    assert hit.part
    pace = ball.now.pace
    shift = point_ahead(STILL, pace, hit.time)
    if hit.side:
        # The tip of a wall hits a side, as if the wall moved and the side stood still.
        side = _shifted(hit.side, shift)
        turned = rebound(hit.part, Point(-pace.x, -pace.y), side)
        turned = Point(-turned.x, -turned.y)
    else:
        part = hit.part._replace(at=point_ahead(hit.part.at, shift, 1.0))
        turned = rebound(part, pace, walls.segments[hit.wall])
    ball.path.append(ball.now.at)
    ball.now = ball.now._replace(pace=point_ahead(STILL, turned, distance(STILL, pace)))
    ball.rebounds += 1


def _exchange(balls: dict[str, _Ball], hit: _Hit) -> None:
    """Exchange momentum between two solids.

    If that changes no velocity, the first solid goes on only while the other moves.
    """
    one, other = balls[hit.id_], balls[hit.other]
    first, second = (other, one) if hit.back else (one, other)
    assert hit.part
    moved = point_ahead(STILL, first.now.pace, hit.time) if first.moves else STILL
    part = hit.part._replace(at=point_ahead(hit.part.at, moved, 1.0))
    target: Disc | Segment = Disc(second.now.at, second.now.radius)
    if hit.side:
        shift = point_ahead(STILL, second.now.pace, hit.time) if second.moves else STILL
        target = _shifted(hit.side, shift)
    a, b = first.now, second.now
    after, its = exchange_momentum(part, a.pace, a.mass, target, b.pace, b.mass)
    if distance(after, a.pace) <= EPSILON:
        one.moves = one.moves and other.moves
        return
    for ball, pace in ((first, after), (second, its)):
        ball.path.append(ball.now.at)
        ball.now = ball.now._replace(pace=pace)
        ball.moves, ball.struck = distance(STILL, pace) > EPSILON, True


def _shifted(side: Segment, by: Point) -> Segment:
    return point_ahead(side[0], by, 1.0), point_ahead(side[1], by, 1.0)
