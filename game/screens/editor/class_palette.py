"""The palette of object classes, and the tab of stamps."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import ClassVar, NamedTuple

import pygame

from game.content.editor_actions import EditorAction
from game.content.faults import UnusableFile
from game.content.maps.class_base import MapClass
from game.content.maps.class_registry import GROUPS, KEYS
from game.content.maps.map_file import MapFile
from game.editor.edits import EditRefusedError
from game.editor.stamps import (
    MAX_NAME,
    Stamp,
    StampTool,
    delete_stamp,
    rename_stamp,
    save_stamp,
    stamps,
)
from game.editor.tools.registry import tool_for as first_tool
from game.screens.editor.host import EditorHost, Tab
from game.screens.editor.object_painter import GROUNDS, colour_of, draw_mark, draw_shape
from game.view.sprites import ink_on
from game.view.style import HALO
from game.widgets.button import Button, Style
from game.widgets.dialogs import name_dialog, notice
from game.widgets.key_bindings import key_for
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import CANCEL, Dialog, PanelStack, Reply
from game.widgets.text_field import TextField
from game.widgets.theme import MUTED, SHEET, Box, Theme
from game.widgets.widget import Panel, Visible

_CLAUSE = re.compile(r"``([^`]*)``(?:, )?")


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


SWATCH = 24.0
HEAD = "#"
"""Prefix of the ids of rows that are headings of groups."""


class ClassPalette:
    def __init__(self, on_choose: Callable[[str], None]) -> None:
        self.on_choose = on_choose
        self._sought = ""

    def fill(self, stack: PanelStack, box: Box) -> None:
        panel = self.panel = stack.add(Panel(stack.theme, box, SHEET))
        _, _, wide, high = box
        self.stack = stack
        self.field = TextField(
            (8, 8, wide - 16, 34),
            self._sought,
            ghost=f"Search ( {key_for(EditorAction.SEARCH)} )",
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
        """Focus the search field, and select what was searched for before."""
        self.stack.focus.to(self.field)
        self.field.select_all()

    def _seek(self, words: str) -> None:
        self._sought = words
        self._show()

    def _take_first(self) -> None:
        if first := next((row.id for row in self.list.rows if not row.reason), ""):
            self.list.choose(first)
        self.stack.focus.to(None)

    def _show(self) -> None:
        rows = list[ListRow]()
        for group, kinds in found(self._sought).items():
            rows.append(ListRow(HEAD + group, group, reason=group))
            rows += [_row(self.stack.theme, kind) for kind in kinds]
        if not rows:
            rows.append(ListRow(HEAD, "No match", reason="No match"))
        self.list.rows = tuple(rows)
        self.list.scroll.to(0)

    def refresh(self, brush: MapClass) -> None:
        name = type(brush).__name__
        if self.list.chosen != name:
            self.list.show(name)


def _row(theme: Theme, kind: type[MapClass]) -> ListRow:
    return ListRow(
        kind.__name__,
        label=named(kind),
        detail=about(kind).words,
        note=str((KEYS.index(kind) + 1) % len(KEYS)) if kind in KEYS else "",
        picture=swatch(theme, kind),
        hint=f"{named(kind)}: {about(kind)}",
    )


def swatch(theme: Theme, kind: type[MapClass], units: float = SWATCH) -> pygame.Surface:
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
        words = self.short(row.label.upper(), 15, place.width - 8, "title", row.id)
        head = self.theme.text(words, 15, MUTED, "title")
        canvas.blit(head, head.get_rect(left=place.left + 4, bottom=place.bottom - 3))


EDGE, ROW, GAP = 12.0, 32.0, 6.0
PICTURE = (64.0, 48.0)
"""Size of a thumbnail in units."""


class StampsTab(Tab):
    title: ClassVar[str] = "Stamps"
    hint: ClassVar[str] = "Rooms, ruins and gates to place; keep your own."

    def __init__(self, host: EditorHost) -> None:
        super().__init__(host)
        self.found: list[Stamp] = []

    def fill(self, panel: Panel) -> None:
        _, _, wide, high = panel.box
        w, bottom = wide - 2 * EDGE, high - 2 * (ROW + GAP) - 8
        self.list = panel.add(
            ListBox((EDGE, 10, w + 4, bottom - 18), on_choose=self._choose, row_height=58)
        )
        self.list.on_open = self._take
        self.keep = panel.add(
            Button((EDGE, bottom, w, ROW), "Keep the selection…", self.ask_name, size=15)
        )
        half = (w - GAP) / 2
        top = bottom + ROW + GAP
        self.rename = panel.add(
            Button((EDGE, top, half, ROW), "Rename…", self.ask_other_name, size=15)
        )
        self.delete = panel.add(
            Button((EDGE + half + GAP, top, half, ROW), "Delete…", self.ask_delete, size=15)
        )
        self.load()

    def load(self, chosen: str = "") -> None:
        """Read the library again, and choose a stamp by the path of its file."""
        self.found, theme = stamps(), self.host.frame.theme
        self.list.rows = tuple(_stamp_row(theme, one) for one in self.found)
        self.list.chosen = chosen
        self.refresh()

    @property
    def stamp(self) -> Stamp | None:
        """Return the chosen stamp."""
        return next((one for one in self.found if str(one.path) == self.list.chosen), None)

    def refresh(self) -> None:
        selected, stamp = self.host.workspace.selection, self.stamp
        self.keep.reason = "" if selected else "Select the objects of the stamp first"
        reason = "Choose a stamp of your own"
        self.rename.reason = "" if stamp and stamp.is_own and stamp.map else reason
        self.delete.reason = "" if stamp and stamp.is_own else reason

    def _choose(self, id_: str) -> None:
        """Take a stamp in hand, to be placed with the stamp tool."""
        self.list.chosen = id_
        if stamp := self.stamp:
            if stamp.map is None:
                self.host.show_message(f"{stamp.name}: {stamp.fault}")
            else:
                self.host.workspace.stamp = stamp.map
                self.host.use(StampTool.name)
        self.refresh()

    def _take(self, id_: str) -> None:
        """Take a stamp in hand, and give the keyboard to the board."""
        self._choose(id_)
        self.host.to_board()

    def ask_name(self) -> None:
        """Ask for the name of a stamp made from the selection."""
        self._ask_name("Keep a stamp", "", self._keep)

    def _keep(self, name: str) -> None:
        self._attempt(lambda: save_stamp(self.host.workspace, name), f"Kept: {name}")

    def ask_other_name(self) -> None:
        """Ask for another name of the chosen stamp."""
        if stamp := self.stamp:
            self._ask_name(
                "Rename the stamp",
                stamp.name,
                lambda name: self._attempt(
                    lambda: rename_stamp(stamp, name), f"Renamed: {name}"
                ),
            )

    def _ask_name(self, title: str, name: str, then: Callable[[str], None]) -> None:
        theme, words = self.host.frame.theme, "A name for the list of stamps:"
        self.host.ask(name_dialog(theme, title, words, name, "Keep", then, longest=MAX_NAME))

    def ask_delete(self) -> None:
        """Ask once before the chosen stamp goes to the trash."""
        if stamp := self.stamp:
            words = (
                f"“{stamp.name}” goes to the folder trash. Maps on which it was placed stay."
            )
            delete = Reply("Delete it", lambda: self._delete(stamp), Style.DANGER)
            theme = self.host.frame.theme
            self.host.ask(Dialog(theme, "Delete the stamp?", words, (delete, CANCEL)))

    def _delete(self, stamp: Stamp) -> None:
        self._attempt(lambda: delete_stamp(stamp), "Deleted; its file is in the folder trash")

    def _attempt(self, what: Callable[[], object], done: str) -> None:
        """Change the library; show the result, or the reason why it is impossible."""
        try:
            path = what()
        except (EditRefusedError, UnusableFile) as error:
            theme = self.host.frame.theme
            self.host.ask(notice(theme, "Not done", f"{error}"))
            return
        self.host.show_message(done)
        self.load(str(path))


def _stamp_row(theme: Theme, stamp: Stamp) -> ListRow:
    picture, size = None, ""
    if stamp.map:
        sides = theme.px(PICTURE[0]), theme.px(PICTURE[1])
        picture = thumbnail(theme, stamp.map, sides)
        many = sum(1 for _ in stamp.map.objects())
        objects = f"{many} object{'s' * (many != 1)}"
        size = f'{stamp.map.width}" × {stamp.map.height}", {objects}'
    return ListRow(
        str(stamp.path),
        label=stamp.name,
        detail=size or stamp.fault,
        note="yours" if stamp.is_own else "",
        picture=picture,
        faded=stamp.map is None,
    )


def thumbnail(theme: Theme, stamp: MapFile, size: tuple[int, int]) -> pygame.Surface:
    """Return a small picture of a stamp in plain colours; *size* in pixels."""
    return theme.kept(("stamp", stamp, size), partial(_thumbnail, theme, stamp, size))


def _thumbnail(theme: Theme, stamp: MapFile, size: tuple[int, int]) -> pygame.Surface:
    ppi = max(1, min((size[0] - 6) // stamp.width, (size[1] - 6) // stamp.height))
    # Drawn larger and made small, so that lines are fine.
    fine = 2 * ppi
    sheet = pygame.Surface((stamp.width * fine, stamp.height * fine), pygame.SRCALPHA)
    for _, one in stamp.objects():
        draw_shape(sheet, one, fine, (0, 0), filled=True)
    for _, one in stamp.objects():
        if one.shape == "point":
            draw_mark(sheet, one, fine, (0, 0), theme, {})
    small = pygame.transform.smoothscale(sheet, (stamp.width * ppi, stamp.height * ppi))
    picture = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(picture, GROUNDS["paving"], picture.get_rect(), border_radius=theme.px(4))
    picture.blit(small, small.get_rect(center=picture.get_rect().center))
    return picture
