"""Pan and zoom: conversion between table inches and window pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import pygame

from game.geometry.points import Point
from game.geometry.polygons import box

Pixel: TypeAlias = tuple[int, int]
View: TypeAlias = tuple[int, int, int]

STEP = 1.25
CLOSEST = 96
"""Maximum pixels per inch, unless the whole table fits at more."""
SLACK = 2.0
"""Inches beyond the edge of the table that may come into view."""


class Camera:
    """Converts between inches and pixels.

    An inch is always a whole number of pixels, so that the board can be painted in tiles that
    fit together at every zoom.
    """

    def __init__(self, width: float, height: float, window: pygame.Rect) -> None:
        self.width, self.height = width, height
        """Size of the table in inches."""
        self.window = window
        self.steps = 0
        self.left = self.top = 0
        """Position of the table's corner in the window, in pixels."""
        self.fit()

    def _measure(self) -> None:
        across, down = self.window.width / self.width, self.window.height / self.height
        self.fitting = max(4, int(min(across, down)))
        """Pixels per inch at which the whole table is in view."""
        closest = max(CLOSEST, self.fitting)
        self.ppi = min(closest, round(self.fitting * STEP**self.steps))
        """Current pixels per inch."""

    @property
    def board(self) -> pygame.Rect:
        """Return the rectangle of the whole table in window pixels, including hidden parts."""
        size = round(self.width * self.ppi), round(self.height * self.ppi)
        return pygame.Rect((self.left, self.top), size)

    def fit(self) -> None:
        """Show the whole table."""
        self.steps = 0
        self._measure()
        self.look_at(Point(self.width / 2, self.height / 2))

    @property
    def view(self) -> View:
        """Return the current view: zoom steps, and the table's corner in pixels."""
        return self.steps, self.left, self.top

    def lie(self, view: View) -> None:
        """Restore a view of the table in this window."""
        self.steps, self.left, self.top = view
        self._measure()
        self._clamp()

    def resize(self, window: pygame.Rect) -> None:
        """Use another window rectangle; the point in its middle stays in the middle."""
        middle = self.point(self.window.center)
        self.window = window
        self._measure()
        self.look_at(middle)

    def look_at(self, spot: Point) -> None:
        """Centre a point of the table in the window, as far as the limits allow."""
        x, y = self.window.center
        self.left = x - round(spot[0] * self.ppi)
        self.top = y - round(spot[1] * self.ppi)
        self._clamp()

    def zoom(self, steps: int, about: Pixel) -> None:
        """Zoom in by steps of x 1.25, or out if negative.

        The point at *about* stays in place.
        """
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
        """Return the window pixel of a point of the table."""
        return self.left + round(at[0] * self.ppi), self.top + round(at[1] * self.ppi)

    def point(self, pixel: Pixel) -> Point:
        """Return the point of the table, in inches, at a window pixel."""
        ppi = self.ppi
        return Point((pixel[0] - self.left) / ppi, (pixel[1] - self.top) / ppi)

    def on_table(self, pixel: Pixel) -> bool:
        """Return whether a window pixel shows a part of the table."""
        return bool(self.window.collidepoint(pixel) and self.board.collidepoint(pixel))

    def _clamp(self) -> None:
        window, board, slack = self.window, self.board, round(SLACK * self.ppi)
        self.left = _held(board.left, board.width, window.left, window.width, slack)
        self.top = _held(board.top, board.height, window.top, window.height, slack)


def _held(start: int, long: int, window_start: int, window_long: int, slack: int) -> int:
    """Return the start of the table, kept within the slack."""
    if long + 2 * slack <= window_long:
        return window_start + (window_long - long) // 2
    latest = window_start + slack
    return min(latest, max(window_start + window_long - long - slack, start))


GLIDE = 0.35
"""Seconds in which the view glides to another place."""
FITS = 0.8
"""Share of the window's shorter side into which places seen together have to fit."""


class CameraGuide:
    """Moves the view to places out of sight while the table is zoomed in.

    If the player moves the view, it stays there until ``held`` is reset.
    """

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        self.on = True
        self.still = False
        """True if it goes there at once (reduced motion)."""
        self.held = False
        """True if the player has moved the view."""
        self._view: View | None = None
        """View in the last frame; None if it may differ now."""
        self._way: tuple[Pixel, Pixel] | None = None
        """The table's corner in the window, in pixels, before and after the glide."""
        self._seconds = 0.0

    def forget(self) -> None:
        """Do not take a change of the view for the player's, because the window changed."""
        self._view = self._way = None

    def sees(self, at: Point) -> bool:
        return bool(self.camera.window.collidepoint(self.camera.pixel(at)))

    def update(self, seconds: float, shown: Sequence[Point]) -> None:
        """Go on with a glide, or begin to go to *shown* places if one is out of sight."""
        if self._view not in {None, self.camera.view}:
            self.held, self._way = True, None
        if self._way:
            self._glide(seconds)
        elif not all(self.sees(at) for at in shown):
            self.go(shown)
        self._view = self.camera.view

    def go(self, spots: Sequence[Point]) -> None:
        """Go to the middle of some places, or to the last one if not all fit in the window."""
        camera = self.camera
        if self.held or not self.on or not camera.steps:
            return
        left, top, right, low = box(spots)
        room = FITS * min(camera.window.size) / camera.ppi
        before = camera.left, camera.top
        fits = max(right - left, low - top) < room
        camera.look_at(Point((left + right) / 2, (top + low) / 2) if fits else spots[-1])
        self._way = before, (camera.left, camera.top)
        self._seconds = GLIDE if self.still else 0.0
        self._glide(0.0)

    def _glide(self, seconds: float) -> None:
        assert self._way
        self._seconds += seconds
        rest = (1.0 - min(1.0, self._seconds / GLIDE)) ** 3
        camera, (start, end) = self.camera, self._way
        left, top = (round(b + (a - b) * rest) for a, b in zip(start, end, strict=True))
        camera.pan(left - camera.left, top - camera.top)
        self._view = camera.view
        if rest == 0.0:
            self._way = None
