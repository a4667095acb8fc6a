"""Units held in reserve, which arrive by deep strike (CC-35)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from game.cores.classic.rules.unit_state import update_locked_marks
from game.cores.kit.core import Core
from game.cores.kit.declarations import AddOn
from game.cores.kit.deployment import next_arrival
from game.cores.kit.dice import scatter
from game.cores.kit.marks import HANDLED, IN_RESERVE, MOVED, NO_CHARGE, marked
from game.cores.kit.modules import Module
from game.geometry.points import Disc, Point, direction, point_ahead, thousandths
from game.play.decisions import Option
from game.play.game import Game, GameView, Step
from game.play.moves.arrange import Spots
from game.play.moves.base_placement import base_under, impassable_under, on_table, piece_under
from game.play.moves.placement import Place
from game.play.moves.placement_regions import OnTable
from game.play.phases import Phase
from game.table.events import Act, Acted, Placed, Removed, Unmarked
from game.table.records import How, ModelId, Unit, UnitId
from game.table.state import Table

ARRIVES_ON = {2: 4, 3: 3}
"""``CC-35``  Roll that a unit needs to arrive, by game turn; 2+ from turn 4 on."""
SPACING = 0.1
LANDS_OFF = 1.0
"""Inches that an arriving unit stays away from enemies, except by a deep strike's scatter."""
HOLD = (
    Option("deploy", "Deploy now", "CC-33"),
    Option("hold", "Keep in reserve (deep strike from turn 2)", "CC-35"),
)


def may_hold(view: GameView, unit_id: UnitId) -> bool:
    """``CC-35``  Return whether a unit may be held back.

    The mission must have reserves, and every model must have deep strike.
    """
    unit, models = view.table.units[unit_id], view.table.models
    allowed = bool(view.rules.options.get("reserves"))
    return allowed and all(models[m].profile.has("deep strike") for m in unit.models)


def arriving(table: Table) -> Step | None:
    """Return the next step: a roll for a held unit that has not rolled in this turn."""
    unit_id = next_arrival(table)
    return partial(arrive, unit_id=unit_id) if unit_id else None


async def arrive(game: Game, *, unit_id: UnitId) -> None:
    """``CC-35``  Roll for arrival; the player chooses a point, which scatters 2d6 inches."""
    unit = game.table.units[unit_id]
    game.do(marked("CC-35", unit_id, HANDLED))
    need = ARRIVES_ON.get(game.table.clock.round, 2)
    (face,) = game.throw("CC-35", unit.side, "reserves", need=need, id_=unit_id)
    if face < need:
        game.do(Acted("CC-35", unit_id, Act.WAITS))
        return
    board = game.table.board
    lead = game.table.models[unit.models[0]]
    asks = f"Where does {unit.name} land?"
    region = OnTable(board.width, board.height, lead.base)
    place = Place(
        unit.side, "CC-35", asks, region=region, about=unit_id, does=f"Land {unit.name}"
    )
    at = (await place).at
    thrown = scatter(game, "CC-35", unit.side, unit_id)
    if not thrown.hit:
        at = thousandths(point_ahead(at, thrown.toward, thrown.distance))
    come(game, "CC-35", unit_id)
    for model, spot in zip(unit.models, circles(unit, game.table, at), strict=False):
        _land(game, model, spot)
    update_locked_marks(game)


def come(game: Game, clause: str, unit_id: UnitId) -> None:
    """``CC-35``  Mark a unit as arrived: it has moved, and may not charge in this turn."""
    game.do(Acted(clause, unit_id, Act.ARRIVES))
    game.do(Unmarked(clause, unit_id, IN_RESERVE))
    game.do(marked(clause, unit_id, MOVED))
    game.do(marked(clause, unit_id, NO_CHARGE, clause))


async def arrive_at(game: Game, clause: str, unit_id: UnitId, spots: Spots) -> None:
    """Bring a unit on, each model to its place, if it has one."""
    come(game, clause, unit_id)
    for model, at in spots:
        game.do(Placed(clause, model=model, at=at, facing=0.0))


def circles(unit: Unit, table: Table, at: Point) -> Iterator[Point]:
    """Yield landing points: the chosen point for the first model, then circles around it."""
    wide = 2 * max(table.models[m].base for m in unit.models) + SPACING
    yield at
    for ring in range(1, len(unit.models)):
        for n in range(6 * ring):
            yield thousandths(point_ahead(at, direction(n * 60 // ring), ring * wide))


def _land(game: Game, model_id: ModelId, at: Point) -> None:
    """``CC-35``  Land a model; it is lost off the table or on another."""
    table = game.table
    base = Disc(at, table.models[model_id].base)
    if is_clear(table, base):
        game.do(Placed("CC-35", model=model_id, at=at, facing=0.0))
    else:
        game.do(Removed("CC-35", model_id, How.LOST))


def is_clear(table: Table, base: Disc) -> bool:
    """Return whether a base is on the table, on no other base or piece or Impassable ground."""
    bases = {m.id: m.disc for m in table.standing()}
    return (
        on_table(table.board, base)
        and base_under(bases, base) is None
        and impassable_under(table.board, base) is None
        and piece_under(table.pieces, base) is None
    )


def reserves(options: Mapping[str, Any], core: Core) -> Module:
    """``CC-35``  Return the module: a phase before Movement in which held units may arrive."""
    phase = Phase("reserves", "CC-35", arriving, before="movement")
    return Module("reserves", phases=(phase,))


RESERVES = AddOn(reserves, "CC-35", ("classic",))
