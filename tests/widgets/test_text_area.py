"""Text areas: lines, broken rows, the caret by keys and mouse, limits."""

from __future__ import annotations

import pygame
import pytest

from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.text_field import CLIPBOARD, LEADING, TextArea
from tests.widgets.input_driver import click_at, press_key, turn_wheel, type_in

CORNER = 111, 61
"""A pixel of the window at the upper left of the area."""


@pytest.fixture
def left() -> list[str]:
    return []


@pytest.fixture
def area(stack: PanelStack, panel: Panel, left: list[str]) -> TextArea:
    box = (10, 10, 160, 4 * LEADING + 8)
    area = TextArea(longest=120, most_lines=5, on_leave=left.append).placed(box)
    stack.focus.to(panel.add(area))
    return area


def wrapped_lines(area: TextArea) -> list[str]:
    return [area.text[start:end] for start, end in area.rows()]


def test_return_begins_a_line_until_there_are_as_many_as_allowed(
    stack: PanelStack, area: TextArea
) -> None:
    for letter in "abcdef":
        type_in(stack, letter)
        press_key(stack, pygame.K_RETURN)

    assert area.text == "a\nb\nc\nd\nef"


def test_long_lines_are_broken_at_spaces_and_long_words_anywhere(area: TextArea) -> None:
    area.text = "the sluice of the old quarter opens"
    broken = wrapped_lines(area)
    assert len(broken) > 1
    assert "".join(broken) == area.text
    assert all(row.endswith(" ") for row in broken[:-1])

    area.text = "w" * 40
    assert "".join(wrapped_lines(area)) == area.text
    room = area.rect.width - 2 * area.theme.px(10)
    assert all(area.theme.width(row, 15) <= room for row in wrapped_lines(area))


def test_arrows_home_and_end_move_the_caret_between_rows(
    stack: PanelStack, area: TextArea
) -> None:
    area.text, area.caret = "mmm\nmmmmmm\nmmmm", 6
    press_key(stack, pygame.K_UP)
    assert area.caret == 2
    press_key(stack, pygame.K_DOWN)
    assert area.caret == 6
    press_key(stack, pygame.K_END)
    assert area.caret == len("mmm\nmmmmmm")
    press_key(stack, pygame.K_DOWN)
    assert area.caret == len(area.text)
    press_key(stack, pygame.K_HOME)
    assert area.caret == len("mmm\nmmmmmm\n")


def test_a_click_places_the_caret_in_its_row(stack: PanelStack, area: TextArea) -> None:
    area.text = "first\nsecond\nlast"
    click_at(stack, (CORNER[0], CORNER[1] + 4 + LEADING * 5 // 2))

    assert area.caret == len("first\nsecond\n")


def test_the_view_follows_the_caret_and_the_wheel(stack: PanelStack, area: TextArea) -> None:
    area.text = "1\n2\n3\n4\n5"
    area.caret = len(area.text)
    press_key(stack, pygame.K_END)
    assert area.first == 1
    turn_wheel(stack, CORNER, 1)
    assert area.first == 0
    turn_wheel(stack, CORNER, -9)
    assert area.first == 1


def test_pasted_text_keeps_its_lines_as_far_as_there_is_room(
    stack: PanelStack, area: TextArea
) -> None:
    CLIPBOARD.put("1\r\n2\n3\n4\n5\n6\n7\x07")
    press_key(stack, pygame.K_v, pygame.KMOD_CTRL)

    assert area.text == "1\n2\n3\n4\n5 6 7"


def test_selected_text_is_replaced_and_no_text_is_longer_than_allowed(
    stack: PanelStack, area: TextArea
) -> None:
    area.text = "1\n2\n3\n4\n5"
    press_key(stack, pygame.K_a, pygame.KMOD_CTRL)
    press_key(stack, pygame.K_RETURN)
    assert area.text == "\n"

    CLIPBOARD.put("x" * 200)
    press_key(stack, pygame.K_v, pygame.KMOD_CTRL)
    assert len(area.text) == 120


def test_leaving_it_reports_the_text(
    stack: PanelStack, area: TextArea, left: list[str]
) -> None:
    type_in(stack, "gate")
    stack.focus.to(None)

    assert left == ["gate"]
