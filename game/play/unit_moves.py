"""Geometric moves of a whole unit: translate, rotate, close up, regroup."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from math import sqrt

from game.geometry.points import (
    EPSILON,
    Disc,
    Path,
    Point,
    direction,
    distance,
    gap,
    point_ahead,
    thousandths,
    unit_vector,
)
from game.geometry.polygons import Box, box
from game.geometry.sweeps import Walls
from game.play.base_placement import out_of_chain
from game.play.path_goals import ContactGoal
from game.play.pathfinding import shortest_path
from game.play.paths import MIN_SAMPLE_INCHES, Moves, UnitMove, legal_step
from game.table.board import Board, Terrain
from game.table.records import ModelId

TURNS = (45, -45, 90, -90, 180, 0, 0)
RANKS = (1.0, 1.0, 1.0, 1.0, 1.0, 0.75, 1.3)
"""Scale of the models' distances from the unit's centre when it turns."""
HESITANT = 0.25
"""Share of the move used when a model that can hardly move would break coherency."""
HARDLY = 0.05
ASIDE = 0.01
"""Inches: a deviation up to this counts as straight on."""


def translated_unit(marchers: UnitMove, toward: Point, share: float) -> Moves | None:
    """Return the unit shifted as one by *share* of its move; None if it cannot move."""
    if not marchers.goings:
        return None
    far = min([g.far for g in marchers.goings.values()]) * share
    wishes = {who: point_ahead(marchers.stands[who].at, toward, far) for who in marchers.goings}
    return _flowed(marchers, wishes, toward)


def reformed_unit(marchers: UnitMove, k: int, across: float, out: float) -> Moves | None:
    """Return the unit moved by a point of the unit square; every third *k* reforms it.

    *across*: the direction, as a share of a full turn; *out*: the share of the area within
    reach that is nearer.
    """
    toward, share = direction(round(across * 360)), sqrt(out)
    if k % 3 == 2 and len(marchers.goings) > 1:
        wishes = _turned(marchers, toward, share, k // 3)
        if moves := _flowed(marchers, wishes, toward):
            return moves
    return translated_unit(marchers, toward, share)


def unit_closed_in(
    marchers: UnitMove, main: Sequence[ModelId], left: Sequence[ModelId], share: float
) -> Moves:
    """Return moves of the models in *main* toward the first of *left*, by *share* of a move."""
    stands, goal = marchers.stands, marchers.stands[left[0]]
    goers = [who for who in main if who in marchers.goings]
    if not goers:
        return ()
    ahead_of_all = min(goers, key=lambda who: gap(stands[who], goal))
    toward = unit_vector(stands[ahead_of_all].at, goal.at)
    far = min([marchers.goings[who].far for who in goers]) * share
    far = min(far, gap(stands[ahead_of_all], goal))
    wishes = {who: point_ahead(stands[who].at, toward, far) for who in goers}
    return _walked(marchers, wishes, toward, 1.0)[0]


def _turned(marchers: UnitMove, toward: Point, share: float, n: int) -> dict[ModelId, Point]:
    """Return the models' places if the unit turned about its centre as it moved."""
    starts = {who: marchers.stands[who].at for who in marchers.goings}
    x = y = 0.0
    for at in starts.values():
        x, y = x + at.x, y + at.y
    x, y = x / len(starts), y / len(starts)
    wide, (sine, minus_cosine) = RANKS[n % len(RANKS)], direction(TURNS[n % len(TURNS)])
    far = min([g.far for g in marchers.goings.values()]) * share * 0.5
    goal = point_ahead(Point(x, y), toward, far)

    def turned(at: Point) -> Point:
        dx, dy = (at.x - x) * wide, (at.y - y) * wide
        return Point(
            goal.x - dx * minus_cosine - dy * sine, goal.y + dx * sine - dy * minus_cosine
        )

    return {who: turned(at) for who, at in starts.items()}


def _flowed(marchers: UnitMove, wishes: Mapping[ModelId, Point], toward: Point) -> Moves | None:
    """Move each model to its wish or as far as it can go; return None if no model can move.

    If that breaks coherency, all models go only as far as the shortest straight move.
    """
    moves, least = _walked(marchers, wishes, toward, 1.0)
    if moves and not _holds(marchers, moves):
        share = least if least > HARDLY else HESITANT
        moves, _ = _walked(marchers, wishes, toward, share)
        if not _holds(marchers, moves):
            return None
    return moves or None


def _holds(marchers: UnitMove, moves: Moves) -> bool:
    ends = {who: marchers.stands[who] for who in marchers.unit}
    for who, path in moves:
        if who in ends:  # models out of coherency are not bound
            ends[who] = ends[who]._replace(at=path[-1])
    return marchers.holds(ends)


def _walked(
    marchers: UnitMove, wishes: Mapping[ModelId, Point], toward: Point, share: float
) -> tuple[Moves, float]:
    """Move model by model, the foremost first; return the moves and the smallest share."""
    near, moves, least = _about(marchers, wishes), list[tuple[ModelId, Path]](), 1.0

    def front(who: ModelId) -> float:
        at = near[who].at
        return -(at.x * toward.x + at.y * toward.y)

    for who in sorted(wishes, key=front):
        start, wish = near[who].at, wishes[who]
        if (far := distance(start, wish)) * share < MIN_SAMPLE_INCHES:
            continue
        path = legal_step(marchers, near, who, unit_vector(start, wish), far * share)
        if path is None:
            least = 0.0
            continue
        moves.append((who, path))
        near[who] = near[who]._replace(at=path[-1])
        least = min(least, _straight_on(start, wish, path[1]) / far)
    return tuple(moves), least


def _straight_on(start: Point, wish: Point, stop: Point) -> float:
    """Return the inches of a move in the wished direction; 0 if it deviates."""
    toward = unit_vector(start, wish)
    x, y = stop.x - start.x, stop.y - start.y
    aside = toward.x * y - toward.y * x
    return toward.x * x + toward.y * y if -ASIDE < aside < ASIDE else 0.0


def _about(marchers: UnitMove, wishes: Mapping[ModelId, Point]) -> dict[ModelId, Disc]:
    """Return the bases of the unit, and of the models within its reach."""
    far = max([g.far for g in marchers.goings.values()])
    starts = tuple(marchers.stands[who].at for who in wishes)
    left, top, right, low = box(starts)
    wide = far + max([marchers.stands[who].radius for who in wishes])
    around: Box = (left - wide, top - wide, right + wide, low + wide)
    left, top, right, low = around
    return {
        who: disc
        for who, disc in marchers.stands.items()
        for (x, y), r in (disc,)
        if left - r < x < right + r and top - r < y < low + r
    } | {who: marchers.stands[who] for who in marchers.unit}


SPARE = 0.02
"""Inches by which a model comes nearer to its mate than coherency needs."""
MATES = 3
"""Number of nearest mates that a model tries to reach."""
SHARES = (0.0, 0.5, 1.0)
"""Shares of its move that the larger part of a unit spends to meet the others."""


@lru_cache(16)
def walls_with_areas(board: Board, shut: tuple[Terrain, ...]) -> Walls:
    """Return the walls of a board, and the outlines of areas to keep out of."""
    sides = tuple(side for area in shut for side in area.sides())
    return Walls((*board.walls.segments, *sides))


def regrouped(marchers: UnitMove) -> Moves | None:
    """Return moves that bring a scattered unit together, or None.

    None means that the unit is not scattered, or that no such moves were found. The larger part
    stays, or goes some way to meet the others. Each of those then takes the shortest path to a
    mate.
    """
    unit = {who: marchers.stands[who] for who in marchers.unit}
    left = out_of_chain(unit, marchers.chain)
    if not left:
        return None
    main = [who for who in marchers.unit if who not in left]
    for share in SHARES:
        stands, moves = dict(marchers.stands), list[tuple[ModelId, Path]]()
        if share:
            for who, path in unit_closed_in(marchers, main, left, share):
                moves.append((who, path))
                stands[who] = stands[who]._replace(at=path[-1])
        if _closed_up(marchers, stands, main, left, moves) and marchers.holds(stands):
            return tuple(moves)
    return None


def regrouped_around_charge(
    marchers: UnitMove,
    foes: Mapping[ModelId, Disc],
    k: int,
    leads: Collection[ModelId] | None = None,
) -> Moves | None:
    """Return a charge of the k-th pair of model and foe, with the unit closed up around it.

    *leads*: the models that may be in such a pair; all if None.
    """
    stands = dict(marchers.stands)
    pairs = sorted(
        (gap(stands[who], foe), who, name)
        for who in marchers.goings
        if leads is None or who in leads
        for name, foe in foes.items()
    )
    if k >= len(pairs):
        return None
    _, who, foe = pairs[k]
    path = _way_to(marchers, stands, who, stands[foe], foe)
    if path is None:
        return None
    moves = [(who, path)]
    stands[who] = stands[who]._replace(at=path[-1])
    near = {m: stands[m] for m in marchers.unit}
    main = _linked_to(who, near, marchers.chain)
    left = [m for m in marchers.unit if m not in main]
    return tuple(moves) if _closed_up(marchers, stands, main, left, moves) else None


def _linked_to(who: ModelId, unit: dict[ModelId, Disc], chain: float) -> list[ModelId]:
    """Return a model and all models linked to it in a chain."""
    main = [who]
    for link in main:
        main += [
            m
            for m, disc in unit.items()
            if m not in main and gap(unit[link], disc) <= chain + EPSILON
        ]
    return main


def _closed_up(
    marchers: UnitMove,
    stands: dict[ModelId, Disc],
    main: Sequence[ModelId],
    left: Sequence[ModelId],
    moves: list[tuple[ModelId, Path]],
) -> bool:
    """Move the rest of a unit to its main part, the nearest first; return whether all arrive.

    *stands* and *moves* are updated.
    """
    main, rest = list(main), list(left)
    while rest:
        rest.sort(key=lambda who: min([gap(stands[who], stands[m]) for m in main]))
        who = rest.pop(0)
        path = _to_mates(marchers, stands, who, main)
        if path is None:
            return False
        if len(path) > 1:
            moves.append((who, path))
            stands[who] = stands[who]._replace(at=path[-1])
        main.append(who)
    return True


def _to_mates(
    marchers: UnitMove, stands: Mapping[ModelId, Disc], who: ModelId, main: Sequence[ModelId]
) -> Path | None:
    """Return a path to one of the nearest mates; only the start if one is near enough."""
    here = stands[who]
    mates = sorted(main, key=lambda m: gap(here, stands[m]))[:MATES]
    if gap(here, stands[mates[0]]) <= marchers.chain + EPSILON:
        return (here.at,)
    for mate in mates:
        (at, radius) = stands[mate]
        around = Disc(at, radius + marchers.chain - SPARE)
        if path := _way_to(marchers, stands, who, around, mate):
            return path
    return None


def _way_to(
    marchers: UnitMove,
    stands: Mapping[ModelId, Disc],
    who: ModelId,
    goal: Disc,
    skip: ModelId,
) -> Path | None:
    going, start = marchers.goings.get(who), stands[who]
    if going is None or gap(start, goal) > going.far:
        return None
    if going.over:
        return _landing(marchers, stands, who, goal)
    others = {str(m): disc for m, disc in stands.items() if m not in (who, skip)}
    board = marchers.board
    walls = walls_with_areas(board, marchers.shut) if marchers.shut else board.walls
    size = board.width, board.height
    found = shortest_path(start, ContactGoal(goal), walls, others, size, going.far)
    if found and found.arrived and marchers.fits(stands, who, found.path):
        return found.path
    return None


def _landing(
    marchers: UnitMove, stands: Mapping[ModelId, Disc], who: ModelId, goal: Disc
) -> Path | None:
    """Return the shortest flight that lands at its goal, or None."""
    start, radius = stands[who]
    apart = goal.radius + radius + SPARE / 4
    ways = [unit_vector(goal.at, start), *(direction(turn) for turn in range(0, 360, 10))]
    spots = [thousandths(point_ahead(goal.at, toward, apart)) for toward in ways]
    spots.sort(key=lambda at: distance(start, at))
    return next(((start, at) for at in spots if marchers.fits(stands, who, (start, at))), None)
