from __future__ import annotations

import pygame
import pytest

from game.widgets.button import Button
from game.widgets.cells import LayoutCell, column, keyed, sized
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.stepper import Stepper
from game.widgets.text_view import Label
from game.widgets.theme import FELT
from tests.widgets.input_driver import (
    click_at,
    let_go_at,
    move_to,
    press_key,
    push_at,
    turn_wheel,
)

HIGH = 100
"""Height of a row; the panel shows six of them, from (100, 50) on."""


def rows(many: int = 10, said: list[int] | None = None) -> LayoutCell:
    """Return a scrolling column of buttons, each ``HIGH``."""
    noted = [] if said is None else said
    return column(
        *(
            sized(Button(f"Row {n}", lambda n=n: noted.append(n)), height=HIGH)  # type: ignore[misc]
            for n in range(many)
        ),
        gap=0,
        scroll=True,
    )


def tops(panel: Panel) -> list[int]:
    return [widget.rect.top for widget in panel.widgets]


def test_the_wheel_scrolls_a_column(stack: PanelStack, panel: Panel) -> None:
    panel.show(rows())
    assert turn_wheel(stack, (150, 150), -1)
    # Three lines of 24 units.
    assert tops(panel)[:2] == [-72, 28]
    turn_wheel(stack, (150, 150), -100)
    assert tops(panel)[-1] == 500
    turn_wheel(stack, (150, 150), 100)
    assert tops(panel)[0] == 0


def test_nothing_outside_of_the_column_is_painted_or_pressed(
    stack: PanelStack, panel: Panel, canvas: pygame.Surface
) -> None:
    said = list[int]()
    head, foot = sized(Label("Head"), height=100), sized(Label("Foot"), height=100)
    panel.show(column(head, rows(10, said), foot, gap=0))
    panel.draw(canvas)
    clean = canvas.copy()
    turn_wheel(stack, (150, 300), -1)
    panel.draw(canvas)
    for top in (50, 550):
        place = pygame.Rect(100, top, 400, 100)
        assert canvas.subsurface(place).copy().get_buffer().raw == (
            clean.subsurface(place).copy().get_buffer().raw
        )
    # The first row begins 72 above the column, under the head.
    assert panel.widgets[1].rect.top == 28
    move_to(stack, (150, 140))
    assert not panel.widgets[1].hovered
    click_at(stack, (150, 140))
    assert said == []
    click_at(stack, (150, 160))
    assert said == [0]
    assert panel.widget_at((150, 140)) is panel.widgets[0]


def test_a_button_that_is_held_is_let_go_outside_without_a_press(
    stack: PanelStack, panel: Panel
) -> None:
    said = list[int]()
    panel.show(column(sized(Label("Head"), height=100), rows(10, said), gap=0))
    turn_wheel(stack, (150, 300), -1)
    push_at(stack, (150, 160))
    let_go_at(stack, (150, 140))

    assert said == []
    assert not getattr(panel.widgets[1], "held", True)


def test_a_column_scrolls_to_the_widget_that_gets_the_focus(
    stack: PanelStack, panel: Panel
) -> None:
    panel.show(rows())
    for _ in range(8):
        press_key(stack, pygame.K_TAB)
    panel.paint()
    # The eighth row ends at 800, and 600 are seen.
    assert tops(panel)[0] == -200
    for _ in range(7):
        press_key(stack, pygame.K_TAB, pygame.KMOD_SHIFT)
    panel.paint()
    assert tops(panel)[0] == 0


def test_scrolling_is_kept_and_stays_within_the_content(
    stack: PanelStack, panel: Panel
) -> None:
    panel.show(rows(10))
    turn_wheel(stack, (150, 150), -100)
    panel.show(rows(9))
    assert tops(panel)[0] == -300
    panel.show(rows(3))
    assert tops(panel)[0] == 0


def test_scrolling_repaints_once(
    stack: PanelStack, panel: Panel, canvas: pygame.Surface
) -> None:
    panel.show(rows())
    panel.draw(canvas)
    turn_wheel(stack, (150, 150), -1)

    assert panel.draw(canvas) == [panel.rect]
    assert panel.draw(canvas) == []
    turn_wheel(stack, (150, 150), -100)
    panel.draw(canvas)
    # At its end it does not move any more.
    turn_wheel(stack, (150, 150), -1)
    assert panel.draw(canvas) == []


def test_plates_scroll_with_the_column(
    stack: PanelStack, panel: Panel, canvas: pygame.Surface
) -> None:
    cards = (column(sized(Label(str(n)), height=300), plate=FELT) for n in range(4))
    panel.show(column(*cards, gap=100, scroll=True))
    panel.draw(canvas)
    between, on = canvas.get_at((300, 400)), canvas.get_at((300, 300))
    assert on[1] - between[1] > 20
    turn_wheel(stack, (150, 150), -1)
    panel.draw(canvas)

    for y, colour in ((400 - 72, between), (300 - 72, on)):
        # The plate behind them all is shaded.
        away = zip(canvas.get_at((300, y)), colour, strict=True)
        assert max(abs(a - b) for a, b in away) <= 2


def test_over_a_column_that_scrolls_the_wheel_changes_no_value(
    stack: PanelStack, panel: Panel
) -> None:
    found = list[int]()
    steppers = (sized(Stepper(["A", "B"], found.append), height=HIGH) for _ in range(10))
    panel.show(column(*steppers, gap=0, scroll=True))
    turn_wheel(stack, (150, 150), -1)
    assert (found, tops(panel)[0]) == ([], -72)
    # One that has the focus is meant.
    stack.focus.to(panel.widgets[2])
    turn_wheel(stack, (150, 180), -1)
    assert (found, tops(panel)[0]) == ([1], -72)


def test_the_innermost_part_that_can_scroll_does(stack: PanelStack, panel: Panel) -> None:
    listed = ListBox([ListRow(str(n), f"Row {n}") for n in range(20)], row_height=45)
    inner = column(
        *(sized(Button(str(n), print), height=HIGH) for n in range(4)), gap=0, scroll=True
    )
    panel.show(
        column(
            sized(listed, height=200),
            sized(inner, height=200),
            sized(Label("end"), height=700),
            gap=0,
            scroll=True,
        )
    )
    outer, nested = panel.described.views
    assert nested.outer is outer
    box = panel.widgets[0]
    assert isinstance(box, ListBox)
    turn_wheel(stack, (150, 100), -1)
    assert (box.scroll.offset > 0, outer.scroll.offset) == (True, 0)
    turn_wheel(stack, (150, 300), -1)
    assert (nested.scroll.offset, outer.scroll.offset) == (72, 0)
    turn_wheel(stack, (150, 300), -100)
    assert (nested.scroll.offset, outer.scroll.offset) == (200, 0)
    # At its end, the one around it goes on.
    turn_wheel(stack, (150, 300), -1)
    assert (nested.scroll.offset, outer.scroll.offset) == (200, 72)
    assert nested.rect.top == 200 - 72
    assert panel.widgets[1].rect.top == 200 - 72 - 200
    # Focus in the inner one scrolls both.
    stack.focus.to(panel.widgets[1])
    panel.paint()
    assert (nested.scroll.offset, panel.widgets[1].rect.top) == (0, 128)
    outer.scroll.to(500)
    stack.focus.to(None)
    stack.focus.to(panel.widgets[2])
    panel.paint()
    # Its place in the outer one is from 300 to 400.
    assert (outer.scroll.offset, panel.widgets[2].rect.top) == (300, 0)


def test_its_bar_is_dragged(stack: PanelStack, panel: Panel) -> None:
    panel.show(rows(12))
    view = panel.described.views[0]
    # The bar is half as high as the column, because half of it is seen.
    push_at(stack, (497, 60))
    move_to(stack, (497, 160))
    assert view.scroll.offset == 200
    move_to(stack, (300, 900))
    assert view.scroll.offset == 600
    let_go_at(stack, (300, 900))
    move_to(stack, (300, 60))
    assert view.scroll.offset == 600


@pytest.mark.parametrize(("key", "offset"), [(pygame.K_PAGEDOWN, 400), (pygame.K_DOWN, 24)])
def test_keys_that_nobody_uses_scroll_it(
    stack: PanelStack, panel: Panel, key: int, offset: int
) -> None:
    panel.show(column(*(sized(Label(str(n)), height=HIGH) for n in range(10)), gap=0))
    press_key(stack, key)
    panel.paint()

    assert panel.described.views[0].scroll.offset == offset
    assert tops(panel)[0] == -offset


def test_the_view_is_kept_while_its_column_moves(stack: PanelStack, panel: Panel) -> None:
    panel.show(column(keyed("rows", rows())))
    turn_wheel(stack, (150, 150), -1)
    panel.show(column(sized(Label("Head"), height=100), keyed("rows", rows()), gap=0))

    assert panel.described.views[0].scroll.offset == 72
    assert tops(panel)[1] == 100 - 72
