from __future__ import annotations

from typing import Any, get_args

import pygame
import pytest

from game.geometry.points import Disc, Point
from game.view.camera import Camera
from game.view.colours import HALO
from game.view.overlays import (
    Area,
    BaseOutline,
    Blast,
    BoardNote,
    Current,
    DriftArrows,
    Grid,
    Links,
    MarchTrails,
    Overlay,
    OverlayLine,
    OverlayTone,
    Pin,
    RangeRing,
    Ruler,
    Sweep,
    Tag,
    TagCell,
    Tags,
    TargetBrackets,
    Trail,
    UnitLabels,
    VisibleArea,
)
from game.view.overlays.drawing import fan, sketch
from game.view.overlays.renderer import AT_ONCE, MAX_RENDERED, OverlayRenderer
from game.view.style import DrawingTheme

A, B = Point(6, 6), Point(16, 12)

ALL: list[Overlay] = [
    RangeRing(A, 4, words='4" range'),
    Trail((A, Point(9, 6), B), 0.5, 12),
    MarchTrails(((A, Point(6, 12), B), (B, Point(20, 6)))),
    Ruler(Disc(A, 0.5), Disc(B, 0.5)),
    BaseOutline((Disc(A, 0.5), Disc(B, 0.8))),
    BaseOutline((Disc(A, 4.0), Disc(B, 4.0)), merged=True),
    Links(((A, B),), ((A, Point(2, 2)),)),
    OverlayLine(A, B, block=Point(11, 9), words="the block is in the way"),
    TargetBrackets(Disc(B, 0.5)),
    Blast(B, 5),
    Area((fan(A, 6, 90, 45),)),
    BoardNote(A, "the nest"),
    Pin(B, "Trap", "#E5604D"),
    VisibleArea(((A, B, Point(4, 14)),), words='24" rifle'),
    Current(((A, B),), (A,), ends=(B,), pools=(Point(3, 3),), dry=((Point(9, 2), A),)),
    DriftArrows(((A, B),), (0.0,), (A,)),
    Tags((Tag(Disc(A, 0.5), (TagCell("50", "#F1EADB", "#101010"),) * 2, ()),)),
    Grid(24, 18),
    Sweep((A, Point(9, 6), Point(9, 9)), Point(6, 0), hard=False, leaves=True),
]


@pytest.fixture
def camera() -> Camera:
    return Camera(24, 18, pygame.Rect(100, 50, 800, 600))


@pytest.fixture
def pen(look: DrawingTheme) -> OverlayRenderer:
    return OverlayRenderer(look)


def rendering(pen: OverlayRenderer, overlay: Overlay, camera: Camera) -> Any:
    """Return what an overlay is rendered to, which is drawn again until it changes."""
    return pen._drawn(overlay, camera)  # noqa: SLF001  whether it is drawn anew does not show


def count_of_kept(pen: OverlayRenderer) -> int:
    """Return how many renderings are kept."""
    return len(pen._kept)  # noqa: SLF001  what is kept shows only in memory


def pill_words(overlay: Overlay) -> list[str]:
    return [pill.words for pill in sketch(overlay, 30, 1.0).pills]


def test_every_overlay_is_tried_here() -> None:
    # Badges draw the labels of units.
    assert {type(overlay) for overlay in ALL} == {*get_args(Overlay)} - {UnitLabels}


@pytest.mark.parametrize("overlay", ALL, ids=lambda o: type(o).__name__)
def test_it_can_be_seen_and_stays_in_its_window(
    overlay: Overlay, pen: OverlayRenderer, camera: Camera, canvas: pygame.Surface
) -> None:
    canvas.fill("#777777")
    pen.draw(canvas, camera, [overlay])

    drawn = pygame.mask.from_threshold(canvas, "#777777", (2, 2, 2, 255))
    drawn.invert()
    assert drawn.count() > 100
    assert all(camera.window.contains(rect) for rect in drawn.get_bounding_rects())


LINES = [overlay for overlay in ALL if not isinstance(overlay, DriftArrows | Grid | Tags)]


@pytest.mark.parametrize("overlay", LINES, ids=lambda o: type(o).__name__)
def test_every_line_has_a_dark_halo(overlay: Overlay) -> None:
    strokes = "".join(sketch(overlay, 30, 1.0).parts).count('stroke="#')

    assert "".join(sketch(overlay, 30, 1.0).parts).count(f'stroke="{HALO}"') * 2 == strokes


def test_a_ruler_measures_from_edge_to_edge() -> None:
    assert pill_words(Ruler(Disc(Point(0, 0), 0.5), Disc(Point(10, 0), 0.8))) == ['8.7"']
    assert pill_words(Ruler(Disc(Point(0, 0), 0.5), Disc(Point(1, 0), 0.5))) == ["touching"]


def test_a_trail_tells_inches_used_and_left() -> None:
    assert pill_words(Trail((A, Point(9, 6)), 0.5, 6)) == ['3.0" of 6"']


def test_a_trail_that_is_too_long_tells_by_how_much() -> None:
    assert pill_words(Trail((A, Point(13.5, 6)), 0.5, 6)) == ['7.5" of 6" · 1.5" too far']


def test_the_part_of_a_trail_that_is_too_long_looks_different() -> None:
    fair = "".join(sketch(Trail((A, Point(9, 6)), 0.5, 6), 30, 1.0).parts)
    long = "".join(sketch(Trail((A, Point(15, 6)), 0.5, 6), 30, 1.0).parts)

    assert OverlayTone.BAD.value.colour not in fair
    assert OverlayTone.BAD.value.colour in long
    assert OverlayTone.PLANNED.value.colour in long


def test_a_gap_in_the_coherency_names_its_width() -> None:
    assert pill_words(Links((), ((Point(0, 0), Point(3, 4)),))) == ['5.0"']


def test_tones_differ_without_colour() -> None:
    for one, other in (
        (OverlayTone.GOOD, OverlayTone.BAD),
        (OverlayTone.FIRST, OverlayTone.SECOND),
    ):
        assert one.value.dash != other.value.dash


def test_an_overlay_is_rendered_only_when_it_changes(
    pen: OverlayRenderer, camera: Camera, canvas: pygame.Surface
) -> None:
    ring = RangeRing(A, 4)
    pen.draw(canvas, camera, [ring])
    drawn = rendering(pen, ring, camera)
    pen.draw(canvas, camera, [RangeRing(A, 4)])

    assert rendering(pen, RangeRing(A, 4), camera) is drawn
    assert rendering(pen, RangeRing(A, 5), camera) is not drawn


def test_what_reaches_out_of_sight_is_rendered_no_larger_than_the_window(
    pen: OverlayRenderer, camera: Camera
) -> None:
    camera.zoom(6, camera.window.center)
    tiles = rendering(pen, RangeRing(A, 20), camera).tiles
    places = [tile.get_rect(topleft=at) for tile, at in tiles]

    assert places
    whole = places[0].unionall(places[1:])
    assert whole.width <= camera.window.width + 2 * 256
    assert whole.height <= camera.window.height + 2 * 256


def test_what_is_empty_between_two_bases_is_not_copied(
    pen: OverlayRenderer, camera: Camera
) -> None:
    ends = Disc(Point(2, 2), 0.5), Disc(Point(20, 14), 0.5)
    tiles = rendering(pen, BaseOutline(ends, OverlayTone.GOOD), camera).tiles
    places = [tile.get_rect(topleft=at) for tile, at in tiles]
    x, y = 11 * camera.ppi, 8 * camera.ppi

    assert places[0].unionall(places[1:]).collidepoint(x, y)
    assert not [place for place in places if place.collidepoint(x, y)]
    for end in ends:
        rim = round(end.at.x * camera.ppi), round((end.at.y + end.radius) * camera.ppi)
        assert [place for place in places if place.inflate(9, 9).collidepoint(rim)]


def test_what_is_out_of_sight_altogether_is_not_rendered(
    pen: OverlayRenderer, camera: Camera
) -> None:
    camera.zoom(8, camera.pixel(Point(0, 0)))
    camera.look_at(Point(0, 0))

    assert rendering(pen, Blast(Point(23, 17), 3), camera).tiles == []


def test_an_arc_is_a_fan_from_its_point() -> None:
    corners = fan(Point(0, 0), 10, 90, 45)

    assert corners[0] == Point(0, 0)
    assert corners[1].x == pytest.approx(-corners[1].y)
    assert max(corner.x for corner in corners) == pytest.approx(10)


def test_words_of_a_field_stand_at_its_highest_corner() -> None:
    field = VisibleArea(((Point(5, 9), Point(8, 4), Point(9, 9)),), words='24" rifle')
    (pill,) = sketch(field, 30, 1.0).pills

    assert (pill.at, pill.words) == (Point(8, 4), '24" rifle')


def test_a_long_current_comes_in_over_some_frames(
    pen: OverlayRenderer, camera: Camera, canvas: pygame.Surface
) -> None:
    ways = [Current(((Point(2 + n, 3), Point(2 + n, 9)),)) for n in range(2 * AT_ONCE + 1)]

    for there in (AT_ONCE, 2 * AT_ONCE, len(ways), len(ways)):
        whole = pen.draw(canvas, camera, ways)
        assert count_of_kept(pen) == there
        assert whole is (there == len(ways))


def test_what_is_drawn_in_each_frame_is_kept_however_much_it_is(
    pen: OverlayRenderer, camera: Camera, canvas: pygame.Surface
) -> None:
    below = [RangeRing(Point(6 + n / 9, 6), 2.0) for n in range(50)]
    above = [RangeRing(Point(6 + n / 9, 12), 2.0) for n in range(50)]
    for overlays in (below, above, below, above):
        pen.draw(canvas, camera, overlays)

    assert count_of_kept(pen) == 100
    for _ in range(3):
        pen.draw(canvas, camera, below[:1])
    assert count_of_kept(pen) == MAX_RENDERED


def test_a_current_that_is_prepared_is_there_at_once(
    pen: OverlayRenderer, camera: Camera, canvas: pygame.Surface
) -> None:
    ways = [Current(((Point(1 + n / 5, 3), Point(1 + n / 5, 9)),)) for n in range(100)]
    pen.prepare(camera, ways)
    pen.draw(canvas, camera, ways)

    assert count_of_kept(pen) == 100


def test_words_do_not_cover_other_words(
    pen: OverlayRenderer, camera: Camera, canvas: pygame.Surface
) -> None:
    pen.draw(canvas, camera, [BoardNote(A, "cover 4+: the mill")])
    pen.draw(canvas, camera, [BoardNote(A, "First squad"), BoardNote(A, "The third")])

    for n, place in enumerate(pen.notes):
        assert place.collidelist(pen.notes[:n]) == -1
    assert pen.notes[2].bottom < pen.notes[1].top < pen.notes[0].top


@pytest.mark.parametrize("beside", [(0, 0), (-30, 10), (45, 5), (0, -10)])
def test_words_of_the_ground_are_clear_of_tokens(
    pen: OverlayRenderer, camera: Camera, canvas: pygame.Surface, beside: tuple[int, int]
) -> None:
    around = Area((fan(A, 6, 90, 45),), words="staying out of the bridge")
    pen.draw_ground(canvas, camera, [around])
    pen.draw_ground_words(canvas, camera, [])
    (home,) = pen.notes
    pen.notes.clear()
    token = pygame.Rect(0, 0, 30, 30)
    token.center = home.move(camera.left, camera.top).move(beside).center

    pen.draw_ground_words(canvas, camera, [token])

    (place,) = pen.notes
    assert not place.move(camera.left, camera.top).colliderect(token)
    assert abs(place.centery - home.centery) <= 2 * home.height


@pytest.mark.parametrize("beside", [(0, 0), (20, 4), (-15, -6)])
def test_words_on_top_are_clear_of_badges(
    pen: OverlayRenderer, camera: Camera, canvas: pygame.Surface, beside: tuple[int, int]
) -> None:
    badge = pygame.Rect(0, 0, 60, 24)
    x, y = camera.pixel(Point(A.x, A.y - 4))
    badge.center = x + beside[0], y + beside[1]
    pen.draw(canvas, camera, (), [RangeRing(A, 4, words='4"')])
    pen.draw_top_words(canvas, camera, [badge])

    (place,) = pen.notes
    assert not place.move(camera.left, camera.top).colliderect(badge)


def test_words_of_the_ground_stay_where_tokens_leave_no_room(
    pen: OverlayRenderer, camera: Camera, canvas: pygame.Surface
) -> None:
    pen.draw_ground(canvas, camera, [BoardNote(A, "the bridge")])
    pen.draw_ground_words(canvas, camera, [camera.window])

    assert pen.notes[0].move(camera.left, camera.top).center == camera.pixel(A)


def test_at_the_upper_edge_words_stay_where_they_are(
    pen: OverlayRenderer, camera: Camera, canvas: pygame.Surface
) -> None:
    at = Point(6, 0)
    pen.draw(canvas, camera, [BoardNote(at, "one"), BoardNote(at, "two")])

    assert all(camera.window.contains(p.move(camera.left, camera.top)) for p in pen.notes)


@pytest.mark.parametrize(
    ("end", "named"),
    [(Point(20, 6), Point(11, 6)), (Point(10, 6), Point(9, 6))],
    ids=["far", "near"],
)
def test_an_obstacle_of_a_sight_line_is_named_beyond_it(end: Point, named: Point) -> None:
    """The line begins at (6, 6) and is blocked at (8, 6)."""
    line = OverlayLine(A, end, block=Point(8, 6), words="hidden by the mill")
    (pill,) = sketch(line, 20, 1.0).pills
    assert (pill.at, pill.lift) == (named, 0)
