"""The floor of a cage, made of cells in rotating rings (TC-01).

The centre is a cell, too.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from game.geometry.points import Path, Point, heading_of_vector, thousandths, vector_of_heading
from game.geometry.polygons import box
from game.table.board import Board
from game.table.records import Cell, Model, ModelId, Weapon

TURN = 720720
"""Units of a whole turn; divisible by twice each number from 1 to 15, and by 360."""
DEGREE = TURN // 360
RIGHT_ANGLE = TURN // 4
STEP = 5
"""``TC-07``  Rings turn by a multiple of this many degrees."""
HOURS = 12
"""Number of directions with words of their own; a ring of more cells needs numbers too."""
CHORD = 4
"""Degrees of an arc that are drawn as one straight line."""
MAX_CELLS = 15
MIN_CELLS = 3

OUT, CLOCKWISE, IN, COUNTER = 0, 2, 4, 6
"""``TC-03``  The edges that a champion on a ring can face.

Odd numbers are the corners between.
"""

Rings: TypeAlias = tuple[int, ...]
"""Degrees, clockwise from the top, where cell 0 of each disc begins; the centre's first."""


CENTRE = Cell(0, 0)
_FACED = ("out", "clockwise", "in", "counter-clockwise")


class Stance(NamedTuple):
    """A champion's cell, and its facing; its place and facing on the table follow from them."""

    cell: Cell
    edge: int
    """``TC-03``  The edge of its cell that it faces, in halves.

    On a ring 0 is out, 2 clockwise, 4 in, 6 counter-clockwise; in the centre it is twice the
    edge's number. An odd number is the corner after the edge.
    """


@dataclass(frozen=True, slots=True)
class Dropped:
    """``TC-19``  A weapon that lies on the floor of a cage."""

    model: ModelId
    """The champion that it belongs to."""
    weapon: str
    cell: Cell


@dataclass(frozen=True, eq=False)
class Floor:
    """The cells of a cage; equal only to itself, so that it can key caches."""

    at: Point
    radii: tuple[float, ...]
    """Inches to the rim of each disc, the centre's first."""
    cells: tuple[int, ...]
    """``TC-01``  Number of cells of each disc."""
    _: KW_ONLY
    turned: Rings
    """Rotation of the rings on the map."""
    notches: tuple[tuple[int, str], ...]
    """``TC-04``  Cells of the outer ring, each with the side it is reserved for, or ""."""

    @property
    def outer(self) -> int:
        """Return the number of the outer ring."""
        return len(self.cells) - 1

    def edges(self, cell: Cell) -> int:
        """``TC-03``  Return the number of a cell's edges.

        The centre has one per cell of ring 1.
        """
        return 4 if cell.ring else self.cells[1]


def ring_ids(board: Board) -> list[str]:
    """Return the ids of a map's rings, the centre first."""
    return [spot.id for spot in _discs(board)]


def rings_of(board: Board) -> Rings:
    """Return the degrees of the rings as the map has them; empty if it has no rings."""
    return tuple(int(_number(spot, "turned")) for spot in _discs(board))


@lru_cache(maxsize=64)
def floor_of(board: Board) -> Floor:
    """``TC-01``  Return the floor of a map that has rings."""
    discs = _discs(board)
    boxes = [box(spot.outline) for spot in discs]
    left, top, right, low = boxes[0]
    cells = tuple(int(_number(spot, "cells")) for spot in discs)
    floor = Floor(
        thousandths(Point((left + right) / 2, (top + low) / 2)),
        radii=tuple(round((b[2] - b[0]) / 2, 3) for b in boxes),
        cells=cells,
        turned=rings_of(board),
        notches=(),
    )
    notches = tuple(
        (cell.number, dict(spot.words).get("side", ""))
        for spot in board.spots
        if spot.kind == "notch" and (cell := cell_at(floor, floor.turned, spot.outline[0]))
    )
    return _laid(floor.at, floor.radii, cells, floor.turned, notches)


@lru_cache(maxsize=64)
def _laid(
    at: Point,
    radii: tuple[float, ...],
    cells: tuple[int, ...],
    turned: Rings,
    notches: tuple[tuple[int, str], ...],
) -> Floor:
    """Return the same Floor for equal values, so that caches keyed by it outlive a reload."""
    return Floor(at, radii=radii, cells=cells, turned=turned, notches=notches)


def _discs(board: Board) -> list[Any]:
    found = [spot for spot in board.spots if spot.kind == "ring"]
    return sorted(found, key=lambda spot: _number(spot, "number"))


def _number(spot: Any, name: str) -> float:
    return float(dict(spot.numbers)[name])


def rings_turned(rings: Rings, ring: int, by: int) -> Rings:
    """``TC-07``  Return the degrees of all rings when one has been turned by some."""
    degrees = list(rings)
    degrees[ring] = (degrees[ring] + by) % 360
    return tuple(degrees)


def cell_at(floor: Floor, rings: Rings, spot: Point) -> Cell | None:
    """Return the cell at a point; None off the floor."""
    dx, dy = spot.x - floor.at.x, spot.y - floor.at.y
    distance = (dx * dx + dy * dy) ** 0.5
    ring = next((n for n, radius in enumerate(floor.radii) if distance <= radius), None)
    if ring is None:
        return None
    if ring == 0:
        return CENTRE
    off = (heading_of_vector(Point(dx, dy)) - rings[ring]) % 360.0
    return Cell(ring, int(off * floor.cells[ring] / 360.0) % floor.cells[ring])


def arc(floor: Floor, rings: Rings, cell: Cell) -> tuple[int, int]:
    """Return the start and the width of the arc of a ring's cell, in units of TURN."""
    wide = TURN // floor.cells[cell.ring]
    return (rings[cell.ring] * DEGREE + cell.number * wide) % TURN, wide


def facing_in_cell(floor: Floor, rings: Rings, cell: Cell, edge: int) -> int:
    """``TC-03``  Return the facing of a model in a cell, in units of TURN from the top."""
    if cell.ring == 0:
        half = TURN // (2 * floor.cells[1])
        return (rings[0] * DEGREE + (edge + 1) * half) % TURN
    begins, wide = arc(floor, rings, cell)
    return (begins + wide // 2 + edge * RIGHT_ANGLE // 2) % TURN


@lru_cache(maxsize=4096)
def pose_in_cell(floor: Floor, rings: Rings, cell: Cell, edge: int) -> tuple[Point, float]:
    """Return the position in inches and the facing in degrees of a model in a cell."""
    facing = round(facing_in_cell(floor, rings, cell, edge) / DEGREE, 3) % 360.0
    return spot_of(floor, rings, cell), facing


def spot_of(floor: Floor, rings: Rings, cell: Cell) -> Point:
    """Return the middle of a cell, in inches."""
    if cell.ring == 0:
        return floor.at
    x, y = vector_of_heading(facing_in_cell(floor, rings, cell, OUT) / DEGREE)
    distance = (floor.radii[cell.ring - 1] + floor.radii[cell.ring]) / 2
    return thousandths(Point(floor.at.x + x * distance, floor.at.y + y * distance))


def outline(floor: Floor, rings: Rings, cell: Cell) -> Path:
    """Return the corners of a cell in inches; its arcs are chords of CHORD degrees."""
    if cell.ring == 0:
        begins, wide, inner = 0, TURN, 0.0
    else:
        begins, wide = arc(floor, rings, cell)
        inner = floor.radii[cell.ring - 1]
    many = -(-wide // (CHORD * DEGREE))
    ways = [
        vector_of_heading((begins + wide * n / many) / DEGREE % 360.0) for n in range(many + 1)
    ]

    def at(direction: Point, distance: float) -> Point:
        return thousandths(
            Point(floor.at.x + direction.x * distance, floor.at.y + direction.y * distance)
        )

    rim = [at(direction, floor.radii[cell.ring]) for direction in ways]
    if cell.ring == 0:
        return tuple(rim[:-1])
    return (*rim, *(at(direction, inner) for direction in reversed(ways)))


def cell_id(cell: Cell) -> str:
    """Return the id of a cell in answers, ring and number: ``"3-0"``."""
    return f"{cell.ring}-{cell.number}"


def cell_called(floor: Floor, id_: str) -> Cell | None:
    """Return the cell with an id; None if there is none."""
    ring, _, number = id_.partition("-")
    if not (ring.isdecimal() and number.isdecimal()):
        return None
    cell = Cell(int(ring), int(number))
    known = cell.ring < len(floor.cells) and cell.number < floor.cells[cell.ring]
    return cell if known else None


def edge_id(cell: Cell, edge: int) -> str:
    """``TC-03``  Return the id of an edge of a cell, counted in halves: ``"3-0/2"``."""
    return f"{cell_id(cell)}/{edge}"


def edge_called(floor: Floor, id_: str) -> tuple[Cell, int] | None:
    """Return the cell and the edge with an id; None if there is none."""
    first, _, last = id_.partition("/")
    cell = cell_called(floor, first)
    if cell is None or not last.isdecimal() or int(last) >= 2 * floor.edges(cell):
        return None
    return cell, int(last)


def held_weapons(dropped: tuple[Dropped, ...], model: Model) -> tuple[Weapon, ...]:
    """``TC-19``  Return the weapons of a champion that do not lie on the floor."""
    if not dropped:
        return model.profile.weapons
    lying = [d.weapon for d in dropped if d.model == model.id]
    return tuple([w for w in model.profile.weapons if w.name not in lying])


def facing_text(cell: Cell, edge: int) -> str:
    """``TC-03``  Return the text for a facing: ``"in"``, ``"edge 2"``."""
    if cell.ring == 0:
        return f"edge {edge // 2}" + (" and the next" if edge % 2 else "")
    first = _FACED[edge // 2]
    return f"{first} and {_FACED[(edge // 2 + 1) % 4]}" if edge % 2 else first


def edge_faced(cell: Cell, words: str, edges: int) -> int | None:
    """Return the edge that has *words* as its facing text; None if the cell has none."""
    found = (edge for edge in range(2 * edges) if facing_text(cell, edge) == words)
    return next(found, None)


def cell_name(cell: Cell) -> str:
    """Return the name of a cell: ``"the centre"``, ``"cell 4 of ring 3"``."""
    return f"cell {cell.number} of ring {cell.ring}" if cell.ring else "the centre"


def place_text(floor: Floor, rings: Rings, cell: Cell) -> str:
    """Return where a cell lies, as on the face of a clock: ``"ring 2, 6 o'clock"``."""
    if not cell.ring:
        return cell_name(cell)
    ring = f"ring {cell.ring}" if floor.cells[cell.ring] <= HOURS else cell_name(cell)
    return f"{ring}, {hour_of(floor, rings, cell)} o'clock"


def direction_text(floor: Floor, rings: Rings, cell: Cell, edge: int) -> str:
    """Return a facing: ``"in"``; in the centre, as on a clock: ``"11 o'clock"``."""
    if cell.ring or 2 * floor.edges(cell) > HOURS:
        return facing_text(cell, edge)
    return f"{hour_of(floor, rings, cell, edge)} o'clock"


def hour_of(floor: Floor, rings: Rings, cell: Cell, edge: int = OUT) -> int:
    """Return the hour to which an edge of a cell faces, on a clock with 12 at the top.

    The outer edge faces the hour at which the cell lies.
    """
    facing = facing_in_cell(floor, rings, cell, edge)
    return (HOURS * facing + TURN // 2) // TURN % HOURS or HOURS
