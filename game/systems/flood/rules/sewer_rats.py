"""``MI-06``  Sewer rats: a unit of one side arrives from a drain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import Any

from game.content.faults import Fault
from game.cores.kit.core import Core
from game.cores.kit.declarations import AddOn
from game.cores.kit.deployment import RATS_OPTION
from game.cores.kit.marks import HANDLED, IN_RESERVE, WhyHeld, marked
from game.cores.kit.modules import Module
from game.cores.kit.queries import MOUTHS, Mouth, SewerRatsKind
from game.geometry.limits import is_more_than, is_within, last_within
from game.geometry.points import Disc, Point, distance, gap, unit_vector
from game.geometry.sweeps import sweep
from game.play.decisions import (
    PASS,
    Choose,
    Option,
    Passing,
    Refusal,
    pass_option,
    sorted_options,
)
from game.play.game import Game, GameView, Step
from game.play.moves.arrange import Spots
from game.play.moves.base_placement import (
    base_under,
    impassable_under,
    nearest_place,
    on_table,
    out_of_chain,
    piece_under,
)
from game.play.phases import Phase, When, once
from game.table.board import Board, Spot
from game.table.events import Act, Acted, Marked
from game.table.records import Mark, ModelId, Side, Unit, UnitId
from game.table.state import Piece, Table

CLAUSE = "MI-06"
DRAIN = "drain"
FROM = 2
"""First game turn in which the unit may arrive."""
DRAIN_DISTANCE = 6.0
"""Inches from a drain within which the whole base of each model must be."""
COHERENCY = 2.0


def sewer_rats(options: Mapping[str, Any], core: Core) -> Module:
    """``MI-06``  Return the module: a unit is chosen before deployment, and arrives later."""
    seat = int(options.get(RATS_OPTION, 0)) - 1
    return Module(
        RATS_OPTION,
        hooks=(MOUTHS.gets(partial(mouths, core=core)),),
        phases=(
            once(
                "sewer rats",
                CLAUSE,
                partial(choose, seat=seat),
                When.SETUP,
                before="deployment",
            ),
            Phase("drains", CLAUSE, partial(arriving, core=core), before="movement"),
        ),
        unfit=unfit,
    )


def unfit(board: Board) -> list[Fault]:
    """``MI-06``  Return a fault for a board without drains."""
    if drains(board):
        return []
    return [Fault("drain", f"the map has none: draw a Drain ({CLAUSE})", "no drain")]


def drains(board: Board) -> list[Spot]:
    return [spot for spot in board.spots if spot.kind == DRAIN]


async def choose(game: Game, *, seat: int) -> None:
    """``MI-06``  Let the side pick the unit that it keeps back, but not its only one."""
    table = game.table
    side = table.sides[seat]
    units = [unit for unit in table.units.values() if unit.side == side]
    if len(units) < 2:
        return
    options = [
        Option(unit.id, unit.name, CLAUSE, unit.id, does=f"Bring {unit.name} up from a drain")
        for unit in units
    ]
    asks = "Sewer rats: which unit comes up from a drain?"
    nobody = pass_option("None: deploy all units", CLAUSE)
    answer = await Choose(
        side,
        clause=CLAUSE,
        asks=asks,
        options=(*options, nobody),
        kind=SewerRatsKind.SEWER_RATS,
        passing=Passing.KEEPS,
    )
    if answer != PASS:
        game.do(Marked(CLAUSE, answer, Mark(IN_RESERVE, about=WhyHeld.BELOW)))


def waiting(table: Table, side: Side) -> Unit | None:
    """Return the unit of a side that is kept back below the drains."""
    for unit in table.units.values():
        mark = unit.mark(IN_RESERVE)
        if unit.side == side and mark and mark.about == WhyHeld.BELOW:
            return unit
    return None


def arriving(table: Table, core: Core) -> Step | None:
    """``MI-06``  Return the step in which the unit may arrive, from turn 2 on."""
    side = table.clock.side
    unit = waiting(table, side) if side and table.clock.round >= FROM else None
    if unit is None or unit.mark(HANDLED):
        return None
    return partial(_may_come, unit_id=unit.id, core=core)


async def _may_come(game: Game, *, unit_id: UnitId, core: Core) -> None:
    table, unit = game.table, game.table.units[unit_id]
    game.do(marked(CLAUSE, unit_id, HANDLED))
    full = Refusal(
        f'no room within {DRAIN_DISTANCE:g}" of it, {core.lands_off:g}" from enemies', CLAUSE
    )
    options, greyed = sorted_options(
        (
            _drain_option(spot.id),
            None if places(table, unit_id, spot, core.lands_off) else full,
        )
        for spot in drains(table.board)
    )
    if not options:
        game.do(Acted(CLAUSE, unit_id, Act.FINDS_NO_ROOM))
        return
    answer = await Choose(
        unit.side,
        clause=CLAUSE,
        asks=f"{unit.name}: come up from which drain?",
        options=(*options, pass_option("Wait below", CLAUSE)),
        greyed=tuple(greyed),
        about=unit_id,
        kind=SewerRatsKind.DRAIN,
    )
    if answer != PASS:
        spot = next(s for s in drains(table.board) if s.id == answer)
        await core.arrive(game, CLAUSE, unit_id, places(table, unit_id, spot, core.lands_off))


def places(table: Table, unit_id: UnitId, spot: Spot, off: float) -> Spots:
    """``MI-06``  Return a unit's positions on arrival from a drain; empty if it finds no room.

    The first model of the roster is on the drain. The others are as near as they find room and
    can go straight from it. *off*: the unit stays more than this many inches from every enemy.
    """
    at, unit = spot.outline[0], table.units[unit_id]
    most = last_within(DRAIN_DISTANCE + off)
    near = [m for m in table.standing() if distance(at, m.at) - m.base <= most]
    mates = tuple(m.disc for m in near if m.side == unit.side)
    foes = tuple(m.disc for m in near if m.side != unit.side)
    bases = tuple((model, table.models[model].base) for model in unit.models)
    return _places(table.board, tuple(table.pieces.values()), at, bases, mates, foes, off)


@lru_cache(maxsize=64)
def _places(
    board: Board,
    pieces: tuple[Piece, ...],
    at: Point,
    bases: tuple[tuple[ModelId, float], ...],
    mates: tuple[Disc, ...],
    foes: tuple[Disc, ...],
    off: float,
) -> Spots:
    """Return the positions; cached, as the window asks again and again."""
    others = {str(n): disc for n, disc in enumerate((*mates, *foes))}
    lie = {piece.id: piece for piece in pieces}
    found = dict[ModelId, Disc]()

    def fits(to: Point, radius: float) -> bool:
        base, inches = Disc(to, radius), distance(at, to)
        return (
            is_within(inches + radius, DRAIN_DISTANCE)
            and base_under(found, base) is None
            and base_under(others, base) is None
            and all(is_more_than(gap(base, foe), off) for foe in foes)
            and on_table(board, base)
            and (
                not inches
                or sweep(at, unit_vector(at, to), inches, radius, board.walls, {}) is None
            )
            and impassable_under(board, base) is None
            and piece_under(lie, base) is None
        )

    for model, radius in bases:
        place = nearest_place(at, partial(fits, radius=radius), DRAIN_DISTANCE)
        if place is None or (not found and place != at):
            return ()
        found[model] = Disc(place, radius)
    if out_of_chain(found, COHERENCY):
        return ()
    return tuple((model, base.at) for model, base in found.items())


def mouths(view: GameView, _: None, *, core: Core) -> Iterator[Mouth]:
    """``MI-06``  Yield each drain while a unit waits below, and whether the drain is open."""
    table = view.table
    unit = next((u for side in table.sides if (u := waiting(table, side))), None)
    if unit is None or not table.clock.round:
        return
    for spot in drains(table.board):
        is_open = bool(places(table, unit.id, spot, core.lands_off))
        yield Mouth(spot.id, spot.outline[0], unit.side, is_open=is_open, clause=CLAUSE)


SEWER_RATS = AddOn(sewer_rats, CLAUSE, ("classic", "modern", "matched"))


def _drain_option(id_: str) -> Option:
    name = id_.replace("-", " ")
    return Option(id_, name.capitalize(), CLAUSE, id_, does=f"Come up at {name}")
