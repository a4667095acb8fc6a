"""Deployment zones, and set-up and end of the zero-g missions (MI-04)."""

from __future__ import annotations

from functools import partial

from game.content.faults import Fault
from game.play.game import Game, Step
from game.play.phases import END, NEXT, Phase, When, once
from game.rules.classic.deployment import deploy_for, scouting
from game.rules.kit.deployment import order_turns, own_zones, pick_zone, take_zones, undeployed
from game.table.board import Board
from game.table.events import Ended
from game.table.records import How, Side, Unit, Where, many
from game.table.state import Table


def two_zones(board: Board, clause: str) -> list[Fault]:
    """Return the faults of a map that does not have two zones with room to deploy in."""
    # Importing shapely takes longer than loading most maps.
    from game.content.maps.battle_checks import cramped  # noqa: PLC0415  loads shapely

    if len(board.zones) == 2:
        return [f._replace(reason=f"{f.reason} ({clause})") for f in cramped(board)]
    about = tuple(zone.id for zone in board.zones)
    reason = f"{many(len(board.zones), 'zone')} found; draw two ({clause})"
    return [Fault("zones", reason, "number of zones", about)]


def two_reserved(board: Board, clause: str) -> list[Fault]:
    """Return a fault if a map does not reserve a zone for each of two sides."""
    if len({zone.side for zone in board.zones} - {""}) == 2:
        return []
    about = tuple(zone.id for zone in board.zones)
    reason = f"no zones are reserved: set 'side' on two zones ({clause})"
    return [Fault("zones", reason, "zones without sides", about)]


def reserved(table: Table, clause: str) -> list[Fault]:
    """Return a fault if the map's zones are reserved for sides other than the battle's."""
    if own_zones(table.board, table.sides):
        return []
    about = tuple(zone.id for zone in table.board.zones)
    theirs = " and ".join(sorted({zone.side for zone in table.board.zones} - {""}))
    ours = " and ".join(table.sides)
    reason = f"are reserved for {theirs}, not for {ours}: set 'side' on each ({clause})"
    return [Fault("zones", reason, "zones without sides", about)]


TURNS = 8
BEWARE = ("Beware the flood: it comes once, between turns 2 and 5.", "FF-06")
"""A goal of missions that are flooded."""


def beginning(clause: str) -> tuple[Phase, ...]:
    """``CC-33``  Return the set-up phases: zones, deployment, scout moves, the first turn."""
    return (
        once("zones", clause, partial(zones, clause=clause), When.SETUP),
        Phase("deployment", clause, partial(deployment, clause=clause), When.SETUP),
        Phase("scouts", "CC-35", scouting, When.SETUP),
        once("first turn", clause, partial(order_turns, clause=clause), When.SETUP),
    )


async def zones(game: Game, *, clause: str) -> None:
    """``CC-33``  Assign the zones that the map reserves, or let a roll-off decide."""
    if own_zones(game.table.board, game.table.sides):
        await take_zones(game, clause)
    else:
        await pick_zone(game, clause)


def deployment(table: Table, *, clause: str) -> Step | None:
    """``CC-33``  Let the side that did not pick a zone deploy first, as a whole."""
    picker, other = table.zones
    for side in (other, picker):
        if undeployed(table, side):
            return partial(deploy_for, clause=clause, side=side)
    return None


def has_models(table: Table, side: Side) -> bool:
    return any(u.side == side and not is_destroyed(table, u) for u in table.units.values())


def is_destroyed(table: Table, unit: Unit) -> bool:
    models = table.models
    return all(models[m].where not in (Where.TABLE, Where.RESERVE) for m in unit.models)


def kills(table: Table, by: Side) -> int:
    """Return the number of enemy models lost in any way, except those that left alive."""
    if not table.clock.round:
        return 0
    on = Where.TABLE, Where.RESERVE
    lost = [m.id for m in table.models.values() if m.side != by and m.where not in on]
    left = [loss.model for loss in table.losses if loss.how is How.LEFT]
    return len([m for m in lost if m not in left])


def ending(clause: str, turns: int, tally: Step, name: str = "tally") -> Phase:
    """Return a phase that ends the game by *tally* at the end of the last turn."""

    def todo(table: Table) -> Step | None:
        return tally if table.clock.round >= turns else None

    return Phase(name, clause, todo, When.END, then=(NEXT, END))


def end_by(game: Game, clause: str, points: dict[Side, int], reason: str) -> None:
    """End the battle; the side with more points wins, equal points are a draw."""
    one, other = game.table.sides
    lead = points[one] - points[other]
    winner = None if lead == 0 else one if lead > 0 else other
    game.do(Ended(clause, winner, reason))
