"""Actions of champions, one after the other (TC-06)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from game.cores.kit.traits import trait
from game.play.decisions import PASS, Choose, pass_option
from game.play.game import Game, Step
from game.play.log.wording import name
from game.systems.cage.rules import PAGE, CageKind, bout_of, champion, fighter
from game.systems.cage.rules.action_options import ATTACK, actions
from game.systems.cage.rules.attacks import attacks
from game.systems.cage.rules.bout_position import bout_in, position_of, spent
from game.systems.cage.rules.floor import arms, ask_cell, cell_of, enter
from game.systems.cage.rules.moves import ADVANCE, FALL_BACK, PARRY, moves_in
from game.systems.cage.rules.planned_attack import attack_of
from game.systems.cage.table import cell_id
from game.systems.cage.table.events import StepKind, Stepped
from game.table.events import Act, Acted, PhaseOver
from game.table.records import Cell, Side
from game.table.state import Table

LET_GO = pass_option("Pass", "TC-06")


def acting(table: Table) -> Step | None:
    """``TC-06``  Return the next action, until both champions have none left."""
    bout = bout_of(table)
    if bout.turn != table.clock.round:
        return begins_actions
    if any(bout.left):
        return partial(acts, side=Side(bout.acts))
    return None


async def begins_actions(game: Game) -> None:
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
    me, foe, at = fighter(table, side), fighter(table, table.enemy(side)), position_of(table)
    options, greyed = actions(game, at, me, foe)
    asks = f"{name(table, me.id)}: choose an action"
    text = await Choose(
        side,
        clause="TC-06",
        asks=asks,
        options=(*options, LET_GO),
        greyed=greyed,
        about=me.id,
        kind=CageKind.ACTION,
    )
    what, _, more = text.partition(" ")
    if what == ATTACK:
        await _attack(game, side, more)
        return
    after = spent(at, table.sides.index(side), surges=what == ADVANCE, parries=text == PARRY)
    game.do(PAGE.write("TC-06", bout_in(table, after)))
    if text == PASS:
        game.do(Acted("TC-06", me.unit, Act.LETS_GO))
    elif text == PARRY:
        game.do(Acted("TC-13", me.unit, Act.PARRIES))
    elif what == ADVANCE:
        await _advance(game, side, more)
    elif text.startswith(FALL_BACK):
        cell = _named(moves_in(game, me).back, text.removeprefix(f"{FALL_BACK} "))
        await enter(game, "TC-09", me.id, cell, StepKind.FALLS_BACK)
    else:
        edge = dict(moves_in(game, me).turns)[more]
        game.do(
            Stepped(
                "TC-10", model=me.id, cell=cell_of(table, me.id), edge=edge, step=StepKind.TURNS
            )
        )


async def _advance(game: Game, side: Side, text: str) -> None:
    """``TC-08``, ``TC-26``  Advance one cell; ``TC-25``: fleet champions perhaps a second."""
    table = game.table
    me = fighter(table, side)
    moves = moves_in(game, me)
    cell = _named(moves.ahead, text)
    if cell in moves.forward:
        await enter(game, "TC-08", me.id, cell, StepKind.ADVANCES)
    else:
        await enter(game, "TC-26", me.id, cell)
    if not me.profile.has("fleet"):
        return
    onward = moves_in(game, me).ahead
    if not onward:
        return
    asks, stay = " is Fleet: advance into a second cell?", pass_option("Stay here", "TC-25")
    into = await ask_cell(game, me, "TC-25", asks, onward, "On to", CageKind.ON, stay)
    if into:
        await enter(game, "TC-25", me.id, into)


def _named(cells: tuple[Cell, ...], text: str) -> Cell:
    return next(cell for cell in cells if cell_id(cell) == text)


async def _attack(game: Game, side: Side, weapon: str) -> None:
    """``TC-12``, ``TC-31``  Make an attack; without a die it is none for the latter."""
    table = game.table
    arm = next(w for w in arms(table, fighter(table, side)) if w.name == weapon)
    attack, seat = attack_of(game, side, arm), table.sides.index(side)
    after = spent(position_of(table), seat, attack=True, fought=attack.dice > 0)
    game.do(PAGE.write("TC-12", bout_in(table, after)))
    await attacks(game, attack)
