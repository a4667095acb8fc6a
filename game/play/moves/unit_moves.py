"""Geometric moves of a whole unit.

Units are translated, rotated, closed up or regrouped.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from math import sqrt

from game.geometry.limits import is_within
from game.geometry.points import (
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
from game.play.moves.base_placement import chains, out_of_chain
from game.play.moves.path_goals import ContactGoal
from game.play.moves.pathfinding import shortest_path
from game.play.moves.paths import MIN_SAMPLE_INCHES, Moves, UnitMove, bases_after, legal_step
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
SPARE = 0.02
"""Inches by which a model comes nearer to its mate than coherency needs."""
MATES = 3
"""Number of nearest mates that a model tries to reach."""
SHARES = (0.0, 0.5, 1.0)
"""Shares of its move that the larger part of a unit spends to meet the others."""


def translated_unit(marchers: UnitMove, toward: Point, share: float) -> Moves | None:
    """Return the unit shifted as one by *share* of its move; None if it cannot move."""
    if not marchers.model_limits:
        return None
    inches = min([g.distance for g in marchers.model_limits.values()]) * share
    wanted = {
        model_id: point_ahead(marchers.bases[model_id].at, toward, inches)
        for model_id in marchers.model_limits
    }
    return _flowed(marchers, wanted, toward)


def reformed_unit(marchers: UnitMove, k: int, across: float, out: float) -> Moves | None:
    """Return the unit moved by a point of the unit square; every third *k* reforms it.

    *across*: the direction, as a share of a full turn; *out*: the share of the area within
    reach that is nearer.
    """
    toward, share = direction(round(across * 360)), sqrt(out)
    if k % 3 == 2 and len(marchers.model_limits) > 1:
        wanted = _turned(marchers, toward, share, k // 3)
        if moves := _flowed(marchers, wanted, toward):
            return moves
    return translated_unit(marchers, toward, share)


def unit_closed_in(
    marchers: UnitMove, main: Sequence[ModelId], left: Sequence[ModelId], share: float
) -> Moves:
    """Return moves of the models in *main* toward the first of *left*, by *share* of a move."""
    bases, goal = marchers.bases, marchers.bases[left[0]]
    goers = [model_id for model_id in main if model_id in marchers.model_limits]
    if not goers:
        return ()
    ahead_of_all = min(goers, key=lambda model_id: gap(bases[model_id], goal))
    toward = unit_vector(bases[ahead_of_all].at, goal.at)
    inches = min([marchers.model_limits[model_id].distance for model_id in goers]) * share
    inches = min(inches, gap(bases[ahead_of_all], goal))
    wanted = {model_id: point_ahead(bases[model_id].at, toward, inches) for model_id in goers}
    return _walked(marchers, wanted, toward, 1.0)[0]


def _turned(marchers: UnitMove, toward: Point, share: float, n: int) -> dict[ModelId, Point]:
    """Return the models' places if the unit turned about its centre as it moved."""
    starts = {model_id: marchers.bases[model_id].at for model_id in marchers.model_limits}
    x = y = 0.0
    for at in starts.values():
        x, y = x + at.x, y + at.y
    x, y = x / len(starts), y / len(starts)
    wide, (sine, minus_cosine) = RANKS[n % len(RANKS)], direction(TURNS[n % len(TURNS)])
    inches = min([g.distance for g in marchers.model_limits.values()]) * share * 0.5
    goal = point_ahead(Point(x, y), toward, inches)

    def turned(at: Point) -> Point:
        dx, dy = (at.x - x) * wide, (at.y - y) * wide
        return Point(
            goal.x - dx * minus_cosine - dy * sine, goal.y + dx * sine - dy * minus_cosine
        )

    return {model_id: turned(at) for model_id, at in starts.items()}


def _flowed(marchers: UnitMove, wanted: Mapping[ModelId, Point], toward: Point) -> Moves | None:
    """Move each model to its wish or as far as it can go; return None if no model can move.

    If that breaks coherency, all models go only as far as the shortest straight move.
    """
    moves, least = _walked(marchers, wanted, toward, 1.0)
    if moves and not _holds(marchers, moves):
        share = least if least > HARDLY else HESITANT
        moves, _ = _walked(marchers, wanted, toward, share)
        if not _holds(marchers, moves):
            return None
    return moves or None


def _holds(marchers: UnitMove, moves: Moves) -> bool:
    ends = {model_id: marchers.bases[model_id] for model_id in marchers.unit}
    for model_id, path in moves:
        if model_id in ends:  # models out of coherency are not bound
            ends[model_id] = ends[model_id]._replace(at=path[-1])
    return marchers.holds(ends)


def _walked(
    marchers: UnitMove, wanted: Mapping[ModelId, Point], toward: Point, share: float
) -> tuple[Moves, float]:
    """Move model by model, the foremost first; return the moves and the smallest share."""
    near, moves, least = _about(marchers, wanted), list[tuple[ModelId, Path]](), 1.0

    def front(model_id: ModelId) -> float:
        at = near[model_id].at
        return -(at.x * toward.x + at.y * toward.y)

    for model_id in sorted(wanted, key=front):
        start, wish = near[model_id].at, wanted[model_id]
        if (inches := distance(start, wish)) * share < MIN_SAMPLE_INCHES:
            continue
        path = legal_step(marchers, near, model_id, unit_vector(start, wish), inches * share)
        if path is None:
            least = 0.0
            continue
        moves.append((model_id, path))
        near[model_id] = near[model_id]._replace(at=path[-1])
        least = min(least, _straight_on(start, wish, path[1]) / inches)
    return tuple(moves), least


def _straight_on(start: Point, wish: Point, stop: Point) -> float:
    """Return the inches of a move in the wished direction; 0 if it deviates."""
    toward = unit_vector(start, wish)
    x, y = stop.x - start.x, stop.y - start.y
    aside = toward.x * y - toward.y * x
    return toward.x * x + toward.y * y if -ASIDE < aside < ASIDE else 0.0


def _about(marchers: UnitMove, wanted: Mapping[ModelId, Point]) -> dict[ModelId, Disc]:
    """Return the bases of the unit, and of the models within its reach."""
    inches = max([g.distance for g in marchers.model_limits.values()])
    starts = tuple(marchers.bases[model_id].at for model_id in wanted)
    left, top, right, low = box(starts)
    wide = inches + max([marchers.bases[model_id].radius for model_id in wanted])
    around: Box = (left - wide, top - wide, right + wide, low + wide)
    left, top, right, low = around
    return {
        model_id: disc
        for model_id, disc in marchers.bases.items()
        for (x, y), r in (disc,)
        if left - r < x < right + r and top - r < y < low + r
    } | {model_id: marchers.bases[model_id] for model_id in marchers.unit}


@lru_cache(16)
def walls_with_areas(board: Board, off_limits: tuple[Terrain, ...]) -> Walls:
    """Return the walls of a board, and the outlines of areas to keep out of."""
    sides = tuple(side for area in off_limits for side in area.sides())
    return Walls((*board.walls.segments, *sides))


def regrouped(marchers: UnitMove) -> Moves | None:
    """Return moves that bring a scattered unit together, or None.

    None means that the unit is not scattered, or that no such moves were found. The larger part
    stays, or goes some way to meet the others. Each of those then takes the shortest path to a
    mate.
    """
    unit = {model_id: marchers.bases[model_id] for model_id in marchers.unit}
    left = out_of_chain(unit, marchers.chain)
    if not left:
        return None
    main = [model_id for model_id in marchers.unit if model_id not in left]
    for share in SHARES:
        moves = [*unit_closed_in(marchers, main, left, share)] if share else []
        bases = bases_after(marchers.bases, moves)
        if _closed_up(marchers, bases, main, left, moves) and marchers.holds(bases):
            return tuple(moves)
    return None


def rejoined(marchers: UnitMove, moves: Moves) -> Iterator[Moves]:
    """Yield moves that end in coherency, as near to *moves* as they are found.

    First the models out of coherency go to the largest part of the unit instead, then all
    others follow the first that moves.
    """
    ends = bases_after(marchers.bases, moves)
    unit = {m: ends[m] for m in marchers.unit}
    if not unit:
        return
    first = [m for m, _ in moves if m in unit][:1]
    ahead = [_linked_to(m, unit, marchers.chain) for m in first]
    for main in (max(chains(unit, marchers.chain), key=len), *ahead):
        left = [m for m in marchers.unit if m not in main]
        kept = [(m, path) for m, path in moves if m not in left]
        bases = ends | {m: marchers.bases[m] for m in left}
        if _closed_up(marchers, bases, main, left, kept):
            yield tuple(kept)


def strays_approached(marchers: UnitMove, moves: Moves) -> Moves:
    """Return moves in which models out of coherency go round obstacles to the nearest mate.

    They go as far as they get; the others move as planned.
    """
    bases = bases_after(marchers.bases, moves)
    left = out_of_chain({m: bases[m] for m in marchers.unit}, marchers.chain)
    main = [m for m in marchers.unit if m not in left]
    ways = dict(moves)
    for model_id in left:
        bases[model_id] = marchers.bases[model_id]
        _, mate = min((gap(bases[model_id], bases[m]), m) for m in main)
        if path := _toward(marchers, bases, model_id, mate):
            ways[model_id] = path
            bases[model_id] = bases[model_id]._replace(at=path[-1])
    return tuple(ways.items())


def _toward(
    marchers: UnitMove, bases: Mapping[ModelId, Disc], model_id: ModelId, mate: ModelId
) -> Path | None:
    """Return the beginning of the shortest path to a mate; None if it cannot move."""
    going, start = marchers.model_limits.get(model_id), bases[model_id]
    if going is None or going.over:
        return None
    others = {str(m): disc for m, disc in bases.items() if m not in (model_id, mate)}
    goal = ContactGoal(Disc(bases[mate].at, bases[mate].radius + marchers.chain - SPARE))
    size = marchers.board.width, marchers.board.height
    walls, far = _walls(marchers), going.distance
    found = shortest_path(start, goal, walls, others, size, far, partly=True)
    path = found.path if found else ()
    return path if len(path) > 1 and marchers.fits(bases, model_id, path) else None


def _walls(marchers: UnitMove) -> Walls:
    """Return all that a unit may not cross, with the areas that it keeps out of."""
    board = marchers.board
    return walls_with_areas(board, marchers.off_limits) if marchers.off_limits else board.walls


def regrouped_around_charge(
    marchers: UnitMove,
    foes: Mapping[ModelId, Disc],
    k: int,
    leads: Collection[ModelId] | None = None,
) -> Moves | None:
    """Return a charge of the k-th pair of model and foe, with the unit closed up around it.

    *leads*: the models that may be in such a pair; all if None.
    """
    bases = dict(marchers.bases)
    pairs = sorted(
        (gap(bases[model_id], foe), model_id, name)
        for model_id in marchers.model_limits
        if leads is None or model_id in leads
        for name, foe in foes.items()
    )
    if k >= len(pairs):
        return None
    _, model_id, foe = pairs[k]
    path = _way_to(marchers, bases, model_id, bases[foe], foe)
    if path is None:
        return None
    moves = [(model_id, path)]
    bases[model_id] = bases[model_id]._replace(at=path[-1])
    near = {m: bases[m] for m in marchers.unit}
    main = _linked_to(model_id, near, marchers.chain)
    left = [m for m in marchers.unit if m not in main]
    return tuple(moves) if _closed_up(marchers, bases, main, left, moves) else None


def _linked_to(model_id: ModelId, unit: dict[ModelId, Disc], chain: float) -> list[ModelId]:
    """Return a model and all models linked to it in a chain."""
    main = [model_id]
    for link in main:
        main += [
            m
            for m, disc in unit.items()
            if m not in main and is_within(gap(unit[link], disc), chain)
        ]
    return main


def _closed_up(
    marchers: UnitMove,
    bases: dict[ModelId, Disc],
    main: Sequence[ModelId],
    left: Sequence[ModelId],
    moves: list[tuple[ModelId, Path]],
) -> bool:
    """Move the rest of a unit to its main part, the nearest first; return whether all arrive.

    *bases* and *moves* are updated.
    """
    main, rest = list(main), list(left)
    while rest:
        rest.sort(key=lambda model_id: min([gap(bases[model_id], bases[m]) for m in main]))
        model_id = rest.pop(0)
        path = _to_mates(marchers, bases, model_id, main)
        if path is None:
            return False
        if len(path) > 1:
            moves.append((model_id, path))
            bases[model_id] = bases[model_id]._replace(at=path[-1])
        main.append(model_id)
    return True


def _to_mates(
    marchers: UnitMove,
    bases: Mapping[ModelId, Disc],
    model_id: ModelId,
    main: Sequence[ModelId],
) -> Path | None:
    """Return a path to one of the nearest mates; only the start if one is near enough."""
    here = bases[model_id]
    mates = sorted(main, key=lambda m: gap(here, bases[m]))[:MATES]
    if is_within(gap(here, bases[mates[0]]), marchers.chain):
        return (here.at,)
    for mate in mates:
        (at, radius) = bases[mate]
        around = Disc(at, radius + marchers.chain - SPARE)
        if path := _way_to(marchers, bases, model_id, around, mate):
            return path
    return None


def _way_to(
    marchers: UnitMove,
    bases: Mapping[ModelId, Disc],
    model_id: ModelId,
    goal: Disc,
    skip: ModelId,
) -> Path | None:
    going, start = marchers.model_limits.get(model_id), bases[model_id]
    if going is None or gap(start, goal) > going.distance:
        return None
    if going.over:
        return _landing(marchers, bases, model_id, goal)
    others = {str(m): disc for m, disc in bases.items() if m not in (model_id, skip)}
    size = marchers.board.width, marchers.board.height
    walls, far = _walls(marchers), going.distance
    found = shortest_path(start, ContactGoal(goal), walls, others, size, far)
    if found and found.arrived and marchers.fits(bases, model_id, found.path):
        return found.path
    return None


def _landing(
    marchers: UnitMove, bases: Mapping[ModelId, Disc], model_id: ModelId, goal: Disc
) -> Path | None:
    """Return the shortest flight that lands at its goal, or None."""
    start, radius = bases[model_id]
    apart = goal.radius + radius + SPARE / 4
    ways = [unit_vector(goal.at, start), *(direction(turn) for turn in range(0, 360, 10))]
    spots = [thousandths(point_ahead(goal.at, toward, apart)) for toward in ways]
    spots.sort(key=lambda at: distance(start, at))
    return next(
        ((start, at) for at in spots if marchers.fits(bases, model_id, (start, at))), None
    )
