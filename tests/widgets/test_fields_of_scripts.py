"""Text fields and text areas with letters from right to left, accents and emoji."""

from __future__ import annotations

import pygame
import pytest

from game.text.clusters import cluster_edges
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.text_field import CLIPBOARD, LEADING, PADDING, TextArea, TextField
from tests.widgets.input_driver import click_at, press_key, type_in

HEBREW = "\u05e9\u05dc\u05d5\u05dd"
THUMB = "\U0001f44d\U0001f3fd"


@pytest.fixture
def field(stack: PanelStack, panel: Panel) -> TextField:
    field = TextField(longest=12).placed((10, 10, 300, 30))
    stack.focus.to(panel.add(field))
    return field


@pytest.fixture
def area(stack: PanelStack, panel: Panel) -> TextArea:
    area = TextArea(longest=200, most_lines=5).placed((10, 10, 160, 4 * LEADING + 8))
    stack.focus.to(panel.add(area))
    return area


def test_hebrew_is_typed_and_deleted_in_the_order_of_reading(
    stack: PanelStack, field: TextField
) -> None:
    type_in(stack, HEBREW)
    assert (field.text, field.caret) == (HEBREW, 4)
    press_key(stack, pygame.K_BACKSPACE)
    assert field.text == HEBREW[:3]
    press_key(stack, pygame.K_HOME)
    press_key(stack, pygame.K_DELETE)
    assert (field.text, field.caret) == (HEBREW[1:3], 0)


def test_arrows_move_the_caret_to_their_side(stack: PanelStack, field: TextField) -> None:
    for words, code, places in [
        (HEBREW, pygame.K_LEFT, [0, 1, 2, 3, 4, 4]),
        (HEBREW, pygame.K_RIGHT, [4, 3, 2, 1, 0, 0]),
        ("orc", pygame.K_RIGHT, [0, 1, 2, 3, 3, 3]),
    ]:
        field.text, field.caret = words, places[0]
        found, pixels = list[int](), list[int]()
        for _ in places:
            found.append(field.caret)
            pixels.append(field.theme.caret(field.text, field.caret, 15))
            press_key(stack, code)
        assert found == places
        assert pixels == sorted(pixels, reverse=code == pygame.K_LEFT)


def test_arrows_and_deletion_go_by_letters_as_readers_count_them(
    stack: PanelStack, field: TextField
) -> None:
    field.text, field.caret = f"a{THUMB}e\u0301", 1
    press_key(stack, pygame.K_RIGHT)
    assert field.caret == 3
    press_key(stack, pygame.K_BACKSPACE)
    assert (field.text, field.caret) == ("ae\u0301", 1)
    press_key(stack, pygame.K_DELETE)
    assert field.text == "a"


def test_a_click_puts_the_caret_beside_the_letter(stack: PanelStack, field: TextField) -> None:
    field.text = f"ab {HEBREW} {THUMB}"
    left = 100 + 10 + field.theme.px(PADDING)
    for index in cluster_edges(field.text):
        x = field.theme.caret(field.text, index, 15)
        click_at(stack, (left + x, 50 + 25))
        assert field.theme.caret(field.text, field.caret, 15) == x


def test_a_text_that_is_too_long_is_not_cut_within_a_letter(
    stack: PanelStack, field: TextField
) -> None:
    CLIPBOARD.put("e\u0301" * 3 + THUMB * 4)
    press_key(stack, pygame.K_v, pygame.KMOD_CTRL)
    assert field.text == "e\u0301" * 3 + THUMB * 3

    field.text, field.caret = "x" * 11, 11
    press_key(stack, pygame.K_v, pygame.KMOD_CTRL)
    assert field.text == "x" * 11


@pytest.mark.parametrize(
    "words", ["e\u0301" * 60, THUMB * 30, "\u8981\u585e" * 30, HEBREW * 20]
)
def test_rows_of_an_area_split_no_letter_and_fit(area: TextArea, words: str) -> None:
    area.text = words
    rows = area.rows()
    room = area.rect.width - 2 * area.theme.px(PADDING)

    assert len(rows) > 1
    assert {row.start for row in rows} <= {*cluster_edges(words)}
    assert all(area.theme.width(words[row.start : row.end], 15) <= room for row in rows)
    assert "".join(words[row.start : row.end] for row in rows) == words


def test_arrows_in_an_area_go_by_the_direction_of_their_row(
    stack: PanelStack, area: TextArea
) -> None:
    area.text, area.caret = f"orc\n{HEBREW}", 5
    press_key(stack, pygame.K_LEFT)
    assert area.caret == 6
    area.caret = 2
    press_key(stack, pygame.K_LEFT)
    assert area.caret == 1
    press_key(stack, pygame.K_DOWN)
    # The pixel below the first letter is at the left, where the Hebrew row ends.
    assert area.caret == 7
