"""Memory that caches of places, lines and paths take in a process that plays for hours."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import pytest

from game.cores.kit import sight_lines
from game.geometry import points, sweeps
from game.geometry.points import Disc, Point
from game.geometry.sweeps import Walls
from game.systems.matched.rules import cover
from game.table.records import ModelId
from tests.play.tables import table

ASKED = 40
"""Number of questions whose answers are measured."""


class Remembered(NamedTuple):
    """A function that remembers its answers."""

    ask: Callable[[int], object]
    """Asks a question that no other number asks."""
    most: int
    """Number of answers that are remembered."""
    kilobytes: int
    """Maximum memory of all of them."""


def rings() -> Remembered:
    most = points.ring_around.cache_parameters()["maxsize"]
    assert most
    return Remembered(lambda n: points.ring_around(Disc(Point(n, 0.5), 1.0)), most, 3000)


def sights() -> Remembered:
    laid = table({})
    eye = Disc(Point(1.0, 1.0), 0.5)
    return Remembered(
        lambda n: sight_lines.sees(laid, eye, Disc(Point(3.0, n + 0.5), 0.5)),
        sight_lines.MAX_SIGHTS,
        3000,
    )


def lines() -> Remembered:
    laid = table({"a": (1.0, 1.0)}, {"b": (3.0, 1.0)})
    firer, target = (laid.models[ModelId(name)] for name in "ab")
    return Remembered(
        lambda n: cover.is_hidden(laid, firer, replace(target, at=Point(3.0, n + 0.5))),
        cover.MAX_LINES,
        3000,
    )


def boxes() -> Remembered:
    """The boxes of one board, of which a loop of battles has a dozen."""
    walls, cell = Walls(((Point(0.0, 0.0), Point(60.0, 0.0)),)), sweeps.CELL
    return Remembered(
        lambda n: walls.near(cell * n, 0.0, cell * n, 0.0), sweeps.MAX_KNOWN_BOXES, 1000
    )


@pytest.mark.parametrize("made", [rings, sights, lines, boxes])
def test_what_is_remembered_takes_few_megabytes(
    made: Callable[[], Remembered], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (sight_lines, cover):
        monkeypatch.setattr(module, "_MEMO", {})
    points.ring_around.cache_clear()
    remembered = made()
    remembered.ask(0)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for n in range(1, ASKED + 1):
            remembered.ask(n)
        each = (tracemalloc.get_traced_memory()[0] - before) / ASKED
    finally:
        tracemalloc.stop()
    assert each > 50
    assert each * remembered.most / 1000 <= remembered.kilobytes
