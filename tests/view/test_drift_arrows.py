"""Arrows that move along a current."""

from __future__ import annotations

import pygame
import pytest

from game.content.palettes import palette
from game.geometry.points import Point
from game.view.overlays import Current, DriftArrows
from game.view.overlays.drawing import sketch
from game.view.overlays.drift_arrows import PITCH, DriftArrowPainter, arrows
from game.view.style import DrawingTheme

BEND = (Point(0, 0), Point(5, 0), Point(5, 3))


def places(off: float, share: float) -> list[tuple[float, float]]:
    return [(at.x, at.y) for at, _ in arrows(BEND, off, share)]


def test_arrows_are_two_inches_apart_round_the_bend_and_point_along_it() -> None:
    assert places(0.0, 0.0) == [(0, 0), (2, 0), (4, 0), (5, 1)]
    assert [direction for _, direction in arrows(BEND, 0.0, 0.0)] == [
        (1, 0),
        (1, 0),
        (1, 0),
        (0, 1),
    ]


def test_a_whole_share_brings_each_to_where_the_next_was() -> None:
    assert places(0.0, 0.5) == [(1, 0), (3, 0), (5, 0), (5, 2)]
    assert places(0.0, 1.0) == places(0.0, 0.0)


def test_where_a_stream_goes_on_in_another_so_do_its_arrows() -> None:
    """After 5 inches the next arrow is 1 inch further: 6 inches from the origin."""
    assert places(5.0, 0.0) == [(1, 0), (3, 0), (5, 0), (5, 2)]


@pytest.mark.parametrize("ppi", [8, 17, 60])
def test_each_arrow_lies_in_the_middle_of_its_place(look: DrawingTheme, ppi: int) -> None:
    drift = DriftArrows(((Point(1, 1), Point(1 + 2 * PITCH, 1)),), (0.0,), (Point(0, 1),) * 2)
    tiles = DriftArrowPainter(look).tiles(drift, ppi)
    middles = [tile.get_rect(topleft=at).center for tile, at in tiles]

    assert len(middles) == 2
    for n, (x, y) in enumerate(middles):
        assert abs(x - (1 + n * PITCH) * ppi) <= 1
        assert abs(y - ppi) <= 1


def test_an_arrow_is_drawn_once_for_each_direction(look: DrawingTheme) -> None:
    drifts = DriftArrowPainter(look)
    west, east = ((Point(8, y), Point(0, y)) for y in (1, 2)), ((Point(0, 3), Point(8, 3)),)
    drift = DriftArrows((*west, *east), (0.0,) * 3, (Point(9, 9),) * 2)
    pictures = {id(tile): tile for tile, _ in drifts.tiles(drift, 20)}

    assert len(pictures) == 2
    first, second = pictures.values()
    assert pygame.transform.flip(first, flip_x=True, flip_y=False).get_bounding_rect().size == (
        second.get_bounding_rect().size
    )


def test_only_a_point_has_a_ring_that_spreads(look: DrawingTheme) -> None:
    path = (Point(0, 0), Point(8, 0))
    line, point = (DriftArrows((path,), (0.0,), source, 0.5) for source in (path, path[:1]))

    assert (
        len(DriftArrowPainter(look).tiles(point, 20))
        == len(DriftArrowPainter(look).tiles(line, 20)) + 1
    )


def test_ends_are_marked_otherwise_than_pools() -> None:
    ends = sketch(Current((BEND,), BEND[:1], ends=BEND[-1:]), 20, 1.0)
    pools = sketch(Current((BEND,), BEND[:1], pools=BEND[-1:]), 20, 1.0)

    assert palette().bad in "".join(ends.parts)
    assert palette().bad not in "".join(pools.parts)
