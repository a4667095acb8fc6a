"""What the parts of the editor know of the screen that they are on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from game.content.maps.map_file import MapObject
from game.editor.files.autosaves import Autosave
from game.editor.workspace import Workspace
from game.geometry.points import Point
from game.screens.screen import Change, Frame, Screen
from game.widgets.panel_stack import Dialog

T = TypeVar("T")


class MakeEditor(Protocol):
    """Makes an editor: for screens that lead to one and that it leads to itself."""

    def __call__(self, workspace: Workspace, autosave: Autosave | None = None) -> Screen:
        """Return an editor screen; *autosave*: what it goes on with, if with one."""
        ...


class Studio(Protocol):
    workspace: Workspace
    """The map that is drawn: one for as long as the screen is open."""
    frame: Frame

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
