"""Deployment, scouts, reserves and deep strike (CC-33, CC-35)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from game.content.faults import Fault
from game.cores.classic.rules.movement import CLAUSES, COHERENCY, carry_out
from game.cores.classic.rules.unit_state import update_locked_marks
from game.cores.kit.core import Core
from game.cores.kit.declarations import AddOn
from game.cores.kit.deployment import (
    ALIVE,
    ask_next,
    chosen_before,
    holds_back,
    next_arrival,
    next_to_deploy,
    order_turns,
    own_zones,
    pick_zone,
    set_up,
    take_zones,
    undeployed,
)
from game.cores.kit.dice import scatter
from game.cores.kit.difficult_ground import ask_to_cross
from game.cores.kit.marks import HANDLED, HELD, MOVED, NO_CHARGE, marked
from game.cores.kit.modules import Module
from game.cores.kit.units import in_turn
from game.geometry.points import Disc, Point, direction, point_ahead, thousandths
from game.play.arrange import Spots
from game.play.base_placement import (
    MoveClauses,
    base_under,
    impassable_under,
    on_table,
    piece_under,
)
from game.play.decisions import CommonKind, Option
from game.play.game import Game, GameView, Rule, Step
from game.play.march import March
from game.play.phases import Phase, Todo, When, once
from game.play.placement import OnTable, Place
from game.table.board import Board
from game.table.events import Act, Acted, Placed, Removed, Unmarked
from game.table.records import How, ModelId, Side, Unit, UnitId, many
from game.table.state import Table

ARRIVES_ON = {2: 4, 3: 3}
"""``CC-35``  Roll that a unit needs to arrive, by game turn; 2+ from turn 4 on."""
SPACING = 0.1
LANDS_OFF = 1.0
"""Inches that an arriving unit stays away from enemies, except by a deep strike's scatter."""


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
    at = (await Place(unit.side, "CC-35", asks, region=region, about=unit_id)).at
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
    game.do(Unmarked(clause, unit_id, HELD))
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
    stands = {m.id: m.disc for m in table.standing()}
    return (
        on_table(table.board, base)
        and base_under(stands, base) is None
        and impassable_under(table.board, base) is None
        and piece_under(table.pieces, base) is None
    )


def reserves(options: Mapping[str, Any], core: Core) -> Module:
    """``CC-35``  Return the module: a phase before Movement in which held units may arrive."""
    phase = Phase("reserves", "CC-35", arriving, before="movement")
    return Module("reserves", phases=(phase,))


SCOUT_MOVE = 6.0
SCOUT_OFF = 12.0
SCOUTING = MoveClauses(move="CC-35", chain="CC-19", table="CC-18", ground="CC-20")


HOLD = (
    Option("deploy", "Deploy now", "CC-33"),
    Option("hold", "Keep in reserve (deep strike from turn 2)", "CC-35"),
)


async def deploy_for(game: Game, clause: str, side: Side, off: float | None = None) -> None:
    """Let a side set up one of its units.

    *off*: if given, anywhere more than this many inches from the enemy's zone.
    """
    unit_id = await ask_next(game, clause, side)
    if may_hold(game, unit_id) and await holds_back(game, unit_id, HOLD, "keep in reserve"):
        return
    await set_up(game, clause, unit_id, CLAUSES, chain=COHERENCY, off=off)


def next_scout(table: Table) -> UnitId | None:
    """``CC-35``  Return the next unit with a scout move to make, the first side's first."""
    for side in in_turn(table, table.sides[0]):
        for unit in table.fielded(side):
            scouts = all(m.profile.has("scout") for m in table.of(unit.id))
            if scouts and not unit.mark(HANDLED):
                return unit.id
    return None


def scouting(table: Table) -> Step | None:
    """``CC-35``  Return the next scout move as a step; None if none is left."""
    unit_id = next_scout(table)
    return partial(scout, unit_id=unit_id) if unit_id else None


async def scout(game: Game, *, unit_id: UnitId) -> None:
    """``CC-35``  Make a free 6" move before the first turn, not within 12" of an enemy."""
    unit = game.table.units[unit_id]
    distances = {m.id: SCOUT_MOVE for m in game.table.of(unit_id)}
    leave = await ask_to_cross(game, unit_id, distances, game.table.difficult)
    moves = await March(
        unit.side,
        "CC-35",
        f'Scout move with {unit.name}: up to 6", staying more than 12" from enemies',
        unit=unit_id,
        goings=leave.goings,
        clauses=SCOUTING,
        keep_off=SCOUT_OFF,
        chain=COHERENCY,
        shut=leave.shut,
        kind=CommonKind.MOVE,
    )
    game.do(marked("CC-35", unit_id, HANDLED))
    await carry_out(game, "CC-35", unit_id, Act.MOVES, moves)


RESERVES = AddOn(reserves, "CC-35", ("classic",))


def two_zones(board: Board, clause: str) -> list[Fault]:
    """Return the faults of a map that does not have two zones with room to deploy in."""
    # Importing shapely takes longer than loading most maps.
    from game.content.maps.battle_checks import cramped  # noqa: PLC0415  loads shapely

    if len(board.zones) == 2:
        return [f._replace(reason=f"{f.reason} ({clause})") for f in cramped(board)]
    about = tuple(zone.id for zone in board.zones)
    reason = f"{many(len(board.zones), 'zone')} found; draw two ({clause})"
    return [Fault("zones", reason=reason, kind="number of zones", about=about)]


def two_reserved(board: Board, clause: str) -> list[Fault]:
    """Return a fault if a map does not reserve a zone for each of two sides."""
    if len({zone.side for zone in board.zones} - {""}) == 2:
        return []
    about = tuple(zone.id for zone in board.zones)
    reason = f"no zones are reserved: set 'side' on two zones ({clause})"
    return [Fault("zones", reason=reason, kind="zones without sides", about=about)]


def reserved(table: Table, clause: str) -> list[Fault]:
    """Return a fault if the map's zones are reserved for sides other than the battle's."""
    if own_zones(table.board, table.sides):
        return []
    about = tuple(zone.id for zone in table.board.zones)
    theirs = " and ".join(sorted({zone.side for zone in table.board.zones} - {""}))
    ours = " and ".join(table.sides)
    reason = f"are reserved for {theirs}, not for {ours}: set 'side' on each ({clause})"
    return [Fault("zones", reason=reason, kind="zones without sides", about=about)]


TURNS = 8


async def take_or_pick_zones(game: Game, clause: str) -> None:
    """``CC-33``  Assign the zones that the map reserves, or let a roll-off decide.

    ``MI-06``: a side that chooses by the result of another battle picks in either case.
    """
    if own_zones(game.table.board, game.table.sides) and chosen_before(game) is None:
        await take_zones(game, clause)
    else:
        await pick_zone(game, clause)


def beginning(
    clause: str,
    zones: Callable[..., Rule[None]] = take_or_pick_zones,
    deployment: Todo | None = None,
    first_turn: Callable[..., Rule[None]] = order_turns,
) -> tuple[Phase, ...]:
    """``CC-33``  Return the set-up phases: zones, deployment, scout moves, the first turn."""
    deployment = deployment or partial(one_after_the_other, clause=clause)
    return (
        once("zones", clause, partial(zones, clause=clause), When.SETUP),
        Phase("deployment", clause=clause, todo=deployment, when=When.SETUP),
        Phase("scouts", clause="CC-35", todo=scouting, when=When.SETUP),
        once("first turn", clause, partial(first_turn, clause=clause), When.SETUP),
    )


def one_after_the_other(table: Table, *, clause: str) -> Step | None:
    """``CC-33``  Let the side that did not pick a zone deploy first, as a whole."""
    picker, other = table.zones
    for side in (other, picker):
        if undeployed(table, side):
            return partial(deploy_for, clause=clause, side=side)
    return None


def kills(table: Table, by: Side) -> int:
    """Return the number of enemy models lost in any way, except those that left alive."""
    if not table.clock.round:
        return 0
    lost = [m.id for m in table.models.values() if m.side != by and m.where not in ALIVE]
    left = [loss.model for loss in table.losses if loss.how is How.LEFT]
    return len([m for m in lost if m not in left])


def unit_by_unit(table: Table, clause: str) -> Step | None:
    """``MI-02``, ``MI-03``  Let the sides take turns to deploy, each in its own zone."""
    side = next_to_deploy(table)
    return partial(deploy_for, clause=clause, side=side) if side else None
