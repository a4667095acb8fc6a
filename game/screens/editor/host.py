"""The interface of the editor screen that its parts use, and the base class of tabs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Protocol, TypeVar

import pygame

from game.content.maps.map_file import MapObject
from game.editor.autosaves import Autosave, Recovery
from game.editor.documents import Document
from game.editor.edits import EditRefusedError
from game.editor.tools import Tool
from game.editor.workspace import Workspace
from game.geometry.points import Point
from game.geometry.polygons import Box
from game.screens.screen import Change, Screen, WindowContext
from game.view.overlays import Overlay
from game.widgets.panel_stack import Dialog
from game.widgets.widget import Panel, Widget

T = TypeVar("T")


class MakeEditor(Protocol):
    """A factory of editor screens, for screens that lead to one and are opened by one."""

    def __call__(self, workspace: Workspace, autosave: Autosave | None = None) -> Screen:
        """Return an editor screen; *autosave*: the autosave to continue, if any."""
        ...


class FileHost(Protocol):
    """A screen on which a file of any kind is open."""

    frame: WindowContext

    @property
    def document(self) -> Document:
        """Return the open file; the same object as long as the screen is open."""
        ...

    def recovered(self, one: Recovery) -> Screen:
        """Return another screen with what was autosaved; raise UnusableFile."""
        ...

    def ask(self, dialog: Dialog) -> None:
        """Open a dialog over everything."""

    def go(self, change: Change) -> None:
        """Request a change of screen, without asking about unsaved changes."""

    def show_message(self, words: str) -> None:
        """Show a message in the status bar, until something else is done."""


class EditorHost(FileHost, Protocol):
    workspace: Workspace
    """The open map; the same object as long as the screen is open."""

    @property
    def tools(self) -> Mapping[str, Tool]:
        """Return the tools by their names."""
        ...

    @property
    def tool_name(self) -> str:
        """Return the name of the current tool."""
        ...

    @property
    def at(self) -> Point | None:
        """Return the position of the pointer on the board in inches; None off it."""
        ...

    def tab(self, kind: type[T]) -> T:
        """Return the tab of a kind."""
        ...

    def show(self, tab: object) -> None:
        """Show a tab of the dock."""

    def use(self, name: str) -> None:
        """Switch to a tool, by its name."""

    def to_board(self) -> None:
        """Take the keyboard from buttons and fields, and give it to the board."""

    def shows(self, tab: object) -> bool:
        """Return whether a tab is the visible one."""
        ...

    def another(self, workspace: Workspace, autosave: Autosave | None = None) -> Screen:
        """Return another editor screen, for a map of its own."""
        ...

    def look_at(self, at: Point) -> None:
        """Scroll a point of the board into view, unless it is visible already."""

    def zoom_to(self, area: Box) -> None:
        """Show an area of the board, in inches, as large as it fits well."""

    def focus(self, widget: Widget | None) -> None:
        """Give the keyboard to a widget."""

    def pick(
        self, asks: str, fits: Callable[[MapObject], bool], then: Callable[[int], None]
    ) -> None:
        """Let the next click on a matching object call *then* with its id; Esc cancels."""

    def refill(self) -> None:
        """Rebuild the visible tab."""


class Tab:
    """A tab of the dock; it lives as long as its screen.

    The screen calls ``fill`` with an empty panel whenever the tab becomes visible, the window
    changes or ``studio.refill`` asks for it. It calls ``refresh`` after that and whenever map
    or selection change, but only while the tab is visible.
    """

    title: ClassVar[str]
    """Label of its button: one or two short words."""
    hint: ClassVar[str]
    """Purpose of the tab, in one sentence."""

    def __init__(self, host: EditorHost) -> None:
        self.host = host

    @property
    def note(self) -> str:
        """Return a short note shown beside the title, visible or not: the number of faults."""
        return ""

    def fill(self, panel: Panel) -> None:
        """Lay everything out on an empty panel, from (0, 0); ``panel.box`` has its size."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Update the tab to the current map and selection."""

    def update(self, seconds: float) -> None:
        """Advance by *seconds*; called in every frame, visible or not. Must be quick."""

    def overlays(self) -> tuple[Overlay, ...]:
        """Return the overlays over the board while the tab is visible."""
        return ()

    @property
    def stamp(self) -> object:
        """Return a value that changes whenever ``paint`` would paint something else."""
        return None

    def paint(self, board: pygame.Surface, ppi: int, corner: tuple[int, int]) -> None:
        """Paint over the board, beyond overlays, while the tab is visible: a heat map.

        *board*: the canvas's part of the window; *ppi*: pixels per inch; *corner*: the pixel of
        *board* at the corner of the table.
        """

    def handle(self, event: pygame.Event) -> bool:
        """Handle a key that no other part took, or a click on the board; visible or not."""
        return False

    def leave(self) -> None:
        """End workers and release other resources."""


def attempt(host: EditorHost, what: Callable[[], object]) -> bool:
    """Change the map; return whether it was possible, and show the reason if not."""
    try:
        what()
    except EditRefusedError as error:
        host.show_message(f"Cannot do that: {error}")
        return False
    return True
