"""The Morale phase (MC-25)."""

from __future__ import annotations

from functools import partial

from game.cores.kit.dice import Roll, roll
from game.cores.kit.interrupt_offers import offer_interrupts
from game.cores.kit.marks import TESTED, marked
from game.cores.kit.units import in_turn
from game.cores.modern.rules import BROKE, MORALE, NERVES, MoraleCheck
from game.cores.modern.rules.wounds import trait
from game.play.decisions import Choose, CommonKind, Option
from game.play.game import Game, GameView, Step
from game.table.events import Act, Acted, Reason, Removed
from game.table.records import How, ModelId, UnitId
from game.table.state import Table

NO_TEST = (How.FLED, How.LEFT, How.LOST)
"""Losses that cause no Morale test: fled, left by an exit, or lost."""


def testing(table: Table) -> Step | None:
    """Return the test of the next unit that owes one, or None."""
    shaken = next((u for u in shaken_units(table) if not table.units[u].mark(TESTED)), None)
    return partial(test_nerve, unit_id=shaken) if shaken else None


def shaken_units(table: Table) -> list[UnitId]:
    """``MC-25``, ``CC-36``  Return the units that lost models this turn, acting side first."""
    acting = table.clock.side
    assert acting
    return [
        unit.id
        for side in in_turn(table, acting)
        for unit in table.fielded(side)
        if lost_in_turn(table, unit.id)
    ]


def lost_in_turn(table: Table, unit_id: UnitId) -> int:
    """``MC-25``  Return the models a unit lost in this player turn, but for ``NO_TEST``."""
    now, lost = table.clock, 0
    for loss in reversed(table.losses):
        if (loss.when.round, loss.when.side) != (now.round, now.side):
            break
        lost += loss.unit == unit_id and loss.how not in NO_TEST
    return lost


def best_ld(view: GameView, unit_id: UnitId) -> int:
    """``MC-25``  Return the highest Ld among the remaining models of a unit."""
    return max([trait(view, model, "ld").now for model in view.table.of(unit_id)])


async def test_nerve(game: Game, *, unit_id: UnitId) -> None:
    """``MC-25``  Roll d6 + the number lost: for each point above Ld one model flees."""
    game.do(marked("MC-25", unit_id, TESTED))
    unit, lost = game.table.units[unit_id], lost_in_turn(game.table, unit_id)
    if any(True for _ in MORALE.of(game, unit)):
        return
    models = "1 model" if lost == 1 else f"{lost} models"
    asks = f"{unit.name} lost {models} and must test morale"
    nerve = await offer_interrupts(
        game, NERVES, MoraleCheck(unit_id, lost), unit.side, lambda *_: asks, unit_id
    )
    if nerve.holds:
        return
    best = best_ld(game, unit_id)
    why = Reason(0, f"Ld {best}", "MC-25"), Reason(lost, "lost in this turn", "MC-25")
    cast = Roll(
        "MC-25",
        by=unit.side,
        what="morale",
        need=max(0, best - lost),
        who=unit_id,
        reasons=why,
        under=True,
    )
    cast = await roll(game, 1, cast)
    over = cast.faces[0] + lost - best
    if over > 0:
        game.do(Acted("MC-25", unit_id, Act.BREAKS))
        await BROKE.has_come(game, unit_id)
    await flee(game, unit_id, over)


async def flee(game: Game, unit_id: UnitId, many: int) -> None:
    """``MC-25``  Remove *many* models that flee; their owner chooses which."""
    for n in range(many):
        models = game.table.of(unit_id)
        left = many - n
        if len(models) <= left:
            for model in models:
                game.do(Removed("MC-25", model.id, How.FLED))
            return
        unit = game.table.units[unit_id]
        options = tuple(Option(m.id, m.profile.name, "MC-25", m.id) for m in models)
        asks = f"{unit.name}: choose {left} of {len(models)} models to flee"
        answer = await Choose(
            unit.side,
            clause="MC-25",
            asks=asks,
            options=options,
            about=unit_id,
            kind=CommonKind.CASUALTY,
            series=left,
        )
        game.do(Removed("MC-25", ModelId(answer), How.FLED))
