"""Zones, deployment, first turn, and objective markers (MP-23 to MP-29)."""

from __future__ import annotations

from functools import partial

from game.cores.kit.coherency import is_astray
from game.cores.kit.deployment import (
    ask_next,
    chosen_before,
    holds_back,
    next_to_deploy,
    set_up,
    set_up_before,
    undeployed,
    winner_of,
)
from game.cores.kit.dice import roll_off
from game.cores.modern.rules.reinforcements import HOLD, may_hold
from game.geometry.limits import is_within
from game.geometry.points import EPSILON, Disc, Point, distance, gap, thousandths
from game.geometry.polygons import Polygon, edges, inside, nearest_on, off_segment
from game.play.base_placement import MoveClauses
from game.play.decisions import Choose, CommonKind, DecisionKind, Option, ask_which
from game.play.game import Game, GameView, Step
from game.play.phases import Phase, When, once
from game.play.placement import Clearance, Place
from game.play.wording import side_does, side_name
from game.table.board import Board, ObjectiveMarker
from game.table.events import ObjectivePlaced, Queued, Reason, TurnsOrdered, ZoneTaken
from game.table.records import Side
from game.table.state import Table
from game.table.zone_maps import ZONE_MAPS

ROLL, KEEP = "roll", "keep"
"""Options: to leave it to a die, or to leave it as it is."""
WHOLLY = MoveClauses(move="MP-24", chain="MC-04", table="MP-24", ground="MP-24")
PARTLY = MoveClauses(move="MP-25", chain="MC-04", table="MP-25", ground="MP-25")
SEIZES = 6


async def determine_zones(game: Game, clause: str) -> None:
    """``MP-23``, ``MP-24``  Let the winner of a roll-off determine the map and pick a zone."""
    winner = winner_of(game, clause, "roll-off for the zones")
    await zones_by(game, clause, winner)


async def zones_by(game: Game, clause: str, side: Side) -> None:
    """``MP-23``  Let a player determine the map, by choice or by a die, and pick a zone."""
    table = game.table
    options = [Option(name, plain(name), "MP-23", name) for name in ZONE_MAPS]
    options.append(Option(ROLL, "Roll for it", "MP-23"))
    asks = "Which deployment zones?"
    name = await Choose(
        side, clause="MP-23", asks=asks, options=tuple(options), kind=CommonKind.ZONE_MAP
    )
    if name == ROLL:
        (face,) = game.throw("MP-23", side, "zone map")
        name = ZONE_MAPS[face - 1]
    zones = table.board.zone_maps[name]
    picks = tuple(Option(z.id, called(z.id), clause, z.id) for z in zones)
    picked = await Choose(
        side, clause=clause, asks="Which zone is yours?", options=picks, kind=CommonKind.ZONE
    )
    other = next(z.id for z in zones if z.id != picked)
    game.do(ZoneTaken(clause, side, picked))
    game.do(ZoneTaken(clause, table.enemy(side), other))


def plain(name: str) -> str:
    """Return a zone map's name as a title: ``"Long edges"``."""
    return name.replace("-", " ").capitalize()


def called(zone: str) -> str:
    """Return the title of a zone: ``"Long edges, zone 1"``."""
    name, _, number = zone.rpartition("-")
    return f"{plain(name)}, zone {number}"


def army_by_army(table: Table) -> Step | None:
    """``MP-24``  Return the next set-up step: one army, then that of the zone picker."""
    picker, other = table.zones
    for side in (other, picker):
        if undeployed(table, side):
            return partial(set_up_one, clause="MP-24", side=side)
    return None


def unit_by_unit(table: Table) -> Step | None:
    """``MP-25``  Return the next set-up step: sides alternate, the zone picker second."""
    side = next_to_deploy(table)
    return partial(set_up_one, clause="MP-25", side=side, partly=True) if side else None


async def set_up_one(game: Game, *, clause: str, side: Side, partly: bool = False) -> None:
    """``MP-24``, ``MP-25``  Let a player set up one unit, or hold it back (``MC-07``).

    *partly*: its models need not be wholly in the zone.
    """
    unit_id = await ask_next(game, clause, side)
    if may_hold(game, unit_id) and await holds_back(game, unit_id, HOLD, "hold back"):
        return
    await set_up(game, clause, unit_id, PARTLY if partly else WHOLLY, partly=partly)


async def first_turn(game: Game, clause: str, *, by_units: bool = False) -> None:
    """``MP-24`` to ``MP-26``, ``MI-06``  Ask for the first turn; the other may seize it.

    The side that finished set-up first is asked, unless an earlier battle gave the choice to
    one. *by_units*: the sides set up units in turn.
    """
    table = game.table
    chooser = chosen_before(game) or finished_first(table, by_units=by_units)
    other = table.enemy(chooser)
    options = (
        Option(chooser, "Go first (the enemy may seize it on a 6)", "MP-26"),
        Option(other, "Go second", clause),
    )
    first = Side(
        await Choose(
            chooser,
            clause=clause,
            asks="Who goes first?",
            options=options,
            kind=CommonKind.FIRST,
        )
    )
    if first == chooser and await seizes(game, other):
        game.do(TurnsOrdered("MP-26", other))
    else:
        game.do(TurnsOrdered(clause, first, chooser))


async def seizes(game: Game, side: Side) -> bool:
    """``MP-26``  Ask a side whether to roll; return whether it seizes the first turn on a 6."""
    takes = side_does(game.table.enemy(side), "takes")
    answer = await Choose(
        side,
        clause="MP-26",
        asks=f"{takes} the first turn. Try to seize it?",
        options=(
            Option(ROLL, "Roll: go first on a 6", "MP-26"),
            Option(KEEP, "Go second, without a roll", "MP-26"),
        ),
        kind=MatchedKind.SEIZE,
    )
    if answer != ROLL:
        return False
    (face,) = game.throw("MP-26", side, "seize the initiative", need=SEIZES)
    return face >= SEIZES


def finished_first(table: Table, *, by_units: bool) -> Side:
    """``MP-24``, ``MP-25``  Return the side that finished set-up first.

    Army by army it is the side that did not pick the zone. Unit by unit that side begins, and
    finishes first unless it has more units than the other.
    """
    picker, other = table.zones
    mine, theirs = [len(set_up_before(table, side)) for side in (other, picker)]
    return other if not by_units or mine <= theirs else picker


def by_armies(*prepared: Phase) -> tuple[Phase, ...]:
    """``MP-24``  Return the set-up by armies; *prepared*: phases once the zones are known."""
    return (
        once("zones", "MP-24", partial(determine_zones, clause="MP-24"), When.SETUP),
        *prepared,
        Phase("deployment", clause="MP-24", todo=army_by_army, when=When.SETUP),
        once("first turn", "MP-24", partial(first_turn, clause="MP-24"), When.SETUP),
    )


def by_units(clause: str, zones: Step) -> tuple[Phase, ...]:
    """``MP-25``  Return the set-up by units; *zones*: how *clause* determines the zones."""
    begin = partial(first_turn, clause="MP-25", by_units=True)
    return (
        once("zones", clause, zones, When.SETUP),
        Phase("deployment", clause="MP-25", todo=unit_by_unit, when=When.SETUP),
        once("first turn", "MP-25", begin, When.SETUP),
    )


REACH = 3.0
SIX = 6
SIX_APART = 12.0
SIX_OFF_EDGES = 6.0
OWN_APART = 12.0
OWN_OFF_EDGES = 8.0
CENTRE = "marker-centre"


class MatchedKind(DecisionKind):
    """Kinds of decisions of matched play."""

    SEIZE = "seize"
    SPAWN = "spawn"
    FIRE_SUPPORT = "fire support"
    MARKER = "marker"
    DISCARD = "discard"
    ADVICE = "advice"
    CONTINGENT = "contingent"
    EDGE = "edge"
    RESTORED_UNIT = "restored unit"
    RESTORED_MODEL = "restored model"
    DEBRIS = "debris"
    PRIORITY = "priority"
    STRIKE_OUT = "strike out"


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
        does="Place it here",
    )
    return spot.at


async def number_markers(game: Game, clause: str) -> None:
    """``MP-36``  Let the winner of a roll-off number the markers, from 1 on."""
    table = game.table
    by = roll_off(game, clause, "roll-off to number the markers", table.sides[0])
    for number in range(1, len(table.markers) + 1):
        left = [m for m in table.markers.values() if not m.number]
        options = [Option(m.id, named(m), clause, m.id) for m in left]
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
