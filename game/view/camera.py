"""The camera, which maps table inches to window pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import pygame

from game.geometry.points import Disc, Point
from game.geometry.polygons import Box, box, widened

Pixel: TypeAlias = tuple[int, int]
View: TypeAlias = tuple[int, int, int]

STEP = 1.25
CLOSEST = 96
"""Maximum pixels per inch, unless the whole table fits at more."""
SLACK = 2.0
"""Inches beyond the edge of the table that may come into view."""
GLIDE = 0.35
"""Seconds in which the view glides to another place."""
FITS = 0.8
"""Share of the window's shorter side into which places seen together have to fit."""
SMALLEST = 26
"""Minimum width in pixels of a base that the player is asked about, or that acts."""
EDGE = 40
"""Pixels from the edge of the window within which a base is not framed."""


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
        self.ppi = self.ppi_after(self.steps)
        """Current pixels per inch."""

    def ppi_after(self, steps: int) -> int:
        """Return the pixels per inch after some steps of zoom."""
        return min(max(CLOSEST, self.fitting), round(self.fitting * STEP**steps))

    def steps_to(self, ppi: float) -> int:
        """Return the steps of zoom until an inch is *ppi* pixels, or until the closest."""
        steps = 0
        while self.ppi_after(steps) < min(ppi, CLOSEST):
            steps += 1
        # A step that cannot be reached whole is not taken, as by hand.
        return steps - (steps > 0 and self.fitting * STEP**steps > CLOSEST)

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


class CameraGuide:
    """Moves the view to what the player has to see, and back to where the player left it.

    If the player moves the view, it stays there until ``held`` is reset.
    """

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        self.on = True
        self.still = False
        """True if it goes there at once (reduced motion)."""
        self.held = False
        """True if the player has moved the view."""
        self.home: View | None = None
        """The player's view, to which it goes back; None while that is shown."""
        self.covered: Sequence[pygame.Rect] = ()
        """Panels over the board, in pixels of the window, under which nothing is seen."""
        self._view: View | None = None
        """View in the last frame; None if it may differ now."""
        self._way: tuple[View, View, Point] | None = None
        """The views before and after the glide, and the point that leads it."""
        self._seconds = 0.0

    @property
    def aim(self) -> View | None:
        """Return the view that it glides to; None while the view rests."""
        return self._way[1] if self._way else None

    def forget(self) -> None:
        """Do not take a change of the view for the player's, because the window changed."""
        self._view = self._way = self.home = None

    def sees(self, at: Point) -> bool:
        """Return whether a point of the table is in sight."""
        pixel = self.camera.pixel(at)
        hidden = any(panel.collidepoint(pixel) for panel in self.covered)
        return bool(self.camera.window.collidepoint(pixel)) and not hidden

    def will_see(self, at: Point) -> bool:
        """Return whether a point of the table is in sight at the end of a glide."""
        camera, before = self.camera, self.camera.view
        camera.lie(self.aim or before)
        found = self.sees(at)
        camera.lie(before)
        return found

    def update(self, seconds: float, shown: Sequence[Point]) -> None:
        """Go on with a glide, or begin to go to *shown* places if one is out of sight."""
        if self._view not in {None, self.camera.view}:
            self.held, self._way, self.home = True, None, None
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
        fits = max(right - left, low - top) < room
        middle = Point((left + right) / 2, (top + low) / 2) if fits else spots[-1]
        before = camera.view
        camera.look_at(middle)
        if camera.view != before:
            self._begin(before, camera.view, middle)

    def frame(
        self, bases: Sequence[Disc], also: Sequence[Disc] = (), around: float = 0.0
    ) -> None:
        """Zoom in until bases are :data:`SMALLEST` pixels wide, or as far as all fit.

        It moves as little as that needs, and never zooms out further than the player has.
        *also*: bases that have to be in view with them, since one is to be chosen; *around*:
        inches around them that are in view if there is room, or half of it.
        """
        if self.held or not self.on or not bases:
            return
        camera, now = self.camera, self.aim or self.camera.view
        low = (self.home or now)[0]
        widest = camera.steps_to(SMALLEST / (2 * min(base.radius for base in bases)))
        tight = _around(bases)
        nearer = [self._on_table(tight, by) for by in (around, around / 2) if by]
        for boxes in ([_around((*bases, *also))] if also else [], [*nearer, tight]):
            for steps in range(max(low, now[0], widest), low - 1, -1):
                for framed in boxes:
                    if self._fit(framed, steps):
                        self._frame(framed, steps, now)
                        return
        middles = [base.at for base in bases]
        if not all(self.sees(at) for at in middles):
            self.go(middles)

    def _on_table(self, around: Box, by: float) -> Box:
        """Return a wider box as far as it lies on the table."""
        left, top, right, low = widened(around, by)
        return (
            max(0.0, left),
            max(0.0, top),
            min(self.camera.width, right),
            min(self.camera.height, low),
        )

    def back(self) -> None:
        """Go back to the view that the player has left."""
        home, self.home = self.home, None
        if home and not self.held and self.on:
            now = self.camera.view
            self._glide_to(now, home, self.camera.point(self.camera.window.center))

    def _fit(self, framed: Box, steps: int) -> bool:
        ppi, window = self.camera.ppi_after(steps), self.camera.window
        left, top, right, low = framed
        across, down = (right - left) * ppi, (low - top) * ppi
        # The whole table is always in view.
        return not steps or (
            across <= window.width - 2 * EDGE and down <= window.height - 2 * EDGE
        )

    def _frame(self, framed: Box, steps: int, now: View) -> None:
        """Go to a view with a box in the window, in which its middle moves least."""
        camera, before = self.camera, self.camera.view
        left, top, right, low = framed
        middle = Point((left + right) / 2, (top + low) / 2)
        camera.lie(now)
        x, y = camera.pixel(middle)
        ppi, window = camera.ppi_after(steps), camera.window
        across, down = ((right - left) * ppi / 2, (low - top) * ppi / 2)
        x = _between(x, window.left + EDGE + across, window.right - EDGE - across)
        y = _between(y, window.top + EDGE + down, window.bottom - EDGE - down)
        if steps:
            camera.lie((steps, x - round(middle.x * ppi), y - round(middle.y * ppi)))
        else:
            camera.fit()  # It has the whole table in view.
        end = camera.view
        camera.lie(before)
        if end != now:
            self._begin(before, end, middle)

    def _begin(self, before: View, end: View, leads: Point) -> None:
        """Begin a glide away from the player's view."""
        self.home = self.home or (self.aim or before)
        self._glide_to(before, end, leads)

    def _glide_to(self, before: View, end: View, leads: Point) -> None:
        self._way = before, end, leads
        self._seconds = GLIDE if self.still else 0.0
        self._glide(0.0)

    def _glide(self, seconds: float) -> None:
        assert self._way
        self._seconds += seconds
        rest = (1.0 - min(1.0, self._seconds / GLIDE)) ** 3
        camera, (start, end, leads) = self.camera, self._way
        if rest == 0.0:
            camera.lie(end)
            self._way = None
        else:
            steps = round(end[0] + (start[0] - end[0]) * rest)
            pixels = [
                (left + leads.x * camera.ppi_after(n), top + leads.y * camera.ppi_after(n))
                for n, left, top in (start, end)
            ]
            x, y = (b + (a - b) * rest for a, b in zip(*pixels, strict=True))
            ppi = camera.ppi_after(steps)
            camera.lie((steps, round(x - leads.x * ppi), round(y - leads.y * ppi)))
        self._view = camera.view


def _around(bases: Sequence[Disc]) -> Box:
    """Return the box around some bases."""
    return (
        min(at.x - radius for at, radius in bases),
        min(at.y - radius for at, radius in bases),
        max(at.x + radius for at, radius in bases),
        max(at.y + radius for at, radius in bases),
    )


def _between(pixel: float, least: float, most: float) -> int:
    """Return a pixel moved into a range, or its middle if that is empty."""
    return round((least + most) / 2 if least > most else min(most, max(least, pixel)))
