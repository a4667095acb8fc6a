"""Actions in turn (TC-06, TC-08 to TC-13, TC-25)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from game.play.decisions import PASS, Choose, pass_option
from game.play.game import Game, Step
from game.play.wording import name
from game.rules.cage.action_options import (
    ADVANCE,
    ATTACK,
    FALL_BACK,
    PARRY,
    actions,
    advance_options,
    fall_back_options,
    planned,
    turns,
)
from game.rules.cage.attacks import attacks, rages
from game.rules.cage.floor import Bearing, arms, beyond, cell_of, cell_option, enter
from game.rules.cage.state import PAGE, CageKind, bout_of, champion, fighter, spent
from game.rules.kit.core_api import trait
from game.table.cage import floor_of
from game.table.cage.floor_state import rings_now
from game.table.events import Act, Acted, PhaseOver, StepKind, Stepped
from game.table.records import Side
from game.table.state import Table

LET_GO = pass_option("Pass", "TC-06")


def acting(table: Table) -> Step | None:
    """``TC-06``  Return the next action, until both champions have none left."""
    bout = bout_of(table)
    if bout.turn != table.clock.round:
        return begins
    if any(bout.left):
        return partial(acts, side=Side(bout.acts))
    return None


async def begins(game: Game) -> None:
    """``TC-06``  Give each champion its actions, by Initiative; ``TC-05``: same side first."""
    table = game.table
    one, other = (
        trait(game, model, "i").now if (model := champion(table, side)) else 0
        for side in table.sides
    )
    bout = replace(
        bout_of(table),
        turn=table.clock.round,
        acts=table.first or table.sides[0],
        left=(one, other),
        made=(0, 0),
        fought=False,
    )
    game.do(PAGE.write("TC-06", bout))
    if not any(bout.left):
        game.do(PhaseOver("TC-06"))


async def acts(game: Game, *, side: Side) -> None:
    """``TC-06``  Ask for one action of one champion and carry it out."""
    table = game.table
    me, foe = fighter(table, side), fighter(table, table.enemy(side))
    options, greyed = actions(game, me, foe)
    asks = f"{name(table, me.id)}: choose an action"
    text = await Choose(
        side, "TC-06", asks, (*options, LET_GO), greyed, about=me.id, kind=CageKind.ACTION
    )
    what, _, more = text.partition(" ")
    if what == ATTACK:
        await _attack(game, side, more)
        return
    bout = spent(table, bout_of(table), side, surges=what == ADVANCE, parries=text == PARRY)
    game.do(PAGE.write("TC-06", bout))
    if text == PASS:
        game.do(Acted("TC-06", me.unit, Act.LETS_GO))
    elif text == PARRY:
        game.do(Acted("TC-13", me.unit, Act.PARRIES))
    elif what == ADVANCE:
        await _advance(game, side, more)
    elif text.startswith(FALL_BACK):
        cell = next(
            c for c in fall_back_options(table, me) if text.endswith(f" {c.ring}-{c.number}")
        )
        await enter(game, "TC-09", me.id, cell, StepKind.FALLS_BACK)
    else:
        assert me.cell
        edge = dict(turns(table, me))[more]
        game.do(Stepped("TC-10", me.id, me.cell, edge, StepKind.TURNS))


async def _advance(game: Game, side: Side, text: str) -> None:
    """``TC-08``, ``TC-26``  Advance one cell; ``TC-25``: fleet champions perhaps a second."""
    table = game.table
    me = fighter(table, side)
    cell = next(c for c in advance_options(table, me) if f"{c.ring}-{c.number}" == text)
    floor, rings = floor_of(table.board), rings_now(table)
    aside = cell not in beyond(floor, rings, cell_of(me), me.edge, Bearing.FRONT)
    if aside:
        await enter(game, "TC-26", me.id, cell)
    else:
        await enter(game, "TC-08", me.id, cell, StepKind.ADVANCES)
    if not me.profile.has("fleet"):
        return
    onward = advance_options(table, fighter(table, side))
    if not onward:
        return
    cells = {o.id: c for c in onward for o in (cell_option("On to", c, "TC-25"),)}
    options = tuple(cell_option("On to", c, "TC-25") for c in onward)
    asks = f"{name(table, me.id)} is Fleet: advance into a second cell?"
    answer = await Choose(
        side,
        "TC-25",
        asks,
        (*options, pass_option("Stay here", "TC-25")),
        about=me.id,
        kind=CageKind.ON,
    )
    if answer != PASS:
        await enter(game, "TC-25", me.id, cells[answer])


async def _attack(game: Game, side: Side, weapon: str) -> None:
    """``TC-12``, ``TC-31``  Make an attack; without a die it is none for the latter."""
    table, was = game.table, bout_of(game.table)
    me, foe = fighter(table, side), fighter(table, table.enemy(side))
    arm = next(w for w in arms(table, me) if w.name == weapon)
    parried = was.parries == foe.side
    attack = planned(game, me, foe, arm, parried=parried, raging=rages(game, me))
    bout = spent(table, was, side, attack=True, fought=attack.dice > 0)
    game.do(PAGE.write("TC-12", bout))
    await attacks(game, attack)
