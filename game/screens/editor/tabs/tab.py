"""What every tab of the editor's dock is."""

from __future__ import annotations

from typing import ClassVar

import pygame

from game.screens.editor.host import Studio
from game.view.overlays.shapes import Overlay
from game.widgets.panel import Panel


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

    def __init__(self, studio: Studio) -> None:
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
