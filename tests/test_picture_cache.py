"""The cache of all pictures of the window."""

from __future__ import annotations

import pygame
import pytest

from game import picture_cache
from game.picture_cache import MAX_PICTURE_PIXELS, OwnPictures, PictureCache


def picture(pixels: int) -> pygame.Surface:
    return pygame.Surface((pixels, 1))


def test_the_least_recently_used_pictures_are_forgotten() -> None:
    """Those of 40 and 30 pixels fit into 100; with one of 50, the older one must go."""
    cache = PictureCache(100)
    cache["a"], cache["b"] = picture(40), picture(30)
    assert cache.recall("a")
    cache["c"] = picture(50)

    assert "a" in cache
    assert "b" not in cache
    assert cache.pixels == 90


def test_a_picture_that_is_too_large_is_kept_alone() -> None:
    cache = PictureCache(100)
    cache["a"] = picture(60)
    cache["b"] = picture(300)

    assert ["a" in cache, "b" in cache] == [False, True]
    cache["c"] = picture(10)
    assert ["b" in cache, "c" in cache] == [False, True]
    assert cache.pixels == 10


def test_a_picture_that_takes_the_place_of_another_counts_once() -> None:
    cache = PictureCache(100)
    for pixels in (60, 70, 80):
        cache["a"] = picture(pixels)
    cache["none"] = None

    assert len(cache) == 2
    assert cache.pixels == 80
    assert cache.recall("none", picture(1)) is None
    assert cache.recall("unknown") is None


def test_a_kept_function_draws_once_for_each_argument() -> None:
    cache, drawn = PictureCache(100), list[int]()

    @cache.keeps
    def line(pixels: int) -> pygame.Surface:
        drawn.append(pixels)
        return picture(pixels)

    assert [line(n).width for n in (5, 6, 5, 6)] == [5, 6, 5, 6]
    assert drawn == [5, 6]
    line(99)  # both others have to go
    assert line(5).width == 5
    assert drawn == [5, 6, 99, 5]


def test_small_pictures_have_a_limit_of_their_own() -> None:
    cache = PictureCache(100, pictures=2)
    for key in "abc":
        cache[key] = picture(0)

    assert [key in cache for key in "abc"] == [False, True, True]


def test_a_large_window_has_room_for_three_pictures_of_its_size() -> None:
    cache = PictureCache(0)
    cache.fit((1280, 720))
    assert cache.most == MAX_PICTURE_PIXELS
    cache.fit((3840, 2160))
    assert cache.most == 3 * 3840 * 2160


def test_owners_have_keys_of_their_own_and_share_the_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With 100 pixels for all, the third picture of 40 takes the place of the oldest one."""
    monkeypatch.setattr(picture_cache, "PICTURES", cache := PictureCache(100))
    mine, yours = OwnPictures(), OwnPictures()
    first = mine.made("a", lambda: picture(40))
    other = yours.made("a", lambda: picture(40))
    assert other is not first
    assert mine.made("a", lambda: picture(1)) is first

    mine.made("b", lambda: picture(40))
    assert cache.pixels == 80
    assert mine.made("a", lambda: picture(1)) is first
    assert yours.made("a", lambda: picture(20)) is not other
