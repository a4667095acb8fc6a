"""A second window with the players' view of a sandbox."""

from __future__ import annotations

import pygame

from game.content.table_actions import Action
from game.play.game import Rules
from game.systems.sandbox.screens.players_board import PlayersBoard
from game.table.state import Table
from game.widgets.key_bindings import action_of
from game.widgets.theme import Theme

SIZE = (1280, 720)
"""Size in pixels in which the second window opens."""
TITLE = "Undertow: the players' view"


class PlayersWindow(pygame.Window):
    """A second window with the players' view, for another screen."""

    def __init__(self, theme: Theme, table: Table, rules: Rules) -> None:
        """Open the window; raise pygame.error if there can be no second one."""
        super().__init__(TITLE, SIZE, resizable=True)
        self.closed = self.full = False
        self.board = PlayersBoard(table, theme, pygame.Rect((0, 0), SIZE), rules)

    def take_event(self, event: pygame.Event) -> None:
        """Handle one of its own events: close it, fit its size, fill the screen or zoom."""
        match event.type:
            case pygame.WINDOWCLOSE:
                self.close()
            case pygame.WINDOWEXPOSED | pygame.WINDOWSIZECHANGED:
                self.board.scene.camera.resize(pygame.Rect((0, 0), self.size))
                self.board.scene.camera.fit()
                self.board.spoil()
            case pygame.MOUSEWHEEL:
                self.board.scene.camera.zoom(event.y, self.board.scene.camera.window.center)
            case pygame.KEYDOWN if action_of(event) is Action.FULLSCREEN:
                self.fill_screen()

    def fill_screen(self) -> None:
        """Fill the screen that it is on, or be a window again."""
        self.full = not self.full
        if self.full:
            self.set_fullscreen(True)
        else:
            self.set_windowed()

    def draw(self) -> None:
        """Draw the board if anything changed."""
        if not self.closed and self.board.draw(self.get_surface()):
            self.flip()

    def close(self) -> None:
        """Close the window, once."""
        if not self.closed:
            self.closed = True
            self.destroy()
