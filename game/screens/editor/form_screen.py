"""The form of a roster, a scenario or an armoury, with its outline and its faults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.content.editor_actions import EditorAction
from game.content.faults import Fault, spelt
from game.content.palettes import palette
from game.content.toml_statements import TomlPath
from game.editor.autosaves import Autosave, Recovery
from game.editor.edits import EditRefusedError
from game.forms.form_fields import NESTED, FieldKind, FormField
from game.forms.form_files import FormFile, recovered
from game.screens.editor.file_actions import DocumentActions, place_of
from game.screens.editor.form_outline import FormOutline, PickDialog, with_article
from game.screens.editor.form_page import FormPage
from game.screens.editor.form_summary import FormSummary, FormTopbar, ScenarioCheck
from game.screens.screen import Change, Destination, Quit, Screen, Visit, WindowContext
from game.widgets.key_bindings import editor_actions_of, insert_editor_keys
from game.widgets.keys import Key, keys_pressed, types_text
from game.widgets.panel_stack import Dialog, PanelStack
from game.widgets.text_field import EDITING
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Log, LogEntry
from game.widgets.theme import AMBER, BAR, MUTED, SHEET, TEXT
from game.widgets.widget import Panel, Widget

TOP, FOOT = 54.0, 34.0
EDGE, GAP = 12.0, 8.0
FORM_HOME = "form"


class FormScreen:
    """The screen of one roster, scenario or armoury."""

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
        self.filing = DocumentActions(self, place_of(file.form), autosave)
        self.page, self.summary = FormPage(self), FormSummary(self)
        self.outline, self.topbar = FormOutline(self), FormTopbar(self)
        self.change: Change | None = None
        self.is_text = False
        self._by_key = self._dark = False
        self._known: object = None
        self.faults: list[tuple[TomlPath, Fault]] = []
        """All faults, with the paths that they lead to."""
        self.check = ScenarioCheck(file)
        self._message = ""
        self._wanted: TomlPath | None = None
        """Path of the value to focus once a dialog is closed; None for the outline."""

    @property
    def caption(self) -> str:
        """Return the file's title, or else its name."""
        named = self.file.path.name if self.file.path else "not saved yet"
        return self.file.title or named

    # Layout.

    def fill(self, frame: WindowContext) -> None:
        """Lay all parts out for a window."""
        self.frame, theme = frame, frame.theme
        wide, high = frame.units
        self.stack = PanelStack(theme)
        body = high - TOP - FOOT
        left, right = min(320.0, wide * 0.21), min(500.0, wide * 0.29)
        self.outline_panel = self.stack.add(Panel(theme, (0, TOP, left, body), SHEET))
        page = self.stack.add(Panel(theme, (left, TOP, wide - left - right, body), SHEET))
        side = self.stack.add(Panel(theme, (wide - right, TOP, right, body), SHEET))
        top = self.stack.add(Panel(theme, (0, 0, wide, TOP), BAR))
        foot = self.stack.add(Panel(theme, (0, high - FOOT, wide, FOOT), BAR))
        self.outline.fill(self.outline_panel)
        self.topbar.fill(top)
        words = insert_editor_keys("{editor_next_fault}: next fault · {editor_help}: all keys")
        self.message = foot.add(Label((EDGE, 2, wide * 0.6, FOOT - 4), "", size=13))
        hint = Label((wide * 0.6 + EDGE, 2, wide * 0.4 - 2 * EDGE, FOOT - 4), words, size=12)
        hint.colour, hint.align = MUTED, "right"
        foot.add(hint)
        self.page_panel = page
        self.summary.fill(side)
        self._known = None
        self._fill_page()
        self.refresh()
        self.stack.focus.to(self.outline.list)

    def _fill_page(self) -> None:
        """Show the form, or the text of the file."""
        self.page_panel.clear()
        if not self.is_text:
            self.page.fill(self.page_panel)
            return
        _, _, wide, high = self.page_panel.box
        box = (EDGE, EDGE, wide - 2 * EDGE, high - 2 * EDGE)
        self.log = self.page_panel.add(Log(box, indent=4))
        self._known = None

    # Display.

    def refresh(self) -> None:
        """Update everything to the file."""
        known = self.file.state, self.page.path, self.check.is_on, self.file.path
        if known == self._known:
            return
        self._known = known
        found = (*self.file.faults, *self.check.faults)
        self.faults = [(self.file.state.locate(fault.place), fault) for fault in found]
        self.outline.refresh()
        if self.is_text:
            at, lines = self.log.scroll.offset, self.file.text().splitlines()
            self.log.show([_line(words) for words in lines])
            self.log.lay_out()
            self.log.scroll.to(at)
        else:
            self.page.refresh()
        self.summary.refresh()
        self.topbar.refresh()

    @property
    def page_path(self) -> TomlPath:
        """Return the path of the page that is shown."""
        return self.page.path

    def show(self, path: TomlPath) -> None:
        """Show the page of a path."""
        self.page.show(path)

    # What the widgets do.

    def opened(self) -> None:
        """Go to the first field of a part that was opened by a key."""
        if self._by_key:
            self._focus_first()

    def _focus_first(self) -> None:
        fields = [] if self.is_text else self.page.fields()
        if fields:
            self.page.reveal(fields[0])
            self.stack.focus.to(fields[0])

    def do(self, what: Callable[[], object]) -> bool:
        """Change the file; return whether it was possible, and show the reason if not."""
        self._message = ""
        try:
            what()
        except EditRefusedError as error:
            self.show_message(f"Cannot do that: {error}")
            self._known = None
            return False
        self.check.still = 0.0
        return True

    def add(self, path: TomlPath, one: FormField) -> None:
        """Add a table to those at a path, after asking which to copy if there are any."""
        patterns = self.file.patterns(one.key) if len(path) == 1 else {}
        if not patterns:
            self._add(path, one, "")
            return
        new = f"A new {one.key}"
        names = {new: new} | {name: f"Like {name}" for name in patterns}
        title = f"Add {with_article(one.key)}"

        def add(picked: Sequence[str]) -> None:
            self._add(path, one, picked[0])

        self.ask(PickDialog(self.frame.theme, title, names, (), add))

    def _add(self, path: TomlPath, one: FormField, like: str) -> None:
        patterns, made = self.file.patterns(one.key), list[TomlPath]()
        if self.do(lambda: made.append(self.file.add(path, one, patterns.get(like, {})))):
            self.go_to(made[0])

    def go_to(self, path: TomlPath) -> None:
        """Show the page of a path, and focus its row."""
        if self.is_text:
            self.turn_text()
        self.page.show(self.page_of(path))
        self.refresh()
        self.outline.list.show(spelt(self.page.path))
        self._wanted = path
        self._focus_on(path)

    def _focus_on(self, path: TomlPath) -> None:
        """Focus the row of a path, or of what contains it; else the first field."""
        rows = (self.page.row(path[:n]) for n in range(len(path), 0, -1))
        row = next((one for one in rows if one and one.focusable), None)
        if row and path != self.page.path:
            self.page.reveal(row.focusable[0])
            self.stack.focus.to(row.focusable[0])
        else:
            self._focus_first()

    def page_of(self, path: TomlPath) -> TomlPath:
        """Return the path of the page that has the row of a path."""
        kinds = {one.key: one.kind for one in self.file.fields(())}
        kind = kinds.get(str(path[0])) if path else None
        if kind is FieldKind.TABLE:
            return path[:1]
        entry = path[:2]
        there = self.file.state.at(entry) if len(entry) > 1 else None
        return entry if kind in NESTED and there is not None else ()

    def next_fault(self) -> None:
        """Go to the next fault after the page and field in focus."""
        paths = [path for path, _ in self.faults]
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
        self.check.still = 0.0
        if self.file.state.at(self.page.path) is None:
            self.page.show(())

    def turn_text(self) -> None:
        """Show the text of the file instead of the form, or the form again."""
        self.is_text = not self.is_text
        self._fill_page()
        self.stack.focus.to(self.log if self.is_text else self.outline.list)

    def try_it(self) -> None:
        """Save the file, and set up a game with it."""
        if self.topbar.actions["Try it"].reason:
            return
        if self.file.is_saved and self.file.path:
            self._try()
        else:
            self.filing.save(self._try)

    def _try(self) -> None:
        assert self.file.path
        if self.faults:
            self.show_message("It has faults: see the list at the right.")
            return
        trial = Destination("trial", (self.file.kind, self.file.path.stem))
        self.go(Visit(trial, FORM_HOME))

    def leave_form(self) -> None:
        """Close the form, after asking about unsaved changes."""
        self.filing.leave()

    # As a screen.

    def handle(self, event: pygame.Event) -> Change | None:
        self._by_key = event.type == pygame.KEYDOWN
        asks = self.stack.dialog is not None
        if asks or not self._take(event):
            self.stack.handle(event)
        self.refresh()
        if asks and not self.stack.dialog and self._wanted is not None:
            self._focus_on(self._wanted)
        elif asks and not self.stack.dialog:
            self._to_outline()
        change, self.change = self.change, None
        return change

    def _take(self, event: pygame.Event) -> bool:
        """Handle what no widget may: scrolling, Tab and the keys of the form."""
        page = self.page_panel.rect.collidepoint(self.stack.mouse)
        if event.type == pygame.MOUSEWHEEL and page and not self.is_text:
            self.page.wheel(event.y)
            return True
        if event.type != pygame.KEYDOWN:
            return False
        if event.key == pygame.K_TAB and not self.is_text:
            self._step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        on = self.stack.focus.on
        if event.key == pygame.K_ESCAPE and on and on.take_key(event):
            return True  # a number that was being typed is restored
        act = self._command(event)
        if act and on:
            on.leave()  # a number or name that was being typed counts
        if act:
            act()
        return act is not None

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
        if self.stack.focus.on is self.outline.list:
            found[EditorAction.DELETE] = partial(self.outline.act, 3)
        is_in_field = self.stack.focus.on not in {None, self.outline.list}
        found[Key(pygame.K_ESCAPE)] = self._to_outline if is_in_field else self.leave_form
        return found

    def _to_outline(self) -> None:
        self.stack.focus.to(self.outline.list)

    def _step(self, step: int) -> None:
        """Move the focus: outline, its buttons, the page, the faults, the actions."""
        self.stack.focus.commit()
        fixed = [w for panel in self.stack.panels for w in panel.widgets if w.focusable]
        page = self.page.fields()
        first = [w for w in self.outline_panel.widgets if w.focusable]
        last = [w for w in fixed if w.shown and w not in page and w not in first]
        ring: list[Widget] = [*first, *page, *last]
        on = self.stack.focus.on
        to = ring[(ring.index(on) + step) % len(ring)] if on in ring else ring[0]
        self.page.reveal(to)
        self.stack.focus.to(to)

    def update(self, seconds: float) -> Change | None:
        self.stack.update(seconds)
        self.filing.keeping.update(seconds)
        self.check.update(seconds)
        self.summary.update()
        self.refresh()
        self.message.text, self.message.colour = self._message, TEXT
        if not self._message and self.notes:
            self.message.text = f"{self.notes[0]}" + "…" * (len(self.notes) > 1)
            self.message.colour = palette().bad
        change, self.change = self.change, None
        return change

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        changed = self.stack.draw(canvas)
        # A dialog darkens everything, so everything is redrawn once it is closed.
        dark, self._dark = self._dark, self.stack.dialog is not None
        return [canvas.get_rect()] if dark else changed

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

    # As a host of an open file.

    @property
    def document(self) -> FormFile:
        return self.file

    def recovered(self, one: Recovery) -> Screen:
        """Return another form, of a file that was autosaved; raise UnusableFile."""
        file, autosave = recovered(one)
        return FormScreen(file, autosave=autosave)

    def ask(self, dialog: Dialog) -> None:
        """Open a dialog; the focus comes back to the field that has it now."""
        at = self.page.at(self.stack.focus.on)
        self._wanted = at[0] if at else None
        self.stack.ask(dialog)

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
