from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from tests.widgets.input_driver import click_at, move_to, press_key, turn_wheel

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
            rows,
            on_choose=said.append,
            on_open=lambda id_: said.append(f"open {id_}"),
        ),
        (0, 0, 200, 150),
    )


def test_a_click_chooses_and_a_second_opens(
    stack: PanelStack, listing: ListBox, said: list[str]
) -> None:
    click_at(stack, (150, 60))
    assert listing.chosen == "hale"
    click_at(stack, (150, 60))

    assert said == ["hale", "open hale"]


def test_the_first_click_on_a_chosen_row_does_not_open_it(
    stack: PanelStack, listing: ListBox, said: list[str]
) -> None:
    """Neither if it was chosen when the list was made, nor if the arrows chose it."""
    listing.chosen = "orr"
    click_at(stack, (150, 110))
    assert said == ["orr"]
    click_at(stack, (150, 110))
    assert said == ["orr", "open orr"]

    said.clear()
    stack.focus.to(listing)
    press_key(stack, pygame.K_UP)
    click_at(stack, (150, 60))
    assert said == ["hale", "hale"]
    click_at(stack, (150, 60))
    assert said == ["hale", "hale", "open hale"]


def test_what_cannot_be_chosen_does_not_open(panel: Panel, stack: PanelStack) -> None:
    opened: list[str] = []
    row = ListRow("vance", "Vance", reason="Vance is in reserve.")
    panel.add(ListBox([row], on_open=opened.append, chosen="vance"), (0, 0, 200, 150))
    for _ in range(3):
        click_at(stack, (150, 60))

    assert opened == []


def test_arrows_choose_the_next_that_can_be_chosen(
    stack: PanelStack, listing: ListBox, said: list[str]
) -> None:
    stack.focus.to(listing)
    for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_UP, pygame.K_RETURN):
        press_key(stack, key)

    assert said == ["hale", "orr", "tull", "orr", "open orr"]


def test_what_cannot_be_chosen_tells_why(
    stack: PanelStack, listing: ListBox, said: list[str]
) -> None:
    click_at(stack, (150, 50 + 2 * 49 + 10))

    assert said == []
    assert listing.tip == "Vance is in reserve."


def test_the_chosen_row_is_brought_into_sight(stack: PanelStack, listing: ListBox) -> None:
    listing.choose("dace")

    bottom = (len(NAMES)) * listing.pitch - listing.scroll.offset
    assert bottom <= listing.rect.height + listing.pitch - listing.theme.px(listing.row_height)


def test_the_wheel_scrolls_as_far_as_there_are_rows(
    stack: PanelStack, listing: ListBox
) -> None:
    turn_wheel(stack, (150, 100), -50)
    assert listing.scroll.at_end
    turn_wheel(stack, (150, 100), 50)
    assert listing.scroll.offset == 0


def test_a_row_lights_up_under_the_mouse(stack: PanelStack, listing: ListBox) -> None:
    move_to(stack, (150, 110))
    assert listing.lit == "orr"
    move_to(stack, (450, 400))
    assert listing.lit == ""


def test_fewer_rows_scroll_back(panel: Panel, listing: ListBox) -> None:
    listing.choose("dace")
    listing.rows = listing.rows[:2]
    panel.paint()

    assert listing.scroll.offset == 0


def test_words_begin_at_one_edge_whether_a_picture_is_wide_narrow_or_still_to_come(
    panel: Panel, canvas: pygame.Surface
) -> None:
    pictures = (pygame.Surface((60, 30)), pygame.Surface((20, 30)), None)
    rows = [ListRow(f"{n}", "The ford", picture=picture) for n, picture in enumerate(pictures)]
    listing = panel.add(ListBox(rows, row_height=40, picture_size=(60, 30)), (0, 0, 200, 150))
    panel.draw(canvas)
    top, left = panel.rect.top + listing.rect.top, panel.rect.left + listing.rect.left
    words = [
        canvas.subsurface((left + 72, top + listing.pitch * n + 8, 90, 24)).copy()
        for n in range(3)
    ]

    assert len({pygame.image.tobytes(one, "RGB") for one in words}) == 1
    assert len({pixel for x in range(90) if (pixel := tuple(words[0].get_at((x, 12))))}) > 1


@pytest.mark.parametrize("chosen", ["orr", "dace", ""])
def test_the_ring_of_the_focus_lies_over_no_row_but_the_chosen_one(
    panel: Panel, stack: PanelStack, listing: ListBox, chosen: str
) -> None:
    """Four rows of 36 with a gap of 5 are visible; *dace* is below them."""
    listing.chosen = chosen
    panel.paint()
    plain = panel.surface.copy()
    stack.focus.to(listing)
    panel.paint()

    rings = [y for y in range(150) if panel.surface.get_at((0, y)) != plain.get_at((0, y))]
    rows = {y // listing.pitch for y in rings}
    assert rows == ({1} if chosen == "orr" else {0, 1, 2, 3})


def test_rows_are_as_high_as_what_they_hold() -> None:
    one, two = ListRow("one", "The ford"), ListRow("two", "The ford", "a detail")
    lines = [ListBox(rows).row_height for rows in ((one, one), (one, two))]
    pictured = ListBox((one, two), picture_size=(120, 76)).row_height
    compact = [ListBox((row,), is_compact=True).row_height for row in (one, two)]

    assert lines == [36, 56]
    assert pictured == 88
    assert compact == [30, 44]
    assert ListBox((one,), row_height=24).row_height == 24


def test_words_begin_at_one_edge_if_only_some_rows_have_a_picture(
    panel: Panel, canvas: pygame.Surface
) -> None:
    rows = [
        ListRow("0", "The ford"),
        ListRow("1", "The ford", picture=pygame.Surface((30, 20))),
    ]
    listing = panel.add(ListBox(rows), (0, 0, 200, 150))
    panel.draw(canvas)
    top, left = panel.rect.top + listing.rect.top, panel.rect.left + listing.rect.left
    words = [
        canvas.subsurface((left + 42, top + listing.pitch * n + 8, 90, 20)).copy()
        for n in range(2)
    ]

    assert len({pygame.image.tobytes(one, "RGB") for one in words}) == 1


def test_the_chosen_row_of_other_rows_is_brought_into_sight(panel: Panel) -> None:
    rows = [ListRow(str(n), f"Row {n}") for n in range(30)]
    listing = panel.add(ListBox(rows[20:22], chosen="21"), (0, 0, 200, 150))
    listing.take(ListBox(rows, chosen="21"))

    assert "21" in [row.id for row in listing.in_sight()]
    listing.scroll.to(0)
    listing.take(ListBox([replace(row, note="new") for row in rows], chosen="21"))
    assert listing.scroll.offset == 0


@pytest.mark.parametrize(("high", "is_whole"), [(40.0, True), (36.0, False)])
def test_a_note_leaves_room_for_a_long_name_if_the_row_holds_two_lines(
    panel: Panel, high: float, *, is_whole: bool
) -> None:
    rows = [ListRow("gunner", "Boarder gunner", note="ready")]
    listing = panel.add(ListBox(rows, row_height=high), (0, 0, 150, 150))
    listing.paint(pygame.Surface((150, 150)))

    assert ("gunner" not in listing.cut) is is_whole


@pytest.mark.parametrize(("is_long", "is_whole"), [(False, False), (True, True)])
def test_a_long_detail_takes_two_lines_if_the_list_has_room(
    panel: Panel, stack: PanelStack, *, is_long: bool, is_whole: bool
) -> None:
    row = ListRow("deed", "Turn 3", "The pack attacks the third squad: 6 killed")
    listing = panel.add(ListBox([row], has_long_details=is_long), (0, 0, 200, 150))
    stack.draw(pygame.Surface((640, 480)))

    assert ("deed" not in listing.cut) is is_whole
    assert listing.row_height == (71.0 if is_long else 56.0)
