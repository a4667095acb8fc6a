"""The outline of the file that is open in a form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from game.content.faults import spelt
from game.content.toml_statements import TomlPath
from game.editor.object_words import plural
from game.forms.edited_form import EditedForm
from game.forms.form_fields import NESTED, FieldKind, FormField
from game.screens.editor.editor_messages import EditorMessages
from game.screens.editor.pick_dialog import PickDialog, SearchField
from game.screens.shelf import SEARCHED, with_words
from game.widgets.button import IconButton, Style
from game.widgets.cells import column, grid, keyed, sized
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel import Panel
from game.widgets.sizes import CLOSE, EDGE, ICON
from game.widgets.theme import MUTED

PARTS = "parts"
TITLES = ("name", "title", "label", "id", "profile", "winner", "unit")
"""Keys of tables whose values name them in lists, the best one first."""


def add_entry(
    form: EditedForm, messages: EditorMessages, path: TomlPath, one: FormField
) -> None:
    """Add a table to those at a path, after asking which to copy if there are any."""
    patterns = form.file.patterns(one.key) if len(path) == 1 else {}
    if not patterns:
        form.add(path, one, {})
        return
    new = f"A new {one.key}"
    names = {new: new} | {name: f"Like {name}" for name in patterns}
    title = f"Add {with_article(one.key)}"

    def add(picked: Sequence[str]) -> None:
        form.add(path, one, form.file.patterns(one.key).get(picked[0], {}))

    messages.ask(PickDialog(messages.theme, title, names, (), add))


class EntryActions:
    """The changes of one entry of a list, or of one table of a table."""

    def __init__(self, form: EditedForm, path: TomlPath) -> None:
        self.form, self.path = form, path

    def buttons(self) -> list[IconButton]:
        """Return buttons: up, down, duplicate, remove."""
        found = list[IconButton]()
        for label, icon, press in (
            ("Up", "chevron-up", partial(self.move, -1)),
            ("Down", "chevron-down", partial(self.move, 1)),
            ("Duplicate", "copy", self.duplicate),
            ("Remove", "trash-2", self.remove),
        ):
            button = IconButton(label, press, icon=f"ui/{icon}", style=Style.GHOST, hint=label)
            found.append(button)
        return found

    def _steps(self) -> list[Any]:
        there = self.form.file.state.at(self.path[:-1])
        return [*range(len(there))] if isinstance(there, list) else [*(there or ())]

    def move(self, by: int) -> None:
        """Move the entry up or down."""
        file, steps = self.form.file, self._steps()
        at = steps.index(self.path[-1])
        to = at + by
        if 0 <= to < len(steps) and self.form.do(
            lambda: file.change("Move", file.state.move(self.path[:-1], at, to))
        ):
            is_list = isinstance(self.path[-1], int)
            self.form.go_to((*self.path[:-1], to) if is_list else self.path)

    def duplicate(self) -> None:
        """Add a copy after the entry."""
        made = list[TomlPath]()
        if self.form.do(lambda: made.append(self.form.file.duplicate(self.path))):
            self.form.go_to(made[0])

    def remove(self) -> None:
        """Delete the entry."""
        file = self.form.file
        if self.form.do(lambda: file.change("Remove", file.state.drop(self.path))):
            left = self._steps()
            step = self.path[-1]
            if isinstance(step, int) and left:
                self.form.go_to((*self.path[:-1], min(step, len(left) - 1)))
            else:
                self.form.go_to(self.path[:-2] if isinstance(step, int) else ())


class FormOutline:
    """A list of the parts of the file; below it the buttons of the part that is shown."""

    def __init__(
        self,
        form: EditedForm,
        messages: EditorMessages,
        show: Callable[[TomlPath], None],
        opened: Callable[[], None],
    ) -> None:
        """*show*: shows the page of a path; *opened*: called when a part was opened.

        A part that is only highlighted is shown, but not opened.
        """
        self.form, self.messages = form, messages
        self._show, self._opened = show, opened
        self.paths: dict[str, TomlPath] = {}
        self.adds: dict[str, FormField] = {}
        """The fields to which a row adds an entry, by the row's id."""
        self.chosen = ""
        """Id of the row that is chosen."""
        self.words = ""
        """Searched words; empty for all parts."""

    def fill(self, panel: Panel) -> None:
        self.panel = panel

    @property
    def parts(self) -> ListBox:
        """Return the list of the parts."""
        found = self.panel.known(PARTS)
        assert isinstance(found, ListBox)
        return found

    def refresh(self) -> None:
        """List the file itself, and the entries of each of its lists."""
        file, rows = self.form.file, list[ListRow]()
        self.paths, self.adds = {"": ()}, {}
        rows.append(self._outline_row("", (), f"The {file.kind}"))
        for one in file.fields(()):
            if one.kind in NESTED:
                rows += self._listed(one)
        if self.chosen not in self.adds:
            self.chosen = spelt(self.form.page)
        is_long = sum(not row.heading for row in rows) >= SEARCHED
        if not is_long:
            self.words = ""
        listed = ListBox(
            with_words(rows, self.words),
            on_choose=self._choose,
            on_open=self._open,
            chosen=self.chosen,
            at_once=True,
        )
        is_entry = len(self.form.page) > 1
        reason = "" if is_entry else "Only for an entry of a list"
        buttons = EntryActions(self.form, self.form.page).buttons()
        for button in buttons:
            button.reason = reason
        whole = sized(keyed(PARTS, listed), height=0, grow=1)
        find = SearchField(self.words, self._arrow, self._seek, lambda _: self._to_found())
        feet = grid(*buttons, columns=len(buttons), gap=CLOSE)
        parts = find if is_long else None, whole, feet
        self.panel.show(column(*parts, pad=EDGE, gap=CLOSE))

    def _arrow(self, event: pygame.Event) -> bool:
        return self.parts.take_key(event)

    def _seek(self, words: str) -> None:
        """List only the parts that have all words."""
        self.words = words
        self.refresh()

    def _to_found(self) -> None:
        """Open the first part that was found, unless another one of them is chosen."""
        ids = [row.id for row in self.parts.rows if not row.heading]
        if ids:
            self._open(self.chosen if self.chosen in ids else ids[0])

    def reveal(self, path: TomlPath) -> None:
        """Choose the part at a path, whether the search has found it or not."""
        self.chosen, self.words = spelt(path), ""

    def _listed(self, one: FormField) -> list[ListRow]:
        """Return the rows of one list: a heading, its entries, and one that adds another."""
        path: TomlPath = (one.key,)
        there = self.form.file.state.at(path)
        hint = self.form.file.hint((), one.key)
        rows = [ListRow(f"heading {one.key}", heading_of(one), heading=True, hint=hint)]
        if one.kind is FieldKind.TABLE:
            if there is not None:
                rows.append(self._outline_row(one.key, path, one.label))
        elif isinstance(there, list | dict):
            for step in range(len(there)) if isinstance(there, list) else there:
                at = (*path, step)
                rows.append(
                    self._outline_row(spelt(at), at, titled(self.form.file.state.at(at), at))
                )
        elif there is not None:
            rows.append(self._outline_row(one.key, path, one.label))
        is_full = one.count or (one.kind is FieldKind.TABLE and there is not None)
        if not is_full and (there is None or isinstance(there, list | dict)):
            self.adds[f"add {one.key}"] = one
            label = f"Add {with_article(one.label.lower())}"
            picture = self.panel.theme.icon("ui/plus", self.panel.theme.px(ICON), MUTED)
            rows.append(
                ListRow(f"add {one.key}", label, faded=True, picture=picture, hint=hint)
            )
        return rows

    def _outline_row(self, id_: str, path: TomlPath, label: str) -> ListRow:
        self.paths[id_] = path
        many = sum(
            (at[: len(path)] == path) if path else self.form.page_of(at) == ()
            for at, _ in self.form.faults
        )
        note = f"{many} fault{'s' * (many != 1)}" if many else ""
        return ListRow(id_, label or "?", note=note)

    def _choose(self, id_: str) -> None:
        self.chosen = id_
        if id_ in self.paths:
            self._show(self.paths[id_])

    def _open(self, id_: str) -> None:
        if one := self.adds.get(id_):
            add_entry(self.form, self.messages, (one.key,), one)
            return
        if any(row.id == id_ for row in self.parts.rows):  # the search may hide it
            self.parts.choose(id_)
            self._opened()

    def act(self, n: int) -> None:
        """Move, duplicate or remove the entry whose page is shown."""
        if len(self.form.page) > 1:
            EntryActions(self.form, self.form.page).buttons()[n].on_press()


def heading_of(one: FormField) -> str:
    """Return the heading of a field of tables or texts, in the plural if there may be several.

    In a file, the key of tables is in the singular, and that of a list of texts in the plural.
    """
    several = one.kind in {FieldKind.TABLES, FieldKind.NAMED_TABLES}
    return plural(one.label) if several else one.label


def titled(table: Any, path: TomlPath) -> str:
    """Return the words by which a list calls a table."""
    key = path[-1] if path and isinstance(path[-1], str) else ""
    if not isinstance(table, dict):
        return str(key or table)
    found = (table.get(word) for word in TITLES)
    name = key or next((str(one) for one in found if isinstance(one, str) and one), "")
    many = table.get("count")
    return f"{name} × {many}" if isinstance(many, int) and many > 1 else str(name)


def with_article(word: str) -> str:
    return f"an {word}" if word[:1] in "aeio" else f"a {word}"
