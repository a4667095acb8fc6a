"""Classes of map objects of the cage.

They are checked as a whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated, Self

from pydantic import Field

from game.content.faults import Fault
from game.content.maps.class_additions import ClassAdditions, ListedClasses, PaletteGroup
from game.content.maps.map_class import CIRCLE, POINT, SpotClass
from game.content.maps.map_file import MapObject, Placed
from game.content.maps.member_types import Line
from game.content.schemas import about
from game.geometry.points import Point
from game.geometry.polygons import box
from game.systems.cage.table import MAX_CELLS, MIN_CELLS, STEP, Floor, Rings, cell_at, cell_name
from game.table.records import Cell, many

MAX_RINGS = 10
"""Maximum number of discs, the centre included."""
TOUCH = 0.01
"""Maximum distance in inches between centres that count as equal."""


class Ring(SpotClass):
    """``TC-01``  A ring of the cage, drawn as its outer rim. Ring 0 is the centre."""

    kind = "ring"
    shapes = CIRCLE
    colour = "#ffba55d3"
    rank = 1
    is_tint = True
    stays_clear = True

    number: Annotated[int, Field(ge=0, le=9), about("its number, 0 for the centre")] = 0
    cells: Annotated[
        int,
        Field(ge=1, le=MAX_CELLS),
        about(f"how many cells it has: the centre 1, others {MIN_CELLS} or more"),
    ] = 1
    turned: Annotated[
        int,
        Field(ge=0, le=355, multiple_of=STEP),
        about(f"degrees in steps of {STEP}, clockwise from the top, at which cell 0 begins"),
    ] = 0

    def after_turn(self, angle: float) -> Self:
        return self._begun_at(self.turned + round(angle / STEP) * STEP)

    def after_mirror(self, axis: float) -> Self:
        return self._begun_at(round(2 * axis) - self.turned)

    def _begun_at(self, degrees: int) -> Self:
        return self.model_copy(update={"turned": degrees % 360})

    def free_number(self, taken: Collection[int]) -> int:
        return next((n for n in range(MAX_RINGS - 1) if n not in taken), MAX_RINGS - 1)


class Notch(SpotClass):
    """``TC-04``  Where a champion starts, in a cell of the outer ring.

    Set *side* to reserve the notch for one side.
    """

    kind = "notch"
    shapes = POINT
    colour = "#ffdda0dd"
    icon = "user"

    side: Annotated[
        Line, about("the side that it is reserved for", value="id of a side", usual="any side")
    ] = ""


def cage_faults(placed: Placed) -> Iterator[Fault]:
    """Yield the faults of the rings and notches of a map; *placed* pairs places and objects."""
    discs = [(place, one) for place, one in placed if isinstance(one.what, Ring)]
    notches = [(place, one) for place, one in placed if isinstance(one.what, Notch)]
    if not discs:
        for place, one in notches:
            reason = "is not in a cage: the map has no rings (TC-04)"
            yield Fault(place, reason=reason, kind="stray notch", about=(one.id,))
        return
    discs.sort(key=lambda disc: ring_of(disc[1]).number)
    yield from _cells(discs)
    disorder = [*_order(discs)]
    yield from disorder
    if not disorder:
        yield from _notches(notches, *_floor(discs))


def ring_of(one: MapObject) -> Ring:
    assert isinstance(one.what, Ring)
    return one.what


def _cells(discs: Placed) -> Iterator[Fault]:
    for place, one in discs:
        ring = ring_of(one)
        if ring.number == 0 and ring.cells != 1:
            reason = f"is the centre, which is one cell, not {ring.cells} (TC-01)"
            yield Fault(place, reason=reason, kind="cells of a ring", about=(one.id,))
        elif ring.number and ring.cells < MIN_CELLS:
            reason = f"has {many(ring.cells, 'cell')}; a ring has at least {MIN_CELLS} (TC-01)"
            yield Fault(
                f"{place}, property 'cells'",
                reason=reason,
                kind="cells of a ring",
                about=(one.id,),
            )


def _order(discs: Placed) -> Iterator[Fault]:
    """Yield a fault for each disc that is not concentric with the others or out of order."""
    if len(discs) == 1:
        place, one = discs[0]
        reason = "is the only disc: a cage has a centre and rings (TC-01)"
        yield Fault(place, reason=reason, kind="only disc", about=(one.id,))
        return
    middle, _ = _circle(discs[0][1])
    last = 0.0
    for n, (place, one) in enumerate(discs):
        at, radius = _circle(one)
        number = ring_of(one).number
        if number != n:
            if n and ring_of(discs[n - 1][1]).number == number:
                reason = f"is ring {number}, which {discs[n - 1][0]} is already (TC-01)"
            else:
                reason = f"is ring {number}, but there is no ring {n} (TC-01)"
            yield Fault(
                f"{place}, property 'number'",
                reason=reason,
                kind="number of a ring",
                about=(one.id,),
            )
            return
        if abs(at.x - middle.x) > TOUCH or abs(at.y - middle.y) > TOUCH:
            reason = f"is not around ({middle.x:g}, {middle.y:g}) like ring 0 (TC-01)"
            yield Fault(place, reason=reason, kind="ring aside", about=(one.id,))
        if radius <= last:
            reason = f"is no larger than ring {n - 1} inside it (TC-01)"
            yield Fault(place, reason=reason, kind="size of a ring", about=(one.id,))
        last = radius


def _circle(one: MapObject) -> tuple[Point, float]:
    left, top, right, low = box(one.outline)
    return Point((left + right) / 2, (top + low) / 2), (right - left) / 2


def _floor(discs: Placed) -> tuple[Floor, Rings]:
    circles = [_circle(one) for _, one in discs]
    rings = tuple(ring_of(one).turned for _, one in discs)
    cells = tuple(ring_of(one).cells for _, one in discs)
    return Floor(
        circles[0][0], radii=tuple(c[1] for c in circles), cells=cells, turned=rings, notches=()
    ), rings


def _notches(notches: Placed, floor: Floor, rings: Rings) -> Iterator[Fault]:
    """``TC-04``  Yield a fault unless two notches are in different cells of the outer ring."""
    cells, kept = dict[Cell, str](), dict[str, str]()
    for place, one in notches:
        what = one.what
        assert isinstance(what, Notch)
        cell = cell_at(floor, rings, one.outline[0])
        if cell is None or cell.ring != floor.outer:
            where = f"in {cell_name(cell)}" if cell else "off the floor"
            reason = f"is {where}; a notch is in the outer ring (TC-04)"
            yield Fault(place, reason=reason, kind="stray notch", about=(one.id,))
        elif cell in cells:
            reason = f"is in {cell_name(cell)}, where {cells[cell]} is (TC-04)"
            yield Fault(place, reason=reason, kind="stray notch", about=(one.id,))
        else:
            cells[cell] = place
        if what.side and what.side in kept:
            reason = f"is reserved for {what.side}, and so is {kept[what.side]} (TC-04)"
            yield Fault(
                f"{place}, property 'side'", reason=reason, kind="doubled side", about=(one.id,)
            )
        kept.setdefault(what.side, place)
    if len(notches) == 1:
        place, one = notches[0]
        reason = "is the only notch; two champions need two (TC-04)"
        yield Fault(place, reason=reason, kind="number of notches", about=(one.id,))
    elif len(notches) > 2:
        reason = f"is one of {len(notches)} notches; two champions start on two (TC-04)"
        yield Fault(
            notches[2][0], reason=reason, kind="number of notches", about=(notches[2][1].id,)
        )
    elif not notches:
        reason = "has rings and no notches, on which champions start (TC-04)"
        yield Fault("", reason, "number of notches")


ADDED = ClassAdditions(
    listed=(ListedClasses(7, (Ring, Notch)),),
    groups=(PaletteGroup(7, "Cage", (Ring, Notch)),),
    check=cage_faults,
)
