"""Tags at bases: each is legible and near its base."""

from __future__ import annotations

import pygame
import pytest

from game.geometry.points import Disc, Point
from game.view.camera import Camera
from game.view.colours import HEAT, heat
from game.view.overlays import Tag, TagCell, Tags
from game.view.overlays.number_tags import BaseMark, TagPainter, laid
from game.view.style import DrawingTheme

ROOM = pygame.Rect(0, 0, 900, 900)
SIZE = (70, 17)


def marks_in_rows(many: int, pitch: int) -> list[BaseMark]:
    """Return marks of bases in rows of six around the middle of the picture."""
    return [BaseMark(350 + n % 6 * pitch, 350 + n // 6 * pitch, 8) for n in range(many)]


def test_a_lonely_tag_hangs_right_above_its_base() -> None:
    (place,) = laid([BaseMark(100, 100, 10)], [SIZE], ROOM, 1.0)

    assert place.midbottom == (100, 89)


@pytest.mark.parametrize("pitch", [18, 30, 60])
def test_no_tag_of_a_crowd_lies_over_another(pitch: int) -> None:
    places = [*laid(marks_in_rows(24, pitch), [SIZE] * 24, ROOM, 1.0)]

    for n, place in enumerate(places):
        assert place.collidelist(places[:n]) == -1
        assert ROOM.contains(place)


def test_a_tag_at_the_edge_stays_in_the_room() -> None:
    (place,) = laid([BaseMark(898, 2, 8)], [SIZE], ROOM, 1.0)

    assert ROOM.contains(place)


def tagged(words: str, many: int = 1) -> Tags:
    cells = tuple(TagCell(words, "#FFFFFF", "#101010") for _ in range(4))
    return Tags(tuple(Tag(Disc(Point(3 + n, 9), 0.5), cells, cells[:1]) for n in range(many)))


@pytest.fixture
def camera() -> Camera:
    return Camera(24, 18, pygame.Rect(0, 0, 480, 360))


def wide(painter: TagPainter, tags: Tags, camera: Camera) -> int:
    """Return the width of the last tag; lines come before the tags."""
    return painter.tiles(tags, camera)[-1][0].get_width()


def test_where_tags_are_crowded_they_are_brief(look: DrawingTheme, camera: Camera) -> None:
    """A tag is 66 x 17 pixels, the table at most 480 x 360: 12 tags cover under a fifth."""
    painter = TagPainter(look)

    assert wide(painter, tagged("50", 12), camera) == 66
    assert wide(painter, tagged("50", 40), camera) == 18


def test_from_afar_tags_are_brief(look: DrawingTheme) -> None:
    """The table is 48 inches wide: first 10 pixels per inch, then 20."""
    far = Camera(48, 36, pygame.Rect(0, 0, 480, 360))
    near = Camera(48, 36, pygame.Rect(0, 0, 960, 720))

    assert wide(TagPainter(look), tagged("50"), far) == 18
    assert wide(TagPainter(look), tagged("50"), near) == 66


def test_other_numbers_leave_tags_where_they_are(look: DrawingTheme, camera: Camera) -> None:
    painter = TagPainter(look)
    before = [at for _, at in painter.tiles(tagged("7", 3), camera)]

    assert [at for _, at in painter.tiles(tagged("50", 3), camera)] == before


def test_a_tag_is_drawn_only_when_it_changes(look: DrawingTheme, camera: Camera) -> None:
    painter = TagPainter(look)
    before = painter.tiles(tagged("7"), camera)

    assert painter.tiles(tagged("7"), camera) is before
    assert painter.tiles(tagged("8"), camera) is not before


def test_heat_goes_through_its_colours_and_gets_lighter() -> None:
    assert [heat(n / 3) for n in range(4)] == [*HEAT]
    light = [sum(pygame.Color(heat(n / 20))[:3]) for n in range(21)]

    assert light == sorted(light)
    assert (heat(-1), heat(2)) == (HEAT[0], HEAT[-1])
