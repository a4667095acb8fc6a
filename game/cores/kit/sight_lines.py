"""Lines of sight between bases (CC-08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from game.cores.kit.queries import Hide, Sightline, UnitPair
from game.geometry.limits import last_within
from game.geometry.line_of_sight import seen_point
from game.geometry.points import Disc, Point, distance, gap
from game.geometry.polygons import Box, Segment, boxes_meet, crossing, edges
from game.play.game import GameView
from game.play.log.wording import plain_name, with_article
from game.table.board import Board, Terrain
from game.table.records import Model, UnitId
from game.table.state import Piece, Table

Stood: TypeAlias = tuple[tuple[str, Point, float], ...]
"""Id, position and rotation of each piece that blocks sight; part of the cache key."""
_MEMO: dict[tuple[Board, Disc, Disc, Stood], bool] = {}
MAX_SIGHTS = 4096
"""Number of sight lines that are remembered: most questions are about the last few turns."""


def sees(table: Table, eye: Disc, base: Disc) -> bool:
    """``CC-08``  Return whether *eye* sees *base*.

    Some straight line from the centre of *eye* to any part of *base* must be clear.
    """
    pieces = pieces_blocking_sight(table)
    line = table.board, eye, base, tuple([(p.id, p.at, p.turned) for p in pieces])
    known = _MEMO.get(line)
    if known is None:
        if len(_MEMO) >= MAX_SIGHTS:
            _MEMO.clear()
        known = seen_point(eye.at, base, in_between(table.board, pieces, eye, base)) is not None
        _MEMO[line] = known
    return known


def nearest_seen(table: Table, model: Model, target: UnitId, reach: float) -> float | None:
    """``CC-07``, ``MC-12``  Return the distance of a unit's nearest model in reach and sight.

    It is in inches, from edge to edge; None if there is no such model.
    """
    here, base, foes = model.at, model.base, table.of(target)
    far = [(distance(here, foe.at) - base - foe.base, n) for n, foe in enumerate(foes)]
    most = last_within(reach)
    near = [one for one in far if one[0] <= most]
    near.sort()
    return next((off for off, n in near if sees(table, model.disc, foes[n].disc)), None)


def in_between(board: Board, pieces: Sequence[Piece], eye: Disc, base: Disc) -> list[Segment]:
    """Return the sides of terrain and *pieces* that may block the line from *eye* to *base*."""
    sides = [side for terrain in screens(board, eye, base) for side in terrain.sides()]
    around = _around(eye, base)
    for piece in pieces:
        if boxes_meet(piece.box, around):
            sides += edges(piece.corners)
    return sides


def _around(eye: Disc, base: Disc) -> Box:
    """Return the box around the centre of one base and the whole of another."""
    (ex, ey), ((bx, by), r) = eye.at, base
    return min(ex, bx - r), min(ey, by - r), max(ex, bx + r), max(ey, by + r)


def pieces_blocking_sight(table: Table) -> list[Piece]:
    """Return the pieces on a table that block sight."""
    return [p for p in table.pieces.values() if p.blocks_sight]


def screens(board: Board, eye: Disc, base: Disc) -> list[Terrain]:
    """Return the terrain that may block the line from *eye* to *base*.

    ``CC-37``  Models see into and out of a ruin or wood, but not through it. It blocks unless
    one of the two stands in it.
    """
    left, top, right, low = _around(eye, base)
    return [
        piece
        for piece in board.opaque
        for x, y, end_x, end_y in (piece.box,)
        if x <= right and left <= end_x and y <= low and top <= end_y
        if not (piece.area and (piece.holds(eye) or piece.holds(base)))
    ]


def first_block(table: Table, eye: Disc, base: Disc) -> tuple[Point, Terrain | Piece] | None:
    """Return where the line between two centres is first blocked, and the obstacle."""
    best: tuple[float, Terrain | Piece] | None = None
    solid: list[tuple[Terrain | Piece, Iterable[Segment]]]
    solid = [(piece, piece.sides()) for piece in screens(table.board, eye, base)]
    solid += [(piece, edges(piece.corners)) for piece in pieces_blocking_sight(table)]
    for thing, sides in solid:
        for a, b in sides:
            share = crossing(eye.at, base.at, a, b)
            if share is not None and (best is None or share < best[0]):
                best = (share, thing)
    if best is None:
        return None
    (x, y), (bx, by) = eye.at, base.at
    return Point(x + best[0] * (bx - x), y + best[0] * (by - y)), best[1]


def hidden_by_text(table: Table, eye: Disc, base: Disc) -> str:
    """Return a phrase for the obstacle that hides a base: ``"hidden by the mill"``."""
    if not (block := first_block(table, eye, base)):
        return "no clear line"
    thing = block[1]
    called = thing.name if isinstance(thing, Terrain) else plain_name(thing.id)
    return f"hidden by {with_article(called)}"


def sight_lines(view: GameView, pair: UnitPair, clause: str) -> Iterator[Sightline]:
    """Yield the sight line of each model to the nearest visible model of another unit.

    If it sees none, the line to the nearest model is yielded, with its block.
    """
    foes = view.table.of(pair.target)
    for model in view.table.of(pair.unit_id):
        if near := sorted(foes, key=lambda foe: gap(model.disc, foe.disc)):
            seen = (foe for foe in near if sees(view.table, model.disc, foe.disc))
            yield _line(view, model, next(seen, near[0]), clause)


def _line(view: GameView, model: Model, foe: Model, clause: str) -> Sightline:
    table = view.table
    sides = in_between(table.board, pieces_blocking_sight(table), model.disc, foe.disc)
    end = seen_point(model.at, foe.disc, sides)
    if end is not None:
        return Sightline(model.id, target=foe.id, start=model.at, end=end, clause=clause)
    block = first_block(table, model.disc, foe.disc)
    at, by = (block[0], block[1].id) if block else (foe.at, "")
    return Sightline(
        model.id, target=foe.id, start=model.at, end=foe.at, clause=clause, block=at, by=by
    )


def sight_obstacles(view: GameView, eye: Disc) -> Iterator[Hide]:
    """``CC-37``  Yield obstacles that hide ground; a model in a ruin or wood sees out of it."""
    for piece in view.table.board.opaque:
        if not (piece.area and piece.holds(eye)):
            yield Hide(piece.sides(), into=piece.area)
    for thing in pieces_blocking_sight(view.table):
        yield Hide(tuple(edges(thing.corners)))
