"""The outline of a form's file, and the dialog to choose from many names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

import pygame

from game.content.faults import Fault, spelt
from game.content.toml_statements import TomlPath
from game.forms.form_fields import NESTED, FieldKind, FormField
from game.forms.form_files import FormFile
from game.screens.editor.file_actions import plural
from game.widgets.button import IconButton, Style
from game.widgets.keys import Key
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import CANCEL, DIALOG_PADDING, Dialog, PanelStack, Reply
from game.widgets.text_field import TextField
from game.widgets.theme import MUTED, Box, Theme
from game.widgets.widget import Panel

EDGE, GAP, BUTTON = 12.0, 8.0, 34.0
OUTLINE_ROW = 34.0


class FormHost(Protocol):
    """The screen of a form, as its page uses it."""

    file: FormFile
    stack: PanelStack
    faults: list[tuple[TomlPath, Fault]]
    """All faults, with the paths that they lead to."""

    def do(self, what: Callable[[], object]) -> bool:
        """Change the file; return whether it was possible, and show the reason if not."""
        ...

    def ask(self, dialog: Dialog) -> None:
        """Open a dialog over everything."""

    def add(self, path: TomlPath, one: FormField) -> None:
        """Add a table to those at a path, after asking which to copy if there are any."""

    def go_to(self, path: TomlPath) -> None:
        """Show the page of a path, and focus its row."""


class EntryActions:
    """The changes of one entry of a list, or of one table of a table."""

    def __init__(self, host: FormHost, path: TomlPath) -> None:
        self.host, self.path = host, path

    def buttons(self) -> list[IconButton]:
        """Return buttons: up, down, duplicate, remove."""
        found = list[IconButton]()
        for label, icon, press in (
            ("Up", "chevron-up", partial(self.move, -1)),
            ("Down", "chevron-down", partial(self.move, 1)),
            ("Duplicate", "copy", self.duplicate),
            ("Remove", "trash-2", self.remove),
        ):
            button = IconButton(
                (0, 0, 8, 8), label, press, icon=f"ui/{icon}", style=Style.GHOST
            )
            button.hint = label
            found.append(button)
        return found

    def _steps(self) -> list[Any]:
        there = self.host.file.state.at(self.path[:-1])
        return [*range(len(there))] if isinstance(there, list) else [*(there or ())]

    def move(self, by: int) -> None:
        """Move the entry up or down."""
        file, steps = self.host.file, self._steps()
        at = steps.index(self.path[-1])
        to = at + by
        if 0 <= to < len(steps) and self.host.do(
            lambda: file.change("Move", file.state.move(self.path[:-1], at, to))
        ):
            is_list = isinstance(self.path[-1], int)
            self.host.go_to((*self.path[:-1], to) if is_list else self.path)

    def duplicate(self) -> None:
        """Add a copy after the entry."""
        made = list[TomlPath]()
        if self.host.do(lambda: made.append(self.host.file.duplicate(self.path))):
            self.host.go_to(made[0])

    def remove(self) -> None:
        """Delete the entry."""
        file = self.host.file
        if self.host.do(lambda: file.change("Remove", file.state.drop(self.path))):
            left = self._steps()
            step = self.path[-1]
            if isinstance(step, int) and left:
                self.host.go_to((*self.path[:-1], min(step, len(left) - 1)))
            else:
                self.host.go_to(self.path[:-2] if isinstance(step, int) else ())


class OutlineHost(FormHost, Protocol):
    """The screen of a form, as its outline uses it."""

    @property
    def page_path(self) -> TomlPath:
        """Return the path of the page that is shown."""
        ...

    def page_of(self, path: TomlPath) -> TomlPath:
        """Return the path of the page that has the row of a path."""
        ...

    def show(self, path: TomlPath) -> None:
        """Show the page of a path."""

    def opened(self) -> None:
        """Handle that a part was opened rather than only highlighted."""


class FormOutline:
    """A list of the parts of the file; below it the buttons of the part that is shown."""

    def __init__(self, host: OutlineHost) -> None:
        self.host = host
        self.paths: dict[str, TomlPath] = {}
        self.adds: dict[str, FormField] = {}
        """The fields to which a row adds an entry, by the row's id."""

    def fill(self, panel: Panel) -> None:
        _, _, wide, high = panel.box
        self.list = panel.add(
            ListBox(
                (EDGE, EDGE, wide - 2 * EDGE, high - 2 * EDGE - 42),
                on_choose=self._choose,
                on_open=self._open,
                row_height=OUTLINE_ROW,
                at_once=True,
            )
        )
        buttons = EntryActions(self.host, ()).buttons()
        room = (wide - 2 * EDGE - 3 * GAP) / 4
        for n, button in enumerate(buttons):
            button.box = EDGE + n * (room + GAP), high - EDGE - 34, room, 34
            button.on_press = partial(self.act, n)
            panel.add(button)
        self.buttons = buttons

    def refresh(self) -> None:
        """List the file itself, and the entries of each of its lists."""
        file, rows = self.host.file, list[ListRow]()
        self.paths, self.adds = {"": ()}, {}
        rows.append(self._outline_row("", (), f"The {file.kind}"))
        for one in file.fields(()):
            if one.kind in NESTED:
                rows += self._listed(one)
        self.list.rows = tuple(rows)
        if self.list.chosen not in self.adds:
            self.list.show(spelt(self.host.page_path))

    def _listed(self, one: FormField) -> list[ListRow]:
        """Return the rows of one list: a heading, its entries, and one that adds another."""
        path: TomlPath = (one.key,)
        there = self.host.file.state.at(path)
        hint = self.host.file.hint((), one.key)
        rows = [ListRow(f"heading {one.key}", heading_of(one), heading=True, hint=hint)]
        if one.kind is FieldKind.TABLE:
            if there is not None:
                rows.append(self._outline_row(one.key, path, one.label))
        elif isinstance(there, list | dict):
            for step in range(len(there)) if isinstance(there, list) else there:
                at = (*path, step)
                rows.append(
                    self._outline_row(spelt(at), at, titled(self.host.file.state.at(at), at))
                )
        elif there is not None:
            rows.append(self._outline_row(one.key, path, one.label))
        is_full = one.count or (one.kind is FieldKind.TABLE and there is not None)
        if not is_full and (there is None or isinstance(there, list | dict)):
            self.adds[f"add {one.key}"] = one
            label = f"Add {with_article(one.label.lower())}"
            picture = self.list.theme.icon("ui/plus", self.list.theme.px(16), MUTED)
            rows.append(
                ListRow(f"add {one.key}", label, faded=True, picture=picture, hint=hint)
            )
        return rows

    def _outline_row(self, id_: str, path: TomlPath, label: str) -> ListRow:
        self.paths[id_] = path
        many = sum(
            (at[: len(path)] == path) if path else self.host.page_of(at) == ()
            for at, _ in self.host.faults
        )
        note = f"{many} fault{'s' * (many != 1)}" if many else ""
        return ListRow(id_, label or "?", note=note)

    def _choose(self, id_: str) -> None:
        if id_ in self.paths:
            self.host.show(self.paths[id_])

    def _open(self, id_: str) -> None:
        if one := self.adds.get(id_):
            self.host.add((one.key,), one)
            return
        self.list.choose(id_)
        self.host.opened()

    def act(self, n: int) -> None:
        """Move, duplicate or remove the entry whose page is shown."""
        if len(self.host.page_path) > 1:
            EntryActions(self.host, self.host.page_path).buttons()[n].on_press()


def heading_of(one: FormField) -> str:
    """Return the heading of a field of tables, in the plural if there may be several."""
    return one.label if one.kind is FieldKind.TABLE else plural(one.label)


def titled(table: Any, path: TomlPath) -> str:
    """Return the words by which a list calls a table."""
    key = path[-1] if path and isinstance(path[-1], str) else ""
    if not isinstance(table, dict):
        return str(key or table)
    found = (table.get(word) for word in ("name", "title", "label", "id", "profile"))
    name = key or next((str(one) for one in found if isinstance(one, str) and one), "")
    many = table.get("count")
    return f"{name} × {many}" if isinstance(many, int) and many > 1 else str(name)


def with_article(word: str) -> str:
    return f"an {word}" if word[:1] in "aeio" else f"a {word}"


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
