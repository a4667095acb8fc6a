"""Which boards a chase cannot be played on, and why: ``PU-02``, ``PU-04``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise

from game.content.faults import Fault
from game.geometry.directions import direction
from game.geometry.gaps import between
from game.geometry.points import Disc, Point, gap
from game.geometry.shapes import Segment, edges, inside, off_segment
from game.rules.pursuit.room import FROM_ARRIVAL, FROM_RIDERS, Behind, crowd_of
from game.rules.pursuit.street import ARRIVAL, Street, street_of
from game.table.board import Board
from game.table.pieces import Piece, PieceKind, pieces_of
from game.table.state import Table

SHORTEST = 60.0
WIDEST = 0.75
"""The radius of a scout bike's base."""
SPARE = 1.0
"""Inches by which the street is wider than the widest base."""
SIZES = (1, 2, 3)
NEAR = 1e-6
HAIR = 0.01


def unfit(board: Board) -> list[Fault]:
    """``PU-02``, ``PU-04``  Return what is wrong with a street, with names and measures."""
    if faults := [*_arrival(board)]:
        return faults
    pieces = list(pieces_of(board, (PieceKind.CITY,)).values())
    street = street_of(board)
    return [
        *_length(street),
        *_sizes(pieces),
        *_overlaps(pieces),
        *_narrows(street, pieces),
        *_straight(street, pieces),
        *_deployment(board),
    ]


def _arrival(board: Board) -> Iterator[Fault]:
    found = [spot for spot in board.spots if spot.kind == ARRIVAL]
    if len(found) != 1:
        yield Fault("arrival", f"a chase has one (PU-02), here are {len(found)}")
        return
    ends = {found[0].outline[0], found[0].outline[-1]}
    if not any(ends == {*edge} for edge in board.rim if _is_short(board, edge)):
        yield Fault("arrival", "is not the whole of a short edge of the table (PU-02)")


def _is_short(board: Board, edge: Segment) -> bool:
    upright = edge[0].x == edge[1].x
    return upright is (board.width >= board.height)


def _length(street: Street) -> Iterator[Fault]:
    if street.long < SHORTEST:
        yield Fault("board", f'is {street.long:g}" long, not {SHORTEST:g}" at least (PU-02)')


def _sizes(pieces: list[Piece]) -> Iterator[Fault]:
    many = Counter(p.size for p in pieces)
    if len({many[size] for size in SIZES}) > 1:
        told = ", ".join([f"{many[size]} of size {size}" for size in SIZES])
        yield Fault("city pieces", f"are not of all sizes alike: {told} (PU-02)")


def _overlaps(pieces: list[Piece]) -> Iterator[Fault]:
    for a, b in combinations(pieces, 2):
        if between(a.corners, b.corners) <= NEAR:
            yield Fault(a.id, f"overlaps or touches {b.id} (PU-02)")


def _narrows(street: Street, pieces: list[Piece]) -> Iterator[Fault]:
    """Find a row of pieces from one long edge to the other with no gap wide enough to ride.

    Where there is such a row nobody comes by, and where there is none somebody does.
    """
    need = 2 * WIDEST + SPARE
    reached = {p.id: (off, "") for p in pieces if (off := _aside(street, p, 0.0)) < need - NEAR}
    looked = [p for p in pieces if p.id in reached]
    while looked:
        piece = looked.pop(0)
        if (off := _aside(street, piece, street.wide)) < need - NEAR:
            yield _told(piece.id, off, reached, need)
            return
        for other in pieces:
            off = between(piece.corners, other.corners)
            if other.id not in reached and off < need - NEAR:
                reached[other.id] = off, piece.id
                looked.append(other)


def _aside(street: Street, piece: Piece, along: float) -> float:
    """Return how far a piece is off a long edge."""
    return min([abs(street.along(corner) - along) for corner in piece.corners])


def _told(last: str, off: float, reached: dict[str, tuple[float, str]], need: float) -> Fault:
    """Return the fault of a row of pieces, told by the widest gap in it."""
    gaps, here = [(off, last, "the edge")], last
    while here:
        far, before = reached[here]
        gaps.append((far, here, before or "the edge"))
        here = before
    wide, one, other = max(gaps)
    return Fault(one, f'leaves {wide:.2f}" to {other}: the street needs {need:g}" (PU-02)')


def _straight(street: Street, pieces: list[Piece]) -> Iterator[Fault]:
    """``PU-02``  Find a straight clear line from the riders' zone to the Arrival.

    If there is one, there is one through two corners: of pieces, or the ends of both edges.
    """
    ends = [
        street.at(off, along) for off in (0.0, FROM_ARRIVAL) for along in (0.0, street.wide)
    ]
    shapes = [p.corners for p in pieces]
    corners = [*ends, *(corner for shape in shapes for corner in shape)]
    for a, b in combinations(corners, 2):
        ends_at = _through(street, a, b)
        if ends_at and not any(_cuts(_line(street, *ends_at), shape) for shape in shapes):
            # It only touches corners and sides: a hair beside it nothing must be touched.
            for line in _beside(street, *ends_at):
                if not any(_cuts(line, shape) for shape in shapes):
                    (ax, ay), (bx, by) = line
                    told = f"from {ax:.1f}, {ay:.1f} to {bx:.1f}, {by:.1f}"
                    yield Fault("street", f"is clear in a straight line {told} (PU-02)")
                    return


def _line(street: Street, start: float, end: float) -> Segment:
    return street.at(FROM_ARRIVAL, start), street.at(0.0, end)


def _beside(street: Street, start: float, end: float) -> Iterator[Segment]:
    """Yield the lines a hair beside one, and turned by a hair, that lie on the table."""
    for n in range(8):
        x, y = direction(45 * n)
        one, other = start + HAIR * x, end + HAIR * y
        if min(one, other) >= 0.0 and max(one, other) <= street.wide:
            yield _line(street, one, other)


def _through(street: Street, a: Point, b: Point) -> tuple[float, float] | None:
    """Return where the line through two points comes from the riders' zone, and arrives."""
    off, other = street.off(a), street.off(b)
    if -NEAR < off - other < NEAR:
        return None
    along, slope = street.along(a), (street.along(b) - street.along(a)) / (other - off)
    start, end = (along + slope * (far - off) for far in (FROM_ARRIVAL, 0.0))
    if not all(-NEAR <= one <= street.wide + NEAR for one in (start, end)):
        return None
    return start, end


def _cuts(line: Segment, shape: tuple[Point, ...]) -> bool:
    """Return whether a line goes through the inside of an area; along its rim is not."""
    (ax, ay), (bx, by) = line
    dx, dy = bx - ax, by - ay
    cuts = [0.0, 1.0]
    for p, q in edges(shape):
        ex, ey = q[0] - p[0], q[1] - p[1]
        turn = dx * ey - dy * ex
        if turn:
            there = ((p[0] - ax) * ey - (p[1] - ay) * ex) / turn
            if 0.0 < there < 1.0:
                cuts.append(there)
    cuts.sort()
    for one, other in pairwise(cuts):
        middle = (one + other) / 2
        at = Point(ax + dx * middle, ay + dy * middle)
        # Along a side it is as much out as in.
        if inside(at, shape) and min([off_segment(at, side) for side in edges(shape)]) > NEAR:
            return True
    return False


def _deployment(board: Board) -> Iterator[Fault]:
    """``PU-04``  The zone has room for a rider and, 12" off, for one of the swarm."""
    table = Table(board, pieces=pieces_of(board, (PieceKind.CITY,)))
    region = Behind(crowd_of(table), WIDEST)
    free = [spot for spot in region.spots() if region.wrong(spot) is None]
    bases = [Disc(at, WIDEST) for at in _outermost(free)]
    if not any(gap(a, b) >= FROM_RIDERS for a, b in combinations(bases, 2)):
        told = f'behind {FROM_ARRIVAL:g}" two bases find no room {FROM_RIDERS:g}" apart'
        yield Fault("street", f"{told} (PU-04)")


def _outermost(spots: list[Point]) -> list[Point]:
    """Return the places that lie furthest out, each of eight ways."""
    found = list[Point]()
    for x, y in ((1, 0), (0, 1), (1, 1), (1, -1)):
        ordered = sorted(spots, key=lambda at: at.x * x + at.y * y)
        found += ordered[:1] + ordered[-1:]
    return found
