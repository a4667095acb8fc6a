"""Who is bound to go back and what it may not do, in either core: ``FF-20``, ``FF-21``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.play.decisions import PASS, Choose, Option, Refusal, pass_option
from game.play.game import Game, GameView
from game.rules.kit.core_api import Core
from game.rules.kit.distances import holders
from game.rules.kit.movement import (
    GroundPermission,
    difficult_ground_limit,
    difficult_near,
    reach_of,
)
from game.rules.kit.unit_marks import MAY_BREAK, detached_models, is_scattered, main_body
from game.table.events import Act, Acted
from game.table.records import ModelId, Unit, UnitId
from game.table.state import Table


def free_of(table: Table, core: Core, unit: UnitId) -> list[ModelId]:
    """Return the models out of coherency that no lock holds."""
    return [
        m
        for m in detached_models(table, unit)
        if not holders(table, table.models[m], core.holds)
    ]


def must_move(look: GameView, core: Core, unit: Unit) -> Iterator[Refusal]:
    """``FF-20``, ``FF-21``  Who is out of coherency must move before the phase ends."""
    if free_of(look.table, core, unit.id):
        scattered = is_scattered(unit)
        what = "is scattered" if scattered else "has models out of coherency"
        clause = "FF-21" if scattered else "FF-20"
        yield Refusal(f"{unit.name} {what}, and must move back together first", clause)


def goers(table: Table, core: Core, who: UnitId) -> list[ModelId]:
    """``FF-20``, ``FF-21``  Return who goes back: stragglers; of a scattered unit all."""
    whole = is_scattered(table.units[who]) and not core.locked(table, who)
    return [*free_of(table, core, who), *(m.id for m in main_body(table, who) if whole)]


async def who_breaks_off(game: Game, who: UnitId) -> list[ModelId]:
    """``FF-24``  Survivors of the second round may break contact, each as its player says."""
    off = list[ModelId]()
    for model in [m.id for m in game.table.of(who) if m.mark(MAY_BREAK)]:
        answer = await Choose(
            game.table.units[who].side,
            "FF-24",
            "Break contact with the enemy?",
            (
                Option("break", "Break off, through them if need be", "FF-24", model),
                pass_option("Stay in the combat", "FF-24"),
            ),
            about=model,
            kind="break off",
        )
        if answer != PASS:
            off.append(model)
    return off


def leave_of(game: Game, core: Core, who: UnitId, goers: Sequence[ModelId]) -> GroundPermission:
    """``FF-20``, ``CC-20``  2d6 for all as soon as Difficult ground is within reach of one."""
    table = game.table
    far = {m: core.pace(game, table.models[m]) for m in goers}
    near, inside = difficult_near(table, who, far, core.rough(game))
    if not near:
        return GroundPermission(reach_of(table, who, far))
    if not inside:
        game.do(Acted("CC-20", who, Act.ENTERS_DIFFICULT))
    side = table.units[who].side
    return difficult_ground_limit(
        table, who, far, max(game.throw("CC-20", side, "difficult ground", 2, who=who))
    )


async def stragglers_want(game: Game, who: UnitId, label: str, asks: str) -> bool:
    """``FF-20``  Ask whether those out of coherency run back to their unit."""
    options = (Option("run", label, "FF-20"), pass_option("Stay", "FF-20"))
    side = game.table.units[who].side
    answer = await Choose(side, "FF-20", asks, options, about=who, kind="stragglers")
    return answer != PASS
