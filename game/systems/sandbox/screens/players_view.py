"""The players' view of a sandbox: the board alone, in this window or in a second one."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.play.game import Rules
from game.screens.handover_curtain import CurtainPanel, CurtainWords
from game.screens.screen import Change, Close, WindowContext
from game.systems.sandbox.screens.players_board import PlayersBoard
from game.table.records import Side
from game.table.state import Table
from game.widgets.panel_stack import PanelStack
from game.widgets.theme import AMBER

RETURN = CurtainWords(
    "Game master", AMBER, "Only the person who runs the table looks on from here.", "Go on"
)


class PlayersScreen:
    """The players' view in the window of the person who runs the table.

    Any key or click lowers a curtain, which that person lifts to return.
    """

    caption = "The players' view"

    def __init__(self, table: Table, sides: Sequence[Side], rules: Rules) -> None:
        self.table, self.sides, self.rules = table, tuple(sides), rules
        self.veil: CurtainPanel | None = None
        self.board: PlayersBoard
        self.stack: PanelStack
        """The panels of the curtain; without panels while it is up."""

    def fill(self, frame: WindowContext) -> None:
        self.frame = frame
        window = pygame.Rect((0, 0), frame.size)
        self.board = PlayersBoard(self.table, frame.theme, window, self.rules)
        self.board.show(self.table, self.sides, "")
        self.stack = PanelStack(frame.theme)
        if self.veil:
            self._cover()

    def _cover(self) -> None:
        """Lower the curtain, or fit it to another window."""
        self.veil = self.veil or CurtainPanel(RETURN)
        self.veil.fill(self.frame)
        self.stack = self.veil.stack

    def handle(self, event: pygame.Event) -> Change | None:
        if self.veil:
            self.veil.handle(event)
            return Close() if self.veil.lifted else None
        if event.type == pygame.MOUSEWHEEL:
            self.board.scene.camera.zoom(event.y, pygame.mouse.get_pos())
        elif event.type == pygame.KEYDOWN or (
            event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        ):
            self._cover()
        return None

    def update(self, seconds: float) -> Change | None:
        if self.veil:
            self.veil.update(seconds)
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        if self.veil:
            return self.veil.draw(canvas)
        return [canvas.get_rect()] if self.board.draw(canvas) else []

    def leave(self) -> None:
        """Release nothing."""
