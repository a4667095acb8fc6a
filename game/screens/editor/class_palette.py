"""The palette of object classes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

import pygame

from game.content.editor_actions import EditorAction
from game.content.maps.class_registry import GROUPS, KEYS
from game.content.maps.map_class import MapClass
from game.editor.tools.toolbox import tool_for as first_tool
from game.screens.editor.object_painter import colour_of
from game.view.colours import HALO
from game.view.sprites import ink_on
from game.widgets.cells import Child, column, keyed, sized
from game.widgets.key_bindings import key_for
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.sizes import BODY_TEXT, CLOSE, LARGE_ICON, MEDIUM, TIGHT
from game.widgets.text_field import TextField
from game.widgets.theme import MUTED, SHEET, Box, Theme
from game.widgets.widget import Visible

_CLAUSE = re.compile(r"``([^`]*)``(?:, )?")
HEAD = "#"
"""Prefix of the ids of rows that are headings of groups."""
SEARCH, LIST = "search", "classes"
"""Keys of the widgets."""


class About(NamedTuple):
    words: str
    """Its effect in play, in a sentence or two."""
    clauses: str
    """``CC-37``; empty if no rule uses it."""

    def __str__(self) -> str:
        return f"{self.words} ({self.clauses})" if self.clauses else self.words


@lru_cache(64)
def about(kind: type[MapClass]) -> About:
    """Return the effect of a class in play, from the docstring of the class."""
    first = (kind.__doc__ or "").split("\n\n")[0]
    clauses = ", ".join(_CLAUSE.findall(first))
    words = " ".join(_CLAUSE.sub("", first).split()).replace("*", "")
    return About(words, clauses)


def named(kind: type[MapClass]) -> str:
    """Return the name of a class in a list."""
    words = kind.words()
    return words[:1].upper() + words[1:]


def found(words: str) -> dict[str, list[type[MapClass]]]:
    """Return the classes that match a search, by group; all for an empty search."""
    sought = words.casefold().split()
    groups = {
        group: [kind for kind in kinds if _is_about(kind, group, sought)]
        for group, kinds in GROUPS.items()
    }
    return {group: kinds for group, kinds in groups.items() if kinds}


def _is_about(kind: type[MapClass], group: str, sought: list[str]) -> bool:
    text = f"{named(kind)} {group} {about(kind)}".casefold()
    return all(word in text for word in sought)


def tool_for(kind: type[MapClass], now: str) -> str:
    """Return the tool to draw a class with: the current one, if it can.

    A class that can be a point is drawn as one by default, with a single click.
    """
    if now.lower() in kind.shapes:
        return now
    return "Point" if "point" in kind.shapes else first_tool(kind)


class ClassPalette:
    panel: Panel

    def __init__(self, on_choose: Callable[[str], None]) -> None:
        self.on_choose = on_choose
        self._sought = ""
        self._chosen = ""
        """Name of the class to draw."""
        self._rows: Sequence[ListRow] = ()
        """The classes that were found, by group."""

    def fill(self, stack: PanelStack, box: Box) -> None:
        self.stack, self.panel = stack, stack.add(Panel(stack.theme, box, SHEET))
        self._find()
        self._describe()

    def view(self) -> Child:
        """Describe the search field, and the list of classes below it."""
        field = TextField(
            self._sought,
            ghost=f"Search ( {key_for(EditorAction.SEARCH)} )",
            longest=20,
            on_change=self._seek,
            on_enter=lambda _: self._take_first(),
        )
        listed = Grouped(
            self._rows,
            on_choose=self.on_choose,
            on_open=self.on_choose,
            row_height=MEDIUM + TIGHT,  # two lines, and as many classes as possible
            chosen=self._chosen,
            at_once=True,
        )
        return column(
            sized(keyed(SEARCH, field), height=MEDIUM),
            sized(keyed(LIST, listed), height=0, grow=1),
            pad=CLOSE,
            gap=CLOSE,
        )

    def _describe(self) -> None:
        self.panel.show(self.view())

    @property
    def field(self) -> TextField:
        """Return the search field."""
        field = self.panel.known(SEARCH)
        assert isinstance(field, TextField)
        return field

    @property
    def list(self) -> Grouped:
        """Return the list of classes."""
        listed = self.panel.known(LIST)
        assert isinstance(listed, Grouped)
        return listed

    def search(self) -> None:
        """Focus the search field, and select what was searched for before."""
        self.stack.focus.to(self.field)
        self.field.select_all()

    def _seek(self, words: str) -> None:
        self._sought = words
        self._find()
        self._describe()
        self.list.scroll.to(0)

    def _take_first(self) -> None:
        if first := next((one.id for one in self._rows if not one.reason), ""):
            self.list.choose(first)
        self.stack.focus.to(None)

    def _find(self) -> None:
        """Make the rows of the classes that match the search."""
        rows = list[ListRow]()
        for group, kinds in found(self._sought).items():
            rows.append(ListRow(HEAD + group, group, reason=group))
            rows += [_row(self.stack.theme, kind) for kind in kinds]
        if not rows:
            rows.append(ListRow(HEAD, "No match", reason="No match"))
        self._rows = tuple(rows)

    def refresh(self, brush: MapClass) -> None:
        """Show which class is to be drawn."""
        if self._chosen != type(brush).__name__:
            self._chosen = type(brush).__name__
            self._describe()


def _row(theme: Theme, kind: type[MapClass]) -> ListRow:
    return ListRow(
        kind.__name__,
        label=named(kind),
        detail=about(kind).words,
        note=str((KEYS.index(kind) + 1) % len(KEYS)) if kind in KEYS else "",
        picture=swatch(theme, kind),
        hint=f"{named(kind)}: {about(kind)}",
    )


def swatch(theme: Theme, kind: type[MapClass], units: float = LARGE_ICON) -> pygame.Surface:
    """Return a small picture of a class: an area, a line or a point in its colour."""
    key = "swatch", kind, units, colour_of(kind())
    return theme.kept(key, partial(_swatch, theme, kind, units))


def _swatch(theme: Theme, kind: type[MapClass], units: float) -> pygame.Surface:
    side = theme.px(units)
    sheet = pygame.Surface((side, side), pygame.SRCALPHA)
    colour, whole = colour_of(kind()), sheet.get_rect()
    edge = pygame.Color(colour).lerp("#FFFFFF", 0.35)
    if "point" in kind.shapes:
        pygame.draw.aacircle(sheet, colour, whole.center, side // 2 - 1)
        icon = theme.icon(f"ui/{kind.icon}", side * 6 // 10, ink_on(colour))
        sheet.blit(icon, icon.get_rect(center=whole.center))
    elif "rectangle" in kind.shapes:
        pygame.draw.rect(sheet, colour, whole.inflate(-4, -4), border_radius=3)
        pygame.draw.rect(sheet, edge, whole.inflate(-4, -4), 1, border_radius=3)
    elif "ellipse" in kind.shapes:
        pygame.draw.aacircle(sheet, edge, whole.center, side // 2 - 2, 2)
    else:
        ends = (3, side - 6), (side - 4, 5)
        pygame.draw.line(sheet, HALO, *ends, theme.px(6))
        pygame.draw.line(sheet, colour, *ends, theme.px(4))
    return sheet


class Grouped(ListBox):
    """A list in groups, each below a heading that cannot be selected."""

    lit = Visible[str]()

    @property
    def tip(self) -> str:
        return "" if self.lit.startswith(HEAD) else super().tip

    def paint_row(self, canvas: pygame.Surface, row: ListRow, place: pygame.Rect) -> None:
        if not row.id.startswith(HEAD):
            super().paint_row(canvas, row, place)
            return
        words = self.short(row.label.upper(), BODY_TEXT, place.width - 8, "title", row.id)
        head = self.theme.text(words, BODY_TEXT, MUTED, "title")
        canvas.blit(head, head.get_rect(left=place.left + 4, bottom=place.bottom - 3))
