"""The place of a champion on the floor of a cage.

Cells, facing, entering a cell; weapons in hands and dropped (TC-02, TC-03, TC-11, TC-19).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from game.cores.classic.rules.melee_attacks import BARE_HANDS
from game.play.decisions import Choose, Option
from game.play.game import Game
from game.play.log.wording import name
from game.systems.cage.content.keys import hands
from game.systems.cage.rules import CageKind
from game.systems.cage.table import (
    CENTRE,
    CLOCKWISE,
    COUNTER,
    DEGREE,
    IN,
    OUT,
    TURN,
    Floor,
    Rings,
    Stance,
    arc,
    cell_id,
    cell_name,
    edge_id,
    facing_in_cell,
    facing_text,
    floor_of,
    held_weapons,
    place_text,
)
from game.systems.cage.table.events import StepKind, Stepped, WeaponTaken
from game.systems.cage.table.floor_state import FLOOR, rings_now, stance_of
from game.table.records import Cell, Model, ModelId, Weapon, Where
from game.table.state import Table

EIGHTHS = 8


class Bearing(StrEnum):
    """``TC-03``  Direction of a cell or an edge, as seen by a champion."""

    FRONT = "front"
    RIGHT = "right"
    BACK = "back"
    LEFT = "left"


class FloorStance(NamedTuple):
    """A champion's cell and facing on a floor, as its rings stand."""

    floor: Floor
    rings: Rings
    cell: Cell
    edge: int
    """``TC-03``  The edge that it faces, in halves, as in ``Stance``."""

    @property
    def faces_corner(self) -> bool:
        """``TC-10``  Return whether it faces a corner: then no cell is ahead or behind."""
        return self.edge % 2 == 1

    def turned(self, halves: int) -> int:
        """``TC-10``  Return the edge that it faces after a turn clockwise, in halves."""
        return (self.edge + halves) % (2 * self.floor.edges(self.cell))


_QUARTERS = (Bearing.FRONT, Bearing.RIGHT, Bearing.BACK, Bearing.LEFT)


def shared(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return the length that two arcs share, in units."""
    begins, wide = one
    off = (other[0] - begins) % TURN
    # The other arc may begin within this one and wrap round into its beginning.
    first = max(0, min(wide, off + other[1]) - off)
    return first + max(0, min(wide, off + other[1] - TURN))


@lru_cache(maxsize=4096)
def across(floor: Floor, rings: Rings, cell: Cell, edge: int) -> tuple[tuple[Cell, int], ...]:
    """``TC-02``  Return the cells across an edge, clockwise, each with the arc they share.

    Only cells that share at least 1°. If there is only one cell, the arc has no meaning.
    """
    if cell.ring == 0:
        wide = TURN // floor.cells[1]
        begins = (rings[0] * DEGREE + edge // 2 * wide) % TURN
        return _overlapping(floor, rings, (begins, wide), 1)
    many = floor.cells[cell.ring]
    if edge == CLOCKWISE:
        return ((Cell(cell.ring, (cell.number + 1) % many), 0),)
    if edge == COUNTER:
        return ((Cell(cell.ring, (cell.number - 1) % many), 0),)
    if edge == IN and cell.ring == 1:
        return ((CENTRE, 0),)
    if edge == OUT and cell.ring == floor.outer:
        return ()
    ring = cell.ring + (1 if edge == OUT else -1)
    return _overlapping(floor, rings, arc(floor, rings, cell), ring)


def _overlapping(
    floor: Floor, rings: Rings, own: tuple[int, int], ring: int
) -> tuple[tuple[Cell, int], ...]:
    """Return the cells of a ring that share at least 1° with an arc, clockwise along it."""
    found = list[tuple[int, Cell, int]]()
    for number in range(floor.cells[ring]):
        cell = Cell(ring, number)
        other = arc(floor, rings, cell)
        if (same := shared(own, other)) >= DEGREE:
            # Sort by the angle between the middles, half a turn on so that it never wraps.
            middle = (other[0] + other[1] // 2 - own[0] - own[1] // 2 + TURN // 2) % TURN
            found.append((middle, cell, same))
    return tuple((cell, same) for _, cell, same in sorted(found))


@lru_cache(maxsize=4096)
def neighbours(floor: Floor, rings: Rings, cell: Cell) -> tuple[Cell, ...]:
    """``TC-02``  Return the cells that share an edge with a cell; for the centre, ring 1."""
    if cell.ring == 0:
        return tuple(Cell(1, number) for number in range(floor.cells[1]))
    edges = range(0, EIGHTHS, 2)
    return tuple(other for edge in edges for other, _ in across(floor, rings, cell, edge))


def bearing_of(edge: int, facing: int, edges: int) -> Bearing:
    """``TC-03``  Return the bearing of an edge, seen from the edge faced; both in halves.

    In the centre the back is the two edges furthest from the front, or the one.
    """
    off = (edge - facing) // 2 % edges
    if edges == 4:
        return _QUARTERS[off]
    distance = min(off, edges - off)
    if distance == 0:
        return Bearing.FRONT
    if distance == edges // 2:
        return Bearing.BACK
    return Bearing.RIGHT if off == distance else Bearing.LEFT


@lru_cache(maxsize=8192)
def beyond(stance: FloorStance, bearing: Bearing) -> tuple[Cell, ...]:
    """``TC-03``  Return the cells at a bearing; none if the facing is a corner."""
    if stance.faces_corner:
        return ()
    floor, rings, cell, facing = stance
    edges = floor.edges(cell)
    found = dict[Cell, None]()
    for n in range(edges):
        edge = (facing + 2 * n) % (2 * edges)
        if bearing_of(edge, facing, edges) is bearing:
            found.update((other, None) for other, _ in across(floor, rings, cell, edge))
    return tuple(found)


@lru_cache(maxsize=8192)
def edge_to(stance: FloorStance, other: Cell) -> int | None:
    """``TC-02``, ``TC-11``  Return the edge, in halves, to a cell; None if it is no neighbour.

    From the centre a cell counts for the edge that it overlaps more, a tie for the one that is
    nearer to the front.
    """
    floor, rings, cell, facing = stance
    edges = floor.edges(cell)
    found = list[tuple[int, int, int]]()
    for n in range(edges):
        for neighbour, same in across(floor, rings, cell, 2 * n):
            if neighbour == other:
                # When facing a corner, both edges beside it are equally near: take the first.
                off = (2 * n - facing) % (2 * edges)
                found.append((-same, min(off, 2 * edges - off), 2 * n))
    return min(found)[2] if found else None


def bearing_to(stance: FloorStance, other: Cell) -> Bearing | None:
    """``TC-11``, ``TC-15``  Return the bearing of a neighbour; None when facing a corner."""
    if stance.edge % 2:
        return None
    edge = edge_to(stance, other)
    if edge is None:
        return None
    return bearing_of(edge, stance.edge, stance.floor.edges(stance.cell))


@lru_cache(maxsize=4096)
def facings(stance: FloorStance, into: Cell) -> tuple[int, ...]:
    """``TC-03``  Return the edges that a champion may face on entering a cell: all that tie.

    In or out of the centre it is the edge nearest to its old facing; elsewhere the same edge.
    """
    floor, rings, cell, facing = stance
    if cell.ring and into.ring:
        return (facing,)
    faced = facing_in_cell(floor, rings, cell, facing)
    edges = range(0, 2 * floor.edges(into), 2)
    offs = {edge: _between(faced, facing_in_cell(floor, rings, into, edge)) for edge in edges}
    least = min(offs.values())
    return tuple(edge for edge, off in offs.items() if off == least)


def _between(one: int, other: int) -> int:
    """Return the smaller angle between two directions, in units."""
    off = (one - other) % TURN
    return min(off, TURN - off)


@lru_cache(maxsize=4096)
def retreats(floor: Floor, rings: Rings, attacker: Cell, defender: Cell) -> tuple[Cell, ...]:
    """``TC-23``  Return the cells to which a champion may retreat from an adjacent attacker.

    They lie across the opposite edge; of several cells the one that shares the longest arc, or
    all that tie. Empty: out of the outer ring.
    """
    if defender.ring == 0:
        opposite = facing_in_cell(floor, rings, attacker, IN)
        cells = neighbours(floor, rings, defender)
        offs = [_between(facing_in_cell(floor, rings, cell, OUT), opposite) for cell in cells]
        return tuple(c for c, off in zip(cells, offs, strict=True) if off == min(offs))
    edge = edge_to(FloorStance(floor, rings, defender, OUT), attacker)
    assert edge is not None, f"{attacker} is not next to {defender}"
    behind = across(floor, rings, defender, (edge + EIGHTHS // 2) % EIGHTHS)
    longest = max([same for _, same in behind], default=0)
    return tuple(cell for cell, same in behind if same == longest)


def landings(floor: Floor, rings: Rings, attacker: Cell, defender: Cell) -> tuple[Cell, ...]:
    """``TC-19``  Return the cells next to the defender's but the attacker's, equally likely."""
    return tuple([c for c in neighbours(floor, rings, defender) if c != attacker])


FRONT_ONLY = frozenset({Bearing.FRONT})
_REACH = {
    ("left",): frozenset({Bearing.FRONT, Bearing.LEFT}),
    ("right",): frozenset({Bearing.FRONT, Bearing.RIGHT}),
    ("left", "right"): frozenset({Bearing.FRONT, Bearing.LEFT, Bearing.RIGHT}),
}


def held(table: Table, model: Model) -> tuple[Weapon, ...]:
    """``TC-19``  Return the weapons that a champion has in its hands."""
    return held_weapons(FLOOR.of(table).dropped, model)


def arms(table: Table, model: Model) -> tuple[Weapon, ...]:
    """``TC-11``, ``TC-19``  Return a champion's weapons to attack with, or its bare hands."""
    return held(table, model) or (BARE_HANDS,)


def reach(weapon: Weapon) -> frozenset[Bearing]:
    """``TC-11``  Return the bearings that a weapon reaches: front, and the side of its hand."""
    return _REACH.get(hands(weapon), FRONT_ONLY)


def pick_up(game: Game, model_id: ModelId) -> None:
    """``TC-19``  Pick up a champion's own weapons that lie in its cell."""
    table = game.table
    if not FLOOR.of(table).dropped:
        return
    cell = cell_of(table, model_id)
    for lying in FLOOR.of(table).dropped:
        if lying.model == model_id and lying.cell == cell:
            game.do(WeaponTaken("TC-19", model_id, lying.weapon))


def in_cage(table: Table, model_id: ModelId) -> Stance:
    """Return the stance of a champion that is in the cage."""
    stance = stance_of(table, model_id)
    assert stance, f"{model_id} is in no cell"
    return stance


def stance_in(table: Table, model_id: ModelId) -> FloorStance:
    """Return the stance of a champion that is in the cage, on the floor as it is turned."""
    return FloorStance(floor_of(table.board), rings_now(table), *in_cage(table, model_id))


def cell_of(table: Table, model_id: ModelId) -> Cell:
    """Return the cell of a champion that is in the cage."""
    return in_cage(table, model_id).cell


def taken(table: Table, but: ModelId) -> Cell | None:
    """Return the cell of the other champion, or None."""
    for model in table.models.values():
        if model.where is Where.TABLE and model.id != but:
            stance = stance_of(table, model.id)
            return stance.cell if stance else None
    return None


def cell_option(label: str, cell: Cell, clause: str, before: str = "") -> Option:
    """Return the option of a cell; its anchor is the cell."""
    id_ = cell_id(cell)
    return Option(f"{before}{id_}", f"{label} {cell_name(cell)}", clause, id_)


async def ask(
    game: Game,
    model: Model,
    clause: str,
    asks: str,
    options: Iterable[Option],
    kind: CageKind,
    weapon: str = "",
) -> str:
    """Ask the player of a champion; the question begins with its name."""
    return await Choose(
        model.side,
        clause=clause,
        asks=f"{name(game.table, model.id)}{asks}",
        options=tuple(options),
        about=model.id,
        kind=kind,
        weapon=weapon,
    )


async def ask_cell(
    game: Game,
    model: Model,
    clause: str,
    asks: str,
    cells: Sequence[Cell],
    label: str,
    kind: CageKind,
    *more: Option,
) -> Cell | None:
    """Ask into which of some cells a champion goes; None for another option."""
    options = [cell_option(label, cell, clause) for cell in cells]
    answer = await ask(game, model, clause, asks, (*options, *more), kind)
    return next((cell for cell in cells if cell_id(cell) == answer), None)


async def enter(
    game: Game, clause: str, model_id: ModelId, cell: Cell, step: StepKind = StepKind.GOES
) -> None:
    """``TC-03``, ``TC-19``  Enter a cell; in and out of the centre the facing changes."""
    table = game.table
    model = table.models[model_id]
    may = facings(stance_in(table, model_id), cell)
    edge = may[0]
    if len(may) > 1:
        found = {facing_text(cell, e): e for e in may}
        options = tuple(
            Option(word, f"Face {word}", "TC-03", edge_id(cell, e)) for word, e in found.items()
        )
        seen = place_text(floor_of(table.board), rings_now(table), cell)
        asks = f": face which edge of {seen}?"
        edge = found[await ask(game, model, "TC-03", asks, options, CageKind.FACING)]
    game.do(Stepped(clause, model=model_id, cell=cell, edge=edge, step=step))
    pick_up(game, model_id)
