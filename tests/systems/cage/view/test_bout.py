"""Playback of a bout: rings and champions in motion, weapons in hands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pygame
import pytest

from game.bots.simple_bots import RandomBot
from game.geometry.points import Point, distance
from game.rules.battles import prepare
from game.systems.cage.rules.floor import cell_of
from game.systems.cage.table import IN, OUT, pose_in_cell
from game.systems.cage.table.events import RingTurned, StepKind, Stepped, WeaponDropped
from game.systems.cage.table.floor_state import rings_now
from game.systems.cage.view import CageLayer
from game.systems.cage.view.animation import (
    MAX_TURN_SECONDS,
    MIN_TURN_SECONDS,
    CageAnimation,
    RingTrack,
)
from game.table.records import Cell, Model, Side
from game.table.state import Table
from game.view.board.board_layout import BoardLayout
from game.view.camera import Camera
from game.view.playback.stage import Stage
from game.view.sprites import TokenState
from game.view.style import DrawingTheme
from game.view.system_view import Drawn
from game.view.systems import SYSTEMS, systems_of

RED = Side("red")


@pytest.fixture
def table() -> Table:
    """Return the start of a bout: captain and veteran on outer cells 0 and 4, facing in."""
    options = {"red": "captain", "blue": "veteran"}
    session = prepare("cage", seed=1, rosters=options).session()
    bot = RandomBot()
    while not session.table.clock.round:
        session.answer(bot.answer(session))
    return session.table.fork()


def champion(table: Table, side: Side) -> Model:
    (model,) = table.standing(side)
    return model


def staged(table: Table) -> Stage:
    return Stage(table, animations=[CageAnimation])


def rings(stage: Stage) -> tuple[float, ...]:
    return stage.animation(CageAnimation).rings


def ring_turned(by: int, ring: int = 3) -> RingTurned:
    return RingTurned("TC-07", RED, ring, by)


def test_who_stands_on_a_ring_turns_with_it(table: Table) -> None:
    # The middle of cell 0 of ring 3 is 20° from the top, 9.5" from (12, 12); 90° on it is 110°.
    me = champion(table, RED)
    spin = RingTrack(ring_turned(90), table)
    there = spin.at(me.id, 1.0)

    assert distance(me.at, Point(12 + 9.5 * 0.34202, 12 - 9.5 * 0.93969)) < 0.01
    assert there
    assert distance(there, Point(12 + 9.5 * 0.93969, 12 + 9.5 * 0.34202)) < 0.01
    assert spin.faces(me.id, 1.0, 1.0) == pytest.approx((me.facing + 90) % 360)
    assert spin.at(me.id, 0.0) == pytest.approx(me.at)


def test_who_stands_elsewhere_does_not(table: Table) -> None:
    spin = RingTrack(ring_turned(90, ring=2), table)

    assert spin.at(champion(table, RED).id, 0.5) is None
    assert spin.faces(champion(table, RED).id, 0.5, 0.5) is None
    assert spin.rings(1.0) == (0.0, 0.0, 90.0, 0.0)


@pytest.mark.parametrize(
    ("by", "direction", "lasts"),
    [(90, 90, 1.0), (180, -180, MAX_TURN_SECONDS), (-10, -10, MIN_TURN_SECONDS)],
)
def test_a_ring_goes_at_a_pace(table: Table, by: int, direction: int, lasts: float) -> None:
    spin = RingTrack(ring_turned(by), table)

    assert abs(spin.by) == abs(direction)
    assert spin.lasts == lasts
    assert spin.rings(0.5)[3] == spin.by / 2


def test_the_stage_shows_a_ring_on_its_way(table: Table) -> None:
    stage = staged(table)
    me = champion(table, RED)
    stage.add([ring_turned(90)])
    stage.play(0.5)

    assert rings(stage) == (0.0, 0.0, 0.0, 45.0)
    assert rings_now(stage.seen) == (0, 0, 0, 0)
    assert stage.faces(me.id) == pytest.approx((me.facing + 45) % 360)

    stage.play(0.6)
    assert rings(stage) == (0.0, 0.0, 0.0, 90.0)
    assert rings_now(stage.seen) == (0, 0, 0, 90)
    assert not stage.busy


def test_less_motion_shows_a_turned_ring_at_once(table: Table) -> None:
    stage = staged(table)
    stage.reduced = True
    stage.add([ring_turned(90)])
    stage.play(0.01)

    assert rings(stage) == (0.0, 0.0, 0.0, 90.0)
    assert rings_now(stage.seen) == (0, 0, 0, 0)


def test_a_step_is_walked(table: Table) -> None:
    stage = staged(table)
    me = champion(table, RED)
    stage.add([Stepped("TC-08", model=me.id, cell=Cell(2, 0), edge=IN, step=StepKind.ADVANCES)])
    stage.play(0.1)

    assert 0.5 < distance(stage.place_of(me.id), me.at) < 2.5
    stage.play(2.0)
    assert cell_of(stage.seen, me.id) == Cell(2, 0)


@pytest.fixture
def duel(table: Table, look: DrawingTheme) -> CageLayer:
    return CageLayer(table, look, BoardLayout(table.board))


@pytest.fixture
def camera() -> Camera:
    return Camera(24, 24, pygame.Rect(0, 0, 960, 960))


def middles(drawn: Iterable[Drawn], camera: Camera) -> list[Point]:
    found = list[Point]()
    for picture, (x, y) in drawn:
        wide, high = picture.get_size()
        found.append(camera.point((x + wide // 2, y + high // 2)))
    return found


def test_weapons_are_held_in_their_hands(table: Table, duel: CageLayer, camera: Camera) -> None:
    # At (12, 12), facing up the table: the blade is in the right hand, the pistol in the left.
    me = replace(champion(table, RED), at=Point(12, 12), facing=0.0)
    table.models[me.id] = me
    stage = staged(table)
    blade, butt = middles(duel.above(stage, camera, [(me, me.at, TokenState.READY)]), camera)

    assert [w.name for w in me.profile.weapons] == ["power blade", "pistol butt"]
    assert blade.x > 12.5
    assert butt.x < 11.5
    assert blade.y < 12
    assert not [*duel.above(stage, camera, [(me, me.at, TokenState.GHOST)])]


def test_a_dropped_weapon_lies_in_its_cell_and_turns_with_it(
    table: Table, duel: CageLayer, camera: Camera
) -> None:
    me, cell = champion(table, RED), Cell(3, 2)
    stage = staged(table)
    stage.add([WeaponDropped("TC-19", me.id, "power blade", cell)])
    stage.skip()
    (lies,) = middles(duel.below(stage, camera), camera)
    at, _ = pose_in_cell(duel.plates.floor, rings_now(table), cell, OUT)

    assert distance(lies, at) < 1.0
    assert len([*duel.above(stage, camera, [(me, me.at, TokenState.READY)])]) == 1

    stage.add([ring_turned(180)])
    stage.skip()
    (after,) = middles(duel.below(stage, camera), camera)
    assert distance(after, Point(24 - lies.x, 24 - lies.y)) < 0.1


def test_two_dropped_weapons_do_not_lie_on_each_other(
    table: Table, duel: CageLayer, camera: Camera
) -> None:
    me = champion(table, RED).id
    stage = staged(table)
    for weapon in ("power blade", "pistol butt"):
        stage.add([WeaponDropped("TC-19", me, weapon, Cell(0, 0))])
    stage.skip()
    one, other = middles(duel.below(stage, camera), camera)

    assert distance(one, other) > 0.5


@pytest.mark.parametrize("parts", [(), ("cage",), ("classic", "combat_patrol")])
def test_a_floor_of_steel_is_drawn_only_on_a_map_with_rings(
    table: Table, parts: tuple[str, ...]
) -> None:
    other = prepare("combat_patrol", seed=1).opening

    assert SYSTEMS["cage"] in systems_of(parts, table.board)
    assert SYSTEMS["cage"] not in systems_of(parts, other.board)


def test_the_floor_is_there_at_once_when_prepared(
    duel: CageLayer, table: Table, camera: Camera
) -> None:
    duel.prepare(staged(table), camera)

    assert duel.floor(pygame.Surface((960, 960)), staged(table), camera, ())
