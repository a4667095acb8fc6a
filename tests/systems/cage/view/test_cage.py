"""Drawing of a cage's steel floor: which parts turn with a ring, and which do not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygame
import pytest

from game.geometry.points import Point
from game.systems.cage.table import Floor
from game.systems.cage.view import CageFloorRenderer, steel_discs
from game.systems.cage.view.steel_discs import SteelDisc, cached_steel, sheen, steel
from game.view.camera import Camera
from game.view.style import DrawingTheme

FLOOR = Floor(
    Point(12, 12),
    radii=(2.0, 5.0, 8.0, 11.0),
    cells=(1, 5, 7, 9),
    turned=(0, 0, 0, 0),
    notches=((0, ""), (4, "")),
)
SIDE = 960
STILL = (0.0, 0.0, 0.0, 0.0)


@pytest.fixture
def camera() -> Camera:
    return Camera(24, 24, pygame.Rect(0, 0, SIDE, SIDE))


@pytest.fixture
def plates(look: DrawingTheme, camera: Camera) -> CageFloorRenderer:
    plates = CageFloorRenderer(FLOOR, look)
    plates.prepare(camera)
    return plates


def canvas_of_floor(
    plates: CageFloorRenderer, camera: Camera, angles: tuple[float, ...]
) -> pygame.Surface:
    """Draw until the floor reports that it is finished."""
    canvas = pygame.Surface((SIDE, SIDE))
    while not plates.draw(canvas, camera, angles):
        pass
    return canvas


def rings_that_differ(one: pygame.Surface, other: pygame.Surface, camera: Camera) -> set[int]:
    """Return the numbers of the rings in which two pictures differ, away from the rims."""
    off = np.abs(pygame.surfarray.array3d(one).astype(int) - pygame.surfarray.array3d(other))
    line = (np.arange(SIDE) - (SIDE - 1) / 2) / camera.ppi
    distances = np.hypot(*np.meshgrid(line, line))
    inner = (0.0, *FLOOR.radii)
    return {
        n
        for n, outer in enumerate(FLOOR.radii)
        if off[(distances > inner[n] + 0.1) & (distances < outer - 0.1)].max() > 40
    }


def test_only_the_ring_that_is_turned_looks_different(
    plates: CageFloorRenderer, camera: Camera
) -> None:
    before = canvas_of_floor(plates, camera, STILL)
    after = canvas_of_floor(plates, camera, (0.0, 0.0, 15.0, 0.0))

    assert rings_that_differ(before, after, camera) == {2}


def test_a_whole_turn_looks_as_before(plates: CageFloorRenderer, camera: Camera) -> None:
    before = canvas_of_floor(plates, camera, STILL)

    assert (
        rings_that_differ(
            before, canvas_of_floor(plates, camera, (360.0, 0.0, 0.0, 0.0)), camera
        )
        == set()
    )


def test_a_seam_goes_clockwise_with_its_ring(plates: CageFloorRenderer, camera: Camera) -> None:
    # On ring 3, 8.7" from the centre: cell 0 begins at the top, and 10° on after a turn.
    top = camera.pixel(Point(12, 12 - 8.7))
    on = camera.pixel(Point(12 + 8.7 * 0.17365, 12 - 8.7 * 0.98481))
    before = canvas_of_floor(plates, camera, STILL)
    after = canvas_of_floor(plates, camera, (0.0, 0.0, 0.0, 10.0))

    assert _brightness(before, top) < 0.5 * _brightness(before, on)
    assert _brightness(after, on) < 0.5 * _brightness(after, top)


def _brightness(picture: pygame.Surface, at: tuple[int, int]) -> int:
    return min(sum(picture.get_at((at[0] + x, at[1]))[:3]) for x in (-1, 0, 1))


def test_while_a_disc_turns_it_is_not_as_fine(
    plates: CageFloorRenderer, camera: Camera
) -> None:
    canvas = pygame.Surface((SIDE, SIDE))
    turned = (0.0, 0.0, 0.0, 5.0)

    assert plates.draw(canvas, camera, STILL)
    assert not plates.draw(canvas, camera, turned)
    assert plates.draw(canvas, camera, turned)


def test_rims_are_drawn_until_the_discs_are_painted(look: DrawingTheme, camera: Camera) -> None:
    plates = CageFloorRenderer(FLOOR, look)
    canvas = pygame.Surface((SIDE, SIDE))

    assert not plates.draw(canvas, camera, STILL)
    assert canvas.get_at((480, 480 - 348))[:3] != (0, 0, 0)
    while not plates.draw(canvas, camera, STILL):
        pygame.time.wait(1)


@pytest.mark.slow
def test_from_nearby_the_floor_lies_where_it_lay(
    plates: CageFloorRenderer, camera: Camera
) -> None:
    camera.zoom(8, (480, 480))
    camera.look_at(Point(12, 2.5))
    canvas = pygame.Surface((SIDE, SIDE))
    plates.prepare(camera)
    assert plates.draw(canvas, camera, STILL)

    seam, beside = camera.pixel(Point(12, 2.5)), camera.pixel(Point(13.5, 2.5))
    assert _brightness(canvas, seam) < 0.5 * sum(canvas.get_at(beside)[:3])


def test_light_is_never_above_what_a_disc_has_room_for() -> None:
    disc, light = steel(SteelDisc(2.0, 5.0, 5), 20, 1), sheen(5.0, 20)

    assert disc.get_size() == light.get_size() == (200, 200)
    assert disc.get_at((100, 100)).a == 0
    assert disc.get_at((100, 30)).a == 255


def test_a_disc_is_painted_once_for_all_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    disc = SteelDisc(2.0, 5.0, 5)
    painted = cached_steel(disc, 20, 1)
    monkeypatch.setattr(steel_discs, "steel", lambda *_: pygame.Surface((1, 1)))
    again = cached_steel(disc, 20, 1)

    assert again.get_view("2").raw == painted.get_view("2").raw
    for other in ((disc, 21, 1), (disc, 20, 2), (disc._replace(cells=6), 20, 1)):
        assert cached_steel(*other).get_size() == (1, 1)
