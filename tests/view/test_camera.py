from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.geometry.points import Point, distance
from game.view.camera import CLOSEST, Camera

WINDOW = pygame.Rect(200, 60, 1000, 800)


@pytest.fixture
def camera() -> Camera:
    return Camera(48, 36, WINDOW.copy())


def test_the_whole_table_fits_into_the_middle_of_the_window(camera: Camera) -> None:
    assert WINDOW.contains(camera.board)
    assert abs(camera.board.centerx - WINDOW.centerx) <= 1
    assert abs(camera.board.centery - WINDOW.centery) <= 1


@given(st.floats(0, 48), st.floats(0, 36), st.integers(0, 8))
def test_a_pixel_leads_back_to_its_point(x: float, y: float, steps: int) -> None:
    camera = Camera(48, 36, WINDOW.copy())
    camera.zoom(steps, WINDOW.center)

    assert distance(camera.point(camera.pixel(Point(x, y))), Point(x, y)) <= 1 / camera.ppi


def test_what_is_under_the_mouse_stays_there_while_zooming(camera: Camera) -> None:
    mouse = (520, 410)
    spot = camera.point(mouse)

    camera.zoom(3, mouse)

    assert distance(camera.point(mouse), spot) <= 1 / camera.ppi


def test_a_step_nearer_is_a_quarter_more(camera: Camera) -> None:
    before = camera.ppi
    camera.zoom(1, WINDOW.center)

    assert camera.ppi == round(before * 1.25)


def test_nobody_zooms_out_beyond_the_whole_table(camera: Camera) -> None:
    fitting = camera.ppi
    camera.zoom(-5, WINDOW.center)

    assert camera.ppi == fitting


def test_nobody_zooms_nearer_than_there_is_to_see(camera: Camera) -> None:
    camera.zoom(50, WINDOW.center)
    steps = camera.steps

    assert camera.ppi <= CLOSEST
    camera.zoom(1, WINDOW.center)
    assert camera.steps == steps


def test_the_table_cannot_be_dragged_out_of_sight(camera: Camera) -> None:
    camera.zoom(4, WINDOW.center)
    camera.pan(100_000, -100_000)

    assert camera.board.left == WINDOW.left + 2 * camera.ppi
    assert camera.board.bottom == WINDOW.bottom - 2 * camera.ppi


def test_a_larger_window_keeps_looking_at_the_same_spot(camera: Camera) -> None:
    camera.zoom(4, WINDOW.center)
    camera.look_at(Point(20, 15))
    camera.resize(pygame.Rect(0, 0, 1600, 900))

    assert distance(camera.point((800, 450)), Point(20, 15)) < 2 / camera.ppi


def test_what_lies_beside_the_table_is_not_on_it(camera: Camera) -> None:
    assert camera.on_table(WINDOW.center)
    assert not camera.on_table((camera.board.left - 1, WINDOW.centery))
    assert not camera.on_table((10, 10))
