from __future__ import annotations

from string import ascii_letters, digits

import pygame
from hypothesis import given
from hypothesis import strategies as st

from game.widgets.text_layout import Line, TextSpan, TextStyle
from game.widgets.theme import AMBER, Theme


def words(lines: list[Line]) -> list[str]:
    return ["".join(piece.span.text for piece in line) for line in lines]


def test_words_that_fit_stay_on_one_line(theme: Theme) -> None:
    lines = TextStyle(theme).wrap([TextSpan("Orr "), TextSpan("moves", AMBER)], 400)

    assert words(lines) == ["Orr moves"]
    assert [piece.span.colour for piece in lines[0]] == [TextSpan().colour, AMBER]


def test_a_new_line_starts_at_a_word_without_its_blank(theme: Theme) -> None:
    width = theme.width("the flood", 13)

    assert words(TextStyle(theme).wrap([TextSpan("the flood rises fast")], width)) == [
        "the flood",
        "rises fast",
    ]


def test_a_bracket_stays_with_its_word_whatever_its_colour(theme: Theme) -> None:
    spans = [
        TextSpan("saves "),
        TextSpan("("),
        TextSpan("armour", AMBER),
        TextSpan(")"),
        TextSpan(" CC-13"),
    ]
    width = theme.width("saves (armour", 13)

    assert words(TextStyle(theme).wrap(spans, width)) == ["saves", "(armour)", "CC-13"]


def test_the_same_words_are_broken_once_for_each_room_and_size(theme: Theme) -> None:
    spans = [TextSpan("the flood rises fast")]
    script = TextStyle(theme)

    assert script.wrap(spans, 400) is TextStyle(theme).wrap(
        [TextSpan("the flood rises fast")], 400
    )
    assert len(script.wrap(spans, 400)) == 1
    assert len(script.wrap(spans, theme.width("the flood", 13))) == 2
    assert (
        script.wrap([TextSpan("the flood rises fast", AMBER)], 400)[0][0].span.colour == AMBER
    )
    assert (
        TextStyle(theme, 20).wrap(spans, 400)[0][0].width > script.wrap(spans, 400)[0][0].width
    )


def test_a_line_end_is_kept(theme: Theme) -> None:
    assert words(TextStyle(theme).wrap([TextSpan("one\n\ntwo")], 400)) == ["one", "", "two"]


def test_a_link_over_two_words_is_one_piece(theme: Theme) -> None:
    (line,) = TextStyle(theme).wrap(
        [TextSpan("in the "), TextSpan("Pump Room", link="pump")], 400
    )

    assert [piece.span.link for piece in line] == ["", "pump"]


def test_a_picture_takes_its_place_among_the_words(theme: Theme) -> None:
    picture = pygame.Surface((20, 20))
    (line,) = TextStyle(theme).wrap(
        [TextSpan("rolls"), TextSpan(picture=picture), TextSpan("!")], 400
    )

    assert line[2].x == line[1].x + 20 + theme.px(4)


@given(
    st.text(ascii_letters + digits, min_size=1),
    st.integers(1, 200),
)
def test_wrapping_loses_no_letter(text: str, width: int) -> None:
    spaced = " ".join(text[n : n + 5] for n in range(0, len(text), 5))
    wrapped = words(TextStyle(Theme()).wrap([TextSpan(spaced)], width))

    assert " ".join(wrapped).split() == spaced.split()
