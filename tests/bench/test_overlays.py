"""Cost of the overlays: 100 models and 300 walls, at 1920 x 1080 on one core."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from game.cores.kit.queries import TableView, UnitPair
from game.geometry.points import Disc, Point
from game.rules.catalog import rules_of
from game.screens.battle.overlays import RANGE, SIGHT, OverlayController, ranges
from game.screens.battle.window_additions import OverlayFocus
from game.table.board import Board, TerrainKind, terrain
from game.table.records import Unit, UnitId
from game.table.state import Table
from game.view.overlays.ground_outlines import ReachQuery, reach
from game.view.scene import Scene
from game.widgets.theme import Theme
from tests.bench.test_window import WINDOW
from tests.bench.time_budget import hold
from tests.cores.classic.odds_tables import RIFLE
from tests.screens.moments import moment
from tests.view.tables import rectangle, table_full_of_models

WALLS = tuple(
    terrain(
        f"wall-{n}", TerrainKind.WALL, rectangle(1.5 + n % 20 * 2.4, 2 + n // 20 * 3, 0.9, 0.3)
    )
    for n in range(300)
)
BOARD = Board("maze", width=48.0, height=48.0, terrain=WALLS)
RULES = rules_of("classic", "combat_patrol")


def armies() -> Table:
    """Return a table of 100 riflemen in squads of ten."""
    table = table_full_of_models(BOARD, 100)
    for side in table.sides:
        mine = table.standing(side)
        for n in range(0, len(mine), 10):
            squad = UnitId(f"{side}-{n}")
            table.units[squad] = Unit(
                squad, side=side, name=squad, models=tuple(m.id for m in mine[n : n + 10])
            )
            for m in mine[n : n + 10]:
                armed = replace(m.profile, weapons=(RIFLE,))
                table.models[m.id] = replace(m, unit=squad, profile=armed)
    return table


@pytest.fixture(scope="module")
def scene(canvas: pygame.Surface) -> Scene:
    scene = Scene(armies(), Theme(), WINDOW)
    scene.camera.zoom(2, WINDOW.center)
    scene.prepare()
    return scene


def settled(overlays: OverlayController, scene: Scene, focus: OverlayFocus) -> None:
    """Wait until all overlays are computed."""
    overlays.refresh(moment(scene.stage.seen, RULES, None, focus, 0))
    while overlays.busy:
        overlays.refresh(moment(scene.stage.seen, RULES, None, focus, 0))


def focus_in(scene: Scene) -> OverlayFocus:
    table = scene.stage.seen
    one, other = (table.standing(side)[0] for side in table.sides)
    return OverlayFocus(one.id, UnitPair(one.unit, other.unit))


def test_a_frame_with_ranges_and_sight_lines_while_panning(
    benchmark: BenchmarkFixture, scene: Scene, canvas: pygame.Surface
) -> None:
    overlays, focus = OverlayController(), focus_in(scene)
    overlays.on = {RANGE, SIGHT}
    settled(overlays, scene, focus)
    steps = iter([(7, 3), (-7, -3)] * 1_000_000)

    def frame() -> None:
        scene.camera.pan(*next(steps))
        sheets = overlays.refresh(moment(scene.stage.seen, RULES, None, focus, 0))
        scene.draw(canvas, sheets.below, sheets.above)

    benchmark(frame)
    hold(benchmark, 0.004)


def test_the_first_frame_that_points_at_another_enemy_does_not_wait(
    benchmark: BenchmarkFixture, scene: Scene
) -> None:
    overlays, focus = OverlayController(), focus_in(scene)
    overlays.on = {RANGE, SIGHT}
    moments = iter(range(100_000_000))

    def look() -> None:
        overlays.refresh(moment(scene.stage.seen, RULES, None, focus, next(moments)))

    benchmark(look)
    hold(benchmark, 0.002)


def test_ranges_among_300_walls(benchmark: BenchmarkFixture, scene: Scene) -> None:
    view = TableView(scene.stage.seen, RULES)
    model = scene.stage.seen.standing()[0]

    benchmark(lambda: list(ranges(view, model)))
    hold(benchmark, 0.06)


def test_the_reach_of_a_move_of_12_inches(benchmark: BenchmarkFixture) -> None:
    others = tuple(Disc(Point(4 + n % 10 * 4, 4 + n // 10 * 4), 0.5) for n in range(99))
    of = ReachQuery(
        BOARD, Disc(Point(24.3, 23.4), 0.5), 12.0, over=False, others=others, off_limits=()
    )

    benchmark(reach, replace(of))
    hold(benchmark, 0.15)
