"""Cells, which describe how the widgets of a panel are arranged."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import KW_ONLY, dataclass
from typing import Any, Literal, TypeAlias, TypeVar, cast

from game.widgets.sizes import GAP
from game.widgets.theme import Plate
from game.widgets.widget import Widget

HEADING = 38.0
"""Height of the heading of a plate, with the rule below it."""

CellAlign: TypeAlias = Literal["start", "middle", "end", "fill"]
Pad: TypeAlias = float | tuple[float, float] | tuple[float, float, float, float]
"""Space inside the edges: all; across and down; or left, top, right and bottom."""


@dataclass(frozen=True, slots=True)
class LayoutCell:
    """A part of a description; it has no state, and is thrown away when it is shown."""

    _: KW_ONLY
    key: Hashable = None
    """Key by which it is known to the cell around it; None: its place among its siblings."""


Child: TypeAlias = Widget | LayoutCell | None
"""A part of a cell; None is left out: ``button if possible else None``."""
C = TypeVar("C", bound=Widget | LayoutCell)


@dataclass(frozen=True, slots=True)
class LayoutLine(LayoutCell):
    """Children side by side, or below one another."""

    children: tuple[Child, ...] = ()
    _: KW_ONLY
    across: bool = True
    """True for a row, False for a column."""
    gap: float = GAP
    pad: Pad = 0.0
    align: CellAlign | None = None
    """Place of the children across the line; None: see ``row`` and ``column``."""
    plate: Plate | None = None
    heading: str = ""
    scroll: bool = False


@dataclass(frozen=True, slots=True)
class LayoutGrid(LayoutCell):
    """Children in rows of several columns."""

    children: tuple[Child, ...] = ()
    _: KW_ONLY
    columns: int | tuple[float, ...] = 2
    gap: float = GAP
    down: float = GAP
    """Space between two rows."""
    pad: Pad = 0.0


@dataclass(frozen=True, slots=True)
class Space(LayoutCell):
    """Empty room along the line that it is in, which may grow."""

    room: float = 0.0
    _: KW_ONLY
    weight: float = 0.0


@dataclass(frozen=True, slots=True)
class Sized(LayoutCell):
    """A child of another size than its natural one."""

    child: Child = None
    _: KW_ONLY
    width: float | None = None
    height: float | None = None
    grow: float | None = None
    least: float | None = None
    most: float | None = None

    @property
    def is_plain(self) -> bool:
        """Return whether it has the child's own size: it only gives it a key."""
        return (
            self.width is self.height is None and self.grow is self.least is self.most is None
        )


def row(
    *children: Child,
    gap: float = GAP,
    pad: Pad = 0.0,
    align: CellAlign | None = None,
    plate: Plate | None = None,
    heading: str = "",
) -> LayoutLine:
    """Return children side by side.

    Without *align*, those that can grow in height fill it, and others are in its middle.
    """
    return LayoutLine(children, gap=gap, pad=pad, align=align, plate=plate, heading=heading)


def column(
    *children: Child,
    gap: float = GAP,
    pad: Pad = 0.0,
    align: CellAlign | None = None,
    plate: Plate | None = None,
    heading: str = "",
    scroll: bool = False,
) -> LayoutLine:
    """Return children below one another; without *align*, they are as wide as the column.

    A column that *scrolls* may be lower than its contents: it clips them, takes the wheel and
    shows a scroll bar.
    """
    look: dict[str, Any] = {"plate": plate, "heading": heading, "scroll": scroll}
    return LayoutLine(children, across=False, gap=gap, pad=pad, align=align, **look)


def grid(
    *children: Child,
    columns: int | tuple[float, ...] = 2,
    gap: float = GAP,
    down: float | None = None,
    pad: Pad = 0.0,
) -> LayoutGrid:
    """Return children in rows, from left to right and from the top down.

    *columns*: their number, if all are equally wide; or the weights by which they share the
    room that is left: a column of weight 0 is as wide as its widest child.
    """
    down = gap if down is None else down
    return LayoutGrid(children, columns=columns, gap=gap, down=down, pad=pad)


def space(room: float) -> Space:
    """Return empty room of a length in units."""
    return Space(room)


def spring(weight: float = 1.0) -> Space:
    """Return empty room that grows."""
    return Space(weight=weight)


def sized(
    child: Child,
    *,
    width: float | None = None,
    height: float | None = None,
    grow: float | None = None,
    least: float | None = None,
    most: float | None = None,
) -> Sized:
    """Return a child of a size in units.

    *grow*: its share of the room that is left along the line that it is in. *least* and *most*:
    its smallest and largest size along that line. A child of a fixed size is not measured.
    """
    sizes: dict[str, Any] = {"width": width, "height": height}
    return Sized(child, grow=grow, least=least, most=most, **sizes)


def keyed(key: Hashable, child: C) -> C:
    """Return a child known by a key, wherever it moves within the nearest keyed cell.

    Rows of a list need it: their places change when one is added or removed.
    """
    if isinstance(child, LayoutCell):
        return cast("C", Sized(child, key=key))
    child.key = key
    return child
