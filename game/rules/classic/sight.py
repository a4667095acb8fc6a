"""What models see, and what covers them: ``CC-08``, ``CC-15``, ``CC-37``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias
from weakref import WeakKeyDictionary

from game.geometry.points import Disc, Path, Point
from game.geometry.shapes import Box, Segment, box, boxes_meet, crossing, edges, line_meets_disc
from game.geometry.sight import seen_point
from game.play.game import Look
from game.rules.classic.moments import COVER, NO_COVER, SCREEN, SHELTER, Cover, FireLine, Shot
from game.table.board import Board
from game.table.pieces import Piece, PieceKind
from game.table.records import Model, UnitId
from game.table.state import Table
from game.table.terrain import Terrain

Stood: TypeAlias = tuple[tuple[str, Point, float], ...]
"""Where pieces that block sight are, and how they are turned."""
_MEMO: WeakKeyDictionary[Board, dict[tuple[Disc, Disc, Stood], bool]] = WeakKeyDictionary()
_MEMO_SIZE = 20_000
ON_LINE = 5e-7
"""Three points kept in thousandths that are not in line span twice this, as square inches."""
UNIT_BETWEEN = 4
"""``CC-15``  The cover save that another unit in between gives."""


def sees(table: Table, eye: Disc, base: Disc) -> bool:
    """``CC-08``  Some straight line from the centre of *eye* to any part of *base* is clear."""
    stood = tuple([(p.id, p.at, p.turned) for p in blinds(table)])
    memo = _MEMO.setdefault(table.board, {})
    known = memo.get((eye, base, stood))
    if known is None:
        if len(memo) >= _MEMO_SIZE:
            memo.clear()
        known = seen_point(eye.at, base, in_between(table, eye, base)) is not None
        memo[eye, base, stood] = known
    return known


def in_between(table: Table, eye: Disc, base: Disc) -> list[Segment]:
    """Return what may block the line from *eye* to *base*, also what is moved about."""
    sides = blockers(table.board, eye, base)
    around = box((eye.at, *_corners(base)))
    for piece in blinds(table):
        if boxes_meet(piece.box, around):
            sides += edges(piece.corners)
    return sides


def _corners(base: Disc) -> Path:
    (x, y), r = base
    return (Point(x - r, y - r), Point(x + r, y + r))


def blinds(table: Table) -> list[Piece]:
    """Return the pieces on a table that block sight: ``ZG-13``, ``PU-03``."""
    return [p for p in table.pieces.values() if p.blocks_sight]


def loose_debris(table: Table) -> list[Piece]:
    return [p for p in table.pieces.values() if p.kind is PieceKind.DEBRIS]


def blockers(board: Board, eye: Disc, base: Disc) -> list[Segment]:
    """Return what of a map may block the line from *eye* to *base*.

    ``CC-37``  Into and out of a ruin or wood one sees, not through: it blocks unless one of
    the two stands in it.
    """
    (ex, ey), ((bx, by), r) = eye.at, base
    around = min(ex, bx - r), min(ey, by - r), max(ex, bx + r), max(ey, by + r)
    return [
        side
        for piece in board.terrain
        if piece.blocks_sight
        and boxes_meet(piece.box, around)
        and not (piece.area and (piece.holds(eye) or piece.holds(base)))
        for side in piece.sides()
    ]


def first_block(table: Table, eye: Disc, base: Disc) -> tuple[Point, Terrain | Piece] | None:
    """Return where the line between two centres is blocked first, and by what."""
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


def _solid(
    table: Table, eye: Disc, base: Disc
) -> Iterator[tuple[Terrain | Piece, Iterable[Segment]]]:
    """Yield what blocks sight near the line between two centres, and its sides."""
    around = box((eye.at, base.at))
    for piece in table.board.terrain:
        if not piece.blocks_sight or not boxes_meet(piece.box, around):
            continue
        if not (piece.area and (piece.holds(eye) or piece.holds(base))):
            yield piece, piece.sides()
    for thing in blinds(table):
        yield thing, edges(thing.corners)


def cover_of(look: Look, eye: Point, firer: UnitId, target: Model) -> Cover:
    """``CC-15``  The best cover that one model has against a line of fire from *eye*."""
    best = NO_COVER
    for piece in look.table.board.terrain:
        if _is_better(piece.cover, best) and _covers(piece, eye, target):
            best = Cover(piece.cover, piece.id)
    line = FireLine(eye, firer, target.id)
    for shelter in SHELTER.of(look, line):
        if _is_better(shelter.save, best):
            best = shelter
    if SCREEN in look.rules.hooks:
        for screen in SCREEN.of(look, line):
            if _is_better(screen.save, best):
                best = screen
    elif _is_better(UNIT_BETWEEN, best) and (
        between := _unit_between(look.table, eye, firer, target)
    ):
        best = Cover(UNIT_BETWEEN, between)
    return best


def _is_better(save: int, than: Cover) -> bool:
    return save > 0 and (not than.save or save < than.save)


def _covers(piece: Terrain, eye: Point, target: Model) -> bool:
    if piece.area:
        return piece.holds(target.disc)
    return crosses(eye, target.at, piece.outline, piece.box)


def crosses(eye: Point, at: Point, outline: Path, around: Box) -> bool:
    """Return whether a line of fire comes to the other side of an outline.

    It may cross at a corner or run along a stretch first; a mere touch is no crossing. Who
    comes out of a closed outline again crosses it twice: its last edge need not be looked at.
    """
    left, top, right, low = around
    (x, y), dx, dy = eye, at.x - eye.x, at.y - eye.y
    if max(x, at.x) < left or min(x, at.x) > right or max(y, at.y) < top or min(y, at.y) > low:
        return False
    before, was = eye, 0.0  # the last corner beside the line, and on which side
    upon = list[Point]()  # corners on the line since
    for corner in outline:
        side = dx * (corner.y - y) - dy * (corner.x - x)
        if -ON_LINE < side < ON_LINE:
            upon.append(corner)
            continue
        if side * was < 0.0:
            share = was / (was - side)
            there = Point(
                before.x + share * (corner.x - before.x),
                before.y + share * (corner.y - before.y),
            )
            if any([_on_the_way(eye, at, spot) for spot in upon or (there,)]):
                return True
        before, was, upon = corner, side, []
    return False


def _on_the_way(eye: Point, at: Point, spot: Point) -> bool:
    """Return whether a point of a line lies between two others, or on one of them."""
    dx, dy = at.x - eye.x, at.y - eye.y
    along = dx * (spot.x - eye.x) + dy * (spot.y - eye.y)
    return -ON_LINE < along < dx * dx + dy * dy + ON_LINE


def _unit_between(table: Table, eye: Point, firer: UnitId, target: Model) -> UnitId | None:
    """Return a unit, neither firing nor fired at, over a base of which the line passes."""
    left, right = min(eye.x, target.at.x), max(eye.x, target.at.x)
    top, low = min(eye.y, target.at.y), max(eye.y, target.at.y)
    for m in table.standing():
        r = m.base
        if m.unit in (firer, target.unit) or not (
            left - r < m.at.x < right + r and top - r < m.at.y < low + r
        ):
            continue
        if line_meets_disc(eye, target.at, m.disc):
            return m.unit
    return None


def unit_cover(look: Look, firer: Model, weapon: str, target: UnitId) -> Cover:
    """``CC-15``  Cover counts when half or more of the unit's models have it.

    Each firing model judges it for itself. Where models have different cover, the unit has
    the best that half of them have at least.
    """
    models = look.table.of(target)
    covers = [cover_of(look, firer.at, firer.unit, m) for m in models]
    had = sorted([c for c in covers if c.save], key=lambda c: c.save)
    half = (len(models) + 1) // 2
    if len(had) < half:
        return NO_COVER
    cover = had[half - 1]
    better = sum([r.amount for r in COVER.of(look, Shot(firer.id, weapon, target))])
    return Cover(max(2, cover.save - better), cover.by, cover.clause)
