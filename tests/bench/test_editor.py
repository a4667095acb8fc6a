"""Cost of drawing on a map of 1,000 objects."""

from __future__ import annotations

from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from game.content.maps.class_registry import CLASSES
from game.content.maps.map_class import Shape
from game.content.maps.map_file import MapFile, MapLayer, MapObject
from game.content.maps.map_library import map_of
from game.editor.edits import changed
from game.editor.mirror import LEFT_RIGHT, mirrored
from game.editor.object_commands import nudge
from game.editor.transforms import drawn
from game.geometry.points import Path, Point
from tests.bench.time_budget import hold
from tests.editor.tool_driver import Desk, pointer

OBJECTS = 1000
LAST = 499
"""Id of the dragged rectangle: no smaller object lies over it."""
SKETCH = 0.001
"""Maximum seconds for computing the preview of a drag, without drawing it."""
UNDO = 0.010
DO = 0.015
"""Maximum seconds for a change, including the check that the map still loads."""


def _varied_object(n: int, rng: Random) -> MapObject:
    x, y = float(rng.randrange(69)), float(rng.randrange(140))
    what = CLASSES[("Wall", "Ruin", "Wood", "Rubble")[n % 4]]()
    if n % 3:
        shape: Shape = "rectangle" if n % 3 == 1 else "ellipse"
        return drawn(n, what, shape, (Point(x, y), Point(x + 3, y + 2)))
    corners = ((0, 0), (2, 0), (3, 1), (3, 2), (2, 3), (0, 2))
    path: Path = tuple(Point(x + dx, y + dy) for dx, dy in corners)
    return drawn(n, what, "polygon", path)


def map_of_twins() -> MapFile:
    """Return a map with 500 pieces to the west, and their twins to the east."""
    rng = Random(1)
    west = [_varied_object(n, rng) for n in range(1, OBJECTS // 2 + 1)]
    east = [changed(mirrored(one, LEFT_RIGHT, 144, 144), id=one.id + 500) for one in west]
    pieces = west + east
    layers = tuple(
        MapLayer(id=n + 1, name=f"layer {n}", objects=tuple(pieces[n * 250 : n * 250 + 250]))
        for n in range(4)
    )
    return map_of(144, 144).model_copy(update={"layers": layers})


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk(map_of_twins())


@pytest.mark.parametrize(("mirror", "shown"), [("", 1), (LEFT_RIGHT, 2)])
def test_dragging_one_of_a_thousand(
    benchmark: BenchmarkFixture, desk: Desk, mirror: str, shown: int
) -> None:
    """At most 1 ms for following the pointer and computing the preview."""
    desk.space.mirror = mirror
    x, y = desk.outline(LAST)[0]
    desk.space.select((LAST,))
    tool = desk.take("Select").tool
    tool.press(pointer(x + 1.0, y + 1.0))
    steps = iter(range(10**9))

    def follow() -> int:
        tool.drag(pointer(x + 2.0 + next(steps) % 40, y + 1.0))
        return len(tool.sketch().objects)

    assert benchmark(follow) == shown
    tool.cancel()
    desk.space.mirror = ""
    hold(benchmark, SKETCH)


def test_pointing_at_one_of_a_thousand(benchmark: BenchmarkFixture, desk: Desk) -> None:
    tool = desk.take("Select").tool
    steps = iter(range(10**9))

    def point() -> int:
        tool.hover(pointer(20.0 + next(steps) % 80, 30.0))
        return len(tool.sketch().lines)

    assert benchmark(point) >= 0
    hold(benchmark, SKETCH)


def test_undo_and_redo(benchmark: BenchmarkFixture, desk: Desk) -> None:
    """At most 10 ms each, including the spatial index of the map."""
    desk.space.select((LAST,))
    nudge(desk.space, 0, 1)
    there = desk.space.map

    def back_and_forth() -> None:
        desk.space.undo()
        assert desk.space.map is not there
        desk.space.redo()

    benchmark(back_and_forth)
    assert desk.space.map is there
    hold(benchmark, 2 * UNDO)


def test_a_change(benchmark: BenchmarkFixture, desk: Desk) -> None:
    desk.space.select((LAST,))
    steps = iter(range(10**9))

    def change() -> None:
        nudge(desk.space, 1 if next(steps) % 2 else -1, 0)

    benchmark(change)
    hold(benchmark, DO)
