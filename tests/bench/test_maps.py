"""Cost of a map of 500 objects."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from math import cos, radians, sin
from time import process_time
from timeit import timeit
from typing import Any

from pytest_benchmark.fixture import BenchmarkFixture

from game.content.maps.classes import Crater, Hedge, Ruin, Wall, Wood
from game.content.maps.made_board import to_board
from game.content.maps.map_file import Corner, MapFile, MapLayer, MapObject
from game.content.maps.map_library import parse_map
from game.content.maps.writer import canonical
from tests.bench.time_budget import hold
from tests.bench.worlds import measure

RNG = random.Random(5)
DEAREST = 40.0
"""Maximum cost as a multiple of parsing alone. It was 22: 22 ms, where parsing took one."""


def object_of_kind(n: int) -> MapObject:
    """Return one of five kinds of object in turn: walls, ruins, hedges, craters and woods."""
    place: dict[str, Any] = {"id": n, "x": RNG.uniform(96, 2900), "y": RNG.uniform(96, 2900)}
    match n % 5:
        case 0:
            return MapObject(what=Wall(), width=160, height=16, rotation=30, **place)
        case 1:
            return MapObject(what=Ruin(cover="5+"), width=160, height=128, **place)
        case 2:
            corners = tuple(Corner(x=20 * k, y=k % 2 * 9) for k in range(8))
            return MapObject(what=Hedge(), polyline=corners, **place)
        case 3:
            return MapObject(what=Crater(), width=96, height=80, ellipse=True, **place)
        case _:
            turns = [radians(30 * k) for k in range(12)]
            corners = tuple(Corner(x=60 * cos(turn), y=60 * sin(turn)) for turn in turns)
            return MapObject(what=Wood(), polygon=corners, **place)


OBJECTS = tuple(object_of_kind(n) for n in range(1, 501))
MAP = MapFile(width=100, height=100, layers=(MapLayer(id=1, objects=OBJECTS),))
TEXT = canonical(MAP)


def load_big_map() -> None:
    to_board(parse_map(TEXT, "big.tmj"))


def written() -> None:
    canonical(MAP)


def test_loading_500_objects(benchmark: BenchmarkFixture) -> None:
    measure(benchmark, load_big_map, 20)
    hold(benchmark, 0.030)


def test_writing_500_objects(benchmark: BenchmarkFixture) -> None:
    measure(benchmark, written, 20)


def parse_json() -> None:
    json.loads(TEXT)


def test_checking_and_placing_cost_little_beside_parsing() -> None:
    """Measured against Python's parser, so that a busy machine changes nothing."""
    rounds = [(seconds(load_big_map), seconds(parse_json)) for _ in range(10)]

    assert min(ours / theirs for ours, theirs in rounds) < DEAREST


def seconds(does: Callable[[], None]) -> float:
    return timeit(does, timer=process_time, number=3)
