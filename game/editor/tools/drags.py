"""What a pointer held down does to objects: moves, turns or scales them, or bends one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from game.content.maps.map_file import MapObject
from game.content.maps.spot_classes import Ring
from game.editor.edits.transform import (
    allowed,
    bearing_of,
    box_of,
    kept_on,
    middle,
    moved,
    rotated,
    scaled,
    turned,
)
from game.editor.snapping import COARSE, FINE, Snap, snapped
from game.editor.tools.tool import Line, Pointer, Word
from game.editor.words import counted, inches
from game.editor.workspace import Workspace
from game.geometry.points import Point, distance
from game.geometry.polygons import Box

LEAST = 0.1
"""Inches: no side is scaled to less."""


class Drag(Protocol):
    drafts: list[MapObject]
    """The objects as they would be; none while nothing has changed."""
    guides: Sequence[Line]
    words: Sequence[Word]

    @property
    def label(self) -> str: ...

    def follow(self, pointer: Pointer) -> None: ...


class Held:
    """Objects in the hand, and what is shown of them."""

    def __init__(self, workspace: Workspace, objects: Sequence[MapObject]) -> None:
        self.workspace = workspace
        self.objects = list(objects)
        self.ids = frozenset(one.id for one in objects)
        self.drafts = list[MapObject]()
        self.guides: Sequence[Line] = ()
        self.words: Sequence[Word] = ()

    @property
    def board(self) -> tuple[float, float]:
        return self.workspace.map.width, self.workspace.map.height


class Move(Held):
    """The vertex next to the pointer is what snaps; without one, the corner of the box."""

    def __init__(
        self, workspace: Workspace, objects: Sequence[MapObject], start: Pointer
    ) -> None:
        super().__init__(workspace, objects)
        self.start = start.at
        self.box = box_of(objects)
        corners = [c for one in objects if one.shape != "ellipse" for c in one.outline]
        near = min(corners, key=lambda c: distance(c, start.at), default=None)
        by_hand = near is not None and distance(near, start.at) <= start.reach
        self.anchor = near if near and by_hand else Point(self.box[0], self.box[1])

    @property
    def label(self) -> str:
        return f"Move {counted(self.objects)}"

    def follow(self, pointer: Pointer) -> None:
        there = Point(
            self.anchor.x + pointer.at[0] - self.start.x,
            self.anchor.y + pointer.at[1] - self.start.y,
        )
        if pointer.shift:
            there = self._straight(there)
        found = snapped(
            self.workspace, pointer._replace(at=there, shift=False), ignore=self.ids
        )
        way = found.at.x - self.anchor.x, found.at.y - self.anchor.y
        dx, dy = allowed(self.objects, *way, *self.board)
        self.guides = found.guides
        self.words = [Word(pointer.at, f"{_signed(dx)}, {_signed(dy)}")]
        self.drafts = [moved(one, dx, dy) for one in self.objects] if dx or dy else []

    def _straight(self, there: Point) -> Point:
        """Return a point moved along the longer of the two ways only."""
        dx, dy = abs(there.x - self.anchor.x), abs(there.y - self.anchor.y)
        return Point(there.x, self.anchor.y) if dx >= dy else Point(self.anchor.x, there.y)


def _signed(way: float) -> str:
    return f"{'+' if way >= 0 else '-'}{inches(abs(way))}"


class Turn(Held):
    """About the middle of the frame. Snaps to 15°, with Shift to 45°; Alt lets it be."""

    def __init__(
        self,
        workspace: Workspace,
        objects: Sequence[MapObject],
        about: Point,
        start: Pointer,
    ) -> None:
        super().__init__(workspace, objects)
        self.about = about
        self.start = bearing_of(start.at, about)
        self.angle = 0.0

    @property
    def label(self) -> str:
        return f"Turn {counted(self.objects)} by {self.angle:g}°"

    def follow(self, pointer: Pointer) -> None:
        own = self.objects[0].rotation if len(self.objects) == 1 else 0.0
        raw = bearing_of(pointer.at, self.about) - self.start
        step = 1.0
        if pointer.alt:
            step = 0.1
        elif pointer.shift:
            step = COARSE
        elif self.workspace.snapping.angles:
            step = FINE
        self.angle = (round((own + raw) / step) * step - own + 180.0) % 360.0 - 180.0
        self.angle = round(self.angle, 3)
        self.words = [Word(pointer.at, f"{(own + self.angle) % 360.0:g}°")]
        if not self.angle:
            self.drafts = []
            return
        turned_ = [turned(one, self.about, self.angle) for one in self.objects]
        self.drafts = kept_on(turned_, *self.board)


class Scale(Held):
    """Away from what lies opposite to the handle, which stays.

    *frame*: the box in a frame that is turned by *axis* about *about*; *way*: which handle, as
    -1, 0 or 1 across and down.
    """

    def __init__(
        self,
        workspace: Workspace,
        objects: Sequence[MapObject],
        frame: Box,
        way: tuple[int, int],
        start: Pointer,
        turn: tuple[Point, float],
    ) -> None:
        super().__init__(workspace, objects)
        self.frame, self.way, self.start = frame, way, start.at
        self.about, self.axis = turn
        self.even = any(isinstance(one.what, Ring) for one in objects)

    @property
    def label(self) -> str:
        return f"Scale {counted(self.objects)}"

    def follow(self, pointer: Pointer) -> None:
        left, top, right, low = self.frame
        wide, high = right - left, low - top
        grip = Point(
            {-1: left, 0: (left + right) / 2, 1: right}[self.way[0]],
            {-1: top, 0: (top + low) / 2, 1: low}[self.way[1]],
        )
        found = self._dragged(grip, pointer)
        # One ring of several keeps its middle, as they all do: both sides give way.
        round_ = self.even and len(self.objects) == 1
        both = 2 if round_ else 1
        new_wide = self._side(wide, both * self.way[0] * (found.at.x - grip.x))
        new_high = self._side(high, both * self.way[1] * (found.at.y - grip.y))
        sx, sy = new_wide / wide if wide else 1.0, new_high / high if high else 1.0
        if pointer.shift or self.even:
            sx = sy = sx if abs(sx - 1) >= abs(sy - 1) else sy
        fixed = Point(right if self.way[0] < 0 else left, low if self.way[1] < 0 else top)
        fixed = rotated(fixed, self.about, self.axis)
        if round_:
            fixed = middle(self.objects[0])
        self.guides = found.guides
        self.words = [Word(pointer.at, f"{inches(wide * sx)} x {inches(high * sy)}")]
        if sx == sy == 1.0:
            self.drafts = []
        else:
            self.drafts = [scaled(one, fixed, sx, sy, self.axis) for one in self.objects]

    def _dragged(self, grip: Point, pointer: Pointer) -> Snap:
        """Return where the handle is dragged to, in the frame."""
        dx, dy = pointer.at[0] - self.start.x, pointer.at[1] - self.start.y
        if self.axis:
            off = rotated(Point(dx, dy), Point(0.0, 0.0), -self.axis)
            return Snap(Point(grip.x + off.x, grip.y + off.y))
        there = Point(grip.x + dx, grip.y + dy)
        return snapped(self.workspace, pointer._replace(at=there, shift=False), ignore=self.ids)

    def _side(self, side: float, more: float) -> float:
        if side == 0.0 or more == 0.0:
            return side
        grid = self.workspace.snapping.grid
        if self.axis and grid:
            return max(grid, round((side + more) / grid) * grid)
        return max(LEAST, side + more)
