"""The phases of a match: champions, initiative, actions, floor, end (TC-04 to TC-13, TC-30)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import NamedTuple

from game.cores.kit.dice import roll_off
from game.cores.kit.traits import trait
from game.play.decisions import PASS, Amount, Choose, Option, pass_option
from game.play.game import Game, GameView, Step
from game.play.wording import name
from game.systems.cage.rules import PAGE, BoutState, CageKind, bout_of, champion, fighter, spent
from game.systems.cage.rules.action_options import (
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
from game.systems.cage.rules.attacks import attacks, rages
from game.systems.cage.rules.floor import (
    Bearing,
    arms,
    ask_cell,
    beyond,
    cell_of,
    enter,
    in_cage,
)
from game.systems.cage.table import IN, STEP, floor_of
from game.systems.cage.table.events import BoutBegan, RingTurned, StepKind, Stepped
from game.systems.cage.table.floor_state import rings_now
from game.table.events import (
    Act,
    Acted,
    Ended,
    Handled,
    PhaseBegan,
    PhaseOver,
    Queued,
    RollKind,
    Scored,
    TurnsOrdered,
)
from game.table.records import Cell, How, Model, ModelId, Side, Where, many
from game.table.state import Table


def champions(table: Table) -> Step | None:
    """``TC-04``  Return the step in which both champions are picked in secret and come in."""
    return picks


def to_pick(table: Table, side: Side) -> list[Model]:
    """Return the champions that a side may pick from."""
    return [m for m in table.models.values() if m.side == side and m.where is Where.RESERVE]


async def picks(game: Game) -> None:
    """``TC-04``  Let each player pick a champion, sealed until both have picked.

    A player with only one champion is not asked.
    """
    table = game.table
    picked = list[Model]()
    for side in table.sides:
        may = to_pick(table, side)
        model_id = may[0].id
        if len(may) > 1:
            options = tuple(Option(m.id, table.units[m.unit].name, "TC-04", m.id) for m in may)
            asks = "Who fights for you?"
            model_id = ModelId(
                await Choose(
                    side,
                    clause="TC-04",
                    asks=asks,
                    options=options,
                    kind=CageKind.CHAMPION,
                    sealed=True,
                )
            )
        picked.append(table.models[model_id])
    notches = starts(table)
    for model in picked:
        game.do(
            Stepped(
                "TC-04", model=model.id, cell=notches[model.side], edge=IN, step=StepKind.ENTERS
            )
        )
    game.do(PhaseOver("TC-04"))


def starts(table: Table) -> dict[Side, Cell]:
    """``TC-04``  Return the notch of each side: the one kept for it, else the first free."""
    floor = floor_of(table.board)
    found = {
        Side(side): Cell(floor.outer, number)
        for number, side in floor.notches
        if side in table.sides
    }
    free = [Cell(floor.outer, n) for n, side in floor.notches if side not in table.sides]
    for side in table.sides:
        if side not in found:
            found[side] = free.pop(0)
    return found


def initiative(table: Table) -> Step | None:
    """``TC-05``  Return the step that settles the side with the first action, or None."""
    return None if table.first else settles


async def settles(game: Game) -> None:
    """``TC-05``  Give the first action to the higher Initiative; equal, by roll-off."""
    table = game.table
    one, other = (trait(game, fighter(table, side), "i").now for side in table.sides)
    if one == other:
        first = roll_off(game, "TC-05", "initiative", table.sides[0], RollKind.CONTEST)
    else:
        first = table.sides[0] if one > other else table.sides[1]
    game.do(TurnsOrdered("TC-05", first, initiative=True))


MAX_TURN = 180 - STEP
"""Maximum degrees one way, a step less than half a turn; half a turn the other way."""


def turning(table: Table) -> Step | None:
    """``TC-07``  Return the next step of turning the floor, or None."""
    if bout_of(table).floor != table.clock.round:
        return begins_turning
    return turns_next if table.queue else None


async def begins_turning(game: Game) -> None:
    """``TC-07``  Queue both sides, the initiative second; ``TC-13``: parries lapse."""
    table = game.table
    first = table.first or table.sides[0]
    bout = replace(bout_of(table), floor=table.clock.round, parries="")
    game.do(PAGE.write("TC-13", bout))
    game.do(Queued("TC-07", (table.enemy(first), first)))


async def turns_next(game: Game) -> None:
    """``TC-07``  Let a player turn the ring that their champion stands on, or the centre."""
    table = game.table
    side = Side(table.queue[0])
    game.do(Handled("TC-07"))
    me = fighter(table, side)
    ring = cell_of(table, me.id).ring
    what = f"ring {ring}" if ring else "the centre"
    by = await Amount(
        side,
        clause="TC-07",
        asks=f"Turn {what} by how much?",
        least=-MAX_TURN,
        most=180,
        step=STEP,
        about=me.id,
        kind=CageKind.FLOOR,
        unit="°",
    )
    if by:
        game.do(RingTurned("TC-07", side, ring, by))
    if not table.queue:
        game.do(PhaseOver("TC-07"))


TURNS = 20
"""``TC-32``  Game turns in a bout, if nothing else was agreed."""
MATCH, ENOUGH = 3, 2
"""Number of bouts in a match, and of bouts won that decide it."""
CHAMPIONS = "champions"
"""The phase with which a bout begins."""


class BoutResult(NamedTuple):
    """The result of a bout."""

    clause: str
    winner: Side | None
    reason: str


def decided(table: Table) -> Step | None:
    """``TC-23``, ``TC-30``  Return the step that ends the bout if a champion is out."""
    if not table.losses:
        return None
    return partial(ends, verdict=_fallen(table))


def _fallen(table: Table) -> BoutResult:
    lost = [loss.side for loss in table.losses]
    out = any(loss.how is How.PUSHED for loss in table.losses)
    clause = "TC-23" if out else "TC-30"
    if len(set(lost)) > 1:
        return BoutResult(clause, None, "both champions fell at once")
    how = "was pushed out of the cage" if out else "has no wounds left"
    return BoutResult(clause, table.enemy(lost[0]), f"the other champion {how}")


def reckoning(table: Table) -> Step | None:
    """``TC-31``, ``TC-32``  Return the step that checks the end after a game turn, or None."""
    return reckons if bout_of(table).reckoned != table.clock.round else None


async def reckons(game: Game) -> None:
    """``TC-31``  Roll for standing off; ``TC-32``: then look for the agreed end."""
    bout = replace(bout_of(game.table), reckoned=game.table.clock.round)
    if not bout.fought:
        bout = replace(bout, quiet=bout.quiet + 1)
    game.do(PAGE.write("TC-31", bout))
    if not bout.fought and stood_off(game, bout.quiet):
        await ends(game, verdict=BoutResult("TC-31", None, "stood off, and lost by both"))
    elif is_agreed_end(game):
        await ends(game, verdict=by_wounds(game.table))
    else:
        game.do(PhaseOver("TC-31"))


def needed(quiet: int) -> int:
    """``TC-31``  Return the roll needed after *quiet* turns without an attack; 1 is sure."""
    return max(1, 7 - quiet)


def stood_off(game: Game, quiet: int) -> bool:
    """``TC-31``  Roll for standing off and return whether it ends the bout.

    It needs 6, then 5 or more, and so on; from the sixth turn without an attack no roll.
    """
    need = needed(quiet)
    if need == 1:
        return True
    by = game.table.first or game.table.sides[0]
    (face,) = game.throw("TC-31", by, "standing off", need=need)
    return face >= need


def is_agreed_end(view: GameView) -> bool:
    """``TC-32``  Return whether the agreed number of turns was played; 0 is none agreed."""
    turns = int(view.rules.options.get("turns", TURNS))
    return 0 < turns <= view.table.clock.round


def by_wounds(table: Table) -> BoutResult:
    """``TC-32``  Return the result by wounds left: more wins, equal is a tie."""
    one, other = (fighter(table, side).wounds for side in table.sides)
    if one == other:
        return BoutResult("TC-32", None, f"{many(one, 'wound')} each at the agreed end")
    winner = table.sides[0] if one > other else table.sides[1]
    reason = f"{many(max(one, other), 'wound')} to {min(one, other)} at the agreed end"
    return BoutResult("TC-32", winner, reason)


async def ends(game: Game, *, verdict: BoutResult) -> None:
    """``TC-30``  End the game with its bout, or score the bout and go on to the next."""
    clause, winner, reason = verdict
    if not game.rules.options.get("three"):
        game.do(Ended(clause, winner, reason))
        return
    if winner:
        game.do(Scored(clause, winner, 1, f"bout won, {reason}"))
    number, scores = bout_of(game.table).number, game.table.scores
    won = [scores.get(side, 0) for side in game.table.sides]
    if number == MATCH or max(won) == ENOUGH:
        best = None
        if won[0] != won[1]:
            best = game.table.sides[0] if won[0] > won[1] else game.table.sides[1]
        game.do(Ended("TC-30", best, f"{many(max(won), 'bout')} to {min(won)}"))
        return
    game.do(BoutBegan("TC-30", number + 1))
    game.do(PAGE.write("TC-30", BoutState(number=number + 1)))
    game.do(PhaseBegan("TC-04", 0, CHAMPIONS, None))


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
    me, foe = fighter(table, side), fighter(table, table.enemy(side))
    options, greyed = actions(game, me, foe)
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
        edge = dict(turns(table, me))[more]
        game.do(
            Stepped(
                "TC-10", model=me.id, cell=cell_of(table, me.id), edge=edge, step=StepKind.TURNS
            )
        )


async def _advance(game: Game, side: Side, text: str) -> None:
    """``TC-08``, ``TC-26``  Advance one cell; ``TC-25``: fleet champions perhaps a second."""
    table = game.table
    me = fighter(table, side)
    cell = next(c for c in advance_options(table, me) if f"{c.ring}-{c.number}" == text)
    floor, rings = floor_of(table.board), rings_now(table)
    if cell in beyond(floor, rings, *in_cage(table, me.id), Bearing.FRONT):
        await enter(game, "TC-08", me.id, cell, StepKind.ADVANCES)
    else:
        await enter(game, "TC-26", me.id, cell)
    if not me.profile.has("fleet"):
        return
    onward = advance_options(table, fighter(table, side))
    if not onward:
        return
    asks, stay = " is Fleet: advance into a second cell?", pass_option("Stay here", "TC-25")
    into = await ask_cell(game, me, "TC-25", asks, onward, "On to", CageKind.ON, stay)
    if into:
        await enter(game, "TC-25", me.id, into)


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
