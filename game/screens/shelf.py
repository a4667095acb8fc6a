"""Shelves: lists of files, of which one is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import zip_longest
from typing import Any, NamedTuple

import pygame

from game.widgets.button import Button, Style
from game.widgets.cells import Child, LayoutCell, column, keyed, row, sized, spring
from game.widgets.keys import Key
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel import Panel
from game.widgets.scroll import Scroll
from game.widgets.sizes import FIELD, MEDIUM, SMALL_TEXT
from game.widgets.stepper import Stepper
from game.widgets.text_field import TextField
from game.widgets.text_view import Label
from game.widgets.theme import MUTED

MANY_ACTIONS = 5
"""Number of buttons from which on none is wider than its words."""
SEARCHED = 9
"""Number of rows from which on there is a field to search them."""
LIST, SEARCH = "list", "search"
"""Keys of the widgets of a shelf."""
RENAME, DELETE = pygame.K_F2, pygame.K_DELETE
"""Usual keys of what can be done with a file."""


class Order(NamedTuple):
    """An order in which the rows of a shelf can be sorted."""

    label: str
    key: Callable[[ListRow], Any]


@dataclass(frozen=True, slots=True)
class ShelfAction:
    """An action on the chosen row, with its button."""

    label: str
    press: Callable[[], None]
    icon: str
    _: KW_ONLY
    key: int = 0
    style: Style = Style.PLAIN
    hint: str = ""
    reason: str = ""
    """Why it cannot be done with the chosen row; empty if it can."""
    is_free: bool = False
    """True if it needs no row, such as making a new file."""


class Shelf:
    """Rows of files, of which one is chosen."""

    def __init__(
        self,
        on_open: Callable[[], None],
        *,
        none: str,
        picture_size: tuple[float, float] | None = None,
        orders: Sequence[Order] = (),
        on_choose: Callable[[], None] = lambda: None,
    ) -> None:
        """*none*: the reason why nothing can be done while no row is chosen.

        *picture_size*: units that are left free for pictures. *orders*: those that can be
        chosen, the first one being the usual; without any, rows are in the order of the
        screen, under headings if there are some.
        """
        self.on_open, self.none, self.picture_size = on_open, none, picture_size
        self.on_choose = on_choose
        self.orders, self.order = tuple(orders), 0
        self.rows: tuple[ListRow, ...] = ()
        self.chosen = ""
        """Id of the chosen row; empty for none."""
        self.scroll = Scroll()
        """Place in its list, kept while another screen or shelf is shown."""
        self.words = ""
        """Searched words; empty for all rows."""

    def put(self, rows: Iterable[ListRow]) -> None:
        """Replace all rows; the chosen one stays, else the first that can be chosen is."""
        self.rows = tuple(rows)
        self._choose_shown()

    def choose(self, id_: str) -> None:
        """Choose a row, and call back."""
        self.chosen = id_
        self.on_choose()

    def search(self, words: str) -> None:
        """Show only rows with these words."""
        self.words = words
        self._choose_shown()

    def sort(self, order: int) -> None:
        """Sort the rows by another order."""
        self.order = order

    def _choose_shown(self) -> None:
        able = [row.id for row in self.shown if not (row.reason or row.heading)]
        if self.chosen not in able:
            self.chosen = able[0] if able else ""

    @property
    def shown(self) -> list[ListRow]:
        """Return the rows that have the searched words, in the chosen order."""
        rows = self.rows
        if self.orders:
            rows = tuple(sorted(rows, key=self.orders[self.order].key))
        return with_words(rows, self.words)

    def cell(self, words: str = "", *more: Child) -> LayoutCell:
        """Return the list, below some words and the fields to search and sort it."""
        is_long = len(self.rows) >= SEARCHED or bool(self.words)
        find = TextField(
            self.words,
            ghost="Search",
            on_change=self.search,
            on_enter=lambda _: self.on_open(),
        )
        orders = Stepper([order.label for order in self.orders], self.sort, self.order)
        tools = row(
            sized(Label(words, size=SMALL_TEXT, colour=MUTED), grow=1) if words else spring(),
            sized(keyed(SEARCH, find), width=FIELD, height=MEDIUM) if is_long else None,
            sized(orders, height=MEDIUM, grow=0) if len(self.orders) > 1 and is_long else None,
            *more,
        )
        # Another shelf in its place has widgets of its own.
        return keyed(self, column(tools, self._list()))

    def _list(self) -> ListBox:
        box = ListBox(
            self.shown,
            on_choose=self.choose,
            on_open=lambda _: self.on_open(),
            picture_size=self.picture_size,
            chosen=self.chosen,
            scroll=self.scroll,
        )
        return keyed(LIST, box)

    def foot(self, *actions: ShelfAction | None, back: Child) -> LayoutCell:
        """Return the buttons for what can be done, and the one that leads back."""
        there = [one for one in actions if one]
        is_wide = len(there) < MANY_ACTIONS
        return row(*(self._button(one, is_wide=is_wide) for one in there), spring(), back)

    def _button(self, action: ShelfAction, *, is_wide: bool) -> Child:
        none = "" if self.chosen or action.is_free else self.none
        button = Button(
            action.label,
            action.press,
            icon=f"ui/{action.icon}",
            shortcut=Key(action.key) if action.key else None,
            style=action.style,
            hint=action.hint,
            reason=none or action.reason,
        )
        is_main = action.style is Style.PRIMARY
        return sized(button, least=FIELD) if is_main and is_wide else button

    def in_sight(self, panel: Panel) -> list[ListRow]:
        """Return the rows that are visible on a panel."""
        box = panel.known(LIST)
        return box.in_sight() if isinstance(box, ListBox) else []


def with_words(rows: Sequence[ListRow], words: str) -> list[ListRow]:
    """Return the rows that have all words, and the headings above them."""
    wanted = words.casefold().split()
    found = [one for one in rows if one.heading or _has(one, wanted)]
    followed = zip_longest(found, found[1:])
    return [a for a, b in followed if not (a.heading and (b is None or b.heading))]


def _has(one: ListRow, wanted: Sequence[str]) -> bool:
    text = f"{one.label} {one.detail} {one.note}".casefold()
    return all(word in text for word in wanted)
