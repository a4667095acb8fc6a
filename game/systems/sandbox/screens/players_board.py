"""The board of a sandbox as players see it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.cores.kit.queries import TableView
from game.play.game import Rules
from game.systems.sandbox.rules import bench_of
from game.systems.sandbox.rules.table_aids import Vision
from game.systems.sandbox.screens.fog_view import fog_openings
from game.table.records import Side
from game.table.state import Table
from game.view.colours import INKS
from game.view.overlays import Pin
from game.view.overlays.fog_cover import THICK, FogCover
from game.view.scene import Scene
from game.widgets.theme import INK, Theme


class PlayersBoard:
    """``SB-19``  The board as players see it, without panels."""

    def __init__(self, table: Table, theme: Theme, window: pygame.Rect, rules: Rules) -> None:
        self.scene, self.rules = Scene(table, theme, window, rules.parts), rules
        self.pins: list[Pin] = []
        self._shown: object = None
        self._drawn: object = None

    def show(self, table: Table, sides: Sequence[Side], moment: object) -> None:
        """Show a table as some sides see it; *moment* changes whenever the table does."""
        if (key := (tuple(sides), moment)) == self._shown:
            return
        self._shown, self._drawn = key, None
        vision = Vision(table, sides)
        self.scene.restart(table)
        self.scene.hidden = frozenset(model.id for model in vision.hidden())
        openings = fog_openings(TableView(table, self.rules), vision) if vision.fog else None
        self.scene.fog = FogCover(openings, THICK) if openings else None
        self.scene.revealed = bench_of(table).revealed
        self.pins = [Pin(t.at, t.words, INKS[t.ink]) for t in vision.tokens()]

    def draw(self, canvas: pygame.Surface) -> bool:
        """Draw if anything changed; return whether it did."""
        camera = self.scene.camera
        key = camera.view, tuple(camera.window)
        if key == self._drawn:
            return False
        canvas.fill(INK)
        self._drawn = key if self.scene.draw(canvas, above=self.pins) else None
        return True

    def spoil(self) -> None:
        """Force a redraw in the next frame."""
        self._drawn = None
