"""A dialog to choose from many names, with search."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pygame

from game.widgets.button import Key, Style
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import CANCEL, DIALOG_PADDING, Dialog, Reply
from game.widgets.text_field import TextField
from game.widgets.theme import Box, Theme

WIDE, LIST, FIELD = 520.0, 336.0, 38.0
ROW = 36.0
LISTED = {pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN}
TYPED = "typed "
"""Begins the id of the row that takes the text as it is typed."""


class SearchField(TextField):
    """A field whose arrow keys move through a list below it."""

    def __init__(self, box: Box, listed: ListBox) -> None:
        super().__init__(box, ghost="Type to search")
        self.listed = listed

    def take_key(self, event: pygame.Event) -> bool:
        """Move through the list, or edit the text; return whether the event was used."""
        if event.type == pygame.KEYDOWN and event.key in LISTED:
            return self.listed.take_key(event)
        return super().take_key(event)


class PickDialog(Dialog):
    """A choice of one or several names; typing filters them, Enter takes one."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        names: Mapping[str, str],
        chosen: Sequence[str],
        on_pick: Callable[[Sequence[str]], None],
        *,
        several: bool = False,
        is_free: bool = False,
        icons: str = "",
    ) -> None:
        """Show *names* with labels; *is_free*: others may be typed; *icons*: their folder."""
        done = Reply("Done", style=Style.PRIMARY, shortcut=Key(pygame.K_ESCAPE))
        replies = (done,) if several else (CANCEL,)
        super().__init__(theme, title, "", replies, width=WIDE, room=LIST + FIELD + 8)
        others = {name: name for name in chosen if name and name not in names}
        self.names = {**names, **others}
        self.chosen = [name for name in chosen if name]
        self.on_pick, self.several, self.is_free, self.icons = on_pick, several, is_free, icons
        inner = WIDE - 2 * DIALOG_PADDING
        self.listed = ListBox(
            (DIALOG_PADDING, self.body_top + FIELD + 8, inner, LIST),
            on_open=self._take,
            row_height=ROW,
            at_once=True,
        )
        self.search = SearchField((DIALOG_PADDING, self.body_top, inner, FIELD), self.listed)
        self.search.on_change = lambda _: self._show()
        self.search.on_enter = lambda _: self._take(self.listed.chosen)
        self.add(self.search)
        self.add(self.listed)
        self._show()
        if self.chosen and not several:
            self.listed.show(self.chosen[0])

    def _show(self) -> None:
        """List the names that have all typed words; those chosen first if there are several."""
        words = self.search.text.lower().split()
        able = [
            name
            for name, label in self.names.items()
            if all(word in f"{name} {label}".lower() for word in words)
        ]
        typed = self.search.text.strip()
        rows = [self._row(name) for name in able]
        if self.is_free and typed and typed not in self.names:
            rows.append(ListRow(f"{TYPED}{typed}", f"Use “{typed}”"))
        kept = self.listed.chosen
        self.listed.rows = tuple(rows)
        ids = [row.id for row in rows]
        self.listed.show(kept if kept in ids and not words else next(iter(ids), ""))

    def _row(self, name: str) -> ListRow:
        label, is_on = self.names[name], name in self.chosen
        detail = f"  ·  {name}" if name.lower() not in label.lower() else ""
        size = self.theme.px(24)
        picture = self.theme.icon(f"{self.icons}/{name}", size) if self.icons else None
        mark = f"{self.chosen.index(name) + 1}" if is_on and self.several else "now" * is_on
        return ListRow(name, f"{label}{detail}", note=mark, picture=picture)

    def _take(self, id_: str) -> None:
        """Choose a name, or choose it no longer."""
        if not id_:
            return
        name = id_.removeprefix(TYPED)
        if not self.several:
            self.closed = True
            self.on_pick([name])
            return
        self.names.setdefault(name, name)
        if name in self.chosen:
            self.chosen.remove(name)
        else:
            self.chosen.append(name)
        if id_.startswith(TYPED):
            self.search.text, self.search.caret = "", 0
        self._show()
        self.listed.show(name)
        self.on_pick(tuple(self.chosen))
