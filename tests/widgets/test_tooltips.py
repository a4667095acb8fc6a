"""Tooltips show while the mouse rests on what it pointed at, and go with it."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.widgets.button import Button
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel import Panel
from game.widgets.panel_stack import Dialog, PanelStack
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Log, LogEntry
from tests.widgets.input_driver import click_at, move_to, press_key, turn_wheel

IN_LIST = (160, 105)
"""A pixel of the second row."""


@pytest.fixture
def rows(stack: PanelStack, panel: Panel) -> ListBox:
    return panel.add(ListBox(hinted_rows(40), row_height=30), (10, 10, 200, 180))


def hinted_rows(many: int) -> tuple[ListRow, ...]:
    return tuple(ListRow(f"r{n}", f"Row {n}", hint=f"hint {n}") for n in range(many))


def tip(stack: PanelStack, canvas: pygame.Surface) -> bool:
    """Let time pass; return whether a tooltip is shown."""
    stack.draw(canvas)
    stack.update(1.0)
    stack.draw(canvas)
    return stack.covers


@pytest.fixture
def resting(stack: PanelStack, rows: ListBox, canvas: pygame.Surface) -> ListBox:
    """Return the list with the mouse on its second row, whose tooltip shows."""
    move_to(stack, IN_LIST)
    assert tip(stack, canvas)
    assert rows.tip == "hint 1"
    return rows


def test_a_tooltip_stays_while_its_row_does(
    stack: PanelStack, resting: ListBox, canvas: pygame.Surface
) -> None:
    resting.chosen = "r3"
    assert tip(stack, canvas)


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: setattr(rows, "rows", rows.rows[5:]),
        lambda rows: setattr(rows, "rows", ()),
        lambda rows: rows.show("r39"),
    ],
    ids=["filtered", "emptied", "scrolled to another row"],
)
def test_a_tooltip_goes_with_its_row(
    stack: PanelStack,
    resting: ListBox,
    canvas: pygame.Surface,
    change: Callable[[ListBox], None],
) -> None:
    change(resting)
    resting.dirty = True
    assert not tip(stack, canvas)
    assert resting.tip != "hint 1"


def test_a_tooltip_goes_when_keys_scroll_its_row_away(
    stack: PanelStack, resting: ListBox, canvas: pygame.Surface
) -> None:
    stack.focus.to(resting)
    press_key(stack, pygame.K_PAGEDOWN)
    assert not tip(stack, canvas)


def test_after_the_wheel_the_row_under_the_mouse_has_its_own_tooltip(
    stack: PanelStack, resting: ListBox, canvas: pygame.Surface
) -> None:
    turn_wheel(stack, IN_LIST, -4)
    stack.draw(canvas)
    assert not stack.covers
    assert tip(stack, canvas)
    assert resting.tip not in {"hint 1", ""}


def test_a_tooltip_goes_with_its_widget_and_its_panel(
    stack: PanelStack, resting: ListBox, panel: Panel, canvas: pygame.Surface
) -> None:
    panel.clear()
    panel.add(ListBox(hinted_rows(3), row_height=30), resting.box)
    assert not tip(stack, canvas)

    move_to(stack, IN_LIST)
    assert tip(stack, canvas)
    stack.panels.clear()
    assert not tip(stack, canvas)


def test_a_tooltip_goes_when_a_dialog_opens(
    stack: PanelStack, resting: ListBox, canvas: pygame.Surface
) -> None:
    stack.ask(Dialog(stack.theme, "Really?", "Words.", ()))
    stack.draw(canvas)
    assert stack._tip is None  # noqa: SLF001  there is none to be shown


def test_the_entry_of_a_log_takes_its_tooltip_along(
    stack: PanelStack, panel: Panel, canvas: pygame.Surface
) -> None:
    log = panel.add(Log(), (10, 10, 200, 100))
    log.show([LogEntry((TextSpan(f"line {n}"),), hint=f"hint {n}") for n in range(30)])
    stack.draw(canvas)
    move_to(stack, (160, 100))
    assert tip(stack, canvas)
    stack.focus.to(log)
    press_key(stack, pygame.K_HOME)
    assert not tip(stack, canvas)


def test_a_link_chosen_by_key_stays_chosen_under_a_resting_mouse(
    stack: PanelStack, panel: Panel, canvas: pygame.Surface
) -> None:
    followed = list[str]()
    log = panel.add(Log(followed.append, indent=0), (10, 10, 300, 100))
    log.show([LogEntry((TextSpan("one", link="1"), TextSpan(" two", link="2")))])
    stack.draw(canvas)
    move_to(stack, (112, 65))
    assert log.lit == "1"
    stack.focus.to(log)
    press_key(stack, pygame.K_RIGHT)
    stack.draw(canvas)
    press_key(stack, pygame.K_RETURN)
    assert followed == ["2"]


def test_a_click_keeps_no_tooltip(
    stack: PanelStack, resting: ListBox, canvas: pygame.Surface
) -> None:
    click_at(stack, IN_LIST)
    stack.draw(canvas)
    assert not stack.covers
    assert resting.chosen == "r1"


def test_a_long_heading_is_shortened_and_its_tooltip_shows_all(
    stack: PanelStack, panel: Panel, canvas: pygame.Surface
) -> None:
    long = "A heading that is wider than the list"
    rows = (ListRow("h", long, heading=True), ListRow("r", "Row"))
    listing = panel.add(ListBox(rows), (10, 10, 120, 180))
    move_to(stack, (panel.rect.left + 30, panel.rect.top + 20))
    assert tip(stack, canvas)
    assert listing.tooltip == long.upper()
    click_at(stack, (panel.rect.left + 30, panel.rect.top + 20))
    assert listing.chosen == ""


def test_what_was_clicked_is_not_covered_until_the_mouse_comes_back(
    stack: PanelStack, rows: ListBox, canvas: pygame.Surface
) -> None:
    x, y = IN_LIST
    move_to(stack, IN_LIST)
    click_at(stack, IN_LIST)
    assert rows.chosen == "r1"
    assert not tip(stack, canvas)
    move_to(stack, (x + 3, y))
    assert not tip(stack, canvas)

    move_to(stack, (x, y + 35))  # another row
    assert tip(stack, canvas)
    move_to(stack, IN_LIST)
    assert tip(stack, canvas)


def test_a_click_on_what_cannot_be_chosen_leaves_the_reason_there(
    stack: PanelStack, panel: Panel, canvas: pygame.Surface
) -> None:
    row = ListRow("vance", "Vance", reason="Vance is in reserve.")
    box = panel.add(ListBox([row], row_height=30), (10, 10, 200, 180))
    button = panel.add(Button("Start", print, reason="No map fits"), (10, 200, 100, 40))
    for widget in (box, button):
        at = widget.rect.move(panel.rect.topleft).move(9, 9).topleft
        move_to(stack, at)
        click_at(stack, at)
        assert tip(stack, canvas), widget
