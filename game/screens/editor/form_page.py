"""The page of a form: a row for each value of a table, made from its schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame

from game.content.palettes import palette
from game.content.toml_statements import TomlPath
from game.forms.form_fields import NESTED, FieldKind, FormField
from game.screens.editor.form_outline import FormHost
from game.screens.editor.form_rows import EDGE, FAULT, GAP, PageRow, RowMaker, RowSpec
from game.widgets.list_box import Scroll
from game.widgets.theme import MUTED, Box
from game.widgets.widget import Panel, Widget


class ScrollBar(Widget):
    """A bar that shows which part of a page is visible."""

    def __init__(self, box: Box, scroll: Scroll) -> None:
        super().__init__(box)
        self.scroll = scroll

    def paint(self, canvas: pygame.Surface) -> None:
        self.scroll.paint(canvas, self.rect, self.theme)


class FormPage:
    """The rows of one table; only whole rows are visible, and the wheel scrolls by them."""

    panel: Panel

    def __init__(self, host: FormHost) -> None:
        self.host = host
        self.path: TomlPath = ()
        self.rows: list[PageRow] = []
        self.first = 0
        """Index of the first visible line."""
        self._lines: list[list[PageRow]] = []
        self._scroll = Scroll()
        self._places: list[tuple[Widget, Box, bool]] = []
        """Where each widget is, and whether it is visible."""

    def fill(self, panel: Panel) -> None:
        """Lay everything out on an empty panel."""
        self.panel, self.rows = panel, []
        self._maker = RowMaker(self.host, panel.theme, panel.box[2])
        self.refresh()

    def show(self, path: TomlPath) -> None:
        """Show the table at a path."""
        if path != self.path:
            self.path, self.first = path, 0
        self.refresh()

    def refresh(self) -> None:
        """Update all rows; they are made anew only if others are needed."""
        specs = [*self._specs(self.path)]
        if [row.spec for row in self.rows] != specs:
            self._build(specs)
        for row in self.rows:
            row.show()
            self._show_fault(row)
        self._place()

    # Which rows there are.

    def _specs(self, path: TomlPath) -> Iterator[RowSpec]:
        file = self.host.file
        if len(path) > 1 and isinstance(path[-1], str):
            yield RowSpec("name", path)
        table = file.state.at(path)
        if not isinstance(table, dict):
            yield RowSpec("broken", path)
            return
        fields = file.fields(path)
        for one in fields:
            at = (*path, one.key)
            if one.kind in NESTED:
                if path:
                    yield from self._nested(at, one)
            elif one.kind is FieldKind.TEXTS and not (one.refers or one.choices):
                yield RowSpec("list", at, one)
                there = file.state.at(at)
                for n in range(len(there) if isinstance(there, list) else 0):
                    yield RowSpec("item", (*at, n), one)
            else:
                yield RowSpec("field", at, one)
        known = {one.key for one in fields}
        yield from (RowSpec("extra", (*path, key)) for key in table if key not in known)

    def _nested(self, path: TomlPath, one: FormField) -> Iterator[RowSpec]:
        there = self.host.file.state.at(path)
        is_full = one.count or (one.kind is FieldKind.TABLE and there is not None)
        yield RowSpec("full" if is_full else "list", path, one)
        if one.kind is FieldKind.TABLE and there is not None:
            yield from self._specs(path)
        elif one.kind is not FieldKind.TABLE:
            steps = range(len(there)) if isinstance(there, list) else there or ()
            for step in steps:
                yield RowSpec("entry", (*path, step), one)
                yield from self._specs((*path, step))

    # Making rows.

    def _build(self, specs: Sequence[RowSpec]) -> None:
        """Make all rows anew; the focus stays on the same value."""
        focus = self.host.stack.focus
        kept = self.at(focus.on)
        self.panel.clear()
        self.rows = [self._maker.row(spec) for spec in specs]
        for row in self.rows:
            for widget, _ in row.widgets:
                self.panel.add(widget)
        self.panel.add(ScrollBar((0, 0, 8, 8), self._scroll))
        if kept:
            found = self.row(kept[0])
            able = found.focusable if found else []
            focus.to(able[min(kept[1], len(able) - 1)] if able else None)

    def at(self, widget: Widget | None) -> tuple[TomlPath, int] | None:
        """Return the path of a widget's row, and its number among those that take the focus."""
        for row in self.rows:
            if widget in row.focusable:
                return row.spec.path, row.focusable.index(widget)
        return None

    def row(self, path: TomlPath) -> PageRow | None:
        """Return the row of a path; None if there is none."""
        found = [row for row in self.rows if row.spec.path == path]
        return next((one for one in found if one.focusable), next(iter(found), None))

    def choose(self, path: TomlPath, one: FormField) -> None:
        """Open the list of values of a field."""
        self._maker.choose(path, one)

    # Where rows are.

    def _show_fault(self, row: PageRow) -> None:
        spec = row.spec
        whole = spec.what in {"field", "item", "extra", "broken"}
        found = [
            fault.reason
            for path, fault in self.host.faults
            if path == spec.path or (whole and path[: len(spec.path)] == spec.path)
        ]
        assert row.fault
        row.fault.text = "; ".join(found)
        if row.label and spec.what == "field":
            row.label.colour = palette().bad if found else MUTED

    def _place(self) -> None:
        """Give each visible row its place, and hide the others."""
        high = self.panel.box[3] - 2 * EDGE
        self._lines = [*_lines(self.rows)]
        heights = [_height(line) for line in self._lines]
        last, room = len(heights), high
        while last > 0 and heights[last - 1] <= room:
            last -= 1
            room -= heights[last]
        self.first = max(0, min(self.first, last))
        top, is_full = EDGE, False
        places = list[tuple[Widget, Box, bool]]()
        for n, line in enumerate(self._lines):
            is_full |= n >= self.first and top + heights[n] - GAP > EDGE + high
            shown = n >= self.first and not is_full
            for column, row in enumerate(line):
                left = EDGE + column * (self._maker.half + EDGE)
                for widget, (x, y, wide, tall) in row.widgets:
                    is_seen = shown and not (widget is row.fault and not row.fault.text)
                    places.append((widget, (left + x, top + y, wide, tall), is_seen))
            top += heights[n] if shown else 0
        if places == self._places:
            return
        self._places = places
        for widget, box, is_seen in places:
            widget.box, widget.shown = box, is_seen
            widget.fit(self.panel.theme)
        self._place_bar(heights)
        self.panel.dirty = True

    def _place_bar(self, heights: Sequence[float]) -> None:
        px, box = self.panel.theme.px, self.panel.box
        bar = self.panel.widgets[-1]
        bar.box = (box[2] - 12, EDGE, 10, box[3] - 2 * EDGE)
        bar.fit(self.panel.theme)
        self._scroll.view = px(box[3] - 2 * EDGE)
        self._scroll.content = px(sum(heights)) if heights else 0
        bar.shown = self._scroll.most > 0
        self._scroll.to(px(sum(heights[: self.first])) if self.first else 0)

    def wheel(self, notches: int) -> None:
        """Scroll by some lines."""
        self.first -= notches
        self._place()

    def reveal(self, widget: Widget) -> None:
        """Scroll until a widget's row is visible."""
        found = (
            n
            for n, line in enumerate(self._lines)
            if any(widget in row.focusable for row in line)
        )
        n = next(found, None)
        if n is None:
            return
        if n < self.first:
            self.first = n
            self._place()
        while not any(w.shown for row in self._lines[n] for w in row.focusable):
            before, self.first = self.first, self.first + 1
            self._place()
            if self.first == before:
                return

    def fields(self) -> list[Widget]:
        """Return all widgets that take the focus, visible or not, in the order of Tab."""
        return [widget for row in self.rows for widget in row.focusable]


def _lines(rows: Sequence[PageRow]) -> Iterator[list[PageRow]]:
    """Yield the rows of each line: two halves, or one whole row."""
    line = list[PageRow]()
    for row in rows:
        if row.half and len(line) == 1:
            yield [*line, row]
            line = []
        elif row.half:
            line = [row]
        else:
            if line:
                yield line
                line = []
            yield [row]
    if line:
        yield line


def _height(line: Sequence[PageRow]) -> float:
    return max(row.high + (FAULT if row.fault and row.fault.text else 0) for row in line) + GAP
