"""Things that stand on a table twice: once as drawn, once turned by 180 degrees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from game.mapgen.outlines import Corner, Outline, eighth

Told: TypeAlias = dict[str, Any]
"""An object as ``drawn_map`` takes it."""
CENTRED = 0.12
"""What is nearer to a middle line than such a share of the table lies on neither side of it."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A table, and how things lie on its other half."""

    width: float
    height: float

    @property
    def centre(self) -> Corner:
        return self.width / 2, self.height / 2

    def other(self, at: Corner) -> Corner:
        return self.width - at[0], self.height - at[1]

    def others(self, outline: Iterable[Corner]) -> Outline:
        return [self.other(at) for at in outline]

    def where(self, at: Corner) -> str:
        """Return in which part of the table something lies: ``north-west``, ``middle``."""
        words = (
            _part(at[1] / self.height, "north", "south"),
            _part(at[0] / self.width, "west", "east"),
        )
        return "-".join(word for word in words if word) or "middle"

    def both(self, kind: str, name: str, outline: Sequence[Corner], **said: Any) -> list[Told]:
        """Return an area and its likeness, named by where each lies."""
        return self._both("polygon", kind, name, outline, said)

    def both_lines(
        self, kind: str, name: str, path: Sequence[Corner], **said: Any
    ) -> list[Told]:
        return self._both("polyline", kind, name, path, said)

    def both_points(self, kind: str, name: str, at: Corner, **said: Any) -> list[Told]:
        return self._both("point", kind, name, [at], said)

    def _laid(self, outline: Outline) -> list[Outline]:
        return [outline, self.others(outline)]

    def _both(
        self, shape: str, kind: str, name: str, outline: Sequence[Corner], said: Told
    ) -> list[Told]:
        found = list[Told]()
        for corners in self._laid(list(outline)):
            called = f"{self.where(middle_of(corners))} {name}" if name else ""
            found.append(told(kind, called, shape, corners) | said)
        return found


class Once(Turned):
    """A table of which one half is not like the other: things stand on it as drawn, once."""

    def _laid(self, outline: Outline) -> list[Outline]:
        return [outline]


def told(kind: str, name: str, shape: str, corners: Sequence[Corner]) -> Told:
    placed = [[eighth(x), eighth(y)] for x, y in corners]
    return {"class": kind, "name": name, shape: placed[0] if shape == "point" else placed}


def middle_of(outline: Sequence[Corner]) -> Corner:
    """Return the middle of the box round an outline."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def boxed(left: float, top: float, right: float, low: float, cut: float = 0.0) -> Outline:
    """Return a rectangle, its corners cut by so much; clockwise as the table is seen."""
    if not cut:
        return [(left, top), (right, top), (right, low), (left, low)]
    return [
        (left + cut, top),
        (right - cut, top),
        (right, top + cut),
        (right, low - cut),
        (right - cut, low),
        (left + cut, low),
        (left, low - cut),
        (left, top + cut),
    ]


def _part(share: float, low: str, high: str) -> str:
    if abs(share - 0.5) < CENTRED:
        return ""
    return low if share < 0.5 else high
