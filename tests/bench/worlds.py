"""A crowded table for benchmarks: 300 wall segments and 60 models, the same every time."""

from __future__ import annotations

import random
from collections.abc import Callable

from pytest_benchmark.fixture import BenchmarkFixture

from game.geometry.points import Disc, Point
from game.geometry.polygons import Polygon, Segment, box, boxes_meet, edges, overlaps

SIZE = 48.0


def measure(benchmark: BenchmarkFixture, what: Callable[[], None], rounds: int = 30) -> None:
    benchmark.pedantic(what, rounds=rounds, warmup_rounds=2)  # type: ignore[no-untyped-call]


def blocks(many: int, seed: int = 1) -> list[Polygon]:
    """Return rectangular blocks and thin walls at least half an inch apart."""
    rng, laid = random.Random(seed), list[Polygon]()
    while len(laid) < many:
        w, h = rng.choice([(3.0, 0.4), (0.4, 3.0), (1.5, 1.5), (2.5, 0.3)])
        x, y = round(rng.uniform(1, SIZE - 4), 2), round(rng.uniform(1, SIZE - 4), 2)
        one = Point(x, y), Point(x + w, y), Point(x + w, y + h), Point(x, y + h)
        wide = (x - 0.5, y - 0.5, x + w + 0.5, y + h + 0.5)
        if not any(boxes_meet(wide, box(other)) for other in laid):
            laid.append(one)
    return laid


def walls(many: int, seed: int = 1) -> tuple[Segment, ...]:
    return tuple(side for one in blocks(many // 4, seed) for side in edges(one))


def bases(many: int, among: list[Polygon], seed: int = 1) -> dict[str, Disc]:
    """Return bases an inch across that overlap nothing."""
    rng, stand = random.Random(seed), dict[str, Disc]()
    while len(stand) < many:
        at = Point(round(rng.uniform(1, SIZE - 1), 3), round(rng.uniform(1, SIZE - 1), 3))
        base = Disc(at, 0.5)
        free = all((at.x - d.at.x) ** 2 + (at.y - d.at.y) ** 2 > 1.02 for d in stand.values())
        if free and not any(overlaps(base, one) for one in among):
            stand[f"m{len(stand):02}"] = base
    return stand
