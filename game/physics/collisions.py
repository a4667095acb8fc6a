"""Collisions that exchange momentum between moving solids."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from math import inf
from typing import NamedTuple

from game.geometry.points import EPSILON, Disc, Path, Point, distance, point_ahead
from game.geometry.polygons import edges
from game.geometry.sweeps import NO_WALLS, Walls, sweep
from game.physics.space import STILL, CollisionSpace, Outline, exchange_momentum, space_for
from game.physics.travel import distance_to_edge

MAX_CONTACTS = 2000
"""Maximum number of contacts; in any real crowd the distance is used up long before."""
CORNER = EPSILON
"""Radius of a corner and of the tip of a wall; without one, rounding takes it past a side."""
WALLS = ""
"""Name under which the walls collide: a solid of infinite mass that stands still."""
Stops = Callable[[str, str], float | None]
"""Inches at which the first solid, which moves, and another stop each other.

None if they collide instead; PASS if they pass each other without contact.
"""
PASS = inf


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
    """One solid during the simulation, or the walls."""

    now: Solid
    path: list[Point]
    parts: list[Disc]
    """The discs that can touch a side: its rim, its corners, or the tips of the walls."""
    _: KW_ONLY
    sides: Walls
    moves: bool = False
    struck: bool = False
    rebounds: int = 0
    left: bool = False

    @property
    def pace(self) -> Point:
        """Return the velocity at which it moves now."""
        return self.now.pace if self.moves else STILL

    def put(self, at: Point) -> None:
        self.now = self.now._replace(at=at)
        outline = self.now.outline
        self.parts = [Disc(at, self.now.radius)]
        if outline:
            self.parts, self.sides = (
                [Disc(at, CORNER) for at in outline],
                Walls((*edges(outline),)),
            )


class _Hit(NamedTuple):
    """The next thing that happens. Ties: walls, then the table's edge, then by names."""

    time: float
    rank: int
    id_: str
    other: str = WALLS
    part: int = 0
    """Number of the part that touches."""
    back: bool = False
    """True if the part belongs to *other*, not to the first solid."""


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
    balls = {WALLS: _Ball(Solid(STILL, mass=inf), path=[], parts=[], sides=walls)}
    balls[WALLS].parts = [Disc(tip, CORNER) for side in walls.segments for tip in side]
    for name, solid in solids.items():
        balls[name] = _Ball(solid, path=[solid.at], parts=[], sides=NO_WALLS)
        balls[name].put(solid.at)
    balls[mover].moves = balls[mover].struck = True
    space = space_for(walls)
    space.lay(
        {
            n: Outline(s.at, s.corners) if s.corners else Disc(s.at, s.radius)
            for n, s in solids.items()
        }
    )
    order, left = [mover], inches
    for _ in range(MAX_CONTACTS):
        paces = {n: b.pace for n, b in balls.items() if b.moves}
        whole = 0.0
        for pace in paces.values():
            whole += distance(STILL, pace)
        if left <= EPSILON or whole <= EPSILON:
            break
        hit = min(_hits(balls, left / whole, size, stops), default=None, key=_first)
        time = hit.time if hit else left / whole
        space.step(paces, time)
        for name in paces:
            balls[name].put(space.at(name))
        left -= whole * time
        if hit:
            _meet(space, balls, hit, stops)
            order += [n for n in (hit.id_, hit.other) if n not in order]
    return {name: _rolled(balls[name]) for name in order if name and balls[name].struck}


def _first(hit: _Hit) -> tuple[float, int, str, str]:
    return hit.time, hit.rank, hit.id_, hit.other


def _rolled(ball: _Ball) -> MovedSolid:
    path = [*ball.path, ball.now.at]
    bends = [at for n, at in enumerate(path) if n == 0 or at != path[n - 1]]
    return MovedSolid(tuple(bends), ball.now.pace, ball.rebounds, ball.left)


def _hits(
    balls: Mapping[str, _Ball], time: float, size: tuple[float, float], stops: Stops
) -> Iterator[_Hit]:
    """Yield the hits that may happen next within *time*."""
    for name, ball in balls.items():
        if (speed := distance(STILL, ball.pace)) <= EPSILON:
            continue
        rim = distance_to_edge(ball.now.at, point_ahead(STILL, ball.pace, 1.0 / speed), size)
        if rim < speed * time - EPSILON:
            yield _Hit(rim / speed, 1, name)
        for other, its in balls.items():
            if other == WALLS:
                yield from _between(name, ball, other, its, time - EPSILON / speed, 0.0)
            elif other != name and not its.left and (not its.moves or name < other):
                off = stops(name, other)
                if off != PASS:
                    yield from _between(name, ball, other, its, time, off or 0.0)


def _between(
    name: str, one: _Ball, other: str, its: _Ball, time: float, off: float
) -> Iterator[_Hit]:
    """Yield the hits between two solids, in the frame of the second."""
    for first, second, back in ((one, its, False), (its, one, True)):
        discs = {}
        if other and not (back or one.sides.segments or its.sides.segments):
            discs = {other: its.parts[0]}
        elif not second.sides.segments:
            continue
        away = Point(first.pace.x - second.pace.x, first.pace.y - second.pace.y)
        if (speed := distance(STILL, away)) <= EPSILON:
            return
        along = point_ahead(STILL, away, 1.0 / speed)
        for n, (at, radius) in enumerate(first.parts):
            touch = sweep(at, along, speed * time, radius, second.sides, discs, gap=off)
            if touch:
                yield _Hit(
                    touch.distance / speed,
                    rank=2 if other else 0,
                    id_=name,
                    other=other,
                    part=n,
                    back=back,
                )


def _meet(space: CollisionSpace, balls: dict[str, _Ball], hit: _Hit, stops: Stops) -> None:
    """Carry out the next hit: leave the table, rebound, exchange momentum or stop.

    If the exchange changes no velocity, the first solid goes on only while the other moves.
    """
    ball, other = balls[hit.id_], balls[hit.other]
    if hit.rank == 1:
        ball.moves, ball.left = False, True
        return
    off = stops(hit.id_, hit.other) if hit.other else None
    first, second = (other, ball) if hit.back else (ball, other)
    met = (hit.id_ if hit.back else hit.other) or None
    toward = Point(first.pace.x - second.pace.x, first.pace.y - second.pace.y)
    toward = point_ahead(STILL, toward, 1.0 / distance(STILL, toward))
    part = first.parts[hit.part]
    if off and part.radius > CORNER:
        part = part._replace(radius=part.radius + off)
    touch = space.contact(part, toward, lambda name: name == met)
    if off is not None:
        ball.moves = other.moves = False
        return
    one, its = first.now, second.now
    paces = exchange_momentum(touch.normal, one.pace, one.mass, its.pace, its.mass)
    if distance(paces[0], one.pace) <= EPSILON and distance(paces[1], its.pace) <= EPSILON:
        ball.moves = ball.moves and other.moves
        return
    for struck, pace in zip((first, second), paces, strict=True):
        struck.path.append(struck.now.at)
        struck.now = struck.now._replace(pace=pace)
        struck.moves, struck.struck = distance(STILL, pace) > EPSILON, True
    ball.rebounds += hit.other == WALLS
