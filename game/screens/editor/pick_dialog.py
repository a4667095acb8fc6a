"""The dialog to choose from many names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pygame

from game.widgets.button import Style
from game.widgets.cells import Child, column, keyed, sized
from game.widgets.keys import Key
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.sizes import CLOSE, LARGE_ICON
from game.widgets.text_field import TextField
from game.widgets.theme import Theme

HIGH = 336.0
"""Height of the list, whatever is found."""
LIST = "list"
LISTED = {pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN}
TYPED = "typed "
"""Begins the id of the row that takes the text as it is typed."""


class SearchField(TextField):
    """A field whose arrow keys move through a list below it."""

    def __init__(
        self,
        words: str,
        on_arrow: Callable[[pygame.Event], bool],
        on_change: Callable[[str], None],
        on_enter: Callable[[str], None],
    ) -> None:
        super().__init__(words, ghost="Type to search", on_change=on_change, on_enter=on_enter)
        self.on_arrow = on_arrow

    def take_key(self, event: pygame.Event) -> bool:
        """Move through the list, or edit the text; return whether the event was used."""
        if event.type == pygame.KEYDOWN and event.key in LISTED:
            return self.on_arrow(event)
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
        others = {name: name for name in chosen if name and name not in names}
        self.names = {**names, **others}
        self.chosen = [name for name in chosen if name]
        self.on_pick, self.several, self.is_free, self.icons = on_pick, several, is_free, icons
        self.words = ""
        """Searched words."""
        first = next(iter(self.names), "")
        self.at = self.chosen[0] if self.chosen and not several else first
        """Id of the row that Enter takes."""
        super().__init__(theme, title, "", replies)
        self.listed.show(self.at)

    def view(self) -> Child:
        """Describe the search and the names found."""
        find = SearchField(self.words, self._arrow, self._seek, lambda _: self._take(self.at))
        listed = ListBox(
            self._rows(),
            on_choose=partial(setattr, self, "at"),
            on_open=self._take,
            chosen=self.at,
            at_once=True,
        )
        return column(find, sized(keyed(LIST, listed), height=HIGH), gap=CLOSE)

    @property
    def listed(self) -> ListBox:
        """Return the list of names."""
        found = self.known(LIST)
        assert isinstance(found, ListBox)
        return found

    def _arrow(self, event: pygame.Event) -> bool:
        return self.listed.take_key(event)

    def _seek(self, words: str) -> None:
        """Find the names that have all typed words, and go to the first one."""
        self.words = words
        self.at = next((row.id for row in self._rows()), "")

    def _rows(self) -> tuple[ListRow, ...]:
        words = self.words.lower().split()
        rows = [
            self._row(name)
            for name, label in self.names.items()
            if all(word in f"{name} {label}".lower() for word in words)
        ]
        typed = self.words.strip()
        if self.is_free and typed and typed not in self.names:
            rows.append(ListRow(f"{TYPED}{typed}", f"Use “{typed}”"))
        return tuple(rows)

    def _row(self, name: str) -> ListRow:
        label, is_on = self.names[name], name in self.chosen
        detail = f"  ·  {name}" if name.lower() not in label.lower() else ""
        size = self.theme.px(LARGE_ICON)
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
            self.words = ""
        self.at = name
        self.on_pick(tuple(self.chosen))
