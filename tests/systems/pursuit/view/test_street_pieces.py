"""Pictures of a street's pieces: distinguishable, and cached."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.background import finish
from game.geometry.points import Point
from game.systems.pursuit.view import area_around, buildings
from game.systems.pursuit.view.buildings import Building, StreetPieceCache, building, painted
from game.table.state import Piece, PieceKind
from game.view.camera import Camera

PPI = 20
HOUSE = Piece(
    "house",
    PieceKind.CITY,
    Point(20.0, 20.0),
    outline=(Point(-3.0, -2.0), Point(3.0, -2.0), Point(3.0, 2.0), Point(-3.0, 2.0)),
    size=1,
    intact=True,
)
KINDS = [(size, intact) for size in (1, 2, 3) for intact in (True, False)]


def middle_of_picture(picture: Building) -> tuple[int, int]:
    return -picture.left * PPI, -picture.top * PPI


def colours_of_piece(piece: Piece) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return pygame.surfarray.array3d(painted(piece, PPI))


@pytest.mark.parametrize("kind", KINDS)
def test_a_piece_is_solid_within_its_outline_and_nothing_but_shadow_beyond(
    kind: tuple[int, bool],
) -> None:
    size, intact = kind
    picture = building(replace(HOUSE, size=size, intact=intact), PPI)
    x, y = middle_of_picture(picture)
    for right, down in ((0.0, 0.0), (-2.9, -1.9), (2.9, 1.9), (2.9, -1.9)):
        assert picture.surface.get_at((x + round(right * PPI), y + round(down * PPI))).a == 255
    above = picture.surface.get_at((x, y - round(2.4 * PPI)))
    assert above.a < 128
    assert above[:3] == (0, 0, 0)


def test_its_shadow_falls_to_the_right_and_down_and_further_from_what_is_high() -> None:
    def shade(size: int, *, intact: bool) -> int:
        picture = building(replace(HOUSE, size=size, intact=intact), PPI)
        x, y = middle_of_picture(picture)
        return picture.surface.get_at((x + round(3.5 * PPI), y)).a

    low, ruin, high = shade(1, intact=False), shade(3, intact=False), shade(3, intact=True)
    assert low < ruin < high


def test_the_same_piece_looks_the_same_every_time_and_others_differ() -> None:
    assert (colours_of_piece(HOUSE) == colours_of_piece(HOUSE)).all()
    seen = [
        colours_of_piece(replace(HOUSE, size=size, intact=intact)) for size, intact in KINDS
    ]
    for n, one in enumerate(seen):
        for other in seen[:n]:
            assert one.shape != other.shape or (one != other).mean() > 0.1


@pytest.fixture
def painted_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Building:
    """Return a picture that was painted into an empty cache; nothing is painted after it."""
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    found = building(HOUSE, PPI)
    monkeypatch.setattr(buildings, "painted", lambda *_: pygame.Surface((1, 1)))
    return found


def test_a_piece_is_painted_once_for_all_programs(painted_before: Building) -> None:
    again = building(HOUSE, PPI)
    assert again.surface.get_view("2").raw == painted_before.surface.get_view("2").raw
    assert again[1:] == painted_before[1:]


@pytest.mark.parametrize(
    "other",
    [
        *(replace(HOUSE, id="shed"), replace(HOUSE, size=2), replace(HOUSE, intact=False)),
        *(replace(HOUSE, turned=90.0), replace(HOUSE, outline=HOUSE.outline[:3])),
    ],
)
@pytest.mark.usefixtures("painted_before")
def test_another_piece_is_painted_anew(other: Piece) -> None:
    assert building(other, PPI).surface.get_size() == (1, 1)
    assert building(HOUSE, PPI + 1).surface.get_size() == (1, 1)


def test_a_damaged_picture_is_painted_anew(tmp_path: Path, painted_before: Building) -> None:
    (kept,) = (tmp_path / "cache" / "streets").iterdir()
    kept.write_bytes(kept.read_bytes()[:50])
    assert building(HOUSE, PPI).surface.get_size() == (1, 1)


def test_a_turned_piece_is_painted_as_it_lies() -> None:
    picture = building(replace(HOUSE, turned=90.0), PPI)
    x, y = middle_of_picture(picture)
    assert picture.surface.get_at((x, y + round(2.8 * PPI))).a == 255
    assert picture.surface.get_at((x - round(2.8 * PPI), y)).a < 128


def test_a_piece_that_moves_is_painted_once() -> None:
    city, camera = StreetPieceCache(), Camera(72.0, 48.0, pygame.Rect(0, 0, 1460, 980))
    city.prepare([HOUSE], camera.ppi)
    first, corner = city.drawn(HOUSE, HOUSE.at, camera)
    moved, other = city.drawn(replace(HOUSE, at=Point(8.0, 20.0)), Point(8.0, 20.0), camera)
    assert first is moved
    assert corner[0] - other[0] == 12 * camera.ppi
    assert city.crisp


def test_what_is_not_painted_yet_is_sketched_and_painted_beside_the_frames() -> None:
    city, camera = StreetPieceCache(), Camera(72.0, 48.0, pygame.Rect(0, 0, 1460, 980))
    sketch, _ = city.drawn(HOUSE, HOUSE.at, camera)
    assert not city.crisp
    city.paint()
    finish()
    city.paint()
    painted, _ = city.drawn(HOUSE, HOUSE.at, camera)
    assert city.crisp
    assert painted.get_size() == sketch.get_size()
    assert (pygame.surfarray.array3d(painted) != pygame.surfarray.array3d(sketch)).any()


def test_a_piece_that_is_being_turned_is_seen_turned_before_it_is_painted_anew() -> None:
    city, camera = StreetPieceCache(), Camera(72.0, 48.0, pygame.Rect(0, 0, 1460, 980))
    city.prepare([HOUSE], camera.ppi)
    turned = replace(HOUSE, turned=90.0)
    stand_in, corner = city.drawn(turned, HOUSE.at, camera)
    assert not city.crisp
    x, y = (round(m - c) for m, c in zip(camera.pixel(HOUSE.at), corner, strict=True))
    distance, near = round(2.8 * camera.ppi), round(1.8 * camera.ppi)
    # It reaches 3" up and down now, and 2" to its sides; beyond that there is only shadow.
    for right, down in ((0, distance), (0, -distance), (near, 0), (-near, 0)):
        assert stand_in.get_at((x + right, y + down)).a == 255
    assert stand_in.get_at((x + distance, y)).a < 128
    sketch, _ = StreetPieceCache().drawn(turned, HOUSE.at, camera)
    assert shades(stand_in) > 4 * shades(sketch)


@pytest.mark.parametrize("turned", [0.0, 45.0, 90.0])
def test_a_picture_lies_within_what_decides_whether_it_is_seen(turned: float) -> None:
    camera = Camera(72.0, 48.0, pygame.Rect(0, 0, 1460, 980))
    piece = replace(HOUSE, turned=turned, size=3)
    picture, corner = StreetPieceCache().drawn(piece, HOUSE.at, camera)
    around = area_around(piece, HOUSE.at, camera)
    assert around.contains(picture.get_rect(topleft=corner))
    # Its corners are 3.6" away; nothing is painted further than some inches from it.
    assert around.width <= 2 * 7 * camera.ppi


def shades(picture: pygame.Surface) -> int:
    return len(np.unique(pygame.surfarray.array3d(picture).reshape(-1, 3), axis=0))
