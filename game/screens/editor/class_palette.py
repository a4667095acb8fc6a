"""The palette: what the next object will be."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.content.maps.class_base import MapClass
from game.content.maps.class_registry import CLASSES
from game.screens.editor.canvas.shapes import ICONS, colour_of
from game.screens.editor.classes import DIGITS, about, found, named
from game.view.style import HALO
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.text_field import TextField
from game.widgets.theme import MUTED, SHEET, Box, Theme
from game.widgets.widget import Visible

SWATCH = 24.0
HEAD = "#"
"""Begins the ids of rows that only head a group."""


class Palette:
    def __init__(self, on_choose: Callable[[str], None]) -> None:
        self.on_choose = on_choose
        self._sought = ""

    def fill(self, desk: PanelStack, box: Box) -> None:
        panel = desk.add(Panel(desk.theme, box, SHEET))
        _, _, wide, high = box
        self.desk = desk
        self.field = TextField(
            (8, 8, wide - 16, 34),
            self._sought,
            ghost="Search ( / )",
            longest=20,
            on_change=self._seek,
            on_enter=lambda _: self._take_first(),
        )
        panel.add(self.field)
        self.list = Grouped(
            (8, 50, wide - 12, high - 58), on_choose=self.on_choose, row_height=38, at_once=True
        )
        self.list.on_open = self.on_choose
        panel.add(self.list)
        self._show()

    def search(self) -> None:
        """Let the keyboard speak to the search."""
        self.desk.focus.to(self.field)

    def _seek(self, words: str) -> None:
        self._sought = words
        self._show()

    def _take_first(self) -> None:
        if first := next((row.id for row in self.list.rows if not row.reason), ""):
            self.list.choose(first)
        self.desk.focus.to(None)

    def _show(self) -> None:
        rows = list[ListRow]()
        for group, names in found(self._sought).items():
            rows.append(ListRow(HEAD + group, group, reason=group))
            rows += [_row(self.desk.theme, name) for name in names]
        if not rows:
            rows.append(ListRow(HEAD, "Nothing of the kind", reason="Nothing of the kind"))
        self.list.rows = tuple(rows)
        self.list.scroll.to(0)

    def refresh(self, brush: MapClass) -> None:
        name = type(brush).__name__
        if self.list.chosen != name:
            self.list.show(name)


def _row(theme: Theme, name: str) -> ListRow:
    kind = CLASSES[name]
    note = str(DIGITS.index(name) + 1) if name in DIGITS else ""
    return ListRow(
        name,
        named(kind),
        about(kind).words,
        note,
        swatch(theme, kind),
        hint=f"{named(kind)}: {about(kind)}",
    )


def swatch(theme: Theme, kind: type[MapClass]) -> pygame.Surface:
    """Return a small picture of a class: an area, a line or a point in its colour."""
    side = theme.px(SWATCH)
    sheet = pygame.Surface((side, side), pygame.SRCALPHA)
    colour, whole = colour_of(kind()), sheet.get_rect()
    edge = pygame.Color(colour).lerp("#FFFFFF", 0.35)
    if "rectangle" in kind.shapes:
        pygame.draw.rect(sheet, colour, whole.inflate(-4, -4), border_radius=3)
        pygame.draw.rect(sheet, edge, whole.inflate(-4, -4), 1, border_radius=3)
    elif "ellipse" in kind.shapes:
        pygame.draw.aacircle(sheet, edge, whole.center, side // 2 - 2, 2)
    elif "polyline" in kind.shapes and "point" not in kind.shapes:
        ends = (3, side - 6), (side - 4, 5)
        pygame.draw.line(sheet, HALO, *ends, theme.px(6))
        pygame.draw.line(sheet, colour, *ends, theme.px(4))
    else:
        pygame.draw.aacircle(sheet, colour, whole.center, side // 2 - 1)
        bright = pygame.Color(colour)
        ink = "#101417" if bright.r * 0.3 + bright.g * 0.6 + bright.b * 0.1 > 110 else "#F1EADB"
        icon = theme.icon(f"ui/{ICONS.get(kind, 'circle')}", side * 6 // 10, ink)
        sheet.blit(icon, icon.get_rect(center=whole.center))
    return sheet


class Grouped(ListBox):
    """A list in groups, each below a head that cannot be chosen."""

    lit = Visible[str]()

    @property
    def tip(self) -> str:
        return "" if self.lit.startswith(HEAD) else super().tip

    def paint_row(self, canvas: pygame.Surface, row: ListRow, place: pygame.Rect) -> None:
        if not row.id.startswith(HEAD):
            super().paint_row(canvas, row, place)
            return
        words = self.short(row.label.upper(), 15, place.width - 8, "title", row.id)
        head = self.theme.text(words, 15, MUTED, "title")
        canvas.blit(head, head.get_rect(left=place.left + 4, bottom=place.bottom - 3))
