"""The layout of a description: the places of its widgets."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from game.widgets.cells import (
    HEADING,
    CellAlign,
    Child,
    LayoutCell,
    LayoutGrid,
    LayoutLine,
    Pad,
    Sized,
    Space,
    keyed,
)
from game.widgets.theme import Box, Plate, Theme
from game.widgets.widget import Widget

BAR = 14.0
"""Width of a scroll bar, with the space beside it."""
LEAST_VIEW = 120.0
"""Height below which a column that scrolls does not shrink."""
Path: TypeAlias = tuple[Hashable, ...]
ROUNDING = 1e-6


class Backing(NamedTuple):
    """A plate drawn on a panel's background, optionally with a heading and a rule below it."""

    box: Box
    look: Plate
    heading: str = ""
    view: int | None = None
    """Number of the view in which it scrolls."""


class PlacedWidget(NamedTuple):
    """A widget of a description, with its key and its place."""

    widget: Widget
    path: Path
    box: Box
    view: int | None


class PlacedView(NamedTuple):
    """A window through which a part of a description is seen."""

    path: Path
    box: Box
    content: float
    """Height of all that it shows, in units."""
    outer: int | None
    """Number of the view in which it scrolls itself."""


@dataclass(slots=True)
class Layout:
    """The places of all widgets, plates and views, in units of the panel."""

    widgets: list[PlacedWidget] = field(default_factory=list)
    plates: list[Backing] = field(default_factory=list)
    views: list[PlacedView] = field(default_factory=list)


def share_room(
    room: float,
    wanted: Sequence[float],
    least: Callable[[], Sequence[float]],
    grows: Sequence[float],
) -> list[float]:
    """Share room among neighbours: each gets what it wants if there is enough.

    What is left goes to those that grow, by weight. What is missing is taken from each in
    proportion to what it can spare; below the least sizes all shrink by the same factor.
    """
    spare = room - sum(wanted)
    if spare >= 0:
        weights = sum(grows)
        if not weights:
            return list(wanted)
        return [w + spare * g / weights for w, g in zip(wanted, grows, strict=True)]
    lows = least()
    slack = [w - low for w, low in zip(wanted, lows, strict=True)]
    most = sum(slack)
    if most > 0 and -spare <= most + ROUNDING:
        return [w + spare * s / most for w, s in zip(wanted, slack, strict=True)]
    lowest = sum(lows)
    return [low * max(0.0, room) / lowest if lowest else 0.0 for low in lows]


def _edges(pad: Pad) -> tuple[float, float, float, float]:
    if isinstance(pad, int | float):
        return pad, pad, pad, pad
    if len(pad) == 2:
        return pad[0], pad[1], pad[0], pad[1]
    return pad


def _cross(align: CellAlign, at: float, room: float, size: float) -> tuple[float, float]:
    """Return start and length across a line."""
    if align == "fill" or size >= room:
        return at, room
    if align == "start":
        return at, size
    return (at + (room - size) / 2, size) if align == "middle" else (at + room - size, size)


class _Node:
    """A measured part of a description; sizes are in units."""

    __slots__ = ("down", "grow", "high", "low", "path", "wide")

    path: Path
    wide: float
    """Natural width."""
    grow: float
    """Weight by which it grows in width."""
    high: float
    """Natural height, once its width is known."""
    low: float
    """Least height."""
    down: float
    """Weight by which it grows in height."""
    fills = True
    """True if it fills the height of a row."""

    def narrow(self) -> float:
        """Return the least width."""
        return self.wide

    def measure(self, width: float) -> None:
        """Find the heights for a width."""

    def place(self, layout: Layout, box: Box, view: int | None) -> None:
        """Add all in it to a layout."""


class _Leaf(_Node):
    """A widget; it is measured when its size is needed, which a fixed one makes needless."""

    __slots__ = ("_natural", "_wide", "theme", "widget")

    def __init__(self, widget: Widget, path: Path, theme: Theme) -> None:
        self.widget, self.path, self.theme = widget, path, theme
        self.grow, self.down = widget.grows
        self._natural: tuple[float, float] | None = None
        self._wide: float | None = None

    def _size(self) -> tuple[float, float]:
        if self._natural is None:
            self._natural = self.widget.natural(self.theme)
        return self._natural

    @property
    def wide(self) -> float:  # type: ignore[override]  # an attribute of the others
        if self._wide is None:
            wraps = self.widget.wraps
            self._wide = self.widget.natural_width(self.theme) if wraps else self._size()[0]
        return self._wide

    def narrow(self) -> float:
        return min(self.wide, self.widget.least_width(self.theme))

    @property
    def fills(self) -> bool:  # type: ignore[override]  # a class attribute in the others
        return self.down > 0

    def measure(self, width: float) -> None:
        widget, theme = self.widget, self.theme
        self.high = widget.height_for(theme, width) if widget.wraps else self._size()[1]
        self.low = widget.least_height(theme, self.high) if self.down else self.high

    def place(self, layout: Layout, box: Box, view: int | None) -> None:
        layout.widgets.append(PlacedWidget(self.widget, self.path, box, view))


class _Nothing(_Node):
    """Empty room."""

    __slots__ = ()

    def __init__(self, what: Space, path: Path, *, across: bool) -> None:
        self.path = path
        self.wide = what.room if across else 0.0
        self.high = self.low = 0.0 if across else what.room
        self.grow = what.weight if across else 0.0
        self.down = 0.0 if across else what.weight


class _Fitted(_Node):
    """A child of another size than its natural one."""

    __slots__ = ("across", "inner", "what")

    def __init__(self, what: Sized, inner: _Node, *, across: bool) -> None:
        self.what, self.inner, self.across, self.path = what, inner, across, inner.path
        self.grow, self.down = inner.grow, inner.down
        self.wide = inner.wide if what.width is None else what.width
        if what.width is not None:
            self.grow = 0.0
        if what.height is not None:
            self.down = 0.0
        self.high = self.low = what.height or 0.0
        if across:
            self.wide = self._bounded(self.wide)
            self.grow = self.grow if what.grow is None else what.grow

    def _bounded(self, size: float) -> float:
        size = size if self.what.least is None else max(size, self.what.least)
        return size if self.what.most is None else min(size, self.what.most)

    def narrow(self) -> float:
        if self.across and self.what.least is not None:
            return min(self.wide, self.what.least)
        return self.wide if self.what.width is not None else min(self.wide, self.inner.narrow())

    @property
    def fills(self) -> bool:  # type: ignore[override]  # a class attribute in the others
        return self.what.height is None and self.inner.fills

    def measure(self, width: float) -> None:
        if self.what.height is None:
            self.inner.measure(width)
            self.high, self.low = self.inner.high, self.inner.low
            self.down = self.inner.down
        else:
            self.high = self.low = self.what.height
            self.down = 0.0
        if not self.across:
            what = self.what
            low = self.low if what.least is None else what.least
            self.high = self._bounded(self.high)
            self.low = min(low, self.high)
            self.down = self.down if what.grow is None else what.grow

    def place(self, layout: Layout, box: Box, view: int | None) -> None:
        if self.what.height is not None and not isinstance(self.inner, _Leaf):
            self.inner.measure(box[2])
        self.inner.place(layout, box, view)


class _Framed(_Node):
    """A part with children inside its padding."""

    __slots__ = ("edges", "inside", "nodes")

    nodes: list[_Node]
    edges: tuple[float, float, float, float]
    inside: float
    """Width of the inside for which the heights were found last."""

    def _measure_inside(self, width: float) -> tuple[float, float]:
        """Return natural and least height of the inside for its width."""
        raise NotImplementedError

    def measure(self, width: float) -> None:
        left, top, right, bottom = self.edges
        self.inside = max(0.0, width - left - right)
        high, low = self._measure_inside(self.inside)
        self.high, self.low = high + top + bottom, low + top + bottom


class _LineNode(_Framed):
    """A row or a column."""

    __slots__ = ("gaps", "line", "widths")

    def __init__(self, line: LayoutLine, path: Path, nodes: list[_Node]) -> None:
        self.line, self.path, self.nodes = line, path, nodes
        self.edges = left, top, right, bottom = _edges(line.pad)
        if line.heading:
            self.edges = left, top + HEADING, right, bottom
        self.gaps = line.gap * max(0, len(nodes) - 1)
        sides = left + right
        if line.across:
            self.wide = sum([n.wide for n in nodes]) + self.gaps + sides
        else:
            self.wide = max([n.wide for n in nodes], default=0.0) + sides
            if line.scroll:
                self.wide += BAR
        self.grow = 1.0 if any([n.grow for n in nodes]) else 0.0
        self.down = 1.0 if any([n.down for n in nodes]) else 0.0
        self.high = self.low = 0.0

    def narrow(self) -> float:
        sides = self.edges[0] + self.edges[2]
        if self.line.across:
            return sum([n.narrow() for n in self.nodes]) + self.gaps + sides
        bar = BAR if self.line.scroll else 0.0
        return max([n.narrow() for n in self.nodes], default=0.0) + sides + bar

    def _measure_inside(self, width: float) -> tuple[float, float]:
        nodes, line = self.nodes, self.line
        if line.across:
            self.widths = share_room(
                width - self.gaps,
                [n.wide for n in nodes],
                lambda: [n.narrow() for n in nodes],
                [n.grow for n in nodes],
            )
            for node, wide in zip(nodes, self.widths, strict=True):
                node.measure(wide)
            sizes = [(n.high, n.low) for n in nodes] or [(0.0, 0.0)]
            high, low = max([h for h, _ in sizes]), max([low for _, low in sizes])
        else:
            fill = line.align in {None, "fill"}
            self.widths = [width if fill else min(width, n.wide) for n in nodes]
            for node, wide in zip(nodes, self.widths, strict=True):
                node.measure(wide)
            high = sum([n.high for n in nodes]) + self.gaps
            low = sum([n.low for n in nodes]) + self.gaps
            if line.scroll:
                low = min(high, LEAST_VIEW)
        self.down = 1.0 if any([n.down for n in nodes]) else 0.0
        return high, low

    def place(self, layout: Layout, box: Box, view: int | None) -> None:
        x, y, width, height = box
        if self.line.plate:
            layout.plates.append(Backing(box, self.line.plate, self.line.heading, view))
        left, top, right, bottom = self.edges
        inside = x + left, y + top, max(0.0, width - left - right), height - top - bottom
        if self.line.across:
            self._place_across(layout, inside, view)
        elif self.line.scroll:
            self._place_scrolled(layout, inside, view)
        else:
            self._place_down(layout, inside, view)

    def _place_scrolled(self, layout: Layout, box: Box, view: int | None) -> None:
        """Place the children behind a view, beside a scroll bar if they are too high."""
        x, y, width, height = box
        high, room = self.high - self.edges[1] - self.edges[3], width
        if high > height + ROUNDING:
            room = width - BAR
            high = self._measure_inside(room)[0]
        number = len(layout.views)
        content = max(high, height)
        layout.views.append(PlacedView(self.path, box, content, view))
        self._place_down(layout, (x, y, room, content), number)

    def _place_across(self, layout: Layout, box: Box, view: int | None) -> None:
        x, y, _, height = box
        for node, wide in zip(self.nodes, self.widths, strict=True):
            align = self.line.align or ("fill" if node.fills else "middle")
            top, high = _cross(align, y, height, node.high)
            node.place(layout, (x, top, wide, high), view)
            x += wide + self.line.gap

    def _place_down(self, layout: Layout, box: Box, view: int | None) -> None:
        x, y, width, height = box
        heights = share_room(
            height - self.gaps,
            [n.high for n in self.nodes],
            lambda: [n.low for n in self.nodes],
            [n.down for n in self.nodes],
        )
        align = self.line.align or "fill"
        for node, wide, high in zip(self.nodes, self.widths, heights, strict=True):
            left, room = _cross(align, x, width, wide)
            node.place(layout, (left, y, room, high), view)
            y += high + self.line.gap


class _GridNode(_Framed):
    """Rows of columns."""

    __slots__ = ("grid", "rows", "weights", "widths")

    def __init__(self, grid: LayoutGrid, path: Path, nodes: list[_Node]) -> None:
        self.grid, self.path, self.nodes = grid, path, nodes
        self.edges = left, _, right, _ = _edges(grid.pad)
        equal = isinstance(grid.columns, int)
        columns = grid.columns if isinstance(grid.columns, int) else len(grid.columns)
        self.weights = [1.0] * columns if equal else [*grid.columns]  # type: ignore[misc]
        self.rows = [nodes[n : n + columns] for n in range(0, len(nodes), columns)]
        wide = self._columns([n.wide for n in nodes], equal=equal)
        more = grid.gap * (columns - 1) + left + right
        self.widths = wide
        self.wide = sum(wide) + more
        self.grow = 1.0 if any([n.grow for n in nodes]) or any(self.weights) else 0.0
        self.down = 1.0 if any([n.down for n in nodes]) else 0.0
        self.high = self.low = 0.0

    def narrow(self) -> float:
        equal, more = isinstance(self.grid.columns, int), self.edges[0] + self.edges[2]
        columns = self._columns([n.narrow() for n in self.nodes], equal=equal)
        return sum(columns) + self.grid.gap * (len(self.weights) - 1) + more

    def _columns(self, sizes: list[float], *, equal: bool) -> list[float]:
        many = len(self.weights)
        widest = [max(sizes[n::many], default=0.0) for n in range(many)]
        return [max(widest)] * many if equal else widest

    def _measure_inside(self, width: float) -> tuple[float, float]:
        grid, many = self.grid, len(self.weights)
        equal = isinstance(grid.columns, int)
        self.widths = share_room(
            width - grid.gap * (many - 1),
            self._columns([n.wide for n in self.nodes], equal=equal),
            lambda: self._columns([n.narrow() for n in self.nodes], equal=equal),
            self.weights,
        )
        for one in self.rows:
            for node, wide in zip(one, self.widths, strict=False):
                node.measure(wide)
        self.down = 1.0 if any([n.down for n in self.nodes]) else 0.0
        gaps = grid.down * max(0, len(self.rows) - 1)
        high = sum([max([n.high for n in one]) for one in self.rows])
        return high + gaps, sum([max([n.low for n in one]) for one in self.rows]) + gaps

    def place(self, layout: Layout, box: Box, view: int | None) -> None:
        left, top, _, bottom = self.edges
        x, y = box[0] + left, box[1] + top
        heights = share_room(
            box[3] - top - bottom - self.grid.down * max(0, len(self.rows) - 1),
            [max([n.high for n in one]) for one in self.rows],
            lambda: [max([n.low for n in one]) for one in self.rows],
            [max([n.down for n in one]) for one in self.rows],
        )
        for one, high in zip(self.rows, heights, strict=True):
            at = x
            for node, wide in zip(one, self.widths, strict=False):
                align: CellAlign = "fill" if node.fills else "middle"
                start, tall = _cross(align, y, high, node.high)
                node.place(layout, (at, start, wide, tall), view)
                at += wide + self.grid.gap
            y += high + self.grid.down


def _measured(
    what: Widget | LayoutCell, theme: Theme, outer: Path, place: Path, *, across: bool
) -> _Node:
    """Return the node of a part.

    *outer*: path of the nearest keyed cell around it; *place*: its path if it has no key.
    """
    path = place if what.key is None else (*outer, ("key", what.key))
    if isinstance(what, Sized):
        assert what.child is not None
        outer = outer if what.key is None else path
        child = _measured(what.child, theme, outer, path, across=across)
        if what.is_plain:
            return child
        return _Fitted(what, child, across=across)
    if isinstance(what, Space):
        return _Nothing(what, path, across=across)
    if not isinstance(what, LayoutLine | LayoutGrid):
        assert not isinstance(what, LayoutCell)
        return _Leaf(what, path, theme)
    outer = outer if what.key is None else path
    along = not isinstance(what, LayoutLine) or what.across
    nodes = [
        _measured(child, theme, outer, (*path, n), across=along)
        for n, child in enumerate(what.children)
        if child is not None and not (isinstance(child, Sized) and child.child is None)
    ]
    if isinstance(what, LayoutGrid):
        return _GridNode(what, path, nodes)
    return _LineNode(what, path, nodes)


def natural_width(theme: Theme, what: Child) -> float:
    """Return the width in units that a description wants."""
    return 0.0 if what is None else _measured(what, theme, (), (), across=True).wide


def natural_height(theme: Theme, what: Child, width: float) -> float:
    """Return the height in units that a description wants if it has a width."""
    if what is None:
        return 0.0
    node = _measured(what, theme, (), (), across=False)
    node.measure(width)
    return node.high


def area(key: Hashable) -> Widget:
    """Return a placeholder for a panel in a description of where panels are."""
    return keyed(key, Widget())


def areas(theme: Theme, what: Child, size: tuple[float, float]) -> dict[Hashable, Box]:
    """Return the boxes of the areas of a description of a whole window, by their keys."""
    return {one.widget.key: one.box for one in lay_out(theme, what, (0.0, 0.0, *size)).widgets}


def lay_out(theme: Theme, what: Child, box: Box) -> Layout:
    """Place a description in a box, where it scrolls if it can not be made low enough."""
    layout = Layout()
    if what is None:
        return layout
    node = _measured(what, theme, (), (), across=False)
    node.measure(box[2])
    if node.low > box[3] + ROUNDING:
        node = _LineNode(LayoutLine(across=False, scroll=True), ("all",), [node])
        node.measure(box[2])
    node.place(layout, box, None)
    return layout
