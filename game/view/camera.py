"""Pan and zoom: table inches to window pixels and back."""

from __future__ import annotations

from typing import TypeAlias

import pygame

from game.geometry.points import Point

Pixel: TypeAlias = tuple[int, int]
View: TypeAlias = tuple[int, int, int]

STEP = 1.25
CLOSEST = 96
"""Pixels an inch: nearer than this there is nothing more to see."""
SLACK = 2.0
"""Inches beyond the edge of the table that may come into sight."""


class Camera:
    """Turns inches into pixels and back.

    An inch is always a whole number of pixels, so that the board can be baked in tiles that
    fit together at every zoom.
    """

    def __init__(self, width: float, height: float, window: pygame.Rect) -> None:
        self.width, self.height = width, height
        """The table, in inches."""
        self.window = window
        self.steps = 0
        self.left = self.top = 0
        """Where the table's corner lies in the window, in pixels."""
        self.fit()

    def _measure(self) -> None:
        across = self.window.width / (self.width + 1)
        down = self.window.height / (self.height + 1)
        self.fitting = max(4, int(min(across, down)))
        """The pixels an inch at which the whole table is in sight."""
        closest = max(CLOSEST, self.fitting)
        self.ppi = min(closest, round(self.fitting * STEP**self.steps))
        """The pixels an inch now."""

    @property
    def board(self) -> pygame.Rect:
        """Return where the table lies in the window, seen or not."""
        size = round(self.width * self.ppi), round(self.height * self.ppi)
        return pygame.Rect((self.left, self.top), size)

    def fit(self) -> None:
        """Show the whole table."""
        self.steps = 0
        self._measure()
        self.look_at(Point(self.width / 2, self.height / 2))

    @property
    def view(self) -> View:
        """Return how the table lies now: steps of zoom, and its corner in pixels."""
        return self.steps, self.left, self.top

    def lie(self, view: View) -> None:
        """Let the table lie as it did in this window before."""
        self.steps, self.left, self.top = view
        self._measure()
        self._clamp()

    def resize(self, window: pygame.Rect) -> None:
        middle = self.point(self.window.center)
        self.window = window
        self._measure()
        self.look_at(middle)

    def look_at(self, spot: Point) -> None:
        """Bring a point of the table to the middle of the window, or as near as may be."""
        x, y = self.window.center
        self.left = x - round(spot[0] * self.ppi)
        self.top = y - round(spot[1] * self.ppi)
        self._clamp()

    def zoom(self, steps: int, about: Pixel) -> None:
        """Go nearer by steps of x 1.25, or away if negative; what is at *about* stays there."""
        spot = self.point(about)
        before = self.steps
        self.steps = max(0, before + steps)
        while self.steps > before and self.fitting * STEP**self.steps > CLOSEST:
            self.steps -= 1
        self._measure()
        self.left = about[0] - round(spot[0] * self.ppi)
        self.top = about[1] - round(spot[1] * self.ppi)
        self._clamp()

    def pan(self, right: int, down: int) -> None:
        """Drag the table by pixels."""
        self.left += right
        self.top += down
        self._clamp()

    def pixel(self, at: Point) -> Pixel:
        return self.left + round(at[0] * self.ppi), self.top + round(at[1] * self.ppi)

    def point(self, pixel: Pixel) -> Point:
        ppi = self.ppi
        return Point((pixel[0] - self.left) / ppi, (pixel[1] - self.top) / ppi)

    def on_table(self, pixel: Pixel) -> bool:
        return bool(self.window.collidepoint(pixel) and self.board.collidepoint(pixel))

    def _clamp(self) -> None:
        window, board, slack = self.window, self.board, round(SLACK * self.ppi)
        self.left = _held(board.left, board.width, window.left, window.width, slack)
        self.top = _held(board.top, board.height, window.top, window.height, slack)


def _held(start: int, long: int, window_start: int, window_long: int, slack: int) -> int:
    """Return where the table starts, so that its edge comes no further in than the slack."""
    if long + 2 * slack <= window_long:
        return window_start + (window_long - long) // 2
    latest = window_start + slack
    return min(latest, max(window_start + window_long - long - slack, start))
