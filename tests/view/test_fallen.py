"""Models that have fallen, as they lie on the board."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.geometry.points import Point
from game.table.apply import apply
from game.table.events import Event, Placed, Removed, Wounded
from game.table.records import ORIGIN, How, ModelId, Where
from game.table.state import Table
from game.view.playback.fallen import WAYS, way_of
from game.view.playback.stage import Stage
from game.view.scene import Scene
from tests.view.test_stage import pixels_of

HALE, ORR = ModelId("wardens-rifle"), ModelId("wardens-sergeant")
FOE = ModelId("brood-skitterer")


def bodies(stage: Stage) -> dict[ModelId, Point]:
    return {one.model.id: at for one, at in stage.bodies()}


def lost(model: ModelId, how: How, where: Where = Where.GONE) -> Removed:
    return Removed("CC-17", model=model, how=how, where=where)


@pytest.mark.parametrize("how", [How.SHOT, How.FOUGHT, How.HAZARD, How.POWER])
def test_who_is_killed_lies_where_it_fell(table: Table, how: How) -> None:
    apply(table, lost(HALE, how))

    assert bodies(Stage(table)) == {HALE: Point(4, 2)}


@pytest.mark.parametrize("how", [How.FLED, How.LOST, How.LEFT, How.PUSHED])
def test_who_flees_leaves_or_is_carried_off_leaves_no_body(table: Table, how: How) -> None:
    apply(table, lost(HALE, how))

    assert bodies(Stage(table)) == {}


def test_who_dies_in_reserve_lies_nowhere(table: Table) -> None:
    table.models[HALE] = replace(table.models[HALE], at=ORIGIN, where=Where.RESERVE)
    apply(table, lost(HALE, How.HAZARD))

    assert bodies(Stage(table)) == {}


def test_a_body_of_the_rules_is_no_second_one(table: Table) -> None:
    apply(table, lost(HALE, How.SHOT, Where.BODY))

    assert bodies(Stage(table)) == {}


def test_who_comes_back_to_the_table_lies_there_no_longer(table: Table) -> None:
    apply(table, lost(HALE, How.SHOT))
    apply(table, Placed("SB-05", HALE, Point(9, 3), facing=0.0))
    assert bodies(Stage(table)) == {}

    apply(table, lost(HALE, How.FLED))
    assert bodies(Stage(table)) == {}


def test_each_tips_over_in_its_own_direction() -> None:
    ways = {way_of(ModelId(f"wardens-squad-{n}")) for n in range(40)}
    assert len(ways) > WAYS / 2
    assert ways <= {*range(WAYS)}


STORY: list[Event] = [
    Wounded("CC-17", HALE, 1),
    lost(HALE, How.SHOT),
    Wounded("CC-17", FOE, 1),
    lost(FOE, How.FOUGHT),
    lost(ORR, How.FLED),
]


@pytest.mark.parametrize("count", range(len(STORY) + 1))
def test_played_or_skipped_or_opened_the_same_bodies_lie(
    scene: Scene, canvas: pygame.Surface, table: Table, count: int
) -> None:
    scene.prepare()
    scene.stage.add(STORY[:count])
    while scene.stage.lively:
        scene.stage.play(0.1)
    played = pixels_of(scene, canvas)
    scene.restart(table)
    scene.stage.add(STORY[:count])
    scene.stage.skip()
    skipped = pixels_of(scene, canvas)
    for event in STORY[:count]:
        apply(table, event)
    scene.restart(table)

    assert played == skipped == pixels_of(scene, canvas)


def test_who_falls_tips_over_and_then_lies_still(scene: Scene, canvas: pygame.Surface) -> None:
    scene.prepare()
    scene.stage.add([lost(HALE, How.SHOT)])
    scene.stage.play(0.0)
    begins = pixels_of(scene, canvas)
    scene.stage.play(0.3)
    half = pixels_of(scene, canvas)
    scene.stage.play(1.0)
    ends = pixels_of(scene, canvas)

    assert len({begins, half, ends}) == 3
    assert not scene.stage.lively


def test_with_less_motion_the_body_lies_at_once(scene: Scene, canvas: pygame.Surface) -> None:
    scene.prepare()
    scene.stage.reduced = True
    scene.stage.add([lost(HALE, How.SHOT)])
    scene.stage.play(0.0)
    begins = pixels_of(scene, canvas)
    scene.stage.play(1.0)

    assert pixels_of(scene, canvas) == begins


def test_a_body_hides_nobody_who_stands_there(scene: Scene, canvas: pygame.Surface) -> None:
    """A large model on the place of a smaller one covers its body and most of its mark."""
    scene.prepare()
    seen = scene.stage.seen
    seen.models[FOE] = replace(seen.models[FOE], at=seen.models[HALE].at, base=1.5)
    apply(seen, lost(HALE, How.SHOT))
    with_body = pixels_of(scene, canvas)
    seen.losses = ()

    assert with_body == pixels_of(scene, canvas)
