"""The editor screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import pygame

from game.content.editor_actions import EditorAction
from game.content.maps.class_registry import CLASSES
from game.content.maps.map_file import MapFile, MapObject
from game.content.settings import Action
from game.editor.autosaves import Autosave, Recovery, recoveries
from game.editor.clipboard import copy, cut, paste
from game.editor.map_repair import Repair, open_or_repair
from game.editor.open_file import new_workspace, open_workspace
from game.editor.tools.registry import toolbox
from game.editor.tools.stamp_tool import StampTool
from game.editor.workspace import Workspace
from game.geometry.points import Point
from game.geometry.polygons import Box
from game.screens.editor.bars import (
    COMMANDS,
    KEYS,
    MIRRORS,
    StatusBar,
    Toolbar,
    Topbar,
    does,
    step_grid,
    turn_snapping,
)
from game.screens.editor.class_palette import ClassPalette, about, named, tool_for
from game.screens.editor.dock import Dock
from game.screens.editor.editor_layout import EditorLayout, layout
from game.screens.editor.first_steps import FirstSteps
from game.screens.editor.host import attempt
from game.screens.editor.list_tab import ListTab
from game.screens.editor.map_canvas import Canvas
from game.screens.editor.map_menu import FileActions
from game.screens.editor.picture_section import take_picture
from game.screens.editor.repair_screen import RepairScreen
from game.screens.editor.start_screen import StartScreen
from game.screens.editor.trials import TrialsTab
from game.screens.screen import Change, Quit, Screen, WindowContext
from game.widgets.dialogs import keys_dialog, notice
from game.widgets.key_bindings import action_of, editor_actions_of
from game.widgets.keys import Key, key_pressed
from game.widgets.panel_stack import MICE, Dialog, PanelStack
from game.widgets.text_field import CLIPBOARD
from game.widgets.widget import Widget

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
        self.tools = toolbox(workspace)
        self.change: Change | None = None
        self.filing = FileActions(self, autosave)
        self.topbar = Topbar(workspace, self._actions)
        self.toolbar = Toolbar(self.tools, self.use)
        self.palette, self.dock = ClassPalette(self.choose), Dock(self)
        self.footline = StatusBar()
        self.steps: FirstSteps | None = FirstSteps(self)
        self._dark = False
        """True if a dialog was over the last frame."""
        self._known: object = None
        """The state of which the parts were last informed."""

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
            "Help": lambda: self.ask(keys_dialog(self.frame.theme, KEYS)),
        }

    def fill(self, frame: WindowContext) -> None:
        """Lay all parts out for a window; the canvas is kept, and the keyboard stays."""
        first = not hasattr(self, "canvas")
        place = None if first else self.stack.place_of_focus
        self.frame, theme = frame, frame.theme
        places = self.places()
        window = theme.rect(places.board)
        if first:
            self.canvas = Canvas(self, window)
            self.canvas.take(next(iter(self.tools.values())))
        else:
            self.canvas.fit(theme, window)
        self.stack = PanelStack(theme)
        self.topbar.fill(self.stack, places.top)
        self.toolbar.fill(self.stack, places.tools)
        self.palette.fill(self.stack, places.palette)
        self.footline.fill(self.stack, places.foot)
        self.dock.fill(self.stack, places)
        self.stack.focus_place(place)
        self._known = None
        if first and self.workspace.greeting:
            self.ask(notice(theme, "Imported", self.workspace.greeting))

    def places(self) -> EditorLayout:
        """Return the layout for the window."""
        return layout(*self.frame.units)

    def handle(self, event: pygame.Event) -> Change | None:
        """Route an event to panels, tabs or the canvas; return the requested change."""
        dragged = self.canvas.held and event.type in MICE
        if dragged or not self._take(event):
            self.canvas.handle(event)
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
        return does(self, event)

    def _perform(self, action: EditorAction) -> bool:
        """Perform an action; return whether it has a meaning now."""
        tool = next((n for n, one in self.tools.items() if one.action is action), "")
        if tool:
            self.use(tool)
        elif action in self._commands:
            self._commands[action]()
        elif command := COMMANDS.get(action):
            attempt(self, lambda: command(self.workspace))
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
            EditorAction.MIRROR: self.step_mirror,
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
        self.topbar.refresh(self.canvas)
        self.toolbar.refresh(self.canvas)
        self.footline.refresh(self.canvas)
        change, self.change = self.change, None
        return change

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        """Draw all changes; return the rectangles drawn."""
        if self.stack.covers or self._dark:
            self.canvas.spoil()
        drawn = self.canvas.draw(canvas, self.dock.tab)
        if drawn and self.steps:
            self.steps.draw(canvas, self.canvas.window)
        changed = self.stack.draw(canvas)
        # A dialog darkens everything, so everything is redrawn once it is closed.
        dark, self._dark = self._dark, self.stack.dialog is not None
        return [canvas.get_rect()] if dark else [*changed, *drawn]

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

    @property
    def tool_name(self) -> str:
        tools = self.tools.items()
        return next((name for name, tool in tools if tool is self.canvas.tool), "")

    def use(self, name: str) -> None:
        """Switch to a tool, by its name."""
        self.canvas.take(self.tools[name])

    def choose(self, name: str) -> None:
        """Switch to a class of objects, and to a tool that can draw it."""
        kind = CLASSES[name]
        if type(self.workspace.brush) is not kind:
            self.workspace.brush = kind()
        self.use(tool_for(kind, self.tool_name))
        self.show_message(f"{named(kind)}: {about(kind)}")

    def give_up(self) -> None:
        """Cancel the current action, else clear the selection, else open the menu."""
        if self.stack.focus.on:
            self.stack.focus.to(None)
        elif self.canvas.cancel():
            pass
        elif self.tool_name == StampTool.name:
            self.use("Select")
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
        attempt(self, lambda: CLIPBOARD.put(cut(self.workspace)))

    def paste(self) -> None:
        """Paste at the mouse if it is on the board."""
        if text := CLIPBOARD.text():
            attempt(self, lambda: paste(self.workspace, text, self.canvas.at))

    def step_mirror(self) -> None:
        ways = [*MIRRORS]
        self.workspace.mirror = ways[(ways.index(self.workspace.mirror) + 1) % len(ways)]
        self.show_message(MIRRORS[self.workspace.mirror])

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

    def show(self, tab: object) -> None:
        """Show a tab of the dock."""
        self.dock.show(next(one for one in self.dock.tabs if one is tab))

    def to_board(self) -> None:
        """Take the keyboard from buttons and fields, and give it to the board."""
        self.stack.focus.to(None)

    def shows(self, tab: object) -> bool:
        return self.dock.tab is tab

    @property
    def document(self) -> Workspace:
        return self.workspace

    def recovered(self, one: Recovery) -> Screen:
        """Return another editor, on a map that was autosaved; raise UnusableFile."""
        return EditorScreen(*one.go_on())

    def another(self, workspace: Workspace, autosave: Autosave | None = None) -> Screen:
        return EditorScreen(workspace, autosave)

    def ask(self, dialog: Dialog) -> None:
        self.stack.ask(dialog)

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

    def focus(self, widget: Widget | None) -> None:
        """Give the keyboard to a widget."""
        self.stack.focus.to(widget)

    def pick(
        self, asks: str, fits: Callable[[MapObject], bool], then: Callable[[int], None]
    ) -> None:
        """Let the next click on a matching object call *then* with its id."""
        self.to_board()
        self.canvas.picking = fits, then
        self.show_message(asks)

    def refill(self) -> None:
        self.dock.refill()

    def take_file(self, path: Path) -> bool:
        return take_picture(self, path)


def new_map(mapfile: MapFile | None = None) -> EditorScreen:
    """Open a map without a file; a blank one by default."""
    return EditorScreen(new_workspace(mapfile))


def open_map(path: Path) -> EditorScreen:
    """Open a map file; raise UnusableFile if it is no valid map."""
    return EditorScreen(open_workspace(path))


def first_screen(path: Path | None) -> Screen:
    """Open a map, or its repair; without one, offer autosaves left by a crash, or a new map.

    Raise UnusableFile if nothing of the map can be read.
    """
    if path:
        return opened(path)
    return StartScreen(EditorScreen) if recoveries() else new_map()


def opened(path: Path) -> EditorScreen | RepairScreen:
    """Open a map file, or its repair; raise UnusableFile if nothing of it can be read."""
    found = open_or_repair(path)
    if isinstance(found, Repair):
        return RepairScreen(found, EditorScreen)
    return EditorScreen(found)
