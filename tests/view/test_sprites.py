from __future__ import annotations

from itertools import pairwise

import pygame
import pytest

from game.table.records import Profile
from game.view.colours import NEUTRAL, TEAMS
from game.view.sprites import SMALL, Sprites, Token, TokenState, icon_of, icon_size, turn_of
from game.view.style import DrawingTheme

TOKEN = Token("units/rifle", team=0, state=TokenState.READY, wounds=2, most=3, pixels=48)


@pytest.fixture
def sprites(look: DrawingTheme) -> Sprites:
    return Sprites(look)


def test_one_look_is_drawn_once(sprites: Sprites) -> None:
    assert sprites.token(TOKEN) is sprites.token(TOKEN)


@pytest.mark.parametrize(
    "other",
    [
        TOKEN._replace(icon="units/plasma"),
        TOKEN._replace(team=1),
        TOKEN._replace(state=TokenState.DONE),
        TOKEN._replace(state=TokenState.CHOSEN),
        TOKEN._replace(state=TokenState.GHOST),
        TOKEN._replace(state=TokenState.BODY),
        TOKEN._replace(wounds=1),
        TOKEN._replace(turn=6),
    ],
    ids=lambda token: ", ".join(f"{a}" for a, b in zip(token, TOKEN, strict=True) if a != b),
)
def test_every_difference_can_be_seen(sprites: Sprites, other: Token) -> None:
    one, two = sprites.token(TOKEN), sprites.token(other)

    assert one.get_size() == two.get_size()
    assert one.get_buffer().raw != two.get_buffer().raw


@pytest.mark.parametrize(("pixels", "radius", "bright"), [(200, 89, 200), (29, 13.4, 100)])
def test_sides_differ_without_colour(
    sprites: Sprites, pixels: int, radius: float, bright: int
) -> None:
    """The second side's ring has gaps: walk round it and count the dark ones."""

    def gaps(team: int) -> int:
        token = TOKEN._replace(icon="units/person", team=team, pixels=pixels, most=1)
        picture = sprites.token(token)
        middle = pygame.Vector2(picture.get_rect().center)
        ring = [
            picture.get_at([round(c) for c in middle + pygame.Vector2(0, -radius).rotate(turn)])
            for turn in range(20, 340)
        ]
        dark = [colour.r + colour.g + colour.b < bright for colour in ring]
        return sum(a and not b for a, b in pairwise(dark))

    assert gaps(0) == 0
    assert gaps(1) >= 7


def test_the_icon_of_a_small_token_fills_its_base(sprites: Sprites) -> None:
    """A 1" base at 18 pixels an inch has an icon of 15 pixels."""
    picture = sprites.token(TOKEN._replace(icon="units/person", pixels=18, most=1))
    cream = pygame.mask.from_threshold(picture, "#F1EADB", (40, 40, 40, 255))
    heights = [rect.height for rect in cream.get_bounding_rects()]

    assert icon_size(18) >= 15
    assert max(heights) >= 12  # the person leaves some of the icon's square empty


@pytest.mark.parametrize("above", [False, True])
def test_an_icon_never_shrinks_as_its_base_grows(*, above: bool) -> None:
    sizes = [icon_size(pixels, above=above) for pixels in range(8, 4 * SMALL)]

    assert sizes == sorted(sizes)
    assert all(size <= 0.86 * pixels for pixels, size in enumerate(sizes, 8))


def test_who_is_done_is_dimmer_and_who_is_chosen_brighter(sprites: Sprites) -> None:
    def light(state: TokenState) -> int:
        picture = sprites.token(TOKEN._replace(state=state, pixels=100))
        return sum(pygame.transform.average_color(picture)[:3])

    assert light(TokenState.DONE) < light(TokenState.READY) - 15
    assert light(TokenState.CHOSEN) > light(TokenState.READY) + 15
    assert light(TokenState.GHOST) < light(TokenState.READY) - 15


def test_tokens_are_premultiplied(sprites: Sprites) -> None:
    picture = sprites.token(TOKEN)
    width, height = picture.get_size()
    for x in range(0, width, 3):
        for y in range(0, height, 3):
            red, green, blue, alpha = picture.get_at((x, y))
            assert max(red, green, blue) <= alpha + 1


@pytest.mark.parametrize(
    ("facing", "turn"), [(0, 0), (7, 0), (8, 1), (90, 6), (359, 0), (-15, 23), (360, 0)]
)
def test_a_facing_is_drawn_to_the_nearest_15_degrees(facing: float, turn: int) -> None:
    assert turn_of(facing) == turn


def test_a_profile_without_an_icon_is_a_person() -> None:
    assert icon_of(Profile("Warden", icon="rifle")) == "units/rifle"
    assert icon_of(Profile("Warden")) == "units/person"


def test_a_marker_wears_its_holder_s_colour(sprites: Sprites) -> None:
    nobody, held = sprites.marker("1", NEUTRAL, 60), sprites.marker("1", TEAMS[0], 60)

    assert nobody is sprites.marker("1", NEUTRAL, 60)
    assert nobody.get_buffer().raw != held.get_buffer().raw


@pytest.mark.parametrize("pixels", [8, 15, 26, 96])
def test_tokens_of_all_sizes_can_be_drawn(sprites: Sprites, pixels: int) -> None:
    picture = sprites.token(TOKEN._replace(pixels=pixels))

    assert picture.get_width() >= pixels
    assert picture.get_at(picture.get_rect().center).a > 200
