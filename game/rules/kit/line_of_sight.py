"""Line of sight between models, and obstacles to it (CC-08, CC-37, MC-12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from game.geometry.line_of_sight import seen_point
from game.geometry.points import EPSILON, Disc, Path, Point, distance, gap
from game.geometry.polygons import Segment, box, boxes_meet, crossing, edges
from game.play.game import GameView
from game.play.wording import plain_name, with_article
from game.rules.kit.queries import Hide, Sightline, UnitPair
from game.table.board import Board, Terrain
from game.table.pieces import Piece, PieceKind
from game.table.records import Model, UnitId
from game.table.state import Table

Stood: TypeAlias = tuple[tuple[str, Point, float], ...]
"""Id, position and rotation of each piece that blocks sight; part of the cache key."""
_MEMO: dict[tuple[Board, Disc, Disc, Stood], bool] = {}
_MEMO_SIZE = 20_000


def sees(table: Table, eye: Disc, base: Disc) -> bool:
    """``CC-08``  Return whether *eye* sees *base*.

    Some straight line from the centre of *eye* to any part of *base* must be clear.
    """
    stood = tuple([(p.id, p.at, p.turned) for p in pieces_blocking_sight(table)])
    line = table.board, eye, base, stood
    known = _MEMO.get(line)
    if known is None:
        if len(_MEMO) >= _MEMO_SIZE:
            _MEMO.clear()
        known = seen_point(eye.at, base, in_between(table, eye, base)) is not None
        _MEMO[line] = known
    return known


def nearest_seen(table: Table, model: Model, target: UnitId, reach: float) -> float | None:
    """``CC-07``, ``MC-12``  Return the distance of a unit's nearest model in reach and sight.

    It is in inches, from edge to edge; None if there is no such model.
    """
    here, base, foes = model.at, model.base, table.of(target)
    far = [(distance(here, foe.at) - base - foe.base, n) for n, foe in enumerate(foes)]
    near = [one for one in far if one[0] <= reach + EPSILON]
    near.sort()
    return next((off for off, n in near if sees(table, model.disc, foes[n].disc)), None)


def in_between(table: Table, eye: Disc, base: Disc) -> list[Segment]:
    """Return the sides of terrain and pieces that may block the line from *eye* to *base*."""
    sides = blockers(table.board, eye, base)
    around = box((eye.at, *_corners(base)))
    for piece in pieces_blocking_sight(table):
        if boxes_meet(piece.box, around):
            sides += edges(piece.corners)
    return sides


def _corners(base: Disc) -> Path:
    (x, y), r = base
    return (Point(x - r, y - r), Point(x + r, y + r))


def pieces_blocking_sight(table: Table) -> list[Piece]:
    """Return the pieces on a table that block sight."""
    return [p for p in table.pieces.values() if p.blocks_sight]


def loose_debris(table: Table) -> list[Piece]:
    """Return the pieces of debris on a table."""
    return [p for p in table.pieces.values() if p.kind is PieceKind.DEBRIS]


def blockers(board: Board, eye: Disc, base: Disc) -> list[Segment]:
    """Return the segments of terrain that may block the line from *eye* to *base*."""
    return [side for piece in screens(board, eye, base) for side in piece.sides()]


def screens(board: Board, eye: Disc, base: Disc) -> list[Terrain]:
    """Return the terrain that may block the line from *eye* to *base*.

    ``CC-37``  Models see into and out of a ruin or wood, but not through it. It blocks unless
    one of the two stands in it.
    """
    (ex, ey), ((bx, by), r) = eye.at, base
    around = min(ex, bx - r), min(ey, by - r), max(ex, bx + r), max(ey, by + r)
    return [
        piece
        for piece in board.terrain
        if piece.blocks_sight
        and boxes_meet(piece.box, around)
        and not (piece.area and (piece.holds(eye) or piece.holds(base)))
    ]


def first_block(table: Table, eye: Disc, base: Disc) -> tuple[Point, Terrain | Piece] | None:
    """Return where the line between two centres is first blocked, and the obstacle."""
    best: tuple[float, Terrain | Piece] | None = None
    for thing, sides in _solid(table, eye, base):
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


def _solid(
    table: Table, eye: Disc, base: Disc
) -> Iterator[tuple[Terrain | Piece, Iterable[Segment]]]:
    """Yield the obstacles near the line between two centres, each with its sides."""
    around = box((eye.at, base.at))
    for piece in table.board.terrain:
        if not piece.blocks_sight or not boxes_meet(piece.box, around):
            continue
        if not (piece.area and (piece.holds(eye) or piece.holds(base))):
            yield piece, piece.sides()
    for thing in pieces_blocking_sight(table):
        yield thing, edges(thing.corners)


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
    end = seen_point(model.at, foe.disc, in_between(table, model.disc, foe.disc))
    if end is not None:
        return Sightline(model.id, foe.id, model.at, end, clause)
    block = first_block(table, model.disc, foe.disc)
    at, by = (block[0], block[1].id) if block else (foe.at, "")
    return Sightline(model.id, foe.id, model.at, foe.at, clause, at, by)


def sight_obstacles(view: GameView, eye: Disc) -> Iterator[Hide]:
    """``CC-37``  Yield obstacles that hide ground; a model in a ruin or wood sees out of it."""
    for piece in view.table.board.terrain:
        if piece.blocks_sight and not (piece.area and piece.holds(eye)):
            yield Hide(piece.sides(), into=piece.area)
    for thing in pieces_blocking_sight(view.table):
        yield Hide(tuple(edges(thing.corners)))
