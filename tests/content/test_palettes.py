from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.content.palettes import (
    PALETTES,
    Palette,
    PaletteName,
    Teams,
    palette,
    teams_of,
    use_palette,
    use_sides,
)
from tests.tools.colour_vision import EYES, apart, distance

APART = 20
"""Minimum distance of two colours, CIEDE2000."""


@pytest.fixture(autouse=True)
def _back_again() -> Iterator[None]:
    yield
    use_palette(PaletteName.LAMPLIGHT)
    use_sides()


def pairs(shades: Palette) -> Iterator[tuple[str, str, str]]:
    first, second = shades.teams
    yield "rings", first.plain, second.plain
    yield "names", first.light, second.light
    yield "good and bad", shades.good, shades.bad


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("name", PaletteName)
def test_the_sides_and_good_from_bad_are_told_apart(name: PaletteName, eyes: str) -> None:
    found = {what: apart(a, b, EYES[eyes]) for what, a, b in pairs(PALETTES[name])}

    assert {what: inches for what, inches in found.items() if inches < APART} == {}


def test_red_and_green_of_one_brightness_are_not() -> None:
    assert apart("#6FCF97", "#E5604D", EYES["all colours"]) > 60
    assert apart("#6FCF97", "#E5604D", EYES["no green"]) < APART


@pytest.mark.parametrize(
    ("one", "other", "inches"),
    [
        # From the test data of Sharma, Wu and Dalal (2005): pairs 1, 7, 14, 17 and 24.
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, -0.001, 2.49), (50, 0.0011, -2.49), 4.7461),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (50, 3.2592, 0.3350), 1.0000),
    ],
)
def test_the_distance_is_as_published(
    one: tuple[float, float, float], other: tuple[float, float, float], inches: float
) -> None:
    assert distance(one, other) == pytest.approx(inches, abs=0.0002)


def test_whoever_asks_is_told_of_the_palette_in_use() -> None:
    teams = Teams()
    before = teams[0]
    use_palette(PaletteName.TEAL)

    assert palette() is PALETTES[PaletteName.TEAL]
    assert teams[0] != before
    assert [*teams] == [*PALETTES[PaletteName.TEAL].teams]


@pytest.mark.parametrize(
    ("sides", "swapped"),
    [
        (("wardens", "brood"), False),
        (("blue", "red"), False),
        (("red", "blue"), True),
        (("red", "brood"), True),
        (("brood", "blue"), True),
        (("wardens", "red"), False),
        ((), False),
    ],
)
def test_a_side_called_by_a_colour_is_drawn_in_it(
    sides: tuple[str, ...], *, swapped: bool
) -> None:
    shades = PALETTES[PaletteName.LAMPLIGHT]
    ordered = shades.teams[::-1] if swapped else shades.teams
    use_sides(sides)

    assert (palette().teams, teams_of(sides)) == (ordered, ordered)
    assert palette().colours[0] == ("orange" if swapped else "blue")
    use_sides()
    assert palette() is shades
