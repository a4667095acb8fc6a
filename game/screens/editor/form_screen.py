"""The screen of a file that is edited in a form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.content.editor_actions import EditorAction
from game.content.faults import Fault, UnusableFile
from game.content.palettes import Colour, palette
from game.content.toml_statements import TomlPath
from game.editor.autosaves import Autosave
from game.forms.edited_form import EditedForm
from game.forms.form_files import FormFile
from game.screens.campaign_opening import new_campaign
from game.screens.editor.editor_messages import EditorMessages
from game.screens.editor.file_actions import DocumentActions, place_of
from game.screens.editor.form_outline import FormOutline
from game.screens.editor.form_page import FormPage
from game.screens.editor.form_summary import FormSummary
from game.screens.editor.form_topbar import FormTopbar
from game.screens.screen import Change, Destination, Quit, Visit, WindowContext
from game.widgets.cells import column, grid, keyed, row, sized
from game.widgets.key_bindings import editor_actions_of, insert_editor_keys
from game.widgets.keys import Key
from game.widgets.layout import area, areas
from game.widgets.panel import Panel
from game.widgets.panel_stack import NO_AREA, PanelStack
from game.widgets.pressed_keys import keys_pressed, types_text
from game.widgets.sizes import EDGE, MEDIUM, NOTE_TEXT, SMALL_TEXT, TOPBAR
from game.widgets.text_field import EDITING, TextArea, TextField
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Log, LogEntry
from game.widgets.theme import AMBER, BAR, MUTED, SHEET, TEXT
from game.widgets.widget import Widget

SHARES = (2, 5, 3)
"""Shares of outline, page and summary of the width."""
FORM_HOME = "form"
TITLE: TomlPath = ("title",)
WORDS = "words"
"""Key of the text of the file."""


class FormScreen:
    """The screen of one roster, scenario, armoury or campaign."""

    stack: PanelStack
    frame: WindowContext

    def __init__(
        self,
        file: FormFile,
        notes: Sequence[Fault] = (),
        autosave: Autosave | None = None,
        on_saved: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Create it; *notes*: lines that became comments; *on_saved* takes the file's name."""
        self.file, self.notes, self.on_saved = file, tuple(notes), on_saved
        self.form = form = EditedForm(file, self.show_message, self.go_to)
        self.messages = messages = EditorMessages(
            lambda: self.stack, self.show_message, self._remember_field
        )
        place = place_of(file.form)
        self.filing = DocumentActions(file, place, messages, self.go, autosave)
        self.page, self.summary = FormPage(form, messages), FormSummary(form)
        self.outline = FormOutline(form, messages, self.page.show, self._opened)
        self.topbar = FormTopbar(form, messages, self._actions)
        self.change: Change | None = None
        self.is_text = False
        self._by_key = False
        self._known: object = None
        self._message = ""
        self._foot: object = None
        """The message that the foot shows; None before it is filled."""
        self._hinted: tuple[Widget | None, str] = (None, "")
        """Widget in focus, and what its value is for."""
        self._wanted: TomlPath | None = None
        """Path of the value to focus once a dialog is closed; None for the outline."""

    @property
    def caption(self) -> str:
        """Return the file's title, or else its name."""
        return self.form.caption

    @property
    def _actions(self) -> dict[str, Callable[[], None]]:
        """Return the actions of the top bar's buttons."""
        return {
            "Back": self.leave_form,
            "Undo": self.undo,
            "Redo": self.redo,
            "Text": self.turn_text,
            "Try it": self.try_it,
            "Save": self.filing.save,
        }

    # Layout.

    def fill(self, frame: WindowContext) -> None:
        """Lay all parts out for a window."""
        self.frame, theme = frame, frame.theme
        wide, high = frame.units
        self.stack = PanelStack(theme)
        outline, page, side, top, foot = range(5)
        sheets = grid(area(outline), area(page), area(side), columns=SHARES, gap=0)
        head, feet = sized(area(top), height=TOPBAR), sized(area(foot), height=MEDIUM)
        places = areas(theme, column(head, sized(sheets, grow=1), feet, gap=0), (wide, high))
        panels = [
            self.stack.add(Panel(theme, places[n], BAR if n in {top, foot} else SHEET))
            for n in (outline, page, side, top, foot)
        ]
        self.outline_panel, self.page_panel, summary, topbar, self.foot = panels
        self.outline.fill(self.outline_panel)
        self.topbar.fill(topbar)
        self.summary.fill(summary)
        self.page.fill(self.page_panel)
        self._known = self._foot = None
        self.refresh()
        self.stack.focus.to(self.outline.parts)
        if self.file.is_new:
            self.go_to(TITLE)

    @property
    def log(self) -> Log:
        """Return the text of the file, while it is shown."""
        found = self.page_panel.known(WORDS)
        assert isinstance(found, Log)
        return found

    # Display.

    def refresh(self) -> None:
        """Update everything to the file."""
        form = self.form
        shown = form.page, form.check.is_pending, form.refused
        known = self.file.state, self.file.path, *shown
        if known == self._known:
            return
        self._known = known
        form.find_faults()
        self.outline.refresh()
        if self.is_text:
            entries = [_line(words) for words in self.file.text().splitlines()]
            log = Log(indent=4, entries=entries, follows=False)
            self.page_panel.show(column(sized(keyed(WORDS, log), grow=1), pad=EDGE))
        else:
            self.page.refresh()
        self.summary.refresh()
        self.topbar.refresh(is_text=self.is_text)

    # What the widgets do.

    def _opened(self) -> None:
        """Go to the first field of a part that was opened by a key."""
        if self._by_key:
            self._focus_first()

    def _focus_first(self) -> None:
        fields = [] if self.is_text else self.page.fields()
        if fields:
            self.stack.focus.to(fields[0])

    def go_to(self, path: TomlPath) -> None:
        """Show the page of a path, and focus its row."""
        if self.is_text:
            self.turn_text()
        self.page.show(self.form.page_of(path))
        self.outline.reveal(self.page.path)
        self._known = None
        self.refresh()
        self._wanted = path
        self._focus_on(path)

    def _focus_on(self, path: TomlPath) -> None:
        """Focus the row of a path, or of what contains it; else the first field."""
        rows = (self.page.row(path[:n]) for n in range(len(path), 0, -1))
        row = next((one for one in rows if one and one.focusable), None)
        if row and path != self.page.path:
            self.stack.focus.to(row.focusable[0])
        else:
            self._focus_first()
        self._select_value()

    def _select_value(self) -> None:
        """Select all of the line of text that is in focus, so that typing replaces it."""
        on = self.stack.focus.on
        if isinstance(on, TextField) and not isinstance(on, TextArea):
            on.select_all()

    def next_fault(self) -> None:
        """Go to the next fault after the page and field in focus."""
        paths = [path for path, _ in self.form.faults]
        if paths:
            now = self.page.at(self.stack.focus.on)
            at = paths.index(now[0]) + 1 if now and now[0] in paths else 0
            self.go_to(paths[at % len(paths)])

    def undo(self) -> None:
        self._jump(self.file.history.undo)

    def redo(self) -> None:
        self._jump(self.file.history.redo)

    def _jump(self, jump: Callable[[], None]) -> None:
        jump()
        self.form.check.still = 0.0
        if self.file.state.at(self.page.path) is None:
            self.page.show(())

    def turn_text(self) -> None:
        """Show the text of the file instead of the form, or the form again."""
        self.is_text, self._known = not self.is_text, None
        self.refresh()
        self.stack.focus.to(self.log if self.is_text else self.outline.parts)

    def try_it(self) -> None:
        """Save the file, and set up a game with it."""
        if self.topbar.untriable:
            return
        if self.file.is_saved and self.file.path:
            self._try()
        else:
            self.filing.save(self._try)

    def _try(self) -> None:
        assert self.file.path
        if self.form.faults:
            self.show_message("It has faults: see the list at the right.")
            return
        word = self.file.path.stem
        try:
            trial = (
                new_campaign(word)
                if self.file.kind == "campaign"
                else Destination("trial", self.file.kind, word)
            )
        except UnusableFile as error:
            self.show_message(str(error))
        else:
            self.go(Visit(trial, FORM_HOME))

    def leave_form(self) -> None:
        """Close the form, after asking about unsaved changes."""
        self.filing.leave()

    # As a screen.

    def handle(self, event: pygame.Event) -> Change | None:
        self._by_key = event.type == pygame.KEYDOWN
        asks, before = self.stack.dialog is not None, self.stack.focus.on
        if asks or not self._take(event):
            self.stack.handle(event)
        self.refresh()
        if not asks and self.stack.focus.on is not before:
            self._select_value()
        if asks and not self.stack.dialog and self._wanted is not None:
            self._focus_on(self._wanted)
        elif asks and not self.stack.dialog:
            self._to_outline()
        change, self.change = self.change, None
        return change

    def _take(self, event: pygame.Event) -> bool:
        """Handle what no widget may: the wheel on a still form, and the keys of the form."""
        if event.type == pygame.MOUSEWHEEL and self._is_still:
            return True
        if event.type != pygame.KEYDOWN:
            return False
        on = self.stack.focus.on
        if event.key == pygame.K_ESCAPE and on and on.take_key(event):
            return True  # a number that was being typed is restored
        act = self._command(event)
        if act and on:
            on.leave()  # a number or name that was being typed counts
        if act:
            act()
        return act is not None

    @property
    def _is_still(self) -> bool:
        """Return whether the mouse is on a form that does not scroll, so that nothing does."""
        on_form = self.page_panel.rect.collidepoint(self.stack.mouse) and not self.is_text
        return on_form and not any(v.scroll.most for v in self.page_panel.described.views)

    def _command(self, event: pygame.Event) -> Callable[[], None] | None:
        """Return what a key does; None if it does nothing, or types into a field."""
        if self.stack.typed_into and (types_text(event) or event.key in EDITING):
            return None
        commands = self._commands
        bys: list[Key | EditorAction] = [*editor_actions_of(event), *keys_pressed(event)]
        return next((commands[by] for by in bys if by in commands), None)

    @property
    def _commands(self) -> dict[Key | EditorAction, Callable[[], None]]:
        found: dict[Key | EditorAction, Callable[[], None]] = {
            EditorAction.SAVE: self.filing.save,
            EditorAction.SAVE_AS: self.filing.ask_where,
            EditorAction.UNDO: self.undo,
            EditorAction.REDO: self.redo,
            EditorAction.TEXT: self.turn_text,
            EditorAction.HELP: self.topbar.show_keys,
            EditorAction.TRY: self.try_it,
            EditorAction.DUPLICATE: partial(self.outline.act, 2),
            EditorAction.NEXT_FAULT: self.next_fault,
            Key(pygame.K_UP, ctrl=True): partial(self.outline.act, 0),
            Key(pygame.K_DOWN, ctrl=True): partial(self.outline.act, 1),
        }
        if self.stack.focus.on is self.outline.parts:
            found[EditorAction.DELETE] = partial(self.outline.act, 3)
        is_in_field = self.stack.focus.on not in {None, self.outline.parts}
        found[Key(pygame.K_ESCAPE)] = self._to_outline if is_in_field else self.leave_form
        return found

    def _to_outline(self) -> None:
        self.stack.focus.to(self.outline.parts)

    def update(self, seconds: float) -> Change | None:
        self.stack.update(seconds)
        self.filing.keeping.update(seconds)
        self.form.check.update(seconds)
        self.summary.update()
        self.refresh()
        if self._foot != (foot := self._said()):
            self._foot = foot
            self._show_foot(*foot)
        change, self.change = self.change, None
        return change

    def _said(self) -> tuple[str, Colour]:
        """Return the message at the foot, and its colour."""
        if self._message:
            return self._message, TEXT
        if not self.notes:
            return self._purpose(), MUTED
        return f"{self.notes[0]}" + "…" * (len(self.notes) > 1), palette().bad

    def _purpose(self) -> str:
        """Return what the value in focus is for; it is looked up once for each focus."""
        on = self.stack.focus.on
        if self._hinted[0] is not on:
            self._hinted = on, self.page.purpose_at(on)
        return self._hinted[1]

    def _show_foot(self, message: str, colour: Colour) -> None:
        keys = insert_editor_keys("{editor_next_fault}: next fault · {editor_help}: all keys")
        said = sized(Label(message, size=SMALL_TEXT, colour=colour), grow=1)
        self.foot.show(row(said, Label(keys, size=NOTE_TEXT, colour=MUTED), pad=(EDGE, 0)))

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        # The panels cover the window: there is nothing to draw below them.
        return self.stack.draw(canvas, None if self.stack.is_stale else NO_AREA)

    def leave(self) -> None:
        """Release file lock and autosave, and report the name of a saved file."""
        self.filing.keeping.leave()
        if self.file.path:
            self.on_saved(self.file.path.stem)

    def before_quit(self) -> Change | None:
        """Ask about unsaved changes, once; return the change if none is to be asked."""
        if self.stack.dialog:
            return Quit()
        self.filing.guarded(lambda: self.go(Quit()))
        change, self.change = self.change, None
        return change

    # Called by the parts.

    def _remember_field(self) -> None:
        """Let the focus come back from a dialog to the field that has it now."""
        at = self.page.at(self.stack.focus.on)
        self._wanted = at[0] if at else None

    def go(self, change: Change) -> None:
        """Request a change of screen; autosave first if it is a visit."""
        self.filing.keeping.on_the_way(change)
        self.change = change

    def show_message(self, words: str) -> None:
        """Show a message at the foot."""
        self._message = words


def _line(words: str) -> LogEntry:
    colour = {"#": MUTED, "[": AMBER}.get(words[:1], TEXT)
    return LogEntry((TextSpan(words or " ", colour, face="mono"),))
