"""Faults of a board that rule out a pursuit (PU-02, PU-04)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from game.content.faults import Fault
from game.geometry.limits import is_at_least
from game.geometry.points import LOOSE_EPSILON, Disc, Point, gap
from game.geometry.polygons import Segment, area_distance, box, boxes_meet, widened
from game.systems.pursuit.rules.clear_line import clear_line_to_arrival
from game.systems.pursuit.rules.free_space import (
    FROM_ARRIVAL,
    FROM_RIDERS,
    SwarmRegion,
    crowd_of,
)
from game.systems.pursuit.table.street import ARRIVAL, Street, street_of
from game.table.board import Board
from game.table.state import Piece, PieceKind, Table
from game.table.system_additions import pieces_of

MIN_STREET = 60.0
WIDEST = 0.75
"""Radius in inches of a scout bike's base."""
SPARE = 1.0
"""Inches by which the street is wider than the widest base."""
SIZES = (1, 2, 3)
EDGE = "the edge"


def unfit_street(board: Board) -> list[Fault]:
    """``PU-02``  Return the faults of a map with an Arrival or city pieces, else none."""
    is_street = any(spot.kind in {ARRIVAL, PieceKind.CITY} for spot in board.spots)
    return unfit(board) if is_street else []


def unfit(board: Board, wide: float = 2 * WIDEST + SPARE) -> list[Fault]:
    """``PU-02``, ``PU-04``  Return the faults of a street, with names and measures.

    *wide*: the inches that the street must be wide everywhere.
    """
    return list(_unfit(board, wide))


@lru_cache(maxsize=4)
def _unfit(board: Board, wide: float) -> tuple[Fault, ...]:
    """Return the faults of a board, cached because many games may be played on it."""
    if faults := [*_arrival(board)]:
        return tuple(faults)
    pieces = list(pieces_of(board, (PieceKind.CITY,)).values())
    street = street_of(board)
    return (
        *_length(street),
        *_sizes(pieces),
        *_overlaps(pieces),
        *_narrows(street, pieces, wide),
        *_straight(street, pieces),
        *_deployment(board),
    )


def _arrival(board: Board) -> Iterator[Fault]:
    found = [spot for spot in board.spots if spot.kind == ARRIVAL]
    short = [edge for edge in board.rim if _is_short(board, edge)]
    (a, b), (c, d) = ((_place(one), _place(other)) for one, other in short[:2])
    fix = f"draw an Arrival from {a} to {b}, or from {c} to {d} (PU-02)"
    if len(found) != 1:
        reason = f"a pursuit needs one; found {len(found)}: {fix}"
        yield Fault(
            "arrival", reason=reason, kind="arrival", about=tuple(spot.id for spot in found)
        )
        return
    ends = {found[0].outline[0], found[0].outline[-1]}
    if not any(ends == {*edge} for edge in short):
        reason = f"does not run along a whole short edge: {fix}"
        yield Fault(found[0].id, reason=reason, kind="arrival", about=(found[0].id,))


def _is_short(board: Board, edge: Segment) -> bool:
    upright = edge[0].x == edge[1].x
    return upright is (board.width >= board.height)


def _place(at: Point) -> str:
    return f"({at.x:.4g}, {at.y:.4g})"


def _length(street: Street) -> Iterator[Fault]:
    if not is_at_least(street.long, MIN_STREET):
        text = f'is {street.long:g}" long, not at least {MIN_STREET:g}"'
        reason = f'{text}: make it {MIN_STREET - street.long:g}" longer (PU-02)'
        yield Fault("board", reason, "short street")


def _sizes(pieces: list[Piece]) -> Iterator[Fault]:
    many = Counter(p.size for p in pieces)
    if len({many[size] for size in SIZES}) > 1:
        text = ", ".join([f"{many[size]} of size {size}" for size in SIZES])
        fix = "add some, or set the size of others (PU-02)"
        reason = f"there must be as many of each size: {text}; {fix}"
        yield Fault(
            "city pieces",
            reason=reason,
            kind="unequal sizes",
            about=tuple(p.id for p in pieces),
        )


def _overlaps(pieces: list[Piece]) -> Iterator[Fault]:
    boxes = {p.id: widened(box(p.corners), LOOSE_EPSILON) for p in pieces}
    for a, b in combinations(pieces, 2):
        may_meet = boxes_meet(boxes[a.id], boxes[b.id])
        if may_meet and area_distance(a.corners, b.corners) <= LOOSE_EPSILON:
            fix = f'move one by {_apart(a, b):.2f}" or more (PU-02)'
            yield Fault(
                a.id,
                reason=f"overlaps or touches {b.id}: {fix}",
                kind="overlap",
                about=(a.id, b.id),
            )


def _apart(a: Piece, b: Piece) -> float:
    """Return the inches along one axis that certainly move two pieces apart."""
    left, top, right, low = box(a.corners)
    x, y, to_x, to_y = box(b.corners)
    return max(0.01, min(right - x, to_x - left, low - y, to_y - top))


def _narrows(street: Street, pieces: list[Piece], need: float) -> Iterator[Fault]:
    """Yield rows of pieces from one long edge to the other without a gap wide enough to ride.

    If there is such a row, no rider gets past; if there is none, one can.
    """
    while row := _row(street, pieces, need):
        wide, one, other = max(row)
        fix = f'widen the street there to {need:g}" (PU-02)'
        about = tuple(name for name in (one, other) if name != EDGE)
        reason = f'leaves {wide:.2f}" to {other}: {fix}'
        yield Fault(one, reason, "narrow street", about=about)
        lines = [name for _, name, _ in row]
        pieces = [piece for piece in pieces if piece.id not in lines]


def _row(street: Street, pieces: list[Piece], need: float) -> list[tuple[float, str, str]]:
    """Return the gaps of such a row, each with the names at both ends; empty if none."""
    reached = {
        p.id: (off, "")
        for p in pieces
        if (off := _aside(street, p, 0.0)) < need - LOOSE_EPSILON
    }
    looked = [p for p in pieces if p.id in reached]
    boxes = {p.id: widened(box(p.corners), need / 2) for p in pieces}
    while looked:
        piece = looked.pop(0)
        if (off := _aside(street, piece, street.wide)) < need - LOOSE_EPSILON:
            return _gaps(piece.id, off, reached)
        for other in pieces:
            if other.id in reached or not boxes_meet(boxes[piece.id], boxes[other.id]):
                continue
            off = area_distance(piece.corners, other.corners)
            if off < need - LOOSE_EPSILON:
                reached[other.id] = off, piece.id
                looked.append(other)
    return []


def _aside(street: Street, piece: Piece, along: float) -> float:
    """Return the inches between a piece and a long edge, given by its position *along*."""
    return min([abs(street.along(corner) - along) for corner in piece.corners])


def _gaps(
    last: str, off: float, reached: dict[str, tuple[float, str]]
) -> list[tuple[float, str, str]]:
    gaps, here = [(off, last, EDGE)], last
    while here:
        distance, before = reached[here]
        gaps.append((distance, here, before or EDGE))
        here = before
    return gaps


def _straight(street: Street, pieces: list[Piece]) -> Iterator[Fault]:
    if line := clear_line_to_arrival(street, pieces):
        text = f"from {_place(line[0])} to {_place(line[1])}"
        fix = "put a piece in the way (PU-02)"
        (ax, ay), (bx, by) = line
        middle = Point((ax + bx) / 2, (ay + by) / 2)
        reason = f"is clear in a straight line {text}: {fix}"
        yield Fault("street", reason, "clear line", at=middle)


def _deployment(board: Board) -> Iterator[Fault]:
    """``PU-04``  Yield a fault unless the zone fits a rider and, 12" away, a swarm model."""
    table = Table(board, pieces=pieces_of(board, (PieceKind.CITY,)))
    bases = [Disc(at, WIDEST) for at in _outermost(SwarmRegion(crowd_of(table), WIDEST))]
    most = max([gap(a, b) for a, b in combinations(bases, 2)], default=None)
    if most is None or not is_at_least(most, FROM_RIDERS):
        best = "nothing fits"
        if most is not None:
            best = f'bases fit at most {most:.1f}" apart, not {FROM_RIDERS:g}"'
        text = f'{FROM_ARRIVAL:g}" from the Arrival {best}'
        yield Fault("street", f"{text}: clear the rear end (PU-04)", "cramped street")


def _outermost(region: SwarmRegion) -> list[Point]:
    """Return the free places that lie furthest out in each of eight directions."""
    found = list[Point]()
    for x, y in ((1, 0), (0, 1), (1, 1), (1, -1)):
        spots = sorted(region.spots(), key=lambda at: at.x * x + at.y * y)
        for ordered in (spots, reversed(spots)):
            found += next(([at] for at in ordered if region.wrong(at) is None), [])
    return found
