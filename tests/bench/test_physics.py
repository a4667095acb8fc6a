"""Cost of carrying a base relative to its floor: the same segments in pymunk alone."""

from __future__ import annotations

import random

import pymunk
from pytest_benchmark.fixture import BenchmarkFixture

from game.geometry.points import Path, Point, direction, point_ahead
from game.geometry.sweeps import Walls
from game.physics.travel import cast_line, follow_path
from tests.bench.worlds import bases, blocks, measure, walls

BLOCKS = blocks(75)
WALLS = Walls(walls(300))
BASES = bases(60, BLOCKS)
RNG = random.Random(3)


def bent(start: Point) -> Path:
    middle = point_ahead(start, direction(RNG.randrange(360)), 4.0)
    return middle, point_ahead(middle, direction(RNG.randrange(360)), 4.0)


WAYS = [(name, bent(base.at)) for name, base in BASES.items()]


def test_sixty_bases_follow_a_bent_path(benchmark: BenchmarkFixture) -> None:
    """Eight inches with one bend, among 300 wall segments and 60 bases."""

    def followed() -> None:
        for name, path in WAYS:
            follow_path(WALLS, BASES, name, path, 8.0)

    measure(benchmark, followed)


def test_the_floor_of_sixty_bases_on_a_bent_path(benchmark: BenchmarkFixture) -> None:
    space = pymunk.Space()
    for a, b in WALLS.segments:
        space.add(pymunk.Segment(space.static_body, a, b, 0.0))
    bodies = []
    for base in BASES.values():
        body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        body.position = base.at
        space.add(body, pymunk.Circle(body, base.radius))
        bodies.append(body)

    def stepped() -> None:
        for body in bodies:
            start = body.position
            for _ in range(2):
                body.velocity = (1.0, 0.0)
                space.step(4.0)
                body.velocity = (0.0, 0.0)
            body.position = start

    measure(benchmark, stepped)


def test_sixty_lines(benchmark: BenchmarkFixture) -> None:
    def shot() -> None:
        for name, path in WAYS:
            cast_line(WALLS, BASES, BASES[name].at, path[1])

    measure(benchmark, shot)
