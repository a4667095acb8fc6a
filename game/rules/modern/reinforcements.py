"""Units that arrive during the battle (MC-07)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from game.geometry.polygons import Polygon
from game.play.arrange import Arrange, Spots
from game.play.base_placement import MoveClauses
from game.play.decisions import Option
from game.play.game import Game, GameView, Step
from game.play.phases import Phase
from game.rules.kit.core_api import Core
from game.rules.kit.modules import Module, ReplaceHook
from game.rules.kit.parts import AddOn
from game.rules.kit.units import HANDLED, HELD, MOVED, marked
from game.rules.modern.hooks import UNIT_MOVED, FinishedMove
from game.rules.modern.movement import COHERENCY
from game.table.events import Act, Acted, Placed, Unmarked
from game.table.records import Unit, UnitId
from game.table.state import Table

OFF = 9.0
"""``MC-07``  Inches that every arriving base must exceed from every enemy."""
FIRST_ROUND = 2
"""First round in which units arrive."""
CLAUSES = MoveClauses(move="MC-07", chain="MC-04", table="MC-07", ground="MC-07")


def held(table: Table) -> list[Unit]:
    """Return the units of the active side that are held back and not handled in this phase.

    Units that a module holds back by its own rule have a mark with *about*; they are left out.
    """
    return [
        unit
        for unit in table.units.values()
        if unit.side == table.clock.side
        and (mark := unit.mark(HELD))
        and not mark.about
        and not unit.mark(HANDLED)
    ]


def arriving(table: Table) -> Step | None:
    """Return the arrival of the next unit that is held back, or None."""
    if table.clock.round < FIRST_ROUND:
        return None
    return next((partial(_arrive_now, unit_id=unit.id) for unit in held(table)), None)


async def _arrive_now(game: Game, *, unit_id: UnitId) -> None:
    game.do(marked("MC-07", unit_id, HANDLED))
    await ARRIVES.happens(game, unit_id)


async def _arrive(game: Game, unit_id: UnitId) -> None:
    await arrive(game, "MC-07", unit_id)


ARRIVES = ReplaceHook[UnitId]("a unit would arrive", _arrive, ("reinforcements",))


async def arrive(
    game: Game,
    clause: str,
    unit_id: UnitId,
    within: Polygon = (),
    away: tuple[Polygon, float] | None = None,
) -> bool:
    """``MC-07``  Set a unit up more than 9" from every enemy; it counts as having moved.

    Return whether it found room; without room it waits. *within*: the area that must hold its
    bases wholly, by default the table. *away*: an area, and the inches that bases must exceed
    from it.
    """
    arrange = arrangement(game.table, clause, unit_id, within, away)
    if not has_room(game.table, arrange):
        game.do(Acted(clause, unit_id, Act.FINDS_NO_ROOM))
        return False
    await come(game, clause, unit_id, await arrange)
    return True


async def come(game: Game, clause: str, unit_id: UnitId, places: Spots) -> None:
    """``MC-07``  Set down a unit that was held back; it counts as having moved."""
    game.do(Acted(clause, unit_id, Act.ARRIVES))
    game.do(Unmarked(clause, unit_id, HELD))
    game.do(marked(clause, unit_id, MOVED))
    for model, at in places:
        game.do(Placed(clause, model, at, 0.0))
    stands = tuple((model, (at,)) for model, at in places)
    await UNIT_MOVED.has_come(game, FinishedMove(unit_id, Act.ARRIVES, stands))


def has_room(table: Table, arrange: Arrange) -> bool:
    """``MC-07``  Return whether a unit would find room to arrive."""
    return next(arrange.samples(table, TRIES), None) is not None


def arrangement(
    table: Table,
    clause: str,
    unit_id: UnitId,
    within: Polygon = (),
    away: tuple[Polygon, float] | None = None,
) -> Arrange:
    """``MC-07``  Return the decision in which a unit arrives; see ``arrive``."""
    unit = table.units[unit_id]
    rim = tuple(corner for corner, _ in table.board.rim)
    return Arrange(
        unit.side,
        clause,
        f'Place {unit.name}, more than {OFF:g}" from every enemy',
        unit=unit_id,
        models={m: table.models[m].base for m in unit.models},
        zone=within or rim,
        clauses=CLAUSES,
        keep_off=OFF,
        chain=COHERENCY,
        away=away,
    )


TRIES = 4
"""Number of searches for room before a unit counts as having none."""


def reinforcements(options: Mapping[str, Any], core: Core) -> Module:
    """``MC-07``  Return a module with a phase before Movement in which reserves arrive.

    It is the last module, so that all else at the start of a turn comes before it.
    """
    phase = Phase("reinforcements", "MC-07", arriving, before="movement")
    return Module("reinforcements", phases=(phase,))


def may_hold(view: GameView, unit_id: UnitId) -> bool:
    """``MC-07``  Return whether a unit may be held back: half of the army at most."""
    table = view.table
    army = [u for u in table.units.values() if u.side == table.units[unit_id].side]
    away = [u for u in army if u.mark(HELD)]
    return bool(view.rules.options.get("reinforcements")) and 2 * (len(away) + 1) <= len(army)


HOLD = (
    Option("deploy", "Deploy now", "MC-07"),
    Option("hold", "Hold it back (arrives in round 2)", "MC-07"),
)


REINFORCEMENTS = AddOn(reinforcements, "MC-07", ("modern", "matched"))
