"""The rows of a form: widgets for values, lists and entries, made from the schema."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from typing import Any, ClassVar, NamedTuple

import pygame

from game.content.palettes import palette
from game.content.toml_statements import TomlPath, format_toml
from game.forms.form_fields import FieldKind, FormField
from game.screens.editor.form_outline import (
    EntryActions,
    FormHost,
    PickDialog,
    heading_of,
    titled,
)
from game.widgets.button import PRESSING, Button, IconButton, Style
from game.widgets.inputs import NumberField, Stepper
from game.widgets.text_field import TextArea, TextField
from game.widgets.text_view import Label
from game.widgets.theme import DIM, GHOST, GHOST_LIT, MUTED, TEXT, Box, Theme, focus_ring, plate
from game.widgets.widget import Pixel, Visible, Widget

ROW, GAP, EDGE = 32.0, 6.0, 16.0
FAULT = 17.0
"""Height of the line below a row that says what is wrong."""
LABEL, CLEAR = 116.0, 28.0
"""Width of a label, and of the button that clears a value."""
LONG, LONG_HIGH = 100, 84.0
"""Characters from which on a text has several lines, and the height of its field."""
HALF = {FieldKind.WHOLE, FieldKind.NUMBER, FieldKind.YES_NO, FieldKind.VALUE, FieldKind.CHOICE}
"""Kinds of values of which two stand side by side."""
UNSET = "–"


class RowSpec(NamedTuple):
    """A row of a page, as it follows from the file."""

    what: str
    """``field``, ``name``, ``list``, ``entry``, ``item``, ``extra`` or ``broken``."""
    path: TomlPath
    field: FormField | None = None


@dataclass(slots=True)
class PageRow:
    """A row with its widgets; places are relative to the row's corner, in units."""

    spec: RowSpec
    _: KW_ONLY
    high: float = ROW
    half: bool = False
    widgets: list[tuple[Widget, Box]] = field(default_factory=list)
    label: Label | None = None
    fault: FaultLine | None = None
    show: Callable[[], None] = lambda: None
    """Updates its widgets to the file."""

    @property
    def focusable(self) -> list[Widget]:
        return [widget for widget, _ in self.widgets if widget.focusable]


class ChoiceField(Widget):
    """A field that shows its value; a click, Enter or Space opens a list of others."""

    focusable: ClassVar[bool] = True

    label = Visible[str]()
    is_usual = Visible[bool]()
    """True if the file leaves it out."""

    def __init__(self, box: Box, on_press: Callable[[], None]) -> None:
        super().__init__(box)
        self.label, self.is_usual, self.on_press = "", False, on_press

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Open the list on a left click inside; return whether it was one."""
        if event.type != pygame.MOUSEBUTTONUP or event.button != 1:
            return False
        if not self.rect.collidepoint(at):
            return False
        self.on_press()
        return True

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


class FaultLine(Widget):
    """The reason why a value is faulty, in one line; its tooltip shows all of it."""

    text = Visible[str]()

    def paint(self, canvas: pygame.Surface) -> None:
        words = self.theme.text(self.short(self.text, 12, self.rect.width), 12, palette().bad)
        canvas.blit(words, words.get_rect(left=self.rect.left, centery=self.rect.centery))


class RowMaker:
    """Makes the rows of a page of some width."""

    def __init__(self, host: FormHost, theme: Theme, wide: float) -> None:
        """*wide*: width of the page in units."""
        self.host, self.theme = host, theme
        self.wide = wide - 2 * EDGE - 8
        self.half = (self.wide - EDGE) / 2

    def row(self, spec: RowSpec) -> PageRow:
        """Return a row with all its widgets."""
        row = PageRow(spec)
        match spec.what, spec.field:
            case "field", FormField() as one:
                self._fill_field(row, one)
            case (("list" | "full"), FormField() as one):
                self._fill_list(row, one)
            case (("entry" | "item"), FormField() as one):
                self._fill_entry(row, one)
            case "name", _:
                self._fill_name(row)
            case _:
                self._fill_rest(row)
        fault = FaultLine((0, 0, 8, FAULT))
        fault.text = ""
        row.fault = fault
        left = LABEL if spec.what in {"field", "name"} else 0
        wide = self.half if row.half else self.wide
        row.widgets.append((fault, (left, row.high, wide - left, FAULT)))
        return row

    def _fill_field(self, row: PageRow, one: FormField) -> None:
        path = row.spec.path
        row.half = one.kind in HALF
        wide = self.half if row.half else self.wide
        if one.kind is FieldKind.TEXT and one.longest > LONG:
            row.high = LONG_HIGH
        place = LABEL, 0.0, wide - LABEL - CLEAR - 4, row.high
        widget, show = self._input(path, one, place)
        hint = self.host.file.hint(path[:-1], one.key)
        widget.hint = hint
        row.label = Label((0, 0, LABEL - 8, ROW), one.label, size=14, colour=MUTED, hint=hint)
        row.widgets += [(row.label, row.label.box), (widget, place)]
        clear = IconButton((0, 0, CLEAR, ROW), "Clear", partial(self._put, path, None))
        clear.icon, clear.style, clear.hint = "ui/x", Style.GHOST, "Leave it out"
        if not one.required:
            row.widgets.append((clear, (wide - CLEAR, 0, CLEAR, ROW)))

        def show_both() -> None:
            show()
            there = self.host.file.state.at(path) is not None
            clear.reason = "" if there else "It is left out"

        row.show = show_both

    def _put(self, path: TomlPath, value: Any) -> None:
        self.host.do(lambda: self.host.file.put(path, value))

    def _input(
        self, path: TomlPath, one: FormField, box: Box
    ) -> tuple[Widget, Callable[[], None]]:
        """Return the widget for a value, and a function that updates it."""
        if one.refers or one.kind in {FieldKind.CHOICE, FieldKind.TEXTS}:
            return self._choice(path, one, box)
        if one.kind is FieldKind.YES_NO:
            return self._yes_no(path, one, box)
        if one.kind in {FieldKind.WHOLE, FieldKind.NUMBER}:
            return self._number(path, one, box)
        return self._text(path, one, box)

    def _usual(self, path: TomlPath) -> str:
        """Return the value of a key that is left out, in words."""
        hint = self.host.file.hint(path[:-1], str(path[-1]))
        words = hint.rpartition("usual: ")[2] if "usual: " in hint else ""
        return UNSET if words in {"", "none", "empty"} else words

    def _now(self, path: TomlPath) -> Any:
        return self.host.file.state.at(path)

    def _yes_no(
        self, path: TomlPath, one: FormField, box: Box
    ) -> tuple[Widget, Callable[[], None]]:
        stepper = Stepper(box, ("No", "Yes"), lambda n: self._put(path, bool(n)))

        def show() -> None:
            now = self._now(path)
            stepper.value = int(bool(one.default if now is None else now))

        return stepper, show

    def _number(
        self, path: TomlPath, one: FormField, box: Box
    ) -> tuple[Widget, Callable[[], None]]:
        whole = one.kind is FieldKind.WHOLE

        def set_(value: float) -> None:
            self._put(path, round(value) if whole or value == round(value) else value)

        step = 1.0 if whole else 0.25
        number = NumberField(box, None, set_, step=step, least=one.least, most=one.most)
        number.ghost = self._usual(path)

        def show() -> None:
            now = self._now(path)
            is_number = isinstance(now, int | float) and not isinstance(now, bool)
            number.to(now if is_number else None)

        return number, show

    def _text(
        self, path: TomlPath, one: FormField, box: Box
    ) -> tuple[Widget, Callable[[], None]]:
        def typed(words: str) -> None:
            value = one.parsed(words) if words or one.required else None
            if value != self._now(path):
                self._put(path, value)

        text: TextField
        if one.longest > LONG:
            text = TextArea(box, ghost=UNSET, longest=one.longest, most_lines=1)
        else:
            text = TextField(box, ghost=UNSET, longest=one.longest)
        text.ghost = self._usual(path)
        text.on_change = typed
        return text, lambda: _show_text(text, self._now(path), one)

    def _choice(
        self, path: TomlPath, one: FormField, box: Box
    ) -> tuple[Widget, Callable[[], None]]:
        button = ChoiceField(box, partial(self.choose, path, one))
        file = self.host.file
        names = file.names(one.refers) if one.refers else {}

        def show() -> None:
            now = self._now(path)
            usual = one.default if now is None else now
            parts = usual if isinstance(usual, list | tuple) else [usual]
            words = [str(part) for part in parts if part not in {None, ""}]
            label = ", ".join([names.get(word, word) for word in words])
            button.label = label or self._usual(path)
            button.is_usual = now is None

        return button, show

    def choose(self, path: TomlPath, one: FormField) -> None:
        """Open a list of the values that a field may have."""
        file, now = self.host.file, self._now(path)
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
            self.theme,
            one.label,
            names,
            chosen,
            take,
            several=several,
            is_free=free,
            icons=icons,
        )
        self.host.ask(dialog)

    def _fill_list(self, row: PageRow, one: FormField) -> None:
        """Fill the heading above the entries of a list, with a button to add one."""
        path, hint = row.spec.path, self.host.file.hint(row.spec.path[:-1], one.key)
        label = Label(
            (0, 0, 8, ROW), heading_of(one).upper(), size=17, colour=MUTED, face="title"
        )
        label.hint = hint
        row.label = label
        row.widgets.append((label, (0, 4, self.wide - 170, ROW - 4)))
        if row.spec.what == "full":
            return
        is_text = one.kind is FieldKind.TEXTS
        press = partial(self._add_item, path) if is_text else partial(self.host.add, path, one)
        add = Button((0, 0, 8, 8), "Add", press, icon="ui/plus", style=Style.GHOST, size=15)
        row.widgets.append((add, (self.wide - 150, 1, 150, ROW - 2)))

    def _add_item(self, path: TomlPath) -> None:
        there = self._now(path)
        index = len(there) if isinstance(there, list) else 0
        file = self.host.file
        if self.host.do(lambda: file.change("Add", file.state.insert(path, index, "New"))):
            self.host.go_to((*path, index))

    def _fill_entry(self, row: PageRow, one: FormField) -> None:
        """Fill the heading of an entry, or a text of a list, with buttons to move it."""
        path = row.spec.path
        buttons = EntryActions(self.host, path).buttons()
        if row.spec.what == "item":
            del buttons[2]  # a text is not worth a copy
        room = self.wide - len(buttons) * (CLEAR + 4)
        if row.spec.what == "item":
            text = TextField((0, 0, 8, 8), longest=80)
            text.on_change = lambda words: self._put(path, words)
            row.widgets.append((text, (LABEL, 0, room - LABEL, ROW)))
            row.show = lambda: _show_text(text, self._now(path), one)
        else:
            label = Label((0, 0, 8, 8), "", size=15, colour=TEXT, face="heading")
            row.label = label
            row.widgets.append((label, (0, 0, room, ROW)))

            def show() -> None:
                number = f"{path[-1] + 1}  " if isinstance(path[-1], int) else ""
                label.text = number + titled(self._now(path), path)

            row.show = show
        for n, button in enumerate(buttons):
            row.widgets.append((button, (room + 4 + n * (CLEAR + 4), 2, CLEAR, ROW - 4)))

    def _fill_name(self, row: PageRow) -> None:
        """Fill the row with the key of a table, by which others refer to it."""
        *above, key = row.spec.path
        row.label = Label((0, 0, 8, 8), "Name in file", size=14, colour=MUTED)
        row.widgets.append((row.label, (0, 0, LABEL - 8, ROW)))
        text = TextField((0, 0, 8, 8), str(key), longest=60)
        text.hint = "The name by which the file refers to it"

        def enter(words: str) -> None:
            if words in {"", key}:
                text.text = str(key)
            elif self.host.do(lambda: self.host.file.rename((*above, key), words)):
                self.host.go_to((*above, words))

        text.on_enter = text.on_leave = enter
        row.widgets.append((text, (LABEL, 0, self.wide - LABEL - CLEAR - 4, ROW)))

    def _fill_rest(self, row: PageRow) -> None:
        """Fill a row for a key that the schema does not know, or a value that is no table."""
        path, room = row.spec.path, self.wide - CLEAR - 4
        row.label = Label((0, 0, 8, 8), "", size=14, colour=MUTED)
        row.widgets.append((row.label, (0, 0, room, ROW)))
        remove = IconButton((0, 0, 8, 8), "Remove", partial(self._put, path, None))
        remove.icon, remove.style, remove.hint = "ui/trash-2", Style.GHOST, "Remove it"
        row.widgets.append((remove, (room + 4, 0, CLEAR, ROW)))
        label = row.label

        def show() -> None:
            label.text = f"{path[-1]} = {format_toml(self._now(path))}" if path else ""

        row.show = show


def _show_text(text: TextField, now: Any, one: FormField) -> None:
    """Show a value in a field, unless it is what was typed there."""
    if text.focused and one.parsed(text.text) == now:
        return
    text.text = now if isinstance(now, str) else "" if now is None else format_toml(now)
    text.caret = min(text.caret, len(text.text)) if text.focused else len(text.text)
