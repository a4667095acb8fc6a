"""Restrictions on units out of coherency (FF-19 to FF-23).

Their ways back are here, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.cores.kit import difficult_ground
from game.cores.kit.attempts import Attempt
from game.cores.kit.coherency import detached_models, is_scattered, main_body
from game.cores.kit.core import Core
from game.cores.kit.difficult_ground import (
    GroundPermission,
    difficult_ground_limit,
    difficult_near,
)
from game.cores.kit.marks import MAY_BREAK
from game.cores.kit.units import holders
from game.play.decisions import PASS, Choose, Option, Refusal, pass_option
from game.play.game import Game, GameView
from game.play.log.wording import unit_does
from game.systems.flood.rules import FloodKind
from game.table.events import Act, Acted, RollKind
from game.table.records import ModelId, Unit, UnitId
from game.table.state import Table


def is_incoherent(table: Table, unit: UnitId) -> bool:
    """Return whether some model of a unit is out of coherency."""
    return bool(detached_models(table, unit))


def movable_stragglers(table: Table, core: Core, unit: UnitId) -> list[ModelId]:
    """Return the models out of coherency that are not locked."""
    return [
        m
        for m in detached_models(table, unit)
        if not holders(table, table.models[m], core.holds)
    ]


def must_move(view: GameView, unit: Unit, core: Core) -> Iterator[Refusal]:
    """``FF-20``, ``FF-21``  Yield why the phase may not end: models are out of coherency."""
    if movable_stragglers(view.table, core, unit.id):
        scattered = is_scattered(unit)
        what = "is scattered" if scattered else "has models out of coherency"
        clause = "FF-21" if scattered else "FF-20"
        no = unit_does(view.table, unit, f"{what} and must regroup first")
        yield Refusal(no, clause)


def scattered_may_not(view: GameView, attempt: Attempt, may: str) -> Iterator[Refusal]:
    """``FF-21``  Yield why a scattered unit does not shoot or charge; *may*: its only move."""
    unit = view.table.units[attempt.unit]
    if is_scattered(unit) and attempt.act is Act.SHOOTS:
        no = unit_does(view.table, unit, f"is scattered and may only {may}")
        yield Refusal(no, "FF-21")
    elif is_scattered(unit) and attempt.act is Act.CHARGES:
        yield Refusal("it is scattered", "FF-21")


def models_that_must_move(table: Table, core: Core, unit_id: UnitId) -> list[ModelId]:
    """``FF-20``, ``FF-21``  Return the models that must go back; of a scattered unit all.

    Locked models stay.
    """
    whole = is_scattered(table.units[unit_id]) and not core.locked(table, unit_id)
    return [
        *movable_stragglers(table, core, unit_id),
        *(m.id for m in main_body(table, unit_id) if whole),
    ]


async def models_that_break_off(game: Game, unit_id: UnitId) -> list[ModelId]:
    """``FF-24``  Return the survivors of the second round that break contact, as chosen."""
    off = list[ModelId]()
    for model in [m.id for m in game.table.of(unit_id) if m.mark(MAY_BREAK)]:
        answer = await Choose(
            game.table.units[unit_id].side,
            clause="FF-24",
            asks="Break off from the enemy?",
            options=(
                Option("break", "Break off (through them if necessary)", "FF-24", model),
                pass_option("Stay in the combat", "FF-24"),
            ),
            about=model,
            kind=FloodKind.BREAK_OFF,
        )
        if answer != PASS:
            off.append(model)
    return off


def compulsory_move_limits(
    game: Game, core: Core, unit_id: UnitId, goers: Sequence[ModelId]
) -> GroundPermission:
    """``FF-20``, ``CC-20``  Return the limits; 2d6 for all if Difficult ground is near one."""
    table = game.table
    distances = {m: core.pace(game, table.models[m]) for m in goers}
    near, inside = difficult_near(table, unit_id, distances, core.rough(game))
    if not near:
        return GroundPermission(difficult_ground.reach_of(table, unit_id, distances))
    if not inside:
        game.do(Acted("CC-20", unit_id, Act.ENTERS_DIFFICULT))
    side = table.units[unit_id].side
    return difficult_ground_limit(
        table,
        unit_id,
        distances,
        max(
            game.throw(
                "CC-20", side, "difficult ground", 2, id_=unit_id, kind=RollKind.DIFFICULT
            )
        ),
    )


async def stragglers_want(game: Game, unit_id: UnitId, label: str, asks: str) -> bool:
    """``FF-20``  Ask whether models out of coherency run back to their unit."""
    options = (Option("run", label, "FF-20"), pass_option("Stay", "FF-20"))
    side = game.table.units[unit_id].side
    answer = await Choose(
        side,
        clause="FF-20",
        asks=asks,
        options=options,
        about=unit_id,
        kind=FloodKind.STRAGGLERS,
    )
    return answer != PASS
