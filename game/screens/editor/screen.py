"""The editor screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import pygame

from game.content.editor_actions import EditorAction
from game.content.maps.class_registry import CLASSES
from game.content.maps.class_registry import KEYS as CLASS_KEYS
from game.content.maps.map_file import MapObject
from game.content.table_actions import Action
from game.editor.autosaves import Autosave
from game.editor.clipboard import copy, cut, paste
from game.editor.mirror import LEFT_RIGHT
from game.editor.object_commands import nudge
from game.editor.probes import Probe
from game.editor.tools.stamp_tool import StampTool
from game.editor.tools.toolbox import Toolbox
from game.editor.workspace import Workspace
from game.geometry.points import Point
from game.geometry.polygons import Box
from game.screens.editor.bars import (
    ARROWS,
    COMMANDS,
    KEYS,
    MIRRORS,
    StatusBar,
    Toolbar,
    Topbar,
    step_grid,
    turn_snapping,
)
from game.screens.editor.checks import ChecksTab
from game.screens.editor.class_palette import ClassPalette, about, named, tool_for
from game.screens.editor.dock import Dock
from game.screens.editor.editor_layout import EditorLayout, layout
from game.screens.editor.editor_messages import EditorMessages
from game.screens.editor.first_steps import FirstSteps
from game.screens.editor.history_tab import HistoryTab
from game.screens.editor.inspector import InspectorTab
from game.screens.editor.layers_tab import LayersTab
from game.screens.editor.list_tab import ListTab
from game.screens.editor.map_canvas import Canvas
from game.screens.editor.map_menu import FileActions
from game.screens.editor.picture_section import take_picture
from game.screens.editor.probes import ProbesTab
from game.screens.editor.stamps_tab import StampsTab
from game.screens.editor.tab import Tab
from game.screens.editor.trials import TrialsTab
from game.screens.screen import Change, Quit, WindowContext
from game.widgets.dialogs import keys_dialog
from game.widgets.key_bindings import action_of, editor_actions_of
from game.widgets.keys import Key
from game.widgets.panel_stack import MICE, NO_AREA, PanelStack
from game.widgets.pressed_keys import key_pressed, keys_pressed
from game.widgets.text_field import CLIPBOARD

T = TypeVar("T")

ENTER = {Key(pygame.K_RETURN), Key(pygame.K_KP_ENTER)}


class EditorScreen:
    """The screen of the map editor."""

    stack: PanelStack
    canvas: Canvas
    frame: WindowContext

    def __init__(self, workspace: Workspace, autosave: Autosave | None = None) -> None:
        """*autosave*: an autosave left by another editor, to be continued."""
        self.workspace = workspace
        self.toolbox = Toolbox(workspace)
        self.messages = EditorMessages(lambda: self.stack, self.show_message)
        self.change: Change | None = None
        self.filing = FileActions(workspace, self.messages, self.go, autosave)
        self.topbar = Topbar(workspace, self._actions)
        self.toolbar = Toolbar(self.toolbox)
        self.palette, self.dock = ClassPalette(self.choose), Dock(self._tabs())
        self.footline = StatusBar()
        self.steps: FirstSteps | None = FirstSteps(workspace, self.toolbox)
        self._last_mirror = workspace.mirror or LEFT_RIGHT
        """The kind of mirror that is switched on."""
        self._known: object = None
        """The state of which the parts were last informed."""

    def _tabs(self) -> Sequence[Tab]:
        """Return the tabs of the dock, in their order."""
        work, messages, tools = self.workspace, self.messages, self.toolbox
        checking = ChecksTab(work, messages, self.look_at)
        checks = checking.checks
        show_form = self.show_form
        trials = TrialsTab(work, messages, checks, self.go, self.look_at, show_form)
        return (
            InspectorTab(work, messages, tools, self.pick, self.ask_what_if),
            ListTab(work, messages, self.zoom_to),
            LayersTab(work, messages),
            HistoryTab(work, messages),
            checking,
            trials,
            ProbesTab(work, messages, checks, trials.trying, lambda: self.at),
            StampsTab(work, messages, tools),
        )

    @property
    def caption(self) -> str:
        return self.workspace.heading

    @property
    def _actions(self) -> dict[str, Callable[[], None]]:
        """Return the actions of the top bar's buttons."""

        def fit_board() -> None:
            self.canvas.camera.fit()

        return {
            "Menu": self.filing.menu,
            "TRY": lambda: self.tab(TrialsTab).try_it(),
            "Save": self.filing.save,
            "Undo": self.undo,
            "Redo": self.redo,
            "Grid": lambda: step_grid(self.workspace),
            "Snapping": lambda: turn_snapping(self.workspace),
            "Mirror": self.step_mirror,
            "Look": lambda: self.canvas.turn_paint(),  # noqa: PLW0108  no canvas exists yet
            "Whole board": fit_board,
            "Help": lambda: self.messages.ask(keys_dialog(self.frame.theme, KEYS)),
        }

    def fill(self, frame: WindowContext) -> None:
        """Lay all parts out for a window; the canvas is kept, and the keyboard stays."""
        first = not hasattr(self, "canvas")
        place = None if first else self.stack.place_of_focus
        self.frame, theme = frame, frame.theme
        places = self.places()
        window = theme.rect(places.board)
        if first:
            work, say = self.workspace, self.show_message
            self.canvas = Canvas(work, self.toolbox, theme, window, say)
            self.canvas.ask = self.dock.click
        else:
            self.canvas.fit(theme, window)
        self.stack = PanelStack(theme)
        self.topbar.fill(self.stack, places.top)
        self.toolbar.fill(self.stack, places.tools)
        self.palette.fill(self.stack, places.palette)
        self.footline.fill(self.stack, places.foot)
        self.dock.fill(self.stack, places)
        self._update_bars()
        self.stack.focus_place(place)
        self._known = None
        if first and self.workspace.greeting:
            self.messages.notify("Imported", self.workspace.greeting)

    def _update_bars(self) -> None:
        for bar in (self.topbar, self.toolbar, self.footline):
            bar.update(self.canvas)

    def places(self) -> EditorLayout:
        """Return the layout for the window."""
        return layout(*self.frame.units)

    def handle(self, event: pygame.Event) -> Change | None:
        """Route an event to panels, tabs or the canvas; return the requested change."""
        dragged = self.canvas.held and event.type in MICE
        if dragged or not self._take(event):
            self.canvas.handle(event)
        if event.type != pygame.MOUSEMOTION or self.stack.acted:
            self.dock.changed()
        change, self.change = self.change, None
        return change

    def _take(self, event: pygame.Event) -> bool:
        """Pass the event to panels and tabs; return whether it is not for the board."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_TAB and self._is_free:
            return self.take_key(event)
        if self.stack.handle(event) or self.stack.dialog:
            return True
        if any(tab.handle(event) for tab in self.dock.tabs):
            return True
        return event.type == pygame.KEYDOWN and self.take_key(event)

    @property
    def _is_free(self) -> bool:
        """Return whether neither a widget nor a dialog has the keyboard."""
        return self.stack.dialog is None and self.stack.focus.on is None

    def take_key(self, event: pygame.Event) -> bool:
        """Perform the command of a key; return whether the key has one."""
        if action_of(event) is Action.WALK:
            self.stack.step_panel(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if event.key == pygame.K_ESCAPE:
            self.give_up()
            return True
        actions = editor_actions_of(event)
        if any(self.canvas.take_action(action) for action in actions):
            return True
        if any(self._perform(action) for action in actions):
            return True
        if key_pressed(event) in ENTER:
            self.canvas.finish()
            return True
        return any(self._draw(key) or self._edit(key) for key in keys_pressed(event))

    def _draw(self, key: Key) -> bool:
        """Choose the class of a digit; return whether the key is one."""
        if key.ctrl or key.shift or not pygame.K_0 <= key.code <= pygame.K_9:
            return False
        # The key 0 follows the 9.
        self.choose(CLASS_KEYS[(key.code - pygame.K_1) % len(CLASS_KEYS)].__name__)
        return True

    def _edit(self, key: Key) -> bool:
        """Click with the pointer, move it or the selection, or select the next object.

        Return whether the key does one of these.
        """
        if key.code == pygame.K_SPACE:
            held = pygame.KMOD_SHIFT * key.shift | pygame.KMOD_CTRL * key.ctrl
            self.canvas.tap(held)
        elif key.code in ARROWS:
            dx, dy = ARROWS[key.code]
            if key.ctrl or self.canvas.is_pointing:
                self.canvas.step(dx, dy, far=key.shift)
            else:
                self.messages.attempt(lambda: nudge(self.workspace, dx, dy, far=key.shift))
        elif key.code == pygame.K_TAB and not key.ctrl:
            self.step_through(-1 if key.shift else 1)
        else:
            return False
        return True

    def _perform(self, action: EditorAction) -> bool:
        """Perform an action; return whether it has a meaning now."""
        tools = self.toolbox.tools.items()
        tool = next((name for name, one in tools if one.action is action), "")
        if tool:
            self.toolbox.use(tool)
        elif action in self._commands:
            self._commands[action]()
        elif command := COMMANDS.get(action):
            self.messages.attempt(lambda: command(self.workspace))
        else:
            return False
        return True

    @property
    def _commands(self) -> dict[EditorAction, Callable[[], object]]:
        """Return the actions that are neither a button's nor the workspace's alone."""
        filing, canvas = self.filing, self.canvas
        return {
            EditorAction.UNDO_CORNER: canvas.erase,
            EditorAction.SEARCH: self.search,
            EditorAction.LIST: self.list_objects,
            EditorAction.ZOOM_IN: lambda: canvas.zoom(1),
            EditorAction.ZOOM_OUT: lambda: canvas.zoom(-1),
            EditorAction.GRID: lambda: step_grid(self.workspace),
            EditorAction.SHOW_GRID: canvas.turn_grid,
            EditorAction.MIRROR: self.turn_mirror,
            EditorAction.MIRROR_AXIS: lambda: self.step_mirror(off=False),
            EditorAction.REDO: self.redo,
            EditorAction.SAVE_AS: filing.ask_where,
            EditorAction.NEW: filing.ask_new,
            EditorAction.OPEN: filing.ask_open,
            EditorAction.COPY: lambda: CLIPBOARD.put(copy(self.workspace)),
            EditorAction.CUT: self.cut,
            EditorAction.PASTE: self.paste,
        }

    def list_objects(self) -> None:
        """Show the list of objects, and focus its search."""
        self.tab(ListTab).search()

    def search(self) -> None:
        """Focus the search of the palette."""
        self.palette.search()

    def update(self, seconds: float) -> Change | None:
        """Advance all parts by *seconds*; return the requested change."""
        self.stack.update(seconds)
        self.dock.update(seconds)
        self.filing.update(seconds)
        work = self.workspace
        drawn = work.map, work.selection, work.brush, work.layer, work.locked
        known = drawn, work.mirror, work.snapping, work.history.at, self.canvas.tool
        if known != self._known:
            self._known = known
            self.canvas.changed()
            self.dock.refresh()
            self.palette.refresh(work.brush)
        self.canvas.update(seconds)
        self._update_bars()
        change, self.change = self.change, None
        return change

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        """Draw all changes; return the rectangles drawn."""
        if is_stale := self.stack.is_stale:
            self.canvas.spoil()
        drawn = self.canvas.draw(canvas, self.dock.tab)
        if drawn and self.steps:
            self.steps.draw(canvas, self.frame.theme, self.canvas.window)
        changed = self.stack.draw(canvas, self.canvas.window if drawn else NO_AREA)
        return changed if is_stale else [*changed, *drawn]

    def leave(self) -> None:
        """End worker processes, and release file lock and autosave."""
        self.dock.leave()
        self.filing.keeping.leave()
        self.filing.exporting.leave()

    def before_quit(self) -> Change | None:
        """Ask about an unsaved map, once; return the change if none is to be asked."""
        if self.stack.dialog:
            return Quit()
        self.filing.guarded(lambda: self.go(Quit()))
        change, self.change = self.change, None
        return change

    # Called by the parts.

    def choose(self, name: str) -> None:
        """Switch to a class of objects, and to a tool that can draw it."""
        kind = CLASSES[name]
        if type(self.workspace.brush) is not kind:
            self.workspace.brush = kind()
        if not self.toolbox.tool.draws_any:
            self.toolbox.use(tool_for(kind, self.toolbox.name))
        self.show_message(f"{named(kind)}: {about(kind)}")

    def give_up(self) -> None:
        """Cancel the current action, else clear the selection, else open the menu."""
        if self.stack.focus.on:
            self.stack.focus.to(None)
        elif self.canvas.cancel():
            pass
        elif self.toolbox.name == StampTool.name:
            self.toolbox.use("Select")
        elif self.workspace.selection:
            self.workspace.select(())
        else:
            self.filing.menu()

    def undo(self) -> None:
        """Cancel the current action, and undo the last change."""
        self.canvas.cancel()
        self.workspace.undo()

    def redo(self) -> None:
        """Cancel the current action, and redo a change."""
        self.canvas.cancel()
        self.workspace.redo()

    def cut(self) -> None:
        """Move the selection to the clipboard."""
        self.messages.attempt(lambda: CLIPBOARD.put(cut(self.workspace)))

    def paste(self) -> None:
        """Paste at the mouse if it is on the board."""
        if text := CLIPBOARD.text():
            self.messages.attempt(lambda: paste(self.workspace, text, self.canvas.at))

    def step_mirror(self, *, off: bool = True) -> None:
        """Go on to the next kind of mirror; *off*: none is one of them."""
        ways = [way for way in MIRRORS if way or off]
        now = self.workspace.mirror
        self._mirror_by(ways[(ways.index(now) + 1) % len(ways)] if now in ways else ways[0])

    def turn_mirror(self) -> None:
        """Switch the mirror off, or on as it was last."""
        self._mirror_by("" if self.workspace.mirror else self._last_mirror)

    def _mirror_by(self, way: str) -> None:
        self.workspace.mirror = way
        self._last_mirror = way or self._last_mirror
        self.show_message(MIRRORS[way])

    def step_through(self, step: int) -> None:
        """Select the next object in the order of the map, or the one before."""
        ids = [one.id for layer, one in self.workspace.map.objects() if layer.visible]
        if not ids:
            return
        now = self.workspace.selection[-1:]
        at = ids.index(now[0]) + step if now and now[0] in ids else -(step < 0)
        self.workspace.select((ids[at % len(ids)],))
        self.canvas.look_at(self.workspace.selected()[0].outline[0])

    @property
    def at(self) -> Point | None:
        """Return the position of the mouse on the board in inches; None off it."""
        return self.canvas.at

    def tab(self, kind: type[T]) -> T:
        return self.dock.of(kind)

    def show_form(self) -> None:
        """Show the form of the selected object."""
        self.dock.show(self.tab(InspectorTab))

    def ask_what_if(self, kind: type[Probe], id_: int) -> None:
        """Start a probe about an object of the map, by its id."""
        self.tab(ProbesTab).ask_about(kind, id_)

    def go(self, change: Change) -> None:
        """Request a change of screen; autosave first if it is a visit."""
        self.filing.keeping.on_the_way(change)
        self.change = change

    def show_message(self, words: str) -> None:
        """Show a message in the status bar."""
        self.footline.say(words, self.canvas)

    def look_at(self, at: Point) -> None:
        """Scroll a point of the board into view."""
        self.canvas.look_at(at)

    def zoom_to(self, area: Box) -> None:
        """Show an area of the board, in inches, as large as it fits well."""
        self.canvas.zoom_to(area)

    def pick(
        self, asks: str, fits: Callable[[MapObject], bool], then: Callable[[int], None]
    ) -> None:
        """Let the next click on a matching object call *then* with its id."""
        self.stack.focus.to(None)
        self.canvas.picking = fits, then
        self.show_message(asks)

    def take_file(self, path: Path) -> bool:
        return take_picture(self.workspace, self.messages, self.toolbox, path)
