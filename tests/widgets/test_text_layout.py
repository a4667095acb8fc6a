from __future__ import annotations

from string import ascii_letters, digits

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.widgets.text_layout import SPARE, Line, TextSpan, TextStyle
from game.widgets.theme import AMBER, Theme


def words_by_line(lines: list[Line]) -> list[str]:
    return ["".join(piece.span.text for piece in line) for line in lines]


def test_words_that_fit_stay_on_one_line(theme: Theme) -> None:
    lines = TextStyle(theme).wrap([TextSpan("Orr "), TextSpan("moves", AMBER)], 400)

    assert words_by_line(lines) == ["Orr moves"]
    assert [piece.span.colour for piece in lines[0]] == [TextSpan().colour, AMBER]


def test_a_new_line_starts_at_a_word_without_its_blank(theme: Theme) -> None:
    width = theme.width("the flood", 13)

    assert words_by_line(TextStyle(theme).wrap([TextSpan("the flood rises fast")], width)) == [
        "the flood",
        "rises fast",
    ]


@pytest.mark.parametrize("scale", [0.75, 1.0, 4 / 3])
def test_no_line_is_wider_than_its_room_although_widths_of_words_are_rounded(
    scale: float,
) -> None:
    style = TextStyle(Theme(scale))
    words = (
        "Means per game with the unit on the table: enemy models removed, points scored at "
        "markers and by kills, and the share of its models that survived."
    )
    ends = {
        width: max(line[-1].x + line[-1].width for line in style.wrap([TextSpan(words)], width))
        for width in range(120, 900)
    }

    assert {width: end for width, end in ends.items() if end > width + SPARE} == {}


def test_a_word_that_is_wider_than_a_line_is_broken(theme: Theme) -> None:
    style, width = TextStyle(theme), theme.width("“Wanderin", 13)
    lines = style.wrap([TextSpan("named “Wanderingabout” and so on")], width)

    assert "".join(words_by_line(lines)).replace(" ", "") == "named“Wanderingabout”andsoon"
    assert max(line[-1].x + line[-1].width for line in lines) <= width + SPARE
    assert words_by_line(lines)[0] == "named"
    assert [words[-1:] for words in words_by_line(style.wrap([TextSpan("ab c")], 0))] == [
        *"abc"
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

    assert words_by_line(TextStyle(theme).wrap(spans, width)) == ["saves", "(armour)", "CC-13"]


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
    assert words_by_line(TextStyle(theme).wrap([TextSpan("one\n\ntwo")], 400)) == [
        "one",
        "",
        "two",
    ]


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
def test_wrapping_loses_no_letter_and_breaks_no_word_that_fits(text: str, width: int) -> None:
    theme, spaced = Theme(), " ".join(text[n : n + 5] for n in range(0, len(text), 5))
    wrapped = words_by_line(TextStyle(theme).wrap([TextSpan(spaced)], width))

    assert "".join("".join(wrapped).split()) == text
    if all(theme.width(word, 13) <= width for word in spaced.split()):
        assert " ".join(wrapped).split() == spaced.split()


@pytest.mark.parametrize("around", ["{}  ", " {}", " {} "])
def test_the_spaces_around_words_from_right_to_left_stay_where_they_are(
    theme: Theme, around: str
) -> None:
    name = "שלום עולם"
    style = TextStyle(theme)
    spans = TextSpan("A:"), TextSpan(around.format(name), AMBER), TextSpan("Five")
    (line,) = style.wrap(spans, 600)
    before, after = around.split("{}")
    wide = [theme.width(words, style.size) for words in ("A:", before, name, after)]

    assert "".join(piece.span.text for piece in line) == f"A:{before}{name}{after}Five"
    drawn = next(piece for piece in line if piece.span.text == name)
    assert drawn.x == sum(wide[:2])
    assert line[-1].x == sum(wide)
