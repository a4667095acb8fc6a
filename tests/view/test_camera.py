from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.geometry.points import Disc, Point, distance
from game.view.camera import CLOSEST, EDGE, GLIDE, SMALLEST, Camera, CameraGuide

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


@pytest.fixture
def guide(camera: Camera) -> CameraGuide:
    """Return the guide of a view of the upper left corner, 45 pixels an inch."""
    camera.zoom(4, WINDOW.center)
    camera.look_at(Point(0, 0))
    guide = CameraGuide(camera)
    guide.update(0.0, [])
    return guide


def test_the_view_glides_to_what_is_out_of_sight(guide: CameraGuide, camera: Camera) -> None:
    before, far = camera.left, Point(40, 20)
    guide.update(0.0, [far])
    assert camera.left == before

    guide.update(GLIDE / 4, [far])
    assert before - camera.left > 0
    middle = camera.left
    guide.update(GLIDE, [far])
    assert camera.left < middle
    assert guide.sees(far)
    assert abs(camera.pixel(far)[1] - WINDOW.centery) <= 1
    assert not guide.held


def test_with_less_motion_it_is_there_at_once(guide: CameraGuide) -> None:
    guide.still = True
    guide.update(0.0, [Point(40, 20)])

    assert guide.sees(Point(40, 20))


def test_what_can_be_seen_moves_nothing(guide: CameraGuide, camera: Camera) -> None:
    before = camera.view
    guide.update(1.0, [Point(1, 1), Point(5, 5)])

    assert camera.view == before


def test_both_ends_of_a_shot_are_shown_or_else_the_target(
    guide: CameraGuide, camera: Camera
) -> None:
    guide.still = True
    near = [Point(2, 20), Point(10, 22)]
    guide.update(0.0, near)
    assert all(guide.sees(at) for at in near)

    far = [Point(2, 2), Point(46, 30)]
    guide.update(0.0, far)
    assert [guide.sees(at) for at in far] == [False, True]
    before = camera.view
    guide.update(1.0, far)
    assert camera.view == before


@pytest.mark.parametrize("held_by", ["pan", "zoom", "setting", "whole table"])
def test_the_view_stays_where_the_player_has_put_it(
    guide: CameraGuide, camera: Camera, held_by: str
) -> None:
    match held_by:
        case "pan":
            camera.pan(-5, 0)
        case "zoom":
            camera.zoom(1, WINDOW.center)
        case "setting":
            guide.on = False
        case _:
            camera.fit()
            guide.forget()
    before = camera.view
    for _ in range(3):
        guide.update(1.0, [Point(40, 30)])

    assert camera.view == before
    assert guide.held == (held_by in {"pan", "zoom"})


def test_a_player_who_moves_the_view_ends_a_glide(guide: CameraGuide, camera: Camera) -> None:
    guide.update(0.0, [Point(40, 20)])
    guide.update(0.01, [Point(40, 20)])
    camera.pan(30, 30)
    before = camera.view
    guide.update(1.0, [Point(40, 20)])

    assert camera.view == before
    guide.held = False
    guide.update(0.0, [Point(40, 20)])
    guide.update(1.0, [Point(40, 20)])
    assert guide.sees(Point(40, 20))


def test_another_window_is_no_move_of_the_player_s(guide: CameraGuide, camera: Camera) -> None:
    camera.resize(pygame.Rect(0, 0, 1600, 900))
    guide.forget()
    guide.update(0.0, [])

    assert not guide.held


@pytest.fixture
def whole(camera: Camera) -> CameraGuide:
    """Return the guide of a view of the whole table, 20 pixels an inch, without motion."""
    guide = CameraGuide(camera)
    guide.still = True
    guide.update(0.0, [])
    return guide


def squad_at(x: float, y: float, radius: float = 0.5) -> list[Disc]:
    return [Disc(Point(x + n, y), radius) for n in range(4)]


def is_framed(camera: Camera, base: Disc) -> bool:
    x, y = camera.pixel(base.at)
    inside = camera.window.inflate(-2 * EDGE + 4, -2 * EDGE + 4)
    return bool(inside.collidepoint(x, y))


@pytest.mark.parametrize(
    ("radius", "ppi"),
    # Steps of a quarter: 20, 25, 31, 39, 49 ... A base of 1 inch needs 26, of 0.8 inches 32.5.
    [(0.7, 20), (0.65, 20), (0.6, 25), (0.5, 31), (0.4, 39)],
)
def test_a_base_that_is_asked_about_is_at_least_26_pixels_wide(
    whole: CameraGuide, camera: Camera, radius: float, ppi: int
) -> None:
    assert camera.ppi == 20
    whole.frame(squad_at(8, 8, radius))

    assert camera.ppi == ppi
    assert 2 * radius * camera.ppi >= SMALLEST


@pytest.mark.parametrize(("x", "y"), [(1, 1), (44, 1), (22, 18), (1, 35), (44, 35)])
def test_the_framed_unit_moves_little_and_is_in_view(
    whole: CameraGuide, camera: Camera, x: float, y: float
) -> None:
    base, *others = squad_at(x, y)
    before = camera.pixel(base.at)
    whole.frame([base, *others])

    assert all(WINDOW.collidepoint(camera.pixel(b.at)) for b in (base, *others))
    assert distance(Point(*before), Point(*camera.pixel(base.at))) < 60
    assert not whole.held


def test_it_goes_back_to_where_the_player_left_the_view(
    whole: CameraGuide, camera: Camera
) -> None:
    camera.zoom(1, (400, 300))
    whole.update(0.0, [])
    whole.held = False
    before = camera.view
    whole.frame(squad_at(40, 30, 0.3))
    assert camera.view != before
    whole.frame(squad_at(5, 5, 0.3))
    whole.back()

    assert camera.view == before
    assert whole.home is None
    whole.back()
    assert camera.view == before


def test_after_the_player_has_moved_the_view_it_does_not_go_back(
    whole: CameraGuide, camera: Camera
) -> None:
    whole.frame(squad_at(40, 30))
    whole.update(0.0, [])
    camera.pan(-30, 10)
    before = camera.view
    whole.update(0.0, [])
    whole.frame(squad_at(5, 5))
    whole.back()
    whole.held = False
    whole.back()

    assert camera.view == before


def test_a_fight_is_framed_only_as_near_as_all_fit(whole: CameraGuide, camera: Camera) -> None:
    """At 25 pixels an inch 37 inches fit into 1000 - 80 pixels, at 31 only 29."""
    whole.frame([*squad_at(2, 18), *squad_at(30, 18)])
    assert camera.ppi == 25
    whole.frame([*squad_at(2, 18), *squad_at(42, 18)])
    assert camera.ppi == 20


def test_what_is_to_be_chosen_is_framed_too(whole: CameraGuide, camera: Camera) -> None:
    """From 5 to 24 inches 20 fit at 31 pixels an inch; from 5 to 48 only the whole does."""
    unit, near, far = squad_at(20, 18), squad_at(5, 16), squad_at(44, 34)
    whole.frame(unit, near)
    assert camera.ppi == 31
    assert all(is_framed(camera, base) for base in (*unit, *near))

    whole.frame(unit, [*near, *far])
    assert camera.ppi == 20


def test_a_player_s_own_view_that_is_too_near_for_all_shows_who_is_asked(
    whole: CameraGuide, camera: Camera
) -> None:
    camera.zoom(4, WINDOW.center)
    whole.update(0.0, [])
    whole.held, steps = False, camera.steps
    unit = squad_at(3, 30)
    whole.frame(unit, squad_at(44, 3))

    assert camera.steps == steps
    assert all(is_framed(camera, base) for base in unit)


def test_the_view_glides_in_and_ends_where_it_would_be_at_once(camera: Camera) -> None:
    at_once, other = CameraGuide(camera), Camera(48, 36, WINDOW.copy())
    at_once.still = True
    at_once.frame(squad_at(30, 25, 0.3))
    glides = CameraGuide(other)
    glides.frame(squad_at(30, 25, 0.3))

    assert glides.aim == camera.view
    seen = [other.view]
    while glides.aim:
        glides.update(GLIDE / 8, [])
        seen.append(other.view)
    assert other.view == camera.view
    assert len(set(seen)) > 4
    assert [view[0] for view in seen] == sorted(view[0] for view in seen)


def test_a_window_of_another_size_is_the_player_s_view(
    whole: CameraGuide, camera: Camera
) -> None:
    whole.frame(squad_at(40, 30))
    camera.resize(pygame.Rect(0, 0, 1600, 900))
    whole.forget()
    before = camera.view
    whole.back()

    assert camera.view == before


def test_on_the_way_back_it_tells_what_will_be_in_sight(
    whole: CameraGuide, camera: Camera
) -> None:
    """A question about a place that is in sight then moves nothing."""
    far = Point(camera.width - 1, camera.height - 1)
    whole.frame([Disc(Point(3, 3), 0.5)], around=2.0)
    whole.update(2 * GLIDE, [])
    assert not whole.will_see(far)
    framed, whole.still = camera.view, False
    whole.back()

    assert whole.aim
    assert whole.will_see(far)
    assert not whole.sees(far)
    assert camera.view == framed
