"""Set-up of units, before a battle or from reserve."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.cores.kit.marks import HANDLED, IN_RESERVE, WhyHeld, marked
from game.geometry.points import Path, Point
from game.play.decisions import Choose, CommonKind, Option, ask_which
from game.play.game import Game
from game.play.moves.arrange import Arrange, Usable
from game.play.moves.base_placement import MoveClauses
from game.table.board import Board
from game.table.events import Act, Acted, Marked, Placed
from game.table.records import Mark, ModelId, Side, Unit, UnitId, Where
from game.table.state import Table

RATS_OPTION = "sewer_rats"
"""``MI-06``  Option for the seat of the side that has sewer rats."""
FIRST_ARRIVALS = 2
"""``CC-35``, ``MC-07``  First round in which units arrive."""


def undeployed(table: Table, side: Side) -> list[Unit]:
    """Return the units of a side that are not on the table yet and not held back."""
    models = table.models
    return [
        u
        for u in table.units.values()
        if u.side == side
        and not u.mark(IN_RESERVE)
        and all(models[m].where is Where.RESERVE for m in u.models)
    ]


def set_up_before(table: Table, side: Side) -> list[Unit]:
    """Return the units of a side that take a turn in the set-up before the battle.

    A unit that its player held back in its turn counts; one that a module keeps away does not.
    """
    units = [u for u in table.units.values() if u.side == side]
    return [u for u in units if not ((held := u.mark(IN_RESERVE)) and held.about)]


def next_to_deploy(table: Table) -> Side | None:
    """``MI-03``  Return the side that sets up the next unit; None if none is left.

    The sides alternate, a unit each, beginning with the side that did not pick a zone.
    """
    picker, other = table.zones
    left = {side: undeployed(table, side) for side in table.sides}
    if not left[picker] or not left[other]:
        return next((side for side in (other, picker) if left[side]), None)

    def done(side: Side) -> int:
        return len(set_up_before(table, side)) - len(left[side])

    return other if done(other) <= done(picker) else picker


async def ask_next(game: Game, clause: str, side: Side) -> UnitId:
    """Return the unit that a side sets up next, as chosen if several are left."""
    options = [Option(u.id, u.name, clause, u.id) for u in undeployed(game.table, side)]
    asks = "Deploy which unit next?"
    return UnitId(await ask_which(side, clause, asks, options, kind=CommonKind.DEPLOY))


async def holds_back(
    game: Game, unit_id: UnitId, options: tuple[Option, Option], asks: str
) -> bool:
    """Ask whether to deploy a unit or to hold it back; mark and return whether it is held.

    *options*: to deploy it now, and to hold it back with the clause by which it arrives.
    """
    unit, clause = game.table.units[unit_id], options[1].clause
    asks = f"{unit.name}: deploy, or {asks}?"
    kind = CommonKind.HOLD
    answer = await Choose(
        unit.side, clause=clause, asks=asks, options=options, about=unit_id, kind=kind
    )
    if held := answer == options[1].id:
        game.do(marked(clause, unit_id, IN_RESERVE))
    return held


def next_arrival(table: Table) -> UnitId | None:
    """``CC-35``, ``MC-07``  Return the next unit of the active side to arrive, or None.

    Units that a module holds back by its own rule have a mark with *about*; they are left out.
    """
    for unit in table.units.values() if table.clock.round >= FIRST_ARRIVALS else ():
        held = unit.mark(IN_RESERVE)
        if unit.side == table.clock.side and held and not (held.about or unit.mark(HANDLED)):
            return unit.id
    return None


def without_room(table: Table) -> Unit | None:
    """``CC-33``  Return the first unit that found no room in its zone; None if all did."""
    for unit in table.units.values():
        if (held := unit.mark(IN_RESERVE)) and held.about == WhyHeld.NO_ROOM:
            return unit
    return None


def usable_bases(board: Board, *goals: Path) -> Usable | None:
    """Return where bases can reach one of *goals*, the outlines of zones.

    None if nothing on the board is in the way.
    """
    solid = any(piece.impassable for piece in board.terrain) or bool(board.spots)
    return partial(_usable_at, board, goals) if solid else None


def _usable_at(
    board: Board, goals: tuple[Path, ...], radius: float, points: Sequence[Point]
) -> Sequence[bool]:
    from game.content.maps.battle_checks import usable_at  # noqa: PLC0415  loads shapely

    return usable_at(board, goals, radius, points)


async def set_up(
    game: Game,
    clause: str,
    unit_id: UnitId,
    words: MoveClauses,
    *,
    chain: float = 2.0,
    off: float | None = None,
    partly: bool = False,
) -> None:
    """Let a side set up one of its units in its own zone.

    *words*: the clauses cited by refusals; *chain*: coherency in inches; *off*: if given, the
    unit may be anywhere more than this many inches from the enemy's zone; *partly*: any part of
    each base within the zone suffices (``MP-25``).

    ``CC-33``: a unit for which there is no room stays away, and does not count as destroyed.
    """
    table = game.table
    unit, board = table.units[unit_id], table.board
    zone = board.zone(table.zones[unit.side]).outline
    theirs = board.zone(table.zones[table.enemy(unit.side)]).outline
    anywhere = tuple(corner for corner, _ in board.rim)
    arrange = Arrange(
        unit.side,
        clause,
        f"Deploy {unit.name}",
        unit=unit_id,
        models={m: table.models[m].base for m in unit.models},
        zone=zone if off is None else anywhere,
        chain=chain,
        clauses=words,
        away=None if off is None else (theirs, off),
        partly=partly,
        usable=usable_bases(board, theirs),
    )
    if arrange.anywhere(table) is None:
        game.do(Acted("CC-33", unit_id, Act.FINDS_NO_ROOM))
        game.do(Marked("CC-33", unit_id, Mark(IN_RESERVE, about=WhyHeld.NO_ROOM)))
        return
    places = await arrange
    facing = facing_from(table, unit.side)
    for model, at in places:
        game.do(Placed(clause, model=ModelId(model), at=at, facing=facing))


def facing_from(table: Table, side: Side) -> float:
    """Return the facing, in degrees, away from a side's own edge."""
    (ax, ay), (_, by) = table.board.own_edge(table.board.zone(table.zones[side]))
    if ay == by:
        return 180.0 if ay == 0 else 0.0
    return 90.0 if ax == 0 else 270.0
