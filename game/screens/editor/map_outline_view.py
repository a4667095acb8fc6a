"""A map as outlines, with some objects marked."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.content.maps.map_file import MapFile, MapObject
from game.content.palettes import palette
from game.widgets.theme import AMBER, DIM
from game.widgets.widget import Visible, Widget

RIM = 6
"""Pixels around the board in which objects off the board are partly visible."""
DOT = 4


class MapOutlineView(Widget):
    """A map, with faulty objects in red and the selected ones in amber."""

    map = Visible[MapFile]()
    chosen = Visible[Sequence[MapObject]]()
    wrong = Visible[Sequence[MapObject]]()

    def __init__(
        self, mapfile: MapFile, chosen: Sequence[MapObject], wrong: Sequence[MapObject]
    ) -> None:
        super().__init__()
        self.map, self.chosen, self.wrong = mapfile, chosen, wrong

    def paint(self, canvas: pygame.Surface) -> None:
        inner = self.rect.inflate(-2 * RIM, -2 * RIM)
        ppi = min(inner.width / self.map.width, inner.height / self.map.height)
        size = round(self.map.width * ppi), round(self.map.height * ppi)
        board = pygame.Rect((0, 0), size)
        board.center = inner.center
        old = canvas.get_clip()
        canvas.set_clip(self.rect)
        pygame.draw.rect(canvas, "#161b20", board)
        pygame.draw.rect(canvas, DIM, board, 1)
        for _, one in self.map.objects():
            self._draw(canvas, one, f"#{type(one.what).colour[3:]}", board, ppi, 2)
        for one in self.wrong:
            self._draw(canvas, one, palette().bad, board, ppi, 3)
        for one in self.chosen:
            self._draw(canvas, one, AMBER, board, ppi, 4)
        canvas.set_clip(old)

    def _draw(
        self,
        canvas: pygame.Surface,
        one: MapObject,
        colour: str,
        board: pygame.Rect,
        ppi: float,
        wide: int,
    ) -> None:
        spots = [(board.left + at.x * ppi, board.top + at.y * ppi) for at in one.outline]
        if len(spots) == 1:
            pygame.draw.circle(canvas, colour, spots[0], DOT + wide)
        elif spots:
            closed = one.shape != "polyline"
            pygame.draw.lines(canvas, colour, closed, spots, wide)
