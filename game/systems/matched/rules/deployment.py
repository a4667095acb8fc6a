"""Set-up of a matched battle, up to the first turn (MP-23 to MP-26)."""

from __future__ import annotations

from functools import partial

from game.cores.kit import deployment
from game.cores.kit.deployment import (
    ask_next,
    holds_back,
    set_up_before,
    undeployed,
)
from game.cores.kit.zones_and_turns import chosen_before, winner_of
from game.cores.modern.rules.reinforcements import HOLD, may_hold
from game.play.decisions import Choose, CommonKind, Option
from game.play.game import Game, Step
from game.play.log.wording import side_does
from game.play.moves.base_placement import MoveClauses
from game.play.phases import Phase, When, once
from game.systems.matched.rules.matched_decisions import MatchedKind
from game.table.events import TurnsOrdered, ZoneTaken
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
    options = [
        Option(name, plain(name), "MP-23", name, does=f"Use “{plain(name)}”")
        for name in ZONE_MAPS
    ]
    options.append(Option(ROLL, "Roll for it", "MP-23"))
    asks = "Which deployment zones?"
    name = await Choose(
        side, clause="MP-23", asks=asks, options=tuple(options), kind=CommonKind.ZONE_MAP
    )
    if name == ROLL:
        (face,) = game.throw("MP-23", side, "zone map")
        name = ZONE_MAPS[face - 1]
    zones = table.board.zone_maps[name]
    picks = tuple(
        Option(z.id, called(z.id), clause, z.id, does=f"Take {called(z.id)}") for z in zones
    )
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
    side = deployment.next_to_deploy(table)
    return partial(set_up_one, clause="MP-25", side=side, partly=True) if side else None


async def set_up_one(game: Game, *, clause: str, side: Side, partly: bool = False) -> None:
    """``MP-24``, ``MP-25``  Let a player set up one unit, or hold it back (``MC-07``).

    *partly*: its models need not be wholly in the zone.
    """
    unit_id = await ask_next(game, clause, side)
    if may_hold(game, unit_id) and await holds_back(game, unit_id, HOLD, "hold back"):
        return
    await deployment.set_up(game, clause, unit_id, PARTLY if partly else WHOLLY, partly=partly)


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
