"""Cost of moving a unit.

The floor of judging one path is the sweep of that path: see ``test_geometry.py``.
"""

from __future__ import annotations

import random
from itertools import chain

from pytest_benchmark.fixture import BenchmarkFixture

from game.geometry.points import (
    Disc,
    Path,
    Point,
    direction,
    distance,
    point_ahead,
    thousandths,
)
from game.geometry.polygons import overlaps
from game.geometry.sweeps import Walls
from game.play.moves.base_placement import MoveClauses
from game.play.moves.march import March
from game.play.moves.path_goals import ContactGoal, EdgeGoal
from game.play.moves.pathfinding import shortest_path
from game.play.moves.paths import MoveLimits, Moves
from game.table.board import Board, TerrainKind, terrain
from game.table.records import Model, ModelId, Profile, Side, Unit, UnitId
from game.table.state import Table
from tests.bench.time_budget import hold
from tests.bench.worlds import SIZE, bases, blocks, measure, walls

US, THEM = UnitId("squad"), UnitId("foes")
WARDENS, BROOD = Side("wardens"), Side("brood")
TROOPER = Profile("trooper")
RNG = random.Random(3)


def squad_and_march(sides: int, others: int, seed: int = 3) -> tuple[Table, March]:
    """Return a squad of ten in coherency among others, and its march."""
    rng, outlines = random.Random(seed), blocks(sides // 4, seed)
    laid = Table(
        Board(
            terrain=tuple(
                terrain(f"b{n}", TerrainKind.BLOCK, b) for n, b in enumerate(outlines)
            )
        )
    )

    def free(at: Point) -> bool:
        on = 0.5 <= at.x <= SIZE - 0.5 and 0.5 <= at.y <= SIZE - 0.5
        clear = all(distance(at, m.at) > 1.01 for m in laid.models.values())
        return on and clear and not any(overlaps(Disc(at, 0.5), b) for b in outlines)

    def stand(unit: UnitId, side: Side, at: Point) -> None:
        model_id = ModelId(f"{unit}-{len(laid.models):02}")
        laid.models[model_id] = Model(
            model_id, unit=unit, side=side, profile=TROOPER, base=0.5, at=at
        )

    here = Point(24.0, 24.0)
    while len(laid.models) < 10:
        at = thousandths(Point(here.x + rng.gauss(0, 1.5), here.y + rng.gauss(0, 1.5)))
        if free(at) and distance(at, here) < 2.9:
            stand(US, WARDENS, at)
            here = at
    while len(laid.models) < 10 + others:
        at = thousandths(Point(rng.uniform(1, SIZE - 1), rng.uniform(1, SIZE - 1)))
        if free(at):
            stand(THEM, BROOD, at)
    for unit, side in ((US, WARDENS), (THEM, BROOD)):
        ids = tuple(m.id for m in laid.models.values() if m.unit == unit)
        laid.units[unit] = Unit(unit, side=side, name=unit, models=ids)
    march = March(
        WARDENS,
        "CC-18",
        "Move",
        unit=US,
        model_limits={m: MoveLimits(6.0) for m in laid.units[US].models},
        clauses=MoveClauses("CC-18", chain="CC-19", table="CC-18", ground="CC-20"),
    )
    return laid, march


def paths(laid: Table, bends: int) -> list[tuple[ModelId, Path]]:
    """Return six-inch paths in random directions, one for each model of the squad."""
    found = list[tuple[ModelId, Path]]()
    for model_id in laid.units[US].models:
        path = [laid.models[model_id].at]
        for _ in range(bends + 1):
            turn = direction(RNG.randrange(360))
            path.append(thousandths(point_ahead(path[-1], turn, 5.99 / (bends + 1))))
        found.append((model_id, tuple(path)))
    return found


def test_sixty_paths_are_judged(benchmark: BenchmarkFixture) -> None:
    """Straight and bent ones, among 300 wall segments and 60 models."""
    laid, march = squad_and_march(300, 50)
    asked = list(chain.from_iterable(paths(laid, bends) for bends in (0, 1, 2, 0, 1, 2)))
    bases = march.bases(laid)

    def judged() -> None:
        for model_id, path in asked:
            march.why_not(laid, bases, model_id, path)

    measure(benchmark, judged)
    hold(benchmark, len(asked) * 150e-6)


def test_a_whole_unit_is_judged(benchmark: BenchmarkFixture) -> None:
    """Ten models among 300 wall segments and 60 models, coherency and all."""
    laid, march = squad_and_march(300, 50)
    marches: list[Moves] = [march.read(raw) for raw in march.samples(laid, 16)]

    def judged() -> None:
        for moves in marches:
            march.judge(laid, moves)

    measure(benchmark, judged)


def test_sixteen_samples_of_a_unit(benchmark: BenchmarkFixture) -> None:
    """Ten models among 40 others and 60 wall segments."""
    laid, march = squad_and_march(60, 40)

    def sampled() -> None:
        for _ in march.samples(laid, 16):
            pass

    measure(benchmark, sampled)


def test_forty_ways_to_an_edge_and_to_somebody(benchmark: BenchmarkFixture) -> None:
    """Past 60 wall segments and 40 bases, half of which must be kept an inch away."""
    still, stand = Walls(walls(60)), bases(41, blocks(15))
    edge, size = EdgeGoal((Point(0.0, SIZE), Point(SIZE, SIZE))), (SIZE, SIZE)
    names = list(stand)
    wide = {n: d if i % 2 else d._replace(radius=1.5) for i, (n, d) in enumerate(stand.items())}
    crowds = [{n: d for n, d in wide.items() if n != id_} for id_ in names]
    foe = stand[names[0]]

    def found() -> None:
        for id_, others in zip(names[1:21], crowds[1:21], strict=True):
            shortest_path(stand[id_], edge, still, others, size, 7.0, partly=True)
            rest = {n: d for n, d in others.items() if n != names[0]}
            shortest_path(stand[id_], ContactGoal(foe), still, rest, size, 100.0)

    measure(benchmark, found, 10)
