"""What comes at the start of each player's turn: ``MP-12``, ``MP-19``."""

from __future__ import annotations

from game.play.decisions import PASS, Choose, Option, pass_option
from game.play.game import Game, Phase
from game.rules.matched.twists.state import todo_during
from game.rules.modern.dice_tables import ONE_D3, roll_number
from game.rules.modern.wounds import mortal_wounds
from game.table.events import Healed, PhaseOver
from game.table.records import How, Model, ModelId, UnitId
from game.table.state import Table

HEALS, DEBRIS = 2, 9
FALLS_ON = 6
DICE = 3


def hurt(table: Table, who: UnitId) -> list[Model]:
    """``MP-12``  Return the models of a unit that have lost wounds."""
    return [m for m in table.of(who) if m.wounds < m.profile.w]


async def restore(game: Game) -> None:
    """``MP-12``  The acting player may pick a unit: one model of it regains d3 wounds."""
    table, side = game.table, game.table.clock.side
    assert side
    options = tuple(
        Option(unit.id, unit.name, "MP-12", unit.id)
        for unit in table.fielded(side)
        if hurt(table, unit.id)
    )
    if options:
        none = pass_option("Nobody", "MP-12")
        asks = "Which unit is given restoratives?"
        answer = await Choose(side, "MP-12", asks, (*options, none), kind="restored unit")
        if answer != PASS:
            await _heal(game, UnitId(answer))
    game.do(PhaseOver("MP-12"))


async def _heal(game: Game, who: UnitId) -> None:
    unit, models = game.table.units[who], hurt(game.table, who)
    patient = models[0].id
    if len(models) > 1:
        options = tuple(
            Option(m.id, f"{m.profile.name}, {m.wounds} of {m.profile.w}", "MP-12", m.id)
            for m in models
        )
        asks = f"{unit.name}: who regains wounds?"
        answer = await Choose(
            unit.side, "MP-12", asks, options, about=who, kind="restored model"
        )
        patient = ModelId(answer)
    many = roll_number(game, "MP-12", unit.side, "wounds regained", ONE_D3, who=who)
    model = game.table.models[patient]
    game.do(Healed("MP-12", patient, min(many, model.profile.w - model.wounds)))


async def debris(game: Game) -> None:
    """``MP-19``  Three d6: for each 6 an enemy unit may be struck, each a different one."""
    side = game.table.clock.side
    assert side
    faces = game.throw("MP-19", side, "orbital debris", DICE, need=FALLS_ON)
    struck = list[str]()
    for _ in range(len([face for face in faces if face >= FALLS_ON])):
        foes = [
            unit for unit in game.table.fielded(game.table.enemy(side)) if unit.id not in struck
        ]
        if not foes:
            break
        options = [Option(foe.id, foe.name, "MP-19", foe.id) for foe in foes]
        asks = "Which enemy unit does the debris strike?"
        spare = pass_option("None of them", "MP-19")
        answer = await Choose(side, "MP-19", asks, (*options, spare), kind="debris")
        if answer == PASS:
            continue
        target = UnitId(answer)
        struck.append(target)
        many = roll_number(game, "MP-19", side, "mortal wounds", ONE_D3, who=target)
        await mortal_wounds(game, "MP-19", target, many, How.HAZARD)
    game.do(PhaseOver("MP-19"))


HEAL_PHASES = (Phase("restoratives", "MP-12", todo_during(HEALS, restore), before="movement"),)
DEBRIS_PHASES = (
    Phase("orbital debris", "MP-19", todo_during(DEBRIS, debris), before="movement"),
)
