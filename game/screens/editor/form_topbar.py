"""The bar above a form."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from game.forms.edited_form import EditedForm
from game.screens.editor.editor_messages import EditorMessages
from game.widgets.button import Button, IconButton, Style
from game.widgets.cells import Child, row, sized
from game.widgets.dialogs import keys_dialog
from game.widgets.key_bindings import insert_editor_keys
from game.widgets.keys import Key
from game.widgets.panel import Panel
from game.widgets.sizes import BODY_TEXT, CLOSE, EDGE, HEADING_TEXT, MEDIUM, SHORT_FIELD
from game.widgets.text_view import Label
from game.widgets.theme import AMBER

KEYS = (
    ("Tab, Shift+Tab", "next field, previous field"),
    ("Up, Down", "in the list: another part; in a number: one more, one less"),
    ("Left, Right", "change yes and no"),
    ("Enter", "in the list: go to its fields, or add; else press, choose"),
    ("{editor_delete}, {editor_duplicate}", "remove or duplicate the part shown"),
    ("Ctrl+Up, Ctrl+Down", "move the part shown"),
    ("{editor_undo}, {editor_redo}", "undo, redo"),
    ("{editor_save}, {editor_save_as}", "save, save as"),
    ("{editor_text}", "the file as text, or the form"),
    ("{editor_try}, {editor_next_fault}", "try it; next fault"),
    ("Esc", "from a field to the list; from the list out of the form"),
    ("{editor_help}", "this list"),
)


class FormTopbar:
    """The bar above a form: its title, and buttons for what can be done with the file."""

    def __init__(
        self,
        form: EditedForm,
        messages: EditorMessages,
        actions: Mapping[str, Callable[[], None]],
    ) -> None:
        """*actions*: the functions of the buttons by their names."""
        self.form, self.messages, self.actions = form, messages, actions

    def fill(self, panel: Panel) -> None:
        self.panel = panel

    @property
    def untriable(self) -> str:
        """Return why the file cannot be tried; empty if it can."""
        is_armoury = self.form.file.kind == "armoury"
        return "Try a roster that names this armoury" if is_armoury else ""

    def refresh(self, *, is_text: bool) -> None:
        """Show the title, and what can be done now."""
        file, on = self.form.file, self.actions
        key = Key(pygame.K_ESCAPE)
        back = Button("Back", on["Back"], icon="ui/arrow-left", shortcut=key, size=BODY_TEXT)
        title = Label(
            f"{file.kind.upper()} · {self.form.caption}",
            size=HEADING_TEXT,
            colour=AMBER,
            face="title",
            hint=str(file.path or "not saved yet"),
        )
        undo = "" if file.history.undoes else "Nothing to undo"
        redo = "" if file.history.redoes else "Nothing to redo"
        save = "Save" if file.is_saved else "Save •"
        text = "Form" if is_text else "Text"
        as_text = "The file as text ({editor_text})"
        trial, why = "Set up a game with it ({editor_try})", self.untriable
        primary = Style.PRIMARY
        buttons = (
            _action(IconButton, "Keys", "keyboard", self.show_keys, "Keys ({editor_help})"),
            _action(IconButton, "Undo", "undo-2", on["Undo"], "Undo ({editor_undo})", undo),
            _action(IconButton, "Redo", "redo-2", on["Redo"], "Redo ({editor_redo})", redo),
            _action(Button, text, "list-ordered", on["Text"], as_text),
            _action(Button, "Try it", "play", on["Try it"], trial, why),
            _action(Button, save, "save", on["Save"], "{editor_save}", style=primary),
        )
        parts = sized(title, grow=1), *buttons, back
        self.panel.show(row(*parts, pad=(EDGE, 0), gap=CLOSE))

    def show_keys(self) -> None:
        self.messages.ask(keys_dialog(self.panel.theme, KEYS))


def _action(
    kind: type[Button],
    label: str,
    icon: str,
    press: Callable[[], None],
    hint: str,
    reason: str = "",
    style: Style = Style.PLAIN,
) -> Child:
    """Return a button for what can be done with the file."""
    hint = insert_editor_keys(hint)
    button = kind(
        label, press, icon=f"ui/{icon}", size=BODY_TEXT, hint=hint, reason=reason, style=style
    )
    return sized(button, height=MEDIUM, least=None if kind is IconButton else SHORT_FIELD)
