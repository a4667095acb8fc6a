"""What is next to what on the floor, as the rings stand: ``TC-02``, ``TC-03``, ``TC-23``.

All exact, and all from the rings alone: whoever turns a ring in thought asks here, too.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from game.table.cage_floor import (
    CLOCKWISE,
    COUNTER,
    DEGREE,
    IN,
    OUT,
    TURN,
    Floor,
    Rings,
    arc,
    facing_in_cell,
)
from game.table.records import CENTRE, Cell

EIGHTHS = 8


class Bearing(StrEnum):
    """Where something is, seen from a facing: ``TC-03``."""

    FRONT = "front"
    RIGHT = "right"
    BACK = "back"
    LEFT = "left"


_QUARTERS = (Bearing.FRONT, Bearing.RIGHT, Bearing.BACK, Bearing.LEFT)


def shared(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return how much of two arcs is the same, in units."""
    begins, wide = one
    off = (other[0] - begins) % TURN
    # The other may begin in this one, and come round into its beginning.
    first = max(0, min(wide, off + other[1]) - off)
    return first + max(0, min(wide, off + other[1] - TURN))


@lru_cache(maxsize=4096)
def across(floor: Floor, rings: Rings, cell: Cell, edge: int) -> tuple[tuple[Cell, int], ...]:
    """``TC-02``  The cells across an edge of a cell, clockwise, each with the arc they share.

    Those that share at least 1°; the arc is of no meaning where there is but one.
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
            # From the middle of the other to this one's beginning, half a turn on.
            middle = (other[0] + other[1] // 2 - own[0] - own[1] // 2 + TURN // 2) % TURN
            found.append((middle, cell, same))
    return tuple((cell, same) for _, cell, same in sorted(found))


@lru_cache(maxsize=4096)
def neighbours(floor: Floor, rings: Rings, cell: Cell) -> tuple[Cell, ...]:
    """``TC-02``  The cells that share an edge with a cell; of the centre all of ring 1."""
    if cell.ring == 0:
        return tuple(Cell(1, number) for number in range(floor.cells[1]))
    edges = range(0, EIGHTHS, 2)
    return tuple(other for edge in edges for other, _ in across(floor, rings, cell, edge))


def bearing_of(edge: int, facing: int, edges: int) -> Bearing:
    """``TC-03``  Where an edge is, seen from the edge that somebody faces; both in halves.

    In the centre the two edges that are furthest from the front are its back, or the one.
    """
    off = (edge - facing) // 2 % edges
    if edges == 4:
        return _QUARTERS[off]
    far = min(off, edges - off)
    if far == 0:
        return Bearing.FRONT
    if far == edges // 2:
        return Bearing.BACK
    return Bearing.RIGHT if off == far else Bearing.LEFT


@lru_cache(maxsize=8192)
def beyond(
    floor: Floor, rings: Rings, cell: Cell, facing: int, bearing: Bearing
) -> tuple[Cell, ...]:
    """``TC-03``  The cells forward, at the back, or to a side; none for who faces a corner."""
    if facing % 2:
        return ()
    edges = floor.edges(cell)
    found = dict[Cell, None]()
    for n in range(edges):
        edge = (facing + 2 * n) % (2 * edges)
        if bearing_of(edge, facing, edges) is bearing:
            found.update((other, None) for other, _ in across(floor, rings, cell, edge))
    return tuple(found)


@lru_cache(maxsize=8192)
def edge_to(floor: Floor, rings: Rings, cell: Cell, other: Cell, facing: int) -> int | None:
    """``TC-02``, ``TC-11``  The edge, in halves, across which a cell is; None for no neighbour.

    From the centre a cell counts for the edge that it overlaps more, a tie for the one that
    is nearer to the front.
    """
    edges = floor.edges(cell)
    found = list[tuple[int, int, int]]()
    for n in range(edges):
        for neighbour, same in across(floor, rings, cell, 2 * n):
            if neighbour == other:
                # Facing a corner, the edges beside it are equally near: the first of them.
                off = (2 * n - facing) % (2 * edges)
                found.append((-same, min(off, 2 * edges - off), 2 * n))
    return min(found)[2] if found else None


def bearing_to(
    floor: Floor, rings: Rings, cell: Cell, facing: int, other: Cell
) -> Bearing | None:
    """``TC-11``, ``TC-15``  Where a neighbour is, seen from a facing; None facing a corner."""
    if facing % 2:
        return None
    edge = edge_to(floor, rings, cell, other, facing)
    return None if edge is None else bearing_of(edge, facing, floor.edges(cell))


@lru_cache(maxsize=4096)
def facings(floor: Floor, rings: Rings, cell: Cell, facing: int, into: Cell) -> tuple[int, ...]:
    """``TC-03``  What somebody faces who comes into a cell; where it is a tie, all of them.

    In or out of the centre the edge nearest to the way it faced; elsewhere as before.
    """
    if cell.ring and into.ring:
        return (facing,)
    faced = facing_in_cell(floor, rings, cell, facing)
    edges = range(0, 2 * floor.edges(into), 2)
    offs = {edge: _between(faced, facing_in_cell(floor, rings, into, edge)) for edge in edges}
    least = min(offs.values())
    return tuple(edge for edge, off in offs.items() if off == least)


def _between(one: int, other: int) -> int:
    """Return the smaller angle between two ways, in units."""
    off = (one - other) % TURN
    return min(off, TURN - off)


@lru_cache(maxsize=4096)
def retreats(floor: Floor, rings: Rings, attacker: Cell, defender: Cell) -> tuple[Cell, ...]:
    """``TC-23``  Where a champion retreats to that is attacked from a neighbouring cell.

    Across the opposite edge; of several cells the one that shares the longest arc, or all
    that tie. Nothing: out of the outer ring.
    """
    if defender.ring == 0:
        opposite = facing_in_cell(floor, rings, attacker, IN)
        cells = neighbours(floor, rings, defender)
        offs = [_between(facing_in_cell(floor, rings, cell, OUT), opposite) for cell in cells]
        return tuple(c for c, off in zip(cells, offs, strict=True) if off == min(offs))
    edge = edge_to(floor, rings, defender, attacker, OUT)
    assert edge is not None, f"{attacker} is not next to {defender}"
    behind = across(floor, rings, defender, (edge + EIGHTHS // 2) % EIGHTHS)
    longest = max([same for _, same in behind], default=0)
    return tuple(cell for cell, same in behind if same == longest)
