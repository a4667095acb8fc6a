"""Before the battle: zones, deployment, scouts, the first turn: ``CC-33``, ``CC-35``."""

from __future__ import annotations

from functools import partial

from game.play.arrange import Arrange
from game.play.decisions import Choose, Option
from game.play.footing import Clauses
from game.play.game import Game, Step
from game.play.march import March
from game.rules.classic.ground import ask_leave
from game.rules.classic.moments import marked
from game.rules.classic.movement import CLAUSES, COHERENCY, carry_out
from game.rules.classic.reserves import may_hold
from game.rules.kit.dice import roll_off
from game.rules.kit.marks import HANDLED, HELD
from game.rules.kit.nearness import in_turn
from game.table.board import Board
from game.table.events import Act, Placed, TurnsOrdered, ZoneTaken
from game.table.records import ModelId, Side, Unit, UnitId, Where
from game.table.state import Table

SCOUT_MOVE = 6.0
SCOUT_OFF = 12.0
SCOUTING = Clauses(move="CC-35", chain="CC-19", table="CC-18", ground="CC-20")


def own_zones(board: Board, sides: tuple[Side, Side]) -> dict[Side, str] | None:
    """Return the zones that a map reserves for both sides; None if it does not."""
    zones = {side: z.id for side in sides for z in board.zones if z.side == side}
    return zones if len(zones) == 2 else None


async def take_zones(game: Game, clause: str) -> None:
    """Each side takes the zone that the map reserves for it, the first side first."""
    table = game.table
    for side, zone in (own_zones(table.board, table.sides) or {}).items():
        game.do(ZoneTaken(clause, side, zone))


async def pick_zone(game: Game, clause: str) -> None:
    """``CC-33``  The winner of a roll-off picks a zone; the other side has the other."""
    table = game.table
    winner = roll_off(game, clause, "roll-off for zones", table.sides[0])
    zones = table.board.zones
    options = tuple(Option(z.id, f"Deploy in zone {z.id}", clause, z.id) for z in zones)
    asks = "Which zone do you take?"
    picked = await Choose(winner, clause, asks, options, kind="zone")
    other = next(z.id for z in zones if z.id != picked)
    game.do(ZoneTaken(clause, winner, picked))
    game.do(ZoneTaken(clause, table.enemy(winner), other))


def undeployed(table: Table, side: Side) -> list[Unit]:
    """Return the units of a side that are not on the table yet and not held back."""
    models = table.models
    return [
        u
        for u in table.units.values()
        if u.side == side
        and not u.mark(HELD)
        and all(models[m].where is Where.RESERVE for m in u.models)
    ]


def next_to_deploy(table: Table) -> Side | None:
    """``MI-03``  The sides take turns, a unit each, the one that did not pick a zone first."""
    picker, other = table.zones
    left = {side: undeployed(table, side) for side in table.sides}
    if not left[picker] or not left[other]:
        return next((side for side in (other, picker) if left[side]), None)

    def done(side: Side) -> int:
        return len([u for u in table.units.values() if u.side == side]) - len(left[side])

    return other if done(other) <= done(picker) else picker


async def deploy(game: Game, clause: str) -> None:
    """``CC-33``  One side sets up one of its units, wholly within its own zone."""
    side = next_to_deploy(game.table)
    assert side
    await deploy_for(game, clause, side)


async def deploy_for(game: Game, clause: str, side: Side, off: float | None = None) -> None:
    """Let a side set up one of its units: *off*: anywhere so far from the enemy's zone."""
    units = undeployed(game.table, side)
    who = units[0].id
    if len(units) > 1:
        options = tuple(Option(u.id, u.name, clause, u.id) for u in units)
        asks = "Which unit do you set up next?"
        who = UnitId(await Choose(side, clause, asks, options, kind="deploy"))
    if may_hold(game, who) and await _holds_back(game, who):
        game.do(marked("CC-35", who, HELD))
        return
    await set_up(game, clause, who, off)


async def _holds_back(game: Game, who: UnitId) -> bool:
    unit = game.table.units[who]
    options = (
        Option("deploy", "Set it up now", "CC-33"),
        Option("hold", "Hold it in reserve: deep strike from turn 2", "CC-35"),
    )
    asks = f"{unit.name}: set up or hold back?"
    answer = await Choose(unit.side, "CC-35", asks, options, about=who, kind="hold")
    return answer == "hold"


async def set_up(game: Game, clause: str, who: UnitId, off: float | None = None) -> None:
    table = game.table
    unit, board = table.units[who], table.board
    zone = board.zone(table.zones[unit.side]).outline
    theirs = board.zone(table.zones[table.enemy(unit.side)]).outline
    anywhere = tuple(corner for corner, _ in board.rim)
    places = await Arrange(
        unit.side,
        clause,
        f"Set up {unit.name}",
        unit=who,
        models={m: table.models[m].base for m in unit.models},
        zone=zone if off is None else anywhere,
        chain=COHERENCY,
        clauses=CLAUSES,
        away=None if off is None else (theirs, off),
    )
    facing = facing_from(table, unit.side)
    for model, at in places:
        game.do(Placed(clause, ModelId(model), at, facing))


def facing_from(table: Table, side: Side) -> float:
    """Return the direction away from a side's own edge."""
    (ax, ay), (_, by) = table.board.own_edge(table.board.zone(table.zones[side]))
    if ay == by:
        return 180.0 if ay == 0 else 0.0
    return 90.0 if ax == 0 else 270.0


def next_scout(table: Table) -> UnitId | None:
    """``CC-35``  The next unit with a scout move to come, the first side's first."""
    for side in in_turn(table, table.sides[0]):
        for unit in table.fielded(side):
            scouts = all(m.profile.has("scout") for m in table.of(unit.id))
            if scouts and not unit.mark(HANDLED):
                return unit.id
    return None


def scouting(table: Table) -> Step | None:
    who = next_scout(table)
    return partial(scout, who=who) if who else None


async def scout(game: Game, *, who: UnitId) -> None:
    """``CC-35``  A free 6" move before the first turn, not within 12" of an enemy."""
    unit = game.table.units[who]
    leave = await ask_leave(game, who, {m.id: SCOUT_MOVE for m in game.table.of(who)})
    moves = await March(
        unit.side,
        "CC-35",
        f'Scout move with {unit.name}: up to 6", not within 12" of an enemy',
        unit=who,
        goings=leave.goings,
        clauses=SCOUTING,
        keep_off=SCOUT_OFF,
        chain=COHERENCY,
        shut=leave.shut,
    )
    game.do(marked("CC-35", who, HANDLED))
    await carry_out(game, "CC-35", who, Act.MOVES, moves)


async def order_turns(game: Game, clause: str) -> None:
    """``CC-33``  The winner of a roll-off chooses who has the first turn."""
    table = game.table
    winner = roll_off(game, clause, "roll-off for the first turn", table.sides[0])
    options = (
        Option(winner, "Take the first turn", clause),
        Option(table.enemy(winner), "Let the enemy go first", clause),
    )
    first = await Choose(winner, clause, "Who has the first turn?", options, kind="first")
    game.do(TurnsOrdered(clause, Side(first), winner))
