from __future__ import annotations

from weakref import ref

import numpy as np
import pygame
import pytest

from game import picture_cache
from game.content.shipped_folders import ASSETS
from game.picture_cache import PictureCache
from game.widgets import theme as themes
from game.widgets.theme import (
    AMBER,
    BAR,
    CARD,
    FELT,
    ROW_CHOSEN,
    TEXT,
    Plate,
    Theme,
    draw_plate,
)
from tests.tools.texts import edited


def test_words_of_one_look_are_rendered_once(theme: Theme) -> None:
    assert theme.text("ready", 14) is theme.text("ready", 14)
    assert theme.text("ready", 14) is not theme.text("ready", 14, AMBER)


@pytest.mark.parametrize("face", ["body", "strong", "heading", "title", "mono"])
def test_a_width_is_known_without_rendering(theme: Theme, face: str) -> None:
    words = theme.text("Wounded", 18, TEXT, face)  # type: ignore[arg-type]

    assert words.get_width() == theme.width("Wounded", 18, face)  # type: ignore[arg-type]


def test_boxes_that_touch_in_units_touch_in_pixels() -> None:
    theme = Theme(1.1)
    left, right = theme.rect((0, 0, 10.4, 5)), theme.rect((10.4, 0, 7.7, 5))

    assert left.right == right.left


def test_the_scale_makes_words_larger() -> None:
    assert Theme(1.5).width("Undertow", 20) > Theme(1).width("Undertow", 20) * 1.4


ICONS = sorted(f"{f.parent.name}/{f.stem}" for f in (ASSETS / "icons").glob("*/*.svg"))


def opaque_colours(icon: pygame.Surface) -> set[tuple[int, ...]]:
    """Return the colours of the opaque pixels of an icon."""
    wide, high = icon.get_size()
    pixels = (icon.get_at((x, y)) for x in range(wide) for y in range(high))
    return {tuple(pixel) for pixel in pixels if pixel.a == 255}


@pytest.mark.parametrize("name", [icon for icon in ICONS if not icon.startswith("weapons/")])
def test_every_icon_takes_its_colour(theme: Theme, name: str) -> None:
    assert opaque_colours(theme.icon(name, 32, "#FF0000")) == {(255, 0, 0, 255)}


@pytest.mark.parametrize("name", [icon for icon in ICONS if icon.startswith("weapons/")])
def test_the_steel_of_every_weapon_takes_its_colour(theme: Theme, name: str) -> None:
    seen, other = (opaque_colours(theme.icon(name, 128, c)) for c in ("#FF0000", "#00FF00"))

    assert (255, 0, 0, 255) in seen
    assert (255, 0, 0, 255) not in other


def test_a_weapon_without_an_icon_is_a_blade(theme: Theme) -> None:
    strange, blade = (theme.icon(f"weapons/{name}", 64) for name in ("spork", "blade"))

    assert pygame.image.tobytes(strange, "RGBA") == pygame.image.tobytes(blade, "RGBA")


def test_pictures_are_kept_as_long_as_there_is_room(
    monkeypatch: pytest.MonkeyPatch, theme: Theme
) -> None:
    """Nothing but the cache of all pictures holds them, and none of over 512 x 512 pixels."""
    monkeypatch.setattr(picture_cache, "PICTURES", cache := PictureCache(10**6, 3))
    first = theme.text("0", 12)
    assert theme.text("0", 12) is first
    assert theme.plate(CARD, 513, 512) is not theme.plate(CARD, 513, 512)
    gone = [ref(theme.text(str(number), 12)) for number in range(1, 10)]

    assert len(cache) == 3
    assert [one() is None for one in gone] == [True] * 6 + [False] * 3
    assert theme.text("0", 12) is not first


@pytest.mark.parametrize("look", [BAR, CARD, FELT, ROW_CHOSEN])
@pytest.mark.parametrize("size", [(4, 4), (30, 200), (47, 31), (300, 40), (401, 9)])
@pytest.mark.parametrize("scale", [0.75, 1.0, 2.2])
def test_a_plate_looks_as_if_drawn_at_its_full_width(
    look: Plate, size: tuple[int, int], scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = draw_plate(look, *size, scale)
    # Corners so wide that no column is repeated.
    monkeypatch.setattr(themes, "ceil", lambda _: 1000)
    whole = draw_plate(look, *size, scale)

    assert seen.get_size() == size
    assert seen.get_masks() == whole.get_masks()
    differs = np.abs(channels(seen) - channels(whole))
    assert differs.max() <= 8
    assert (differs > 0).sum() <= 20


def channels(picture: pygame.Surface) -> np.ndarray[tuple[int, ...], np.dtype[np.int16]]:
    """Return red, green, blue and opacity of each pixel."""
    raw = np.frombuffer(pygame.image.tobytes(picture, "RGBA"), np.uint8)
    return raw.astype(np.int16)


def test_all_themes_share_what_they_have_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    words = "Never measured before"
    wide, wider = Theme().width(words, 14), Theme(2.0).width(words, 14)
    title = Theme().width(words, 14, "title")
    assert len({wide, wider, title}) == 3

    monkeypatch.setattr(Theme, "font", None)
    assert Theme().width(words, 14) == wide
    assert Theme(2.0).width(words, 14) == wider
    assert Theme(2.0).width(words, 7) == wide
    assert Theme().width(words, 14, "title") == title


def test_the_widths_that_themes_share_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(themes, "_advances", {})  # as in a new process
    monkeypatch.setattr(themes, "MAX_MEASURED", 3)
    for number in range(10):
        assert Theme().width(str(number), 12) > 0

    assert len(themes._advances) <= 3  # noqa: SLF001


def test_a_unit_whose_icon_is_missing_is_a_person() -> None:
    theme = Theme()
    missing, person = theme.icon("units/griffin", 24), theme.icon("units/person", 24)

    assert pygame.image.tobytes(missing, "RGBA") == pygame.image.tobytes(person, "RGBA")


def test_any_other_icon_must_be_there() -> None:
    with pytest.raises(FileNotFoundError):
        Theme().icon("ui/griffin", 24)


def test_what_is_kept_has_a_bound_in_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixteen drawings of 14 x 14 pixels fit, and not one more."""
    monkeypatch.setattr(picture_cache, "PICTURES", PictureCache(3200))
    theme = Theme()
    first = theme.drawing(DOT, 14, 14)
    assert theme.drawing(DOT, 14, 14) is first
    for n in range(1, 17):
        theme.drawing(edited(DOT, {"red": f"#0000{n:02d}"}), 14, 14)
    assert theme.drawing(DOT, 14, 14) is not first


DOT = '<svg xmlns="http://www.w3.org/2000/svg"><circle cx="7" cy="7" r="7" fill="red"/></svg>'


def test_themes_of_one_scale_share_what_they_draw_but_not_what_is_kept_by_name() -> None:
    one, other, larger = Theme(), Theme(), Theme(2.0)
    drawn = one.text("Orr moves", 14)

    assert other.text("Orr moves", 14) is drawn
    assert larger.text("Orr moves", 14).get_height() > drawn.get_height()
    assert other.icon("ui/play", 20) is one.icon("ui/play", 20)
    assert other.kept("a", drawn.copy) is not one.kept("a", drawn.copy)
