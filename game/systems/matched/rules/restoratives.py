"""The twist Restoratives (MP-12)."""

from __future__ import annotations

from game.cores.modern.rules.wounds import ONE_D3, roll_number
from game.play.decisions import PASS, Choose, Option, ask_which, pass_option
from game.play.game import Game
from game.play.phases import Phase
from game.systems.matched.rules.matched_decisions import MatchedKind
from game.systems.matched.rules.twist_state import Twist, todo_during
from game.table.events import Healed, PhaseOver
from game.table.records import Model, ModelId, UnitId
from game.table.state import Table

HEALS = 2


def hurt(table: Table, unit_id: UnitId) -> list[Model]:
    """``MP-12``  Return the models of a unit that have lost wounds."""
    return [m for m in table.of(unit_id) if m.wounds < m.profile.w]


async def restore(game: Game) -> None:
    """``MP-12``  Let the active player pick a unit: one model of it regains d3 wounds."""
    table, side = game.table, game.table.clock.side
    assert side
    options = tuple(
        Option(unit.id, unit.name, "MP-12", unit.id, does=f"Heal {unit.name}")
        for unit in table.fielded(side)
        if hurt(table, unit.id)
    )
    if options:
        none = pass_option("Heal no unit", "MP-12")
        asks = "Restoratives: heal which unit?"
        answer = await Choose(
            side,
            clause="MP-12",
            asks=asks,
            options=(*options, none),
            kind=MatchedKind.RESTORED_UNIT,
        )
        if answer != PASS:
            await _heal(game, UnitId(answer))
    game.do(PhaseOver("MP-12"))


async def _heal(game: Game, unit_id: UnitId) -> None:
    unit, models = game.table.units[unit_id], hurt(game.table, unit_id)
    options = [
        Option(m.id, words, "MP-12", m.id, does=f"Heal {words}")
        for m in models
        for words in (f"{m.profile.name}, {m.wounds} of {m.profile.w}",)
    ]
    asks, kind = f"{unit.name}: which model is healed?", MatchedKind.RESTORED_MODEL
    patient = ModelId(
        await ask_which(unit.side, "MP-12", asks, options, about=unit_id, kind=kind)
    )
    many = roll_number(game, "MP-12", unit.side, "wounds regained", ONE_D3, id_=unit_id)
    model = game.table.models[patient]
    game.do(Healed("MP-12", patient, min(many, model.profile.w - model.wounds)))


RESTORATIVES = Twist(
    HEALS,
    name="Restoratives",
    clause="MP-12",
    words="At the start of each turn a model of the player's regains d3 wounds",
    phases=(Phase("restoratives", "MP-12", todo_during(HEALS, restore), before="movement"),),
)
