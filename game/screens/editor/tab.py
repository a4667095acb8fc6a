"""The form of a tab in the dock of the editor."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import pygame

from game.editor.tools import Pointer
from game.editor.workspace import Workspace
from game.screens.editor.editor_messages import EditorMessages
from game.view.overlays import Overlay
from game.widgets.cells import Child
from game.widgets.panel import Panel
from game.widgets.sizes import EDGE, GAP
from game.widgets.widget import Widget

TAB_PAD = (EDGE, GAP)
"""Space at the edges of a tab, in units."""


class Tab:
    """A tab of the dock; it lives as long as its screen.

    The dock calls ``fill`` with an empty panel whenever the tab becomes visible or the window
    changes. It calls ``refresh`` after that, whenever map or selection change, and after
    ``changed``, but only while the tab is visible.
    """

    panel: Panel
    is_stale = False
    """True if something changed that is not shown yet."""

    title: ClassVar[str]
    """Label of its button: one or two short words."""
    hint: ClassVar[str]
    """Purpose of the tab, in one sentence."""

    is_selected = False
    """True while it is the visible one; the dock sets it."""
    select: Callable[[], None]
    """Makes it the visible one; the dock sets it."""

    def __init__(self, work: Workspace, messages: EditorMessages) -> None:
        self.work, self.messages = work, messages

    @property
    def note(self) -> str:
        """Return a short note shown beside the title, visible or not: the number of faults."""
        return ""

    def fill(self, panel: Panel) -> None:
        """Take an empty panel; ``panel.box`` has its size."""
        self.panel = panel

    def view(self) -> Child:
        """Describe the tab, by the current map and selection and by its own fields."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Show the current map and selection."""
        self.is_stale = False
        self.panel.show(self.view())

    def focus(self, widget: Widget | None) -> None:
        """Give the keyboard to a widget of the tab, or to the board."""
        assert self.panel.focus
        self.panel.focus.to(widget)

    def changed(self) -> None:
        """Show the tab anew before the next frame."""
        self.is_stale = True

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

    def click(self, pointer: Pointer) -> bool:
        """Handle a right click on the board that no tool needs; return whether it was used.

        Called only while the tab is visible.
        """
        return False

    def leave(self) -> None:
        """End workers and release other resources."""
