"""Cost of a whole flood relative to its floor: the same segments in pymunk alone.

Also the cost of forecasts, and of finding the ground that a flood reaches.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path as File
from random import Random
from time import process_time, sleep, thread_time
from typing import Any

import pymunk
import pytest

import game.systems.flood.rules.carry as carrying
from game.content.maps.made_board import to_board
from game.content.maps.map_library import load_map, map_of
from game.cores.kit.queries import TableView
from game.geometry.points import Path, distance, unit_vector
from game.physics.travel import follow_path
from game.play.dice_sequences import SeededDice
from game.systems.flood.forecast import FLOODS, Forecaster, forecasts
from game.systems.flood.mapgen.sewer import make_sewer
from game.systems.flood.mapgen.sewer_plan import SewerPlan
from game.systems.flood.table.water import Water, origins
from game.table.board import Board
from game.table.events import Moved, Struck
from game.table.records import Clock, ModelId
from tests.bench.time_budget import allowed
from tests.tools.fuzz_flood import RULES, flood_over, flooded_crowd, random_crowd
from tests.tools.random_sewers import WIDE

MODELS, LUCK = 60, 13
PHYSICS, WHOLE = 4.0, 10.0
"""Maximum cost of the physics and of the whole flood, as multiples of the floor."""
GROUND = 0.02
"""Seconds for finding the ground that a flood reaches, lanes included."""
MAPS = File(__file__).parents[2] / "maps"
SHIPPED = sorted(m.stem for m in MAPS.glob("*.tmj") if '"FloodOrigin"' in m.read_text("utf-8"))
ROUNDS = 40
FORECAST = 8.0
"""Seconds for a thousand floods over forty models on one core."""
HELD_UP = 0.002
"""Seconds for which a forecast in a worker process may block the window."""


def sewer() -> Board:
    """Return a grid of corridors and 300 wall segments: blocks, and bits of wall on them."""
    lines = [6.0, 18.0, 30.0, 42.0]
    objects: list[dict[str, Any]] = [{"class": "FloodOrigin", "point": [6, 1]}]
    objects += [{"class": "Lane", "polyline": [[1, at], [47, at]]} for at in lines]
    objects += [{"class": "Lane", "polyline": [[at, 1], [at, 47]]} for at in lines]
    edges = [0.0, *(edge for at in lines for edge in (at - WIDE, at + WIDE)), 48.0]
    spans = list(zip(edges[::2], edges[1::2], strict=True))
    objects += [
        {"class": "Block", "rectangle": [x, y, right - x, low - y]}
        for x, right in spans
        for y, low in spans
    ]
    rng = Random(2)
    for _ in range(50):
        x, y = rng.choice(spans[1:-1])[0] + rng.uniform(1, 6), rng.choice(spans[1:-1])[0] + 3
        objects.append({"class": "Wall", "rectangle": [round(x, 2), y, 0.4, 1]})
    return to_board(map_of(48, 48, objects, "a sewer"))


def timed(*whats: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """Return the least processor seconds of each, run in turn on a shared machine."""
    best = [float("inf")] * len(whats)
    for _ in range(rounds):
        for n, what in enumerate(whats):
            start = thread_time()
            what()
            best[n] = min(best[n], thread_time() - start)
    return best


def floor_of(board: Board, stands: dict[ModelId, Any], moves: list[Path]) -> Callable[[], None]:
    """Return a run of the same segments in bare pymunk: one step and one query each."""
    space = pymunk.Space()
    for a, b in board.walls.segments:
        space.add(pymunk.Segment(space.static_body, a, b, 0.0))
    bodies = dict[ModelId, pymunk.Body]()
    for model_id, disc in stands.items():
        bodies[model_id] = body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        body.position = disc.at
        space.add(body, pymunk.Circle(body, disc.radius))
    body = next(iter(bodies.values()))
    point = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
    probe = pymunk.Circle(point, 0.5)

    def stepped() -> None:
        for path in moves:
            for a, b in pairwise(path):
                if (inches := distance(a, b)) > 0.0:
                    body.position = a
                    body.velocity = unit_vector(a, b)
                    space.step(inches)
                    body.velocity = (0.0, 0.0)
                    space.reindex_shapes_for_body(body)
                    point.position = b
                    space.shape_query(probe)

    return stepped


def test_a_whole_flood_beside_its_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    """``FF-07`` to ``FF-17``: 60 models, about 40 carries, 300 wall segments."""
    board = sewer()
    assert 290 <= len(board.walls.segments) <= 310
    calls = list[tuple[Any, ...]]()

    def noted(*args: Any) -> Any:
        calls.append((args[0], dict(args[1]), *args[2:]))
        return follow_path(*args)

    monkeypatch.setattr(carrying, "follow_path", noted)
    before, game = flooded_crowd(board, LUCK, MODELS)
    monkeypatch.setattr(carrying, "follow_path", follow_path)
    moves = [event.path for event in game.story if isinstance(event, Moved)]
    carries = len([e for e in game.story if isinstance(e, Struck) and e.clause == "FF-16"])
    assert len(before.models) == MODELS
    assert carries >= 30

    bare = floor_of(board, {m.id: m.disc for m in before.standing()}, moves)
    least, physics, whole = timed(
        bare, lambda: [follow_path(*call) for call in calls], lambda: flood_over(before, LUCK)
    )
    print(
        f"\n{carries} carried in {len(moves)} legs: floor {least * 1e3:.2f} ms, physics "
        f"{physics * 1e3:.2f} ms ({physics / least:.1f} x), whole {whole * 1e3:.2f} ms "
        f"({whole / least:.1f} x)"
    )
    assert physics <= PHYSICS * least
    assert whole <= WHOLE * least


@pytest.mark.parametrize("name", [*SHIPPED, "60 x 44"])
def test_the_ground_that_a_flood_reaches(name: str) -> None:
    """``FF-18``: from each origin, with empty caches of the water."""
    if name == "60 x 44":
        board = to_board(make_sewer(SewerPlan(60, 44), 1))
    else:
        board = load_map(MAPS / f"{name}.tmj")
    for origin in origins(board):
        (took,) = timed(lambda at=origin.outline: Water(board, at).find_flooded(), rounds=10)  # type: ignore[misc]
        print(f"\n{board.name}, {origin.id}: {took * 1e3:.1f} ms")
        assert took <= allowed(GROUND)


def crowd_before_flood(many: int) -> TableView:
    table = random_crowd(sewer(), LUCK, many)
    table.clock = Clock(2, "shooting", table.sides[0])
    assert len(table.models) == many
    return TableView(table, RULES)


def test_a_forecast_of_a_thousand_floods() -> None:
    """``FF-07`` to ``FF-17``: 40 models in corridors, 300 wall segments; a fifth of it here."""
    view, floods = crowd_before_flood(40), FLOODS // 5
    start = process_time()
    *_, forecast = forecasts(view, SeededDice(LUCK), floods)
    took = process_time() - start

    print(f"\n{floods} floods over 40 models in {took:.2f} s: {FLOODS} in {5 * took:.1f} s")
    assert forecast.simulated == floods
    assert took <= allowed(FORECAST / 5)


def test_a_forecast_never_holds_the_window_up() -> None:
    """Neither starting it, nor polling it, nor replacing it by another position blocks."""
    view, forecaster = crowd_before_flood(40), Forecaster(100)
    held = list[float]()

    def clocked(what: Callable[[], object]) -> None:
        start = thread_time()
        what()
        held.append(thread_time() - start)

    try:
        for luck in range(3):
            clocked(lambda luck=luck: forecaster.start(view, SeededDice(luck)))  # type: ignore[misc]
            while forecaster.busy and (luck or not forecaster.result):
                clocked(forecaster.poll)
                sleep(0.005)
    finally:
        forecaster.close()

    assert forecaster.result
    assert forecaster.result.done
    print(f"\n{len(held)} calls, the longest {max(held) * 1e3:.2f} ms")
    assert max(held) <= allowed(HELD_UP)
