"""Units that arrive during the battle (MC-07)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from game.cores.kit.core import Core
from game.cores.kit.declarations import AddOn
from game.cores.kit.deployment import next_arrival, usable_bases
from game.cores.kit.hooks import ReplaceHook
from game.cores.kit.marks import HANDLED, IN_RESERVE, MOVED, marked
from game.cores.kit.modules import Module
from game.cores.modern.rules import UNIT_MOVED, FinishedMove
from game.cores.modern.rules.movement import COHERENCY
from game.geometry.polygons import Polygon
from game.play.decisions import Option
from game.play.game import Game, GameView, Step
from game.play.moves.arrange import Arrange, Spots
from game.play.moves.base_placement import MoveClauses
from game.play.phases import Phase
from game.table.events import Act, Acted, Placed, Unmarked
from game.table.records import UnitId
from game.table.state import Table

ARRIVES_OFF = 9.0
"""``MC-07``  Inches that every arriving base must exceed from every enemy."""
ARRIVING = MoveClauses(move="MC-07", chain="MC-04", table="MC-07", ground="MC-07")
TRIES = 4
"""Number of searches for room before a unit counts as having none."""
HOLD = (
    Option("deploy", "Deploy now", "MC-07"),
    Option("hold", "Hold it back (arrives in round 2)", "MC-07"),
)


def arriving(table: Table) -> Step | None:
    """Return the arrival of the next unit that is held back, or None."""
    unit_id = next_arrival(table)
    return partial(_arrive_now, unit_id=unit_id) if unit_id else None


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
    game.do(Unmarked(clause, unit_id, IN_RESERVE))
    game.do(marked(clause, unit_id, MOVED))
    for model, at in places:
        game.do(Placed(clause, model=model, at=at, facing=0.0))
    moves = tuple((model, (at,)) for model, at in places)
    await UNIT_MOVED.has_come(game, FinishedMove(unit_id, Act.ARRIVES, moves))


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
    zones = [table.board.zone(zone).outline for zone in table.zones.values()]
    return Arrange(
        unit.side,
        clause,
        f'Place {unit.name}, more than {ARRIVES_OFF:g}" from every enemy',
        unit=unit_id,
        models={m: table.models[m].base for m in unit.models},
        zone=within or rim,
        clauses=ARRIVING,
        keep_off=ARRIVES_OFF,
        chain=COHERENCY,
        away=away,
        usable=usable_bases(table.board, *zones),
    )


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
    away = [u for u in army if u.mark(IN_RESERVE)]
    return bool(view.rules.options.get("reinforcements")) and 2 * (len(away) + 1) <= len(army)


REINFORCEMENTS = AddOn(reinforcements, "MC-07", ("modern", "matched"))
