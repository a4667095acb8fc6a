"""The rows of a form, made from the schema of its file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, NamedTuple

import pygame

from game.content.palettes import Colour, palette
from game.content.schemas import Refers
from game.content.toml_statements import TomlPath, format_toml
from game.forms.edited_form import EditedForm
from game.forms.form_fields import FieldKind, FormField
from game.screens.editor.editor_messages import EditorMessages
from game.screens.editor.form_outline import EntryActions, add_entry, heading_of, titled
from game.screens.editor.pick_dialog import PickDialog
from game.widgets.button import PRESSING, Button, IconButton, Style
from game.widgets.cells import (
    Child,
    LayoutCell,
    column,
    grid,
    keyed,
    row,
    sized,
    space,
    spring,
)
from game.widgets.fields import COMPACT, NO_YES, Field, Put, choice, text
from game.widgets.hint_line import HintLine
from game.widgets.number_field import NumberField
from game.widgets.sizes import (
    APART,
    BODY_TEXT,
    CONTROL,
    GAP,
    LOW,
    SHORT_FIELD,
    SMALL_TEXT,
    TIGHT,
)
from game.widgets.text_field import TextArea, TextField
from game.widgets.text_view import Label, heading
from game.widgets.theme import DIM, GHOST, GHOST_LIT, MUTED, TEXT, Theme, focus_ring, plate
from game.widgets.widget import Pixel, Visible, Widget

MAX_LINE_LETTERS = 100
"""Characters from which on a text has several lines."""
HALF = {FieldKind.WHOLE, FieldKind.NUMBER, FieldKind.YES_NO, FieldKind.VALUE, FieldKind.CHOICE}
"""Kinds of values of which two stand side by side."""
UNSET = "–"
KEY_HINT = "The name by which the file refers to it"
FORM = replace(COMPACT, gap=0.0, has_edge=True)
INDENT = FORM.label_width + GAP
"""Units from the left to the controls."""


class RowSpec(NamedTuple):
    """A row of a page, as it follows from the file."""

    what: str
    """``field``, ``name``, ``list``, ``entry``, ``item``, ``extra`` or ``broken``."""
    path: TomlPath
    field: FormField | None = None
    label: str = ""
    """Its label, which differs from those of all other rows of a table or of those in it."""

    @property
    def is_half(self) -> bool:
        """Return whether two such rows stand side by side."""
        return self.what == "field" and self.field is not None and self.field.kind in HALF

    @property
    def is_whole(self) -> bool:
        """Return whether it shows all that its path leads to."""
        return self.what in {"field", "item", "extra", "broken"}


class ChoiceField(Widget):
    """A field that shows its value; a click, Enter or Space opens a list of others."""

    focusable: ClassVar[bool] = True
    grows: ClassVar[tuple[float, float]] = (1.0, 0.0)
    state: ClassVar[frozenset[str]] = Widget.state | {"held"}

    label = Visible[str]()
    is_usual = Visible[bool]()
    """True if the file leaves it out."""

    def __init__(
        self, on_press: Callable[[], None], label: str = "", *, is_usual: bool = False
    ) -> None:
        super().__init__()
        self.label, self.is_usual, self.on_press = label, is_usual, on_press
        self.held = False
        """True while the mouse button is down that was pressed on it."""

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return a size for a short name."""
        return SHORT_FIELD, CONTROL

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Open the list on a left click inside; return whether the event was used."""
        inside = bool(self.rect.collidepoint(at))
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.held = inside
            return inside
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.held:
            self.held = False
            if inside:
                self.on_press()
            return True
        return False

    def take_key(self, event: pygame.Event) -> bool:
        """Open the list on Enter or Space; return whether it was one of them."""
        if event.type != pygame.KEYDOWN or event.key not in PRESSING:
            return False
        self.on_press()
        return True

    def paint(self, canvas: pygame.Surface) -> None:
        theme, px, rect = self.theme, self.theme.px, self.rect
        canvas.blit(plate(theme, rect.size, GHOST_LIT if self.hovered else GHOST), rect)
        mark = theme.icon("ui/chevron-down", px(16), MUTED)
        canvas.blit(mark, mark.get_rect(right=rect.right - px(8), centery=rect.centery))
        label = self.short(self.label, 15, rect.width - px(40))
        words = theme.text(label, 15, DIM if self.is_usual else TEXT)
        canvas.blit(words, words.get_rect(left=rect.left + px(10), centery=rect.centery))
        if self.focused:
            focus_ring(theme, canvas, rect)


class FaultLine(HintLine):
    """The reason why a value is faulty; its tooltip shows all of it."""

    @property
    def colour(self) -> Colour:
        return palette().bad


class RowMaker:
    """Describes the rows of a page."""

    def __init__(self, form: EditedForm, messages: EditorMessages) -> None:
        self.form, self.messages = form, messages
        self._typed: dict[TomlPath, str] = {}
        """Texts as they were typed last."""
        self._looked_up: tuple[object, dict[Refers, dict[str, str]]] = (None, {})
        """State of the file, and the names that were looked up for it, with their labels."""

    def row(self, spec: RowSpec, faults: Sequence[str], *, is_alone: bool) -> LayoutCell:
        """Return a row, with its faults or its hint below it.

        *is_alone*: whether no other row stands beside it.
        """
        match spec.what, spec.field:
            case "field", FormField() as one:
                cell = self._field(spec, one, is_faulty=bool(faults))
            case (("list" | "full"), FormField() as one):
                cell = self._list(spec, one)
            case "entry", FormField():
                cell = self._entry(spec.path)
            case "item", FormField() as one:
                cell = self._item(spec.path, one)
            case "name", _:
                cell = self._name(spec.path)
            case _:
                cell = self._rest(spec.path)
        indent = INDENT if spec.what in {"field", "name"} and is_alone else 0
        if spec.is_half and is_alone:
            cell = grid(cell, spring(), columns=2, gap=APART)
        words = "; ".join(faults)
        below = FaultLine(words) if faults else HintLine(self.purpose(spec))
        line = row(space(indent), below, gap=0)
        return keyed((spec.what, spec.path), column(cell, line, gap=0))

    def purpose(self, spec: RowSpec) -> str:
        """Return in one line what the value of a row is for; empty if nothing is said."""
        if spec.what == "name":
            return KEY_HINT
        if spec.what != "field" or spec.field is None:
            return ""
        return self.form.file.hint(spec.path[:-1], spec.field.key).partition("\n")[0]

    def _field(self, spec: RowSpec, one: FormField, *, is_faulty: bool) -> LayoutCell:
        path = spec.path
        reason = "" if self._now(path) is not None else "It is left out"
        clear: Child = space(LOW)
        if not one.required:
            press = partial(self._put, path, None)
            clear = _small("Clear", "x", press, "Leave it out", reason)
        style = replace(FORM, colour=palette().bad) if is_faulty else FORM
        return Field(
            spec.label or one.label,
            partial(self._control, path, one),
            partial(self._now, path),
            partial(self._put, path),
            self.form.file.hint(path[:-1], one.key),
            aside=clear,
        ).cell(style)

    def _put(self, path: TomlPath, value: Any) -> None:
        self.form.do(lambda: self.form.file.put(path, value))

    def _control(self, path: TomlPath, one: FormField, value: Any, put: Put) -> Child:
        """Return the widget for a value."""
        if one.refers or one.kind in {FieldKind.CHOICE, FieldKind.TEXTS}:
            return self._choice(path, one, value)
        if one.kind is FieldKind.YES_NO:
            return choice(NO_YES)(bool(one.default if value is None else value), put)
        if one.kind in {FieldKind.WHOLE, FieldKind.NUMBER}:
            return self._number(path, one, value)
        return self._text(path, one, value)

    def _usual(self, path: TomlPath) -> str:
        """Return the value of a key that is left out, in words."""
        one = self.form.file.description(path[:-1], str(path[-1]))
        return one.usual.replace("`", "") if one and one.usual else UNSET

    def _now(self, path: TomlPath) -> Any:
        return self.form.file.state.at(path)

    def _number(self, path: TomlPath, one: FormField, value: Any) -> NumberField:
        whole = one.kind is FieldKind.WHOLE

        def set_(typed: float) -> None:
            self._put(path, round(typed) if whole or typed == round(typed) else typed)

        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        step, now = 1.0 if whole else 0.25, value if is_number else None
        field = NumberField(now, set_, step=step, least=one.least, most=one.most)
        field.ghost = self._usual(path)
        return field

    def _text(self, path: TomlPath, one: FormField, value: Any) -> Child:
        def typed(words: str) -> None:
            self._typed[path] = words
            found = one.parsed(words) if words or one.required else None
            if found != self._now(path):
                self._put(path, found)

        words, ghost, longest = self._words(path, one, value), self._usual(path), one.longest
        if longest <= MAX_LINE_LETTERS:
            return TextField(words, ghost=ghost, longest=longest, on_change=typed)
        area = TextArea(words, ghost=ghost, longest=longest, most_lines=1)
        area.on_change = typed
        area.hint = self.form.file.hint(path[:-1], one.key)
        return area

    def _words(self, path: TomlPath, one: FormField, now: Any) -> str:
        """Return a value as a text: as it was typed, if that means the same."""
        if (words := self._typed.get(path)) is not None and one.parsed(words) == now:
            return words
        if one.kind is FieldKind.NUMBERS and isinstance(now, list):
            return ", ".join(map(str, now))
        return now if isinstance(now, str) else "" if now is None else format_toml(now)

    def _choice(self, path: TomlPath, one: FormField, now: Any) -> ChoiceField:
        usual = one.default if now is None else now
        parts = usual if isinstance(usual, list | tuple) else [usual]
        words = [str(part) for part in parts if part not in {None, ""}]
        names = self._names(one.refers) if one.refers and words else {}
        label = ", ".join([names.get(word, word) for word in words]) or self._usual(path)
        return ChoiceField(partial(self.choose, path, one), label, is_usual=now is None)

    def _names(self, refers: Refers) -> dict[str, str]:
        """Return names with their labels, looked up once for each state of the file."""
        state = self.form.file.state
        if self._looked_up[0] is not state:
            self._looked_up = state, {}
        known = self._looked_up[1]
        if refers not in known:
            known[refers] = self.form.file.names(refers)
        return known[refers]

    def forget_names(self) -> None:
        """Look names up again: files may have changed elsewhere."""
        self._looked_up = None, {}

    def choose(self, path: TomlPath, one: FormField) -> None:
        """Open a list of the values that a field may have."""
        file, now = self.form.file, self._now(path)
        names = file.names(one.refers) if one.refers else {str(c): str(c) for c in one.choices}
        several = one.kind is FieldKind.TEXTS
        there = now if isinstance(now, list) else [now]
        chosen = [str(part) for part in there if part is not None]
        values = {str(choice): choice for choice in one.choices}

        def take(picked: Sequence[str]) -> None:
            found = [values.get(name, name) for name in picked]
            if several:
                self._put(path, found if found or one.required else None)
            else:
                self._put(path, found[0] if found else None)

        free = one.refers is not None and not one.refers.known
        icons = "units" if one.refers and one.refers.kind == "icon" else ""
        dialog = PickDialog(
            self.messages.theme,
            one.label,
            names,
            chosen,
            take,
            several=several,
            is_free=free,
            icons=icons,
        )
        self.messages.ask(dialog)

    def _list(self, spec: RowSpec, one: FormField) -> LayoutCell:
        """Return the heading above the entries of a list, with a button to add one."""
        path, hint = spec.path, self.form.file.hint(spec.path[:-1], one.key)
        label = heading(spec.label or heading_of(one), hint=hint)
        add: Child = None
        if spec.what != "full":
            is_text = one.kind is FieldKind.TEXTS
            press = partial(add_entry, self.form, self.messages, path, one)
            press = partial(self._add_item, path) if is_text else press
            if one.kind is FieldKind.NAMED_VALUES:
                press = partial(self._add_value, path, one)
            add = Button("Add", press, icon="ui/plus", style=Style.GHOST, size=SMALL_TEXT)
        return row(sized(label, grow=1), add)

    def _add_item(self, path: TomlPath) -> None:
        there = self._now(path)
        index = len(there) if isinstance(there, list) else 0
        file = self.form.file
        if self.form.do(lambda: file.change("Add", file.state.insert(path, index, "New"))):
            self.form.go_to((*path, index))

    def _add_value(self, path: TomlPath, one: FormField) -> None:
        """Ask for a name, and add the first value that it may have."""
        file, there = self.form.file, self._now(path) or {}
        names = file.names(one.key_refers) if one.key_refers else {}
        free = {name: label for name, label in names.items() if name not in there}

        def take(picked: Sequence[str]) -> None:
            at = (*path, picked[0])
            if self.form.do(lambda: file.put(at, file.first_value(one))):
                self.form.go_to(at)

        title = f"Add to {one.label.lower()}"
        self.messages.ask(PickDialog(self.messages.theme, title, free, (), take, is_free=True))

    def _entry(self, path: TomlPath) -> LayoutCell:
        """Return the heading of an entry, with buttons to move it."""
        number = f"{path[-1] + 1}  " if isinstance(path[-1], int) else ""
        words = number + titled(self._now(path), path)
        label = Label(words, size=BODY_TEXT, colour=TEXT, face="heading")
        return row(sized(label, grow=1), *self._moves(path), gap=TIGHT)

    def _item(self, path: TomlPath, one: FormField) -> LayoutCell:
        """Return a text of a list, with buttons to move it."""

        def typed(words: str) -> None:
            self._typed[path] = words
            self._put(path, words)

        words = self._words(path, one, self._now(path))
        text = sized(TextField(words, longest=80, on_change=typed), height=LOW)
        buttons = self._moves(path)
        del buttons[2]  # a text is not worth a copy
        return row(space(INDENT), text, *buttons, gap=TIGHT)

    def _moves(self, path: TomlPath) -> list[Child]:
        buttons = EntryActions(self.form, path).buttons()
        return [sized(button, width=LOW, height=LOW) for button in buttons]

    def _name(self, path: TomlPath) -> LayoutCell:
        """Return the row with the key of a table, by which others refer to it."""
        *above, key = path

        def enter(words: str) -> None:
            renamed = words not in {"", str(key)} and self.form.do(
                lambda: self.form.file.rename((*above, key), words)
            )
            if renamed:
                self.form.go_to((*above, words))

        field = Field("Name in file", text(), lambda: str(key), enter, aside=space(LOW))
        return replace(field, hint=KEY_HINT).cell(FORM)

    def _rest(self, path: TomlPath) -> LayoutCell:
        """Return a row for a key that the schema does not know, or for what is no table."""
        words = f"{path[-1]} = {format_toml(self._now(path))}" if path else ""
        label = Label(words, colour=MUTED)
        remove = _small("Remove", "trash-2", partial(self._put, path, None), "Remove it")
        return row(sized(label, grow=1), remove, gap=TIGHT)


def _small(
    label: str, icon: str, press: Callable[[], None], hint: str, reason: str = ""
) -> Child:
    ghost = Style.GHOST
    button = IconButton(label, press, icon=f"ui/{icon}", style=ghost, hint=hint, reason=reason)
    return sized(button, width=LOW, height=LOW)
