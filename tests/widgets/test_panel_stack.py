from __future__ import annotations

import pygame
import pytest

from game.widgets.button import Button, Style
from game.widgets.keys import Key
from game.widgets.panel import Panel
from game.widgets.panel_stack import CANCEL, Dialog, PanelStack, Reply, place_beside
from game.widgets.stepper import Stepper
from game.widgets.text_field import TextField
from game.widgets.text_view import Label
from game.widgets.theme import Theme
from tests.widgets.input_driver import click_at, move_to, press_key


def nothing() -> None:
    pass


@pytest.fixture
def three(panel: Panel) -> list[Button]:
    panel.add(Label("Actions"), (0, 0, 100, 20))
    return [panel.add(Button("ABC"[n], nothing), (0, 30 + 50 * n, 100, 40)) for n in range(3)]


def test_tab_goes_round_what_can_be_pressed(stack: PanelStack, three: list[Button]) -> None:
    order = []
    for _ in range(4):
        press_key(stack, pygame.K_TAB)
        order.append([b.focused for b in three].index(True))

    assert order == [0, 1, 2, 0]


def test_shift_tab_goes_back(stack: PanelStack, three: list[Button]) -> None:
    press_key(stack, pygame.K_TAB, pygame.KMOD_LSHIFT)
    assert three[2].focused
    press_key(stack, pygame.K_TAB, pygame.KMOD_LSHIFT)
    assert three[1].focused
    assert not three[2].focused


def test_tab_goes_on_to_the_next_panel(stack: PanelStack, three: list[Button]) -> None:
    other = stack.add(Panel(stack.theme, (600, 50, 200, 200)))
    last = other.add(Button("D", nothing), (0, 0, 100, 40))

    stack.focus.to(three[2])
    press_key(stack, pygame.K_TAB)

    assert last.focused


def test_what_is_hidden_loses_the_focus(stack: PanelStack, three: list[Button]) -> None:
    stack.focus.to(three[1])
    three[1].shown = False
    press_key(stack, pygame.K_RETURN)

    assert stack.focus.on is None


def test_the_focus_can_be_seen(
    stack: PanelStack, three: list[Button], canvas: pygame.Surface
) -> None:
    stack.draw(canvas)
    before = canvas.get_at((150, 80))
    stack.focus.to(three[0])
    stack.draw(canvas)

    assert canvas.get_at((150, 80)) != before


def test_a_tooltip_shows_when_the_mouse_rests(
    stack: PanelStack, three: list[Button], canvas: pygame.Surface
) -> None:
    three[0].reason = "No enemy is in range (CC-09)."
    move_to(stack, (150, 100))
    stack.draw(canvas)

    assert stack.draw(canvas) == []
    stack.update(0.5)
    (tip,) = stack.draw(canvas)
    assert tip.left > 150
    move_to(stack, (150, 102))
    assert tip in stack.draw(canvas)


def test_a_tooltip_does_not_cover_what_is_typed(
    stack: PanelStack, panel: Panel, canvas: pygame.Surface
) -> None:
    field = panel.add(TextField(), (0, 30, 100, 40))
    field.hint = "Shown in the log"
    x, y = field.rect.move(panel.rect.topleft).center
    move_to(stack, (x, y))
    stack.focus.to(field)
    stack.draw(canvas)
    stack.update(0.5)
    assert stack.covers or stack.draw(canvas)
    assert stack.covers

    press_key(stack, pygame.K_END)
    stack.update(9)
    stack.draw(canvas)
    assert not stack.covers
    move_to(stack, (x + 2, y))
    stack.draw(canvas)
    stack.update(0.5)
    stack.draw(canvas)
    assert stack.covers


def test_a_tooltip_stays_in_the_window() -> None:
    window = pygame.Rect(0, 0, 1280, 720)
    corner = pygame.Rect(1270, 715, 1, 1)

    place = place_beside((200, 60), corner, window)

    assert window.contains(place)
    assert not place.colliderect(corner)


def test_a_tooltip_does_not_cover_the_value_that_is_being_chosen(
    stack: PanelStack, panel: Panel, canvas: pygame.Surface
) -> None:
    chosen = panel.add(Stepper(["One", "Two"], lambda _: None), (0, 30, 200, 40))
    chosen.hint = "How many there are"
    place = chosen.rect.move(panel.rect.topleft)
    move_to(stack, (place.left + 20, place.centery))
    stack.draw(canvas)
    stack.update(0.5)
    (tip,) = stack.draw(canvas)

    assert not tip.colliderect(place)


def test_a_dialog_takes_everything_until_it_is_answered(
    stack: PanelStack, three: list[Button]
) -> None:
    said: list[str] = []
    three[0].on_press = lambda: said.append("A")
    three[0].shortcut = Key(pygame.K_a)
    end = Reply("End it", lambda: said.append("end"), Style.PRIMARY)
    stack.ask(
        Dialog(stack.theme, "End the phase?", "Four models can still move.", [end, CANCEL])
    )

    click_at(stack, (150, 100))
    assert press_key(stack, pygame.K_a)
    assert said == []
    assert press_key(stack, pygame.K_RETURN)
    assert said == ["end"]
    assert stack.dialog is None
    press_key(stack, pygame.K_a)
    assert said == ["end", "A"]


def test_escape_cancels_a_dialog(stack: PanelStack) -> None:
    stack.ask(Dialog(stack.theme, "End the phase?", "Four models can still move."))

    press_key(stack, pygame.K_ESCAPE)

    assert stack.dialog is None


def test_a_dialog_lies_in_the_middle_over_a_darker_window(
    stack: PanelStack, panel: Panel, canvas: pygame.Surface
) -> None:
    canvas.fill("white")
    dialog = Dialog(stack.theme, "Save", "Under which name?", content=TextField())
    stack.ask(dialog)
    stack.draw(canvas)

    assert dialog.rect.center == canvas.get_rect().center
    assert canvas.get_at((1200, 700)).r < 120


def test_what_is_typed_into_has_the_focus_of_a_new_dialog(stack: PanelStack) -> None:
    name = TextField()
    dialog = Dialog(stack.theme, "Save", "Under which name?", content=name)
    stack.ask(dialog)

    assert name.focused


def test_a_reply_may_ask_the_next_question(stack: PanelStack) -> None:
    second = Dialog(stack.theme, "Sure?", "It cannot be taken back.")
    first = Dialog(stack.theme, "Give up?", "", [Reply("Yes", lambda: stack.ask(second))])
    stack.ask(first)

    press_key(stack, pygame.K_RETURN)

    assert stack.dialog is second


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_RETURN])
def test_the_focus_goes_back_after_a_dialog(
    stack: PanelStack, three: list[Button], key: int
) -> None:
    """After a chain of two, too."""
    stack.focus.to(three[1])
    second = Dialog(stack.theme, "Sure?", "It cannot be taken back.")
    stack.ask(Dialog(stack.theme, "Give up?", "", [Reply("Yes", lambda: stack.ask(second))]))
    press_key(stack, pygame.K_RETURN)
    press_key(stack, key)
    assert stack.dialog is None
    assert stack.focus.on is three[1]


def test_the_focus_stays_where_a_reply_put_it(stack: PanelStack, three: list[Button]) -> None:
    stack.focus.to(three[1])
    moves = Reply("Yes", lambda: stack.focus.to(three[2]))
    stack.ask(Dialog(stack.theme, "Give up?", "", [moves]))
    press_key(stack, pygame.K_RETURN)
    assert stack.focus.on is three[2]


def test_the_focus_does_not_go_back_to_what_is_hidden(
    stack: PanelStack, three: list[Button]
) -> None:
    stack.focus.to(three[1])
    hides = Reply("Yes", lambda: setattr(three[1], "shown", False))
    stack.ask(Dialog(stack.theme, "Give up?", "", [hides]))
    press_key(stack, pygame.K_RETURN)
    assert stack.focus.on is None


NOTHING = pygame.Rect(0, 0, 0, 0)
PAINT = pygame.Color("#FF00FF")


def panels_drawn(
    stack: PanelStack, canvas: pygame.Surface, below: pygame.Rect | None
) -> list[bool]:
    """Draw over the middles of all panels; return whether the next frame restores each."""
    spots = [panel.rect.center for panel in stack.panels]
    for spot in spots:
        canvas.set_at(spot, PAINT)
    stack.draw(canvas, below)
    return [canvas.get_at(spot) != PAINT for spot in spots]


def test_only_panels_that_changed_or_were_drawn_over_are_copied(theme: Theme) -> None:
    """The third panel lies over the second: it is copied after it."""
    stack, canvas = PanelStack(theme), pygame.Surface((600, 400))
    boxes = (0, 0, 100, 100), (200, 0, 100, 100), (260, 20, 100, 100)
    left, under, over = (stack.add(Panel(theme, box)) for box in boxes)
    assert panels_drawn(stack, canvas, NOTHING) == [True, True, True]  # for the first time

    assert panels_drawn(stack, canvas, NOTHING) == [False, False, False]
    assert panels_drawn(stack, canvas, pygame.Rect(50, 50, 20, 20)) == [True, False, False]
    under.dirty = True
    assert panels_drawn(stack, canvas, NOTHING) == [False, True, True]
    assert panels_drawn(stack, canvas, None) == [True, True, True]
    stack.spoil()
    assert panels_drawn(stack, canvas, NOTHING) == [True, True, True]

    stack.panels.remove(over)
    assert panels_drawn(stack, canvas, NOTHING) == [True, True]
    assert panels_drawn(stack, canvas, NOTHING) == [False, False]
    left.move((10, 0, 100, 100))
    assert panels_drawn(stack, canvas, NOTHING) == [True, True]


def test_what_a_dialog_darkened_is_drawn_again(theme: Theme) -> None:
    stack, canvas = PanelStack(theme), pygame.Surface((600, 400))
    stack.add(Panel(theme, (0, 0, 100, 100)))
    dialog = Dialog(theme, "Really?", "")
    stack.ask(dialog)
    panels_drawn(stack, canvas, NOTHING)
    dialog.closed = True
    stack.update(0.0)
    stack.dialog = None

    assert panels_drawn(stack, canvas, NOTHING) == [True]


def test_panels_that_change_take_turns_if_they_are_spread(
    stack: PanelStack, canvas: pygame.Surface
) -> None:
    panels = [stack.add(Panel(stack.theme, (0, 60 * n, 200, 50))) for n in range(3)]
    labels = [panel.add(Label("Before"), (0, 0, 200, 30)) for panel in panels]
    stack.draw(canvas)
    stack.spreads, turns = True, list[int]()
    for frame in range(6):
        labels[0].text = f"Changes in frame {frame}"
        labels[1].text = labels[2].text = "Changed once"
        (painted,) = stack.draw(canvas, pygame.Rect(0, 0, 0, 0))
        turns.append(painted.top // 60)
    assert turns == [0, 1, 2, 0, 0, 0]

    shown = canvas.copy()
    stack.draw(canvas)
    assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(canvas, "RGB")
