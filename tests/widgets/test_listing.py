from __future__ import annotations

import pygame
import pytest

from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import PanelStack
from game.widgets.widget import Panel
from tests.widgets.input_driver import click, move, press, wheel

NAMES = ("hale", "orr", "vance", "tull", "brandt", "kessler", "quist", "dace")


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def listing(panel: Panel, said: list[str]) -> ListBox:
    rows = [ListRow(name, name.title(), pips=(1, 2)) for name in NAMES]
    rows[2] = ListRow("vance", "Vance", reason="Vance is in reserve.")
    return panel.add(
        ListBox(
            (0, 0, 200, 150),
            rows,
            on_choose=said.append,
            on_open=lambda id_: said.append(f"open {id_}"),
        )
    )


def test_a_click_chooses_and_a_second_opens(
    stack: PanelStack, listing: ListBox, said: list[str]
) -> None:
    click(stack, (150, 60))
    assert listing.chosen == "hale"
    click(stack, (150, 60))

    assert said == ["hale", "open hale"]


def test_arrows_choose_the_next_that_can_be_chosen(
    stack: PanelStack, listing: ListBox, said: list[str]
) -> None:
    stack.focus.to(listing)
    for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_UP, pygame.K_RETURN):
        press(stack, key)

    assert said == ["hale", "orr", "tull", "orr", "open orr"]


def test_what_cannot_be_chosen_tells_why(
    stack: PanelStack, listing: ListBox, said: list[str]
) -> None:
    click(stack, (150, 50 + 2 * 49 + 10))

    assert said == []
    assert listing.tip == "Vance is in reserve."


def test_the_chosen_row_is_brought_into_sight(stack: PanelStack, listing: ListBox) -> None:
    listing.choose("dace")

    bottom = (len(NAMES)) * listing.pitch - listing.scroll.offset
    assert bottom <= listing.rect.height + listing.pitch - listing.theme.px(44)


def test_the_wheel_scrolls_as_far_as_there_are_rows(
    stack: PanelStack, listing: ListBox
) -> None:
    wheel(stack, (150, 100), -50)
    assert listing.scroll.at_end
    wheel(stack, (150, 100), 50)
    assert listing.scroll.offset == 0


def test_a_row_lights_up_under_the_mouse(stack: PanelStack, listing: ListBox) -> None:
    move(stack, (150, 110))
    assert listing.lit == "orr"
    move(stack, (450, 400))
    assert listing.lit == ""


def test_fewer_rows_scroll_back(panel: Panel, listing: ListBox) -> None:
    listing.choose("dace")
    listing.rows = listing.rows[:2]
    panel.paint()

    assert listing.scroll.offset == 0
