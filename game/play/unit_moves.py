"""Bringing a unit together: after it was scattered, or around whom it sends ahead."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from game.geometry.points import (
    EPSILON,
    Disc,
    Path,
    direction,
    distance,
    gap,
    point_ahead,
    thousandths,
    unit_vector,
)
from game.geometry.sweeps import Walls
from game.play.coherency import out_of_chain
from game.play.marchers import Marchers
from game.play.path_goals import Contact
from game.play.pathfinding import way
from game.play.paths import Moves
from game.play.shifts import approached
from game.table.board import Board, Terrain
from game.table.records import ModelId

SPARE = 0.02
"""So much nearer than it must a model comes to its mate."""
MATES = 3
"""So many mates, the nearest first, a model tries to come to."""
SHARES = (0.0, 0.5, 1.0)
"""How much of its move the larger part of a unit spends to meet the others."""


@lru_cache(16)
def fenced(board: Board, shut: tuple[Terrain, ...]) -> Walls:
    """Return the walls of a board, and around areas to be kept out of, too."""
    sides = tuple(side for area in shut for side in area.sides())
    return Walls((*board.walls.segments, *sides))


def gathered(marchers: Marchers) -> Moves | None:
    """Return moves that bring a scattered unit together; None if it is not, or none is found.

    The larger part stays, or goes some way to meet the others; each of these then takes the
    shortest way to a mate.
    """
    unit = {who: marchers.stands[who] for who in marchers.unit}
    left = out_of_chain(unit, marchers.chain)
    if not left:
        return None
    main = [who for who in marchers.unit if who not in left]
    for share in SHARES:
        stands, moves = dict(marchers.stands), list[tuple[ModelId, Path]]()
        if share:
            for who, path in approached(marchers, main, left, share):
                moves.append((who, path))
                stands[who] = stands[who]._replace(at=path[-1])
        if _closed_up(marchers, stands, main, left, moves) and marchers.holds(stands):
            return tuple(moves)
    return None


def charged(
    marchers: Marchers,
    foes: Mapping[ModelId, Disc],
    k: int,
    leads: Collection[ModelId] | None = None,
) -> Moves | None:
    """Return the k-th pair of a model and a foe in contact, the unit closed up around it.

    *leads*: who may be in such a pair, if not everybody.
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
    """Return a model and all that hang together with it."""
    main = [who]
    for link in main:
        main += [
            m
            for m, disc in unit.items()
            if m not in main and gap(unit[link], disc) <= chain + EPSILON
        ]
    return main


def _closed_up(
    marchers: Marchers,
    stands: dict[ModelId, Disc],
    main: Sequence[ModelId],
    left: Sequence[ModelId],
    moves: list[tuple[ModelId, Path]],
) -> bool:
    """Bring the rest of a unit to its main part, the nearest first; return whether all came.

    *stands* and *moves* are brought up to date.
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
    marchers: Marchers, stands: Mapping[ModelId, Disc], who: ModelId, main: Sequence[ModelId]
) -> Path | None:
    """Return a way to one of the nearest mates; the start alone if one is near enough."""
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
    marchers: Marchers,
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
    walls = fenced(board, marchers.shut) if marchers.shut else board.walls
    size = board.width, board.height
    found = way(start, Contact(goal), walls, others, size, going.far)
    if found and found.arrived and marchers.fits(stands, who, found.path):
        return found.path
    return None


def _landing(
    marchers: Marchers, stands: Mapping[ModelId, Disc], who: ModelId, goal: Disc
) -> Path | None:
    """Return the shortest flight that comes down at its goal."""
    start, radius = stands[who]
    apart = goal.radius + radius + SPARE / 4
    ways = [unit_vector(goal.at, start), *(direction(turn) for turn in range(0, 360, 10))]
    spots = [thousandths(point_ahead(goal.at, toward, apart)) for toward in ways]
    spots.sort(key=lambda at: distance(start, at))
    return next(((start, at) for at in spots if marchers.fits(stands, who, (start, at))), None)
