from __future__ import annotations

import pygame
import pytest

from game.content.settings import Settings
from game.screens.card import CARD_EDGE, MARGIN, Card, CardSize
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Destination, WindowContext
from game.widgets.button import Button
from game.widgets.cells import Child, column, keyed, sized
from game.widgets.slider import Slider
from game.widgets.text_field import TextField
from game.widgets.text_view import Label
from game.widgets.theme import Theme
from tests.screens.input_driver import Player


class Counter(MenuScreen):
    """A screen with a number that a button raises."""

    def __init__(self) -> None:
        self.number = self.described = 0
        self.name, self.value = "", 3
        self.more: Child = None
        self.size = CardSize.NARROW

    def view(self) -> Card:
        self.described += 1
        raise_ = Button("Raise", self.higher)
        content = column(
            Label(f"Number {self.number}"),
            keyed("name", TextField(self.name, on_change=self.call)),
            Slider(self.value, 0, 10, self.slide),
            raise_,
            self.more,
            self.back_button(),
        )
        return Card("COUNTER", content, size=self.size, focus=raise_)

    def higher(self) -> None:
        self.number += 1

    def call(self, name: str) -> None:
        self.name = name

    def slide(self, value: int) -> None:
        self.value = value


@pytest.fixture
def screen(player: Player) -> Counter:
    return player.open(Counter())


def shown_by_menu(screen: Counter) -> list[str]:
    return [w.text for w in screen.panel.widgets if isinstance(w, Label)]


def test_an_event_that_changes_something_is_shown(player: Player, screen: Counter) -> None:
    assert "Number 0" in shown_by_menu(screen)
    player.key(pygame.K_RETURN)
    player.press("Raise")

    assert "Number 2" in shown_by_menu(screen)


def test_it_is_described_after_events_and_not_in_frames(
    player: Player, screen: Counter
) -> None:
    before = screen.described
    player.wait(20)
    player.move(640, 300)
    player.move(640, 360)
    assert screen.described == before
    player.key(pygame.K_TAB)
    assert screen.described > before


def test_what_changed_without_an_event_is_shown_in_the_next_frame(
    player: Player, screen: Counter
) -> None:
    screen.number = 7
    player.wait()
    assert "Number 7" not in shown_by_menu(screen)
    screen.changed()
    player.wait(3)
    assert "Number 7" in shown_by_menu(screen)
    described = screen.described
    player.wait(3)
    assert screen.described == described


def test_a_drag_is_described_while_it_goes_on(player: Player, screen: Counter) -> None:
    slider = next(w for w in screen.panel.widgets if isinstance(w, Slider))
    x, y = slider.rect.move(screen.panel.rect.topleft).center
    player.push(x, y)
    described = screen.described
    player.move(x + 100, y)

    assert screen.described > described
    assert (slider.value, slider.held) == (screen.value, True)
    assert screen.value > 5


def test_the_card_is_in_the_middle_and_as_high_as_its_contents(
    player: Player, screen: Counter
) -> None:
    window = pygame.Rect((0, 0), player.frame.size)
    assert screen.panel.rect.width == CardSize.NARROW.width
    assert abs(screen.panel.rect.centerx - window.centerx) <= 1
    low = screen.panel.rect.height
    screen.more = sized(Label("more"), height=100)
    player.key(pygame.K_RETURN)

    # The label, and the gap above it.
    assert screen.panel.rect.height == pytest.approx(low + 110, abs=1)
    assert abs(screen.panel.rect.centery - window.centery) <= 1


def test_a_card_that_changes_its_size_leaves_no_trace(player: Player, screen: Counter) -> None:
    before = player.canvas.copy()
    screen.more = sized(Label("more"), height=100)
    screen.changed()
    player.wait(2)
    screen.more = None
    screen.changed()
    player.wait(2)

    assert player.canvas.get_buffer().raw == before.get_buffer().raw


def test_a_card_that_is_higher_than_the_window_scrolls(player: Player, screen: Counter) -> None:
    screen.more = column(*(Button(str(n), screen.higher) for n in range(30)))
    player.key(pygame.K_RETURN)
    assert screen.panel.rect.height == player.frame.size[1] - 2 * MARGIN
    assert screen.panel.described.views[0].scroll.most > 0
    back = player.button("Back")
    screen.stack.focus.to(back)
    player.wait()

    assert screen.panel.visible_part(back) == back.rect


def test_the_first_focus_is_what_the_card_says(player: Player, screen: Counter) -> None:
    assert screen.stack.focus.on is player.button("Raise")


def test_another_window_keeps_what_is_typed_and_the_focus(
    player: Player, screen: Counter
) -> None:
    field = screen.panel.known("name")
    screen.stack.focus.to(field)
    player.type("Sump")
    screen.fill(WindowContext(Theme(1.5), (1920, 1080), Settings()))

    assert screen.panel.known("name") is field
    assert screen.stack.focus.on is field
    assert isinstance(field, TextField)
    assert (field.text, field.caret, field.focused) == ("Sump", 4, True)
    assert screen.panel.rect.width == 1.5 * CardSize.NARROW.width
    player.type("s")
    assert screen.name == "Sumps"


def test_the_same_window_again_keeps_a_dialog(player: Player, screen: Counter) -> None:
    screen.show_message("Title", "Words")
    dialog = screen.stack.dialog
    screen.fill(player.frame)
    assert screen.stack.dialog is dialog
    assert dialog
    screen.fill(WindowContext(Theme(1.5), (1920, 1080), Settings()))
    assert screen.stack.dialog is None


def test_the_title_is_the_caption(screen: Counter) -> None:
    assert screen.caption == "Counter"


def test_a_card_of_a_given_height_gives_its_contents_all_of_it(
    player: Player, screen: Counter
) -> None:
    screen.size = CardSize.FORM
    player.key(pygame.K_RETURN)

    assert screen.panel.rect.height == CardSize.FORM.height


@pytest.mark.parametrize(
    "where",
    [
        *("play", "campaigns", "lessons", "saves", "design", "new map", "packs", "new pack"),
        *("experiments", "settings", "help"),
    ],
)
def test_back_stands_at_the_right_edge_of_every_menu(player: Player, where: str) -> None:
    screen = player.open(Destination(where))
    edge = screen.panel.rect.width - screen.panel.theme.px(CARD_EDGE)

    assert abs(player.button("Back").rect.right - edge) <= 2
