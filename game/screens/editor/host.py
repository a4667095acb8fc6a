"""The interface of the editor screen that its parts use, and the base class of tabs."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Protocol, TypeVar

import pygame

from game.content.maps.map_file import MapObject
from game.editor.edits.objects import EditRefusedError
from game.editor.files.autosaves import Autosave
from game.editor.workspace import Workspace
from game.geometry.points import Point
from game.screens.screen import Change, Screen, WindowContext
from game.view.overlays.shapes import Overlay
from game.widgets.panel import Panel
from game.widgets.panel_stack import Dialog

T = TypeVar("T")


class MakeEditor(Protocol):
    """Makes an editor: for screens that lead to one and that it leads to itself."""

    def __call__(self, workspace: Workspace, autosave: Autosave | None = None) -> Screen:
        """Return an editor screen; *autosave*: what it goes on with, if with one."""
        ...


class EditorHost(Protocol):
    workspace: Workspace
    """The map that is drawn: one for as long as the screen is open."""
    frame: WindowContext

    @property
    def tool_name(self) -> str:
        """Return which tool is in the hand."""
        ...

    @property
    def at(self) -> Point | None:
        """Return where the pointer is on the board, in inches; None off it."""
        ...

    def tab(self, kind: type[T]) -> T:
        """Return the tab of a kind."""
        ...

    def show(self, tab: object) -> None:
        """Show a tab of the dock."""

    def shows(self, tab: object) -> bool:
        """Return whether a tab is the one that is shown."""
        ...

    def another(self, workspace: Workspace, autosave: Autosave | None = None) -> Screen:
        """Return another editor, of a map of its own."""
        ...

    def ask(self, dialog: Dialog) -> None:
        """Open a dialog over everything."""

    def go(self, change: Change) -> None:
        """Lead to another screen; of a map that is not saved it is not asked whether to."""

    def tell(self, words: str) -> None:
        """Say something at the foot of the window, until something else is done."""

    def look_at(self, at: Point) -> None:
        """Bring a point of the board into sight; nothing moves if it is there already."""

    def pick(
        self, asks: str, fits: Callable[[MapObject], bool], then: Callable[[int], None]
    ) -> None:
        """Let the next click on the board pick an object that fits, by its id; Esc gives up."""

    def refill(self) -> None:
        """Lay the tab that is shown out anew."""


class Tab:
    """A part of the dock with a head of its own. One lives as long as its screen.

    The screen calls ``fill`` with an empty panel whenever the tab comes into sight, the window
    changes or ``studio.refill`` asks for it, and ``refresh`` after that and whenever the map
    or what is selected is another, but only while it is shown.
    """

    title: ClassVar[str]
    """What its head says: one short word or two."""
    hint: ClassVar[str]
    """What it is for, in one sentence."""

    def __init__(self, studio: EditorHost) -> None:
        self.studio = studio

    @property
    def note(self) -> str:
        """Return what its head says beside the title, shown or not: how many faults."""
        return ""

    def fill(self, panel: Panel) -> None:
        """Lay everything out on an empty panel, from (0, 0); ``panel.box`` has its size."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Bring what is shown up to date."""

    def update(self, seconds: float) -> None:
        """Let time pass: called in every frame, shown or not. Never takes long."""

    def overlays(self) -> tuple[Overlay, ...]:
        """Return what lies over the board while it is shown."""
        return ()

    @property
    def stamp(self) -> object:
        """Return what differs whenever ``paint`` would paint something else."""
        return None

    def paint(self, board: pygame.Surface, ppi: int, corner: tuple[int, int]) -> None:
        """Paint over the board what no overlay can tell, a heat map, while it is shown.

        *board*: the canvas's part of the window; *ppi*: pixels an inch; *corner*: the pixel
        of *board* where the corner of the table lies.
        """

    def handle(self, event: pygame.Event) -> bool:
        """Take a key that nothing else took, or a click on the board; shown or not."""
        return False

    def leave(self) -> None:
        """Let go of what must not be left open: workers."""


def attempt(studio: EditorHost, what: Callable[[], object]) -> bool:
    """Do something to the map; return whether it was done, and tell the reason if not."""
    try:
        what()
    except EditRefusedError as error:
        studio.tell(f"Not done: {error}")
        return False
    return True
