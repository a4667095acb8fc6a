"""The Shooting phase: ``MC-12``."""

from __future__ import annotations

from dataclasses import replace

from game.play.decisions import PASS, Choose, Option, Refusal, pass_option
from game.play.game import Game, GameView, Step
from game.rules.kit.unit_marks import HANDLED
from game.rules.modern.hooks import marked
from game.rules.modern.shooting.orders import take_aim
from game.rules.modern.shooting.volley import fire
from game.rules.modern.targeting import (
    Close,
    all_ways,
    by_distance,
    can_shoot,
    close_by,
    may_target,
    unfit,
)
from game.table.events import Act, Acted, PhaseOver
from game.table.records import Side, Unit, UnitId
from game.table.state import Table


def shooting(table: Table) -> Step | None:
    """Return what is left to do in the Shooting phase: units that did nothing yet."""
    if table.clock.over:
        return None
    assert table.clock.side
    return shoot if ready(table, table.clock.side) else None


def ready(table: Table, side: Side) -> list[Unit]:
    """Return the units of a side that may still act in this phase."""
    return [u for u in table.fielded(side) if not u.mark(HANDLED)]


async def shoot(game: Game) -> None:
    """``MC-02``, ``MC-12``  The active side picks a unit, which shoots or holds its fire."""
    table, side = game.table, game.table.clock.side
    assert side
    close = close_by(table)
    options, greyed = list[Option](), list[tuple[Option, Refusal]]()
    for unit in ready(table, side):
        option = Option(unit.id, unit.name, "MC-12", unit.id)
        if can_shoot(game, unit.id, close):
            options.append(option)
        else:
            greyed.append((option, why_idle(game, unit, close)))
    if not options:
        game.do(PhaseOver("MC-02"))
        return
    ends = pass_option("End the Shooting phase", "MC-02")
    asks = "Which unit shoots next?"
    answer = await Choose(side, "MC-12", asks, (*options, ends), tuple(greyed), kind="unit")
    if answer == PASS:
        for option in options:
            game.do(Acted("MC-12", UnitId(option.id), Act.HOLDS_FIRE))
        game.do(PhaseOver("MC-02"))
        return
    who = UnitId(answer)
    shots = await take_aim(game, who)
    game.do(marked("MC-02", who, HANDLED))
    if shots:
        await fire(game, who, shots)
    else:
        game.do(Acted("MC-12", who, Act.HOLDS_FIRE))


def why_idle(look: GameView, unit: Unit, close: Close) -> Refusal:
    """Return why a unit is not to be picked: what keeps it from firing at the nearest enemy."""
    ways = all_ways(look.table, unit.id)
    if not ways:
        return Refusal(f"{unit.name} has nothing to shoot with", "MC-12", always=True)
    unable = [unfit(look, model, weapon) for model, weapon in ways]
    if no := all(unable) and unable[0]:
        return no
    for _, foe in by_distance(look.table, unit.id)[:1]:
        if no := may_target(look, unit.id, foe, close):
            return replace(no, reason=f"{look.table.units[foe].name}: {no.reason}")
    return Refusal("there is nobody to shoot at", "MC-12")
