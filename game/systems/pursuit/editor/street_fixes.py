"""Fixes that move or draw the pieces of a street."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from shapely import LineString

from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile, MapObject
from game.editor.edits import EditRefusedError
from game.editor.findings import Finding
from game.editor.fixes import Fix, objects_of, with_new
from game.editor.outline_edits import area_of
from game.editor.transforms import box_of, clamped, moved
from game.geometry.points import Point, direction, thousandths
from game.geometry.polygons import Segment
from game.systems.pursuit.content.map_classes import CityPiece
from game.systems.pursuit.rules.clear_line import clear_line_to_arrival
from game.systems.pursuit.rules.street_checks import SIZES, SPARE, WIDEST, unfit
from game.systems.pursuit.table.street import street_of
from game.table.state import PieceKind
from game.table.system_additions import pieces_of

GAP = 2 * WIDEST + SPARE + 0.01
"""``PU-02``  Inches that are left between pieces and beside them, so that riders get past."""
STEP = 0.5
STEPS = 16
"""Number of steps in inches by which a piece is moved at most."""
WAYS = tuple(direction(45 * n) for n in range(8))
SIDES = (6.0, 5.0, 4.0, 3.0, 2.0)
"""Sides in inches of new pieces, the largest that fits first."""
SHARES = (0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9)
"""Shares of a clear line at which a piece may be put in its way."""
MOST = 30
"""Maximum number of new pieces."""
OVER = 0.25
"""Inches by which a piece that is moved into a line reaches beyond it."""


def moved_aside(mapfile: MapFile, finding: Finding) -> MapFile:
    """``PU-02``  Move a piece as little as possible so that riders get past it."""
    pieces = [one for one in objects_of(mapfile, finding) if isinstance(one.what, CityPiece)]
    for n in range(1, STEPS + 1):
        for one in pieces:
            for x, y in WAYS:
                new = moved(one, n * STEP * x, n * STEP * y)
                if _leaves_gaps(mapfile, new) and not _blocked(
                    after := mapfile.replaced([new])
                ):
                    return after
    raise EditRefusedError("there is no room to move it aside")


def moved_into_the_way(mapfile: MapFile, finding: Finding) -> MapFile:
    """``PU-02``  Move the nearest piece into the clear line, if one near it can be."""
    line = _clear_line(mapfile)
    if line is None:
        raise EditRefusedError("no line is clear")
    way = LineString(line)
    found = list[tuple[float, MapObject]]()
    for one in mapfile.all_of(CityPiece):
        at = area_of(one).centroid
        there = way.interpolate(way.project(at))
        off = at.distance(there)
        if off <= OVER:
            continue
        clear = area_of(one).distance(way)
        need = clear + OVER
        dx, dy = (there.x - at.x) / off * need, (there.y - at.y) / off * need
        new = moved(one, *thousandths(Point(dx, dy)))
        if _leaves_gaps(mapfile, new):
            found.append((need, new))
    for _, new in sorted(found, key=lambda each: (each[0], each[1].id)):
        after = mapfile.replaced([new])
        if _clear_line(after) is None:
            return after
    raise EditRefusedError("no piece near the line can be moved into it")


def put_in_the_way(mapfile: MapFile, finding: Finding) -> MapFile:
    """``PU-02``  Draw pieces until no straight line is clear, equally many of each size."""
    for n in count():
        line = _clear_line(mapfile)
        lacking = -len(mapfile.all_of(CityPiece)) % len(SIZES)
        if line is None and not lacking:
            return mapfile
        if n >= MOST:
            break
        spots = _along(line) if line else _anywhere(mapfile)
        new = next(_new_pieces(mapfile, spots), None)
        if new is None:
            break
        mapfile = new
    raise EditRefusedError("there is no room for pieces in the way; clear some first")


def _along(line: Segment) -> Sequence[Point]:
    (ax, ay), (bx, by) = line
    return [Point(ax + (bx - ax) * share, ay + (by - ay) * share) for share in SHARES]


def _anywhere(mapfile: MapFile) -> Sequence[Point]:
    w, h = mapfile.width, mapfile.height
    return [Point(w * i / 8, h * j / 8) for i in range(1, 8) for j in range(1, 8)]


def _new_pieces(mapfile: MapFile, spots: Sequence[Point]) -> Iterator[MapFile]:
    """Yield maps with one more piece at one of some spots, the largest that fits first."""
    many = dict.fromkeys(SIZES, 0)
    for one in mapfile.all_of(CityPiece):
        many[getattr(one.what, "size", SIZES[0])] += 1
    size = min(SIZES, key=lambda each: (many[each], each))
    for side in SIDES:
        for spot in spots:
            a = clamped(
                Point(spot.x - side / 2, spot.y - side / 2),
                mapfile.width - side,
                mapfile.height - side,
            )
            corners = a, Point(a.x + side, a.y + side)
            after = with_new(mapfile, [(CityPiece(size=size), "rectangle", corners)])
            if _leaves_gaps(mapfile, max(after.all_of(CityPiece), key=lambda one: one.id)):
                yield after


def _clear_line(mapfile: MapFile) -> Segment | None:
    board = to_board(mapfile)
    pieces = list(pieces_of(board, (PieceKind.CITY,)).values())
    return clear_line_to_arrival(street_of(board), pieces)


def _blocked(mapfile: MapFile) -> bool:
    """Return whether riders get past no more, or past all in a straight line."""
    kinds = {"narrow street", "clear line", "overlap"}
    return any(fault.kind in kinds for fault in unfit(to_board(mapfile)))


def _leaves_gaps(mapfile: MapFile, one: MapObject) -> bool:
    """Return whether riders get past a piece, and it lies on the board.

    It may lie at an edge: with no other piece near, they get past on the other side.
    """
    left, top, right, low = box_of([one])
    if left < 0.0 or top < 0.0 or right > mapfile.width or low > mapfile.height:
        return False
    area = area_of(one)
    others = [area_of(o) for o in mapfile.all_of(CityPiece) if o.id != one.id]
    return all(area.distance(other) >= GAP for other in others)


FIXES = {
    "clear line": (
        Fix("Move a piece into the way", moved_into_the_way),
        Fix("Put pieces in the way", put_in_the_way),
    ),
    "narrow street": (Fix("Move a piece aside", moved_aside),),
}
