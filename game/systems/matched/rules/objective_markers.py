"""Objective markers that sides place or control.

Clauses MP-28, MP-29, MP-36, MP-37.
"""

from __future__ import annotations

from functools import partial

from game.cores.kit.coherency import is_astray
from game.cores.kit.dice import roll_off
from game.geometry.limits import is_within
from game.geometry.points import EPSILON, Disc, Point, distance, gap, thousandths
from game.geometry.polygons import Polygon, edges, inside, nearest_on, off_segment
from game.play.decisions import Option, ask_which
from game.play.game import Game, GameView, Step
from game.play.log.wording import side_name
from game.play.moves.placement import Place
from game.play.moves.placement_regions import Clearance
from game.systems.matched.rules.matched_decisions import MatchedKind
from game.table.board import Board, ObjectiveMarker
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
    """``MP-28``  Return the side with more models within 3" of a marker's centre, or None."""
    one, other = (near(table, marker, side) for side in table.sides)
    if one == other:
        return None
    return table.sides[0] if one > other else table.sides[1]


def near(table: Table, marker: ObjectiveMarker, side: Side) -> int:
    """``MP-28``  Return the number of a side's models that count within 3" of a marker."""
    spot = Disc(marker.at, 0.0)
    close = [m for m in table.standing(side) if is_within(gap(m.disc, spot), REACH)]
    return len([m for m in close if not is_astray(table, m)])


def on_ground(board: Board, at: Point) -> Point:
    """``MP-36``  Return the nearest point that is not inside Impassable terrain."""
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
    """Put down or number a marker; *number* is 0 if it has none."""
    there = marker in game.table.markers
    game.do(
        ObjectivePlaced(
            clause, marker=marker, at=thousandths(at), number=number, renumbered=there
        )
    )


def placing_six(table: Table) -> Step | None:
    """``MP-29``  Return the next step of placing six markers: a roll-off, then one in turn."""
    if len(table.markers) >= SIX:
        return None
    return place_next if table.queue else first_to_place


async def first_to_place(game: Game) -> None:
    """``MP-29``  Roll off for the first marker."""
    winner = roll_off(game, "MP-29", "roll-off for markers", game.table.sides[0])
    game.do(Queued("MP-29", (winner, game.table.enemy(winner)) * (SIX // 2)))


async def place_next(game: Game) -> None:
    """``MP-29``  Let a side place a marker, over 12" from every other and 6" from the edges."""
    table = game.table
    side, *later = table.queue
    number = len(table.markers) + 1
    corners = tuple(corner for corner, _ in table.board.rim)
    at = await ask_place(game, "MP-29", Side(side), corners, SIX_OFF_EDGES, SIX_APART, number)
    place(game, "MP-29", f"marker-{number}", at, number)
    game.do(Queued("MP-29", tuple(later)))


async def add_own(game: Game, *, clause: str, side: Side, number: int) -> None:
    """``MP-37``  Let a player add a marker in their own zone."""
    table = game.table
    zone = table.board.zone(table.zones[side])
    at = await ask_place(game, clause, side, zone.outline, OWN_OFF_EDGES, OWN_APART, number)
    place(game, clause, own_marker(side), at, number)


def own_marker(side: Side) -> str:
    """Return the id of the marker that a side adds in its own zone."""
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
    """Ask for the place of a marker, over two distances off edges and other markers.

    Where there is no room the distances are less.
    """
    table, board = game.table, game.table.board
    others = tuple(m.at for m in table.markers.values())
    region = Clearance(
        board.width, height=board.height, outline=outline, edge=edge, others=others, apart=apart
    ).relaxed()
    spot = await Place(
        side,
        clause,
        f"Place marker {number}",
        region=region,
        does=f"Place marker {number}",
    )
    return spot.at


async def number_markers(game: Game, clause: str) -> None:
    """``MP-36``  Let the winner of a roll-off number the markers, from 1 on."""
    table = game.table
    by = roll_off(game, clause, "roll-off to number the markers", table.sides[0])
    for number in range(1, len(table.markers) + 1):
        left = [m for m in table.markers.values() if not m.number]
        options = [
            Option(m.id, named(m), clause, m.id, does=f"Make it number {number}") for m in left
        ]
        asks = f"Which marker is number {number}?"
        picked = await ask_which(by, clause, asks, options, kind=MatchedKind.MARKER)
        place(game, clause, picked, table.markers[picked].at, number)


def named(marker: ObjectiveMarker) -> str:
    """Return the name of a marker without a number: ``"Centre"``, ``"North west"``."""
    return marker.id.removeprefix("marker-").replace("-", " ").capitalize()


def with_zone_markers(table: Table, clause: str) -> Step | None:
    """``MP-37``  Return the next step: each side adds a marker, the zone picker first."""
    for n, side in enumerate(table.zones, 2):
        if own_marker(side) not in table.markers:
            return partial(add_own, clause=clause, side=side, number=n)
    return None


def around(view: GameView, marker: ObjectiveMarker) -> Reason:
    """``MP-28``  Return a text with the number of models that each side has near a marker."""
    many = [(side_name(s), near(view.table, marker, s)) for s in view.table.sides]
    text = ", ".join(f"{id_} {count}" for id_, count in many)
    return Reason(0, f'Models within {REACH:g}": {text}', "MP-28")
