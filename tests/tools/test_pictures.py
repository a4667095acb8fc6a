from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from tests.tools.pictures import SIDE, check

SIZE = 3 * SIDE + 10, 2 * SIDE + 8
"""Three tiles by two, and narrow ones at the right and the bottom."""


def plain(level: int = 100) -> pygame.Surface:
    picture = pygame.Surface(SIZE, depth=32)
    picture.fill((level, 50, 200))
    return picture


@pytest.fixture
def file(tmp_path: Path) -> Path:
    check(plain(), tmp_path / "plain.png", rewrite=True)
    return tmp_path / "plain.png"


def test_a_picture_agrees_with_itself(file: Path) -> None:
    check(plain(), file, rewrite=False)


def test_a_difference_of_six_levels_is_allowed_and_of_seven_is_not(file: Path) -> None:
    check(plain(106), file, rewrite=False)
    check(plain(94), file, rewrite=False)
    for level in (107, 93):
        with pytest.raises(AssertionError, match=r"at \[\(0, 0\), .*\(96, 64\)\]"):
            check(plain(level), file, rewrite=False)


@pytest.mark.parametrize("tile", [(32, 0), (96, 0), (0, 64), (96, 64)])
def test_a_tile_that_differs_is_named(file: Path, tile: tuple[int, int]) -> None:
    picture = plain()
    inside = pygame.Rect(tile, (SIDE, SIDE)).clip(picture.get_rect())
    # Half of its rows are 14 levels brighter in one channel: 7 on average.
    rows = pygame.Rect(inside.left, inside.top, inside.width, inside.height // 2)
    picture.fill((100, 50, 214), rows)

    with pytest.raises(AssertionError) as caught:
        check(picture, file, rewrite=False)
    assert f"looks different at [{tile}]" in str(caught.value)


def test_a_picture_of_another_size_is_refused(file: Path) -> None:
    with pytest.raises(AssertionError):
        check(pygame.Surface((10, 10)), file, rewrite=False)
