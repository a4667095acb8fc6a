from __future__ import annotations

import pygame
import pytest

from game.screens.shelf import LIST, SEARCH, SEARCHED, Order, Shelf, ShelfAction
from game.widgets.button import Button, Style
from game.widgets.cells import column
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.stepper import Stepper
from game.widgets.text_view import Label
from game.widgets.theme import Theme
from tests.widgets.input_driver import press_key, type_in

NAMES = ("Sump", "Nest", "Tunnel", "Crossing", "Old quarter", "Gate", "Bridge", "Pit", "Yard")


def files(*names: str) -> list[ListRow]:
    return [ListRow(name, name, f"File {n}") for n, name in enumerate(names)]


class Case:
    """A shelf on a panel."""

    def __init__(self, **more: object) -> None:
        self.stack = PanelStack(Theme())
        self.panel = self.stack.add(Panel(self.stack.theme, (0, 0, 800, 400)))
        self.done = list[str]()

        def opens() -> None:
            self.done.append(f"open {self.shelf.chosen}")

        self.shelf: Shelf = Shelf(opens, none="Nothing chosen", **more)  # type: ignore[arg-type]

    def show(self) -> ListBox:
        delete = ShelfAction("Delete", lambda: self.done.append("delete"), "trash-2")
        new = ShelfAction("New", lambda: self.done.append("new"), "plus", is_free=True)
        main = ShelfAction("Open", self.shelf.on_open, "play", style=Style.PRIMARY)
        foot = self.shelf.foot(main, delete, new, None, back=Button("Back", print))
        self.panel.show(column(self.shelf.cell("All files"), foot))
        box = self.panel.known(LIST)
        assert isinstance(box, ListBox)
        return box

    def button(self, label: str) -> Button:
        buttons = (w for w in self.panel.widgets if isinstance(w, Button))
        return next(b for b in buttons if b.label == label)


@pytest.fixture
def case() -> Case:
    return Case()


def test_the_first_row_that_can_be_chosen_is(case: Case) -> None:
    case.shelf.put([ListRow("torn", "Torn", reason="Unreadable"), *files("Sump", "Nest")])
    box = case.show()

    assert (case.shelf.chosen, box.chosen) == ("Sump", "Sump")
    case.button("Open").press()
    assert case.done == ["open Sump"]


def test_the_chosen_row_stays_while_it_is_there(case: Case) -> None:
    case.shelf.put(files("Sump", "Nest", "Tunnel"))
    case.show().choose("Nest")
    case.shelf.put(files("Tunnel", "Nest"))
    assert case.shelf.chosen == "Nest"
    case.shelf.put(files("Tunnel"))
    assert case.shelf.chosen == "Tunnel"


def test_without_rows_only_what_needs_none_can_be_done(case: Case) -> None:
    case.shelf.put([])
    case.show()

    assert [case.button(b).reason for b in ("Open", "Delete")] == ["Nothing chosen"] * 2
    assert case.button("New").reason == ""
    assert case.shelf.chosen == ""


def test_only_a_long_list_is_searched(case: Case) -> None:
    case.shelf.put(files(*NAMES[: SEARCHED - 1]))
    case.show()
    assert case.panel.known(SEARCH) is None
    case.shelf.put(files(*NAMES))
    case.show()
    assert case.panel.known(SEARCH)


def test_a_search_shows_rows_with_all_its_words(case: Case) -> None:
    case.shelf.put(files(*NAMES))
    case.show()
    case.stack.focus.to(case.panel.known(SEARCH))
    type_in(case.stack, "file n")
    box = case.show()

    assert [row.label for row in box.rows] == ["Nest", "Tunnel", "Crossing"]
    assert box.chosen == "Nest"
    press_key(case.stack, pygame.K_RETURN)
    assert case.done == ["open Nest"]
    # A search that finds nothing keeps its field.
    type_in(case.stack, "q")
    assert case.show().rows == ()
    assert case.shelf.chosen == ""
    assert case.stack.focus.on is case.panel.known(SEARCH)


def test_a_heading_without_rows_is_left_out(case: Case) -> None:
    case.shelf.put(
        [
            ListRow("a", "Yours", heading=True),
            *files(*NAMES),
            ListRow("b", "Built-in", heading=True),
            ListRow("c", "Cave"),
        ]
    )
    case.shelf.search("cave")
    assert [row.label for row in case.show().rows] == ["Built-in", "Cave"]
    case.shelf.search("sump")
    assert [row.label for row in case.show().rows] == ["Yours", "Sump"]


def test_rows_are_sorted_by_the_chosen_order() -> None:
    orders = Order("By name", lambda row: row.label), Order("By file", lambda row: row.detail)
    case = Case(orders=orders)
    case.shelf.put(files(*NAMES))
    box = case.show()
    assert [row.label for row in box.rows] == sorted(NAMES)
    assert case.shelf.chosen == "Bridge"
    stepper = next(w for w in case.panel.widgets if isinstance(w, Stepper))
    stepper.step(1)

    assert [row.label for row in case.show().rows] == [*NAMES]
    assert case.shelf.chosen == "Bridge"


def test_the_visible_rows_are_known(case: Case) -> None:
    case.shelf.put(files(*NAMES))
    box = case.show()
    # 400 high; without words and buttons, 300: rows of 61, the last one in part.
    seen = box.rect.height
    assert [row.id for row in case.shelf.in_sight(case.panel)] == [
        *NAMES[: -(-seen // box.pitch)]
    ]
    box.scroll.to(box.pitch)
    assert case.shelf.in_sight(case.panel)[0].id == "Nest"


def test_its_words_stand_above_the_list(case: Case) -> None:
    case.shelf.put(files(*NAMES))
    box = case.show()

    words = next(w for w in case.panel.widgets if isinstance(w, Label))
    assert words.text == "All files"
    assert words.rect.bottom <= box.rect.top


def test_the_chosen_row_is_in_sight_again_after_a_search(case: Case) -> None:
    case.shelf.put(files(*NAMES, *(f"{name} {n}" for name in NAMES for n in range(6))))
    last = case.shelf.rows[-1]
    case.shelf.choose(last.id)
    case.show()
    case.shelf.search(last.detail)
    assert case.show().in_sight() == [last]
    case.shelf.search("")

    assert last in case.show().in_sight()
