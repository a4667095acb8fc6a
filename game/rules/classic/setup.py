"""Before the battle: zones, deployment, scouts, the first turn: ``CC-33``, ``CC-35``."""

from __future__ import annotations

from functools import partial

from game.play.base_placement import MoveClauses
from game.play.decisions import Choose, Option
from game.play.game import Game, Step
from game.play.march import March
from game.rules.classic.deployment import may_hold
from game.rules.classic.hooks import marked
from game.rules.classic.movement import CLAUSES, COHERENCY, carry_out
from game.rules.kit.deployment import next_to_deploy, set_up, undeployed
from game.rules.kit.distances import in_turn
from game.rules.kit.movement import ask_to_cross
from game.rules.kit.unit_marks import HANDLED, HELD
from game.table.events import Act
from game.table.records import Side, UnitId
from game.table.state import Table

SCOUT_MOVE = 6.0
SCOUT_OFF = 12.0
SCOUTING = MoveClauses(move="CC-35", chain="CC-19", table="CC-18", ground="CC-20")


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
    await set_up(game, clause, who, CLAUSES, chain=COHERENCY, off=off)


async def _holds_back(game: Game, who: UnitId) -> bool:
    unit = game.table.units[who]
    options = (
        Option("deploy", "Set it up now", "CC-33"),
        Option("hold", "Hold it in reserve: deep strike from turn 2", "CC-35"),
    )
    asks = f"{unit.name}: set up or hold back?"
    answer = await Choose(unit.side, "CC-35", asks, options, about=who, kind="hold")
    return answer == "hold"


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
    far = {m.id: SCOUT_MOVE for m in game.table.of(who)}
    leave = await ask_to_cross(game, who, far, game.table.difficult)
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
