"""Engraved lines: they begin and end within a shape, and swell towards their end."""

from __future__ import annotations

import re

import pytest

from game.content.palettes import PALETTES, PaletteName
from game.view.busts.engraving import (
    Engraving,
    Hatching,
    bar,
    flipped,
    mirrored,
    mixed,
    oval,
    smooth,
    tones_of,
)

TONES = tones_of(PALETTES[PaletteName.LAMPLIGHT].teams[0])
SQUARE = [(20.0, 20.0), (80.0, 20.0), (80.0, 80.0), (20.0, 80.0)]


def strokes(lines: Hatching, shape: list[tuple[float, float]]) -> list[list[float]]:
    """Return the three corners of each line, as x and y in turn."""
    picture = Engraving(TONES)
    picture.hatch(shape, lines, "#000000")
    found = re.findall(r"M(.*?)Z", picture.svg)
    return [[float(n) for n in re.findall(r"[-\d.]+", one)] for one in found]


def test_lines_cross_a_square_from_one_share_of_its_width_to_another() -> None:
    found = strokes(Hatching(0.5, 1.0, 1.0, 10.0), SQUARE)

    # Its left half is 30 wide: lines at 20, 30 … 70, each from the middle to the right edge.
    assert [(a, b, c, d) for a, b, c, _, d, _ in found] == [
        (50.0, float(y), 80.0, 80.0) for y in range(20, 80, 10)
    ]
    assert all(low - high == pytest.approx(1.0) for *_, high, _, low in found)


def test_turned_lines_stay_within_the_shape() -> None:
    for line in strokes(Hatching(0.0, 1.0, 0.0, 5.0, 38.0), SQUARE):
        assert all(19.9 <= n <= 80.1 for n in line)


def test_a_shape_with_a_gap_is_hatched_on_both_sides_of_it() -> None:
    legs = [(20.0, 20.0), (80.0, 20.0), (80.0, 80.0), (60.0, 80.0), (60.0, 40.0)]
    legs += [(40.0, 40.0), (40.0, 80.0), (20.0, 80.0)]
    at_60 = [line for line in strokes(Hatching(0.0, 1.0, 1.0, 10.0), legs) if line[1] == 60]
    assert [(line[0], line[2]) for line in at_60] == [(20.0, 40.0), (60.0, 80.0)]


def test_shapes_are_mirrored_about_the_middle() -> None:
    assert mirrored([(50, 10), (30, 20), (50, 40)]) == [
        (50, 10), (30, 20), (50, 40), (70, 20),
    ]  # fmt: skip
    assert flipped([(30, 20)]) == [(70, 20)]


def test_a_smooth_curve_goes_through_its_points() -> None:
    curve = smooth(SQUARE)
    assert all(dot in curve for dot in SQUARE)
    assert len(curve) > len(SQUARE)


def test_ovals_and_bars_have_the_sizes_that_were_asked_for() -> None:
    around = oval(50, 50, 10, 4)
    assert max(x for x, _ in around) == pytest.approx(60)
    assert max(y for _, y in around) == pytest.approx(54)
    assert bar((10, 50), (30, 50), 4, 2) == [(10, 52), (30, 51), (30, 49), (10, 48)]


@pytest.mark.parametrize(("share", "found"), [(0, "#102030"), (1, "#304050"), (0.5, "#203040")])
def test_colours_are_mixed_by_a_share(share: float, found: str) -> None:
    assert mixed("#102030", "#304050", share) == found
