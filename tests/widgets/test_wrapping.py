from __future__ import annotations

from string import ascii_letters, digits

import pygame
from hypothesis import given
from hypothesis import strategies as st

from game.widgets.text_layout import Line, Script, Span
from game.widgets.theme import AMBER, Theme


def words(lines: list[Line]) -> list[str]:
    return ["".join(piece.span.text for piece in line) for line in lines]


def test_words_that_fit_stay_on_one_line(theme: Theme) -> None:
    lines = Script(theme).wrap([Span("Orr "), Span("moves", AMBER)], 400)

    assert words(lines) == ["Orr moves"]
    assert [piece.span.colour for piece in lines[0]] == [Span().colour, AMBER]


def test_a_new_line_starts_at_a_word_without_its_blank(theme: Theme) -> None:
    width = theme.width("the flood", 13)

    assert words(Script(theme).wrap([Span("the flood rises fast")], width)) == [
        "the flood",
        "rises fast",
    ]


def test_a_bracket_stays_with_its_word_whatever_its_colour(theme: Theme) -> None:
    spans = [Span("saves "), Span("("), Span("armour", AMBER), Span(")"), Span(" CC-13")]
    width = theme.width("saves (armour", 13)

    assert words(Script(theme).wrap(spans, width)) == ["saves", "(armour)", "CC-13"]


def test_the_same_words_are_broken_once_for_each_room_and_size(theme: Theme) -> None:
    spans = [Span("the flood rises fast")]
    script = Script(theme)

    assert script.wrap(spans, 400) is Script(theme).wrap([Span("the flood rises fast")], 400)
    assert len(script.wrap(spans, 400)) == 1
    assert len(script.wrap(spans, theme.width("the flood", 13))) == 2
    assert script.wrap([Span("the flood rises fast", AMBER)], 400)[0][0].span.colour == AMBER
    assert Script(theme, 20).wrap(spans, 400)[0][0].width > script.wrap(spans, 400)[0][0].width


def test_a_line_end_is_kept(theme: Theme) -> None:
    assert words(Script(theme).wrap([Span("one\n\ntwo")], 400)) == ["one", "", "two"]


def test_a_link_over_two_words_is_one_piece(theme: Theme) -> None:
    (line,) = Script(theme).wrap([Span("in the "), Span("Pump Room", link="pump")], 400)

    assert [piece.span.link for piece in line] == ["", "pump"]


def test_a_picture_takes_its_place_among_the_words(theme: Theme) -> None:
    picture = pygame.Surface((20, 20))
    (line,) = Script(theme).wrap([Span("rolls"), Span(picture=picture), Span("!")], 400)

    assert line[2].x == line[1].x + 20 + theme.px(4)


@given(
    st.text(ascii_letters + digits, min_size=1),
    st.integers(1, 200),
)
def test_wrapping_loses_no_letter(text: str, width: int) -> None:
    spaced = " ".join(text[n : n + 5] for n in range(0, len(text), 5))
    wrapped = words(Script(Theme()).wrap([Span(spaced)], width))

    assert " ".join(wrapped).split() == spaced.split()
