"""Placing and controlling objective markers; queries about them (MP-28, MP-29)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.geometry.points import EPSILON, Disc, Point, distance, gap, thousandths
from game.geometry.polygons import Polygon, edges, inside, nearest_on, off_segment
from game.play.decisions import Choose, Option
from game.play.game import Game, GameView, Step
from game.play.placement import Clearance, Place
from game.play.wording import side_name
from game.rules.kit.dice import roll_off
from game.rules.kit.unit_marks import is_astray
from game.rules.matched.cover import BEHIND, SOFT
from game.table.board import Board, ObjectiveMarker, Terrain
from game.table.events import ObjectivePlaced, Queued, Reason
from game.table.records import Side
from game.table.state import Table

REACH = 3.0
SIX = 6
SIX_APART = 12.0
SIX_OFF_EDGES = 6.0
OWN_APART = 12.0
OWN_OFF_EDGES = 8.0
CENTRE = "marker-centre"


def controller(table: Table, marker: ObjectiveMarker) -> Side | None:
    """``MP-28``  Return who has more models within 3" of a marker's centre than the other."""
    one, other = (near(table, marker, side) for side in table.sides)
    if one == other:
        return None
    return table.sides[0] if one > other else table.sides[1]


def near(table: Table, marker: ObjectiveMarker, side: Side) -> int:
    """``MP-28``  Return how many models of a side count within 3" of a marker's centre."""
    spot = Disc(marker.at, 0.0)
    close = [m for m in table.standing(side) if gap(m.disc, spot) <= REACH + 1e-9]
    return len([m for m in close if not is_astray(table, m)])


def centre_of(board: Board) -> Point:
    return Point(board.width / 2, board.height / 2)


def on_ground(board: Board, at: Point) -> Point:
    """``MP-36``  Return the nearest ground that is not Impassable."""
    solid = [piece.outline for piece in board.terrain if piece.impassable and piece.closed]

    def fits(spot: Point) -> bool:
        on_table = 0.0 <= spot.x <= board.width and 0.0 <= spot.y <= board.height
        return on_table and not any([_is_in(spot, outline) for outline in solid])

    if fits(at):
        return at
    rims = [thousandths(nearest_on(at, edge)) for outline in solid for edge in edges(outline)]
    free = [spot for spot in rims if fits(spot)]
    return min(free, key=lambda spot: distance(at, spot)) if free else at


def _is_in(spot: Point, outline: Polygon) -> bool:
    near = min([off_segment(spot, edge) for edge in edges(outline)])
    return inside(spot, outline) and near > EPSILON


def place(game: Game, clause: str, marker: str, at: Point, number: int = 0) -> None:
    game.do(ObjectivePlaced(clause, marker, thousandths(at), number))


def placing_six(table: Table) -> Step | None:
    """``MP-29``  The winner of a roll-off puts down the first of six markers, then in turn."""
    if len(table.markers) >= SIX:
        return None
    return place_next if table.queue else first_to_place


async def first_to_place(game: Game) -> None:
    """``MP-29``  The roll-off for the first marker."""
    winner = roll_off(game, "MP-29", "roll-off for markers", game.table.sides[0])
    game.do(Queued("MP-29", (winner, game.table.enemy(winner)) * (SIX // 2)))


async def place_next(game: Game) -> None:
    """``MP-29``  One marker, more than 12" from every other and 6" from the edges."""
    table = game.table
    side, *later = table.queue
    number = len(table.markers) + 1
    corners = tuple(corner for corner, _ in table.board.rim)
    at = await ask_place(game, "MP-29", Side(side), corners, SIX_OFF_EDGES, SIX_APART, number)
    place(game, "MP-29", f"marker-{number}", at, number)
    game.do(Queued("MP-29", tuple(later)))


async def add_own(game: Game, *, clause: str, side: Side, number: int) -> None:
    """``MP-37``  A player adds a marker in his own zone."""
    table = game.table
    zone = table.board.zone(table.zones[side])
    at = await ask_place(game, clause, side, zone.outline, OWN_OFF_EDGES, OWN_APART, number)
    place(game, clause, own_marker(side), at, number)


def own_marker(side: Side) -> str:
    return f"marker-{side}"


async def ask_place(
    game: Game,
    clause: str,
    side: Side,
    outline: tuple[Point, ...],
    edge: float,
    apart: float,
    number: int,
) -> Point:
    """Ask where a marker lies: as far from edges and other markers as there is room for."""
    table, board = game.table, game.table.board
    others = tuple(m.at for m in table.markers.values())
    region = Clearance(board.width, board.height, outline, edge, others, apart).relaxed()
    spot = await Place(
        side,
        clause,
        f"Where does marker {number} lie?",
        region=region,
        does="Put the marker down here",
    )
    return spot.at


async def number_markers(game: Game, clause: str) -> None:
    """``MP-36``  The winner of a roll-off numbers the markers, from 1 on."""
    table = game.table
    by = roll_off(game, clause, "roll-off to number the markers", table.sides[0])
    for number in range(1, len(table.markers) + 1):
        left = [m for m in table.markers.values() if not m.number]
        picked = left[0].id
        if len(left) > 1:
            options = tuple(Option(m.id, named(m), clause, m.id) for m in left)
            asks = f"Which marker is number {number}?"
            picked = await Choose(by, clause, asks, options, kind="marker")
        place(game, clause, picked, table.markers[picked].at, number)


def named(marker: ObjectiveMarker) -> str:
    """Return what a marker without a number is called: ``"Centre"``, ``"North west"``."""
    return marker.id.removeprefix("marker-").replace("-", " ").capitalize()


def with_zone_markers(table: Table, clause: str) -> Step | None:
    """``MP-37``  Each player adds a marker, first the one who picked the zones."""
    for n, side in enumerate(table.zones, 2):
        if own_marker(side) not in table.markers:
            return partial(add_own, clause=clause, side=side, number=n)
    return None


def ground(look: GameView, piece: Terrain) -> Iterator[Reason]:
    """``MP-01``, ``MP-06``  Yield what cover a piece of terrain gives, and whether it leaks."""
    if not piece.bonus:
        return
    kind = "Soft" if piece.bonus == SOFT else "Hard"
    where = "entirely in it" if piece.area else f'behind it, within {BEHIND:g}"'
    yield Reason(0, f"{kind} cover: armour saves +{piece.bonus} for units {where}", "MP-01")
    if piece.leaks:
        leaks = "Leaks: each 6 to save of who uses it costs a mortal wound on a 1"
        yield Reason(0, leaks, "MP-06")


def around(look: GameView, marker: ObjectiveMarker) -> Reason:
    """``MP-28``  Return how many models each side has near a marker."""
    many = [(side_name(s), near(look.table, marker, s)) for s in look.table.sides]
    told = ", ".join(f"{who} {count}" for who, count in many)
    return Reason(0, f'Models within {REACH:g}": {told}', "MP-28")
