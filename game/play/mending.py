"""Moves that break a rule, and the nearest ones that do not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from game.geometry.points import EPSILON, Disc, Path, Point, distance, gap, length
from game.play.base_placement import nearest_place
from game.play.coherency import out_of_chain
from game.play.paths import PULL_BACK, Going, Moves, cut, furthest, nearby, onto_table, reach
from game.table.board import Board
from game.table.records import ModelId

SHARES = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)


def cut_short(
    board: Board,
    stands: Mapping[ModelId, Disc],
    who: ModelId,
    going: Going,
    wish: Path,
    fits: Callable[[Path], bool],
) -> Path | None:
    """Return the beginning of a way, up to where something stops it, if that *fits*."""
    radius = stands[who].radius
    path = onto_table(board, radius, wish)
    if length(path) - going.far > EPSILON:
        path = cut(path, going.far)
    if fits(path):
        return path
    if not going.over:
        free, by = reach(nearby(stands, who, path, radius), board.walls, radius, path)
        if by is not None:
            path = cut(path, free - PULL_BACK)
            if length(path) > EPSILON and fits(path):
                return path
    back = furthest(path, fits)
    return back if len(back) > 1 else None


def nearest_way(
    board: Board, radius: float, going: Going, wish: Path, fits: Callable[[Path], bool]
) -> Path:
    """Return a way that *fits* and ends near to where a wished one does; its start, at worst.

    Too long a way is cut; what is left of it stops short of what is in the way, or ends beside
    it, whichever is nearer to where it would have ended.
    """
    path = onto_table(board, radius, wish)
    if length(path) - going.far > EPSILON:
        path = cut(path, going.far)
    if fits(path):
        return path
    back = furthest(path, fits)
    left = distance(back[-1], path[-1])

    def ends_well(at: Point) -> bool:
        return fits((*path[:-1], at))

    beside = nearest_place(path[-1], ends_well, left)
    return back if beside is None else (*path[:-1], beside)


def drawn_in(
    unit: Mapping[ModelId, Disc],
    moves: Moves,
    chain: float,
    fits: Callable[[ModelId, Path], bool],
) -> Iterator[Moves]:
    """Yield moves that are shorter, so that the unit hangs together; nearest to *moves* first.

    First only those are cut who would be left out, each way as it *fits*; then all alike.
    """
    yield _strays_cut(unit, moves, chain, fits)
    for share in SHARES:
        yield tuple((who, cut(path, length(path) * share)) for who, path in moves)


def _strays_cut(
    unit: Mapping[ModelId, Disc],
    moves: Moves,
    chain: float,
    fits: Callable[[ModelId, Path], bool],
) -> Moves:
    ways, ends = dict(moves), dict(unit)
    for who, path in moves:
        ends[who] = ends[who]._replace(at=path[-1])
    left = out_of_chain(ends, chain)
    for who in left:
        if who in ways:
            rest = [disc for other, disc in ends.items() if other not in left]
            joins = partial(_joins, rest, unit[who].radius, chain, partial(fits, who))
            ways[who] = furthest(ways[who], joins)
    return tuple((who, path) for who, path in ways.items() if length(path) > EPSILON)


def _joins(
    rest: list[Disc],
    radius: float,
    chain: float,
    fits: Callable[[Path], bool],
    path: Path,
) -> bool:
    base = Disc(path[-1], radius)
    return any([gap(base, disc) <= chain + EPSILON for disc in rest]) and fits(path)
