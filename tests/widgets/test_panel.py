from __future__ import annotations

import pygame

from game.widgets.button import Button
from game.widgets.cells import column, sized
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.text_view import Label
from game.widgets.theme import WELL, Theme
from tests.widgets.input_driver import click_at, move_to, turn_wheel

LOGGED = column(plate=WELL, heading="Battle log")


def test_the_first_drawing_changes_the_whole_panel(
    panel: Panel, canvas: pygame.Surface
) -> None:
    assert panel.draw(canvas) == [pygame.Rect(100, 50, 400, 600)]


def test_nothing_is_painted_while_nothing_changes(panel: Panel, canvas: pygame.Surface) -> None:
    panel.add(Label("Turn 1"), (10, 10, 100, 20))
    panel.draw(canvas)

    assert panel.draw(canvas) == []


def test_only_what_changed_is_painted_anew(panel: Panel, canvas: pygame.Surface) -> None:
    turn = panel.add(Label("Turn 1"), (10, 10, 100, 20))
    panel.add(Label("Movement"), (10, 40, 100, 20))
    panel.draw(canvas)

    turn.text = "Turn 2"

    assert panel.draw(canvas) == [pygame.Rect(110, 60, 100, 20)]


def test_the_same_words_again_are_no_change(panel: Panel, canvas: pygame.Surface) -> None:
    turn = panel.add(Label("Turn 1"), (10, 10, 100, 20))
    panel.draw(canvas)

    turn.text = "Turn 1"

    assert not turn.dirty


def test_old_words_leave_no_trace(panel: Panel, canvas: pygame.Surface) -> None:
    turn = panel.add(Label(""), (10, 10, 100, 20))
    panel.draw(canvas)
    clean = canvas.copy()

    turn.text = "Turn 1"
    panel.draw(canvas)
    turn.text = ""
    panel.draw(canvas)

    assert canvas.get_buffer().raw == clean.get_buffer().raw


def test_what_is_hidden_wipes_nothing_away_that_is_shown_in_its_place(
    panel: Panel, canvas: pygame.Surface
) -> None:
    panel.add(Label("Turn 1"), (10, 10, 100, 20))
    other = panel.add(Label("Turn 2"), (10, 10, 100, 20))
    other.shown = False
    panel.draw(canvas)
    before = canvas.copy()

    other.text = "Turn 3"
    panel.draw(canvas)

    assert canvas.get_buffer().raw == before.get_buffer().raw


def test_a_widget_paints_inside_its_box(panel: Panel, canvas: pygame.Surface) -> None:
    panel.draw(canvas)
    clean = canvas.copy()

    panel.add(Label("A name far too long for its box"), (10, 10, 30, 20))
    panel.draw(canvas)

    beside = pygame.Rect(140, 60, 200, 20)
    assert canvas.subsurface(beside).copy().get_buffer().raw == (
        clean.subsurface(beside).copy().get_buffer().raw
    )


def test_hovering_lights_one_widget(stack: PanelStack, panel: Panel) -> None:
    first = panel.add(Button("A", lambda: None), (0, 0, 100, 40))
    second = panel.add(Button("B", lambda: None), (0, 50, 100, 40))

    move_to(stack, (110, 60))
    assert (first.hovered, second.hovered) == (True, False)
    move_to(stack, (110, 110))
    assert (first.hovered, second.hovered) == (False, True)
    move_to(stack, (10, 10))
    assert (first.hovered, second.hovered) == (False, False)


def test_the_board_below_never_sees_what_happens_on_a_panel(
    stack: PanelStack, panel: Panel
) -> None:
    assert click_at(stack, (300, 300))
    assert turn_wheel(stack, (300, 300), 1)
    assert not click_at(stack, (50, 300))
    assert not turn_wheel(stack, (50, 300), 1)


def test_a_larger_scale_moves_and_stretches_everything(panel: Panel) -> None:
    label = panel.add(Label("Turn 1"), (10, 10, 100, 20))

    panel.fit(Theme(1.5))

    assert panel.rect == pygame.Rect(150, 75, 600, 900)
    assert label.rect == pygame.Rect(15, 15, 150, 30)


def test_a_plate_is_part_of_the_ground(panel: Panel, canvas: pygame.Surface) -> None:
    panel.draw(canvas)
    before = canvas.get_at((150, 150))

    panel.show(column(sized(LOGGED, height=300), pad=20))

    assert panel.draw(canvas) == [panel.rect]
    assert canvas.get_at((150, 150)) != before


def test_a_cleared_panel_is_bare(panel: Panel, canvas: pygame.Surface) -> None:
    panel.draw(canvas)
    bare = canvas.copy()
    panel.show(column(sized(LOGGED, height=300), pad=20))
    panel.add(Label("Turn 1"), (10, 10, 100, 20))
    panel.draw(canvas)

    panel.clear()
    panel.draw(canvas)

    assert canvas.get_buffer().raw == bare.get_buffer().raw
