"""The proofs that hold up every screen find what they are there to find."""

from __future__ import annotations

import pygame
import pytest

from game.widgets.button import Button
from game.widgets.desk import Desk
from game.widgets.dialog import Dialog
from game.widgets.label import Label, Paragraph
from game.widgets.listing import Listing, Row
from game.widgets.panel import Panel
from game.widgets.wrapping import Span
from tests.tools.proofs import Proof, faults
from tests.widgets.hands import move

WINDOW = pygame.Rect(0, 0, 1280, 720)
LONG = "The last stand of the second squad at the crossing"


@pytest.fixture
def desk() -> Desk:
    return Desk(Proof())


def found(desk: Desk) -> list[str]:
    return [fault.partition(":")[0] for fault in faults(desk, WINDOW)]


def test_what_fits_is_no_fault(desk: Desk, panel: Panel) -> None:
    panel.add(Label((10, 10, 380, 20), LONG))
    panel.add(Paragraph((10, 30, 120, 120), (Span(LONG),)))
    panel.add(Button((10, 200, 200, 40), "Start", print))
    desk.ask(Dialog(desk.theme, "Concede?", LONG))

    assert found(desk) == []
    desk.dismiss()
    assert found(desk) == []


def test_words_that_are_cut_off_are_found(desk: Desk, panel: Panel) -> None:
    panel.add(Label((10, 10, 80, 20), LONG))
    panel.add(Paragraph((10, 60, 120, 20), (Span("one two three four five six"),)))

    told = found(desk)
    assert told[0] == f"Label {LONG!r} cuts {LONG!r}"
    assert told[1].startswith("Paragraph cuts")


def test_what_leaves_its_place_or_lies_over_another_thing_is_found(
    desk: Desk, panel: Panel
) -> None:
    panel.add(Button((350, 10, 60, 30), "A", print))
    panel.add(Button((100, 10, 60, 30), "B", print))
    panel.add(Button((150, 10, 60, 30), "C", print))
    desk.add(Panel(desk.theme, (480, 600, 100, 200)))

    told = [fault.partition(" at ")[0] for fault in found(desk)]
    assert told == [
        "Button 'A'",
        "Button 'C' lies over Button 'B'",
        "Panel",
        "Panel lies over Panel",
    ]


def test_words_over_words_are_found(desk: Desk, panel: Panel) -> None:
    class Careless(Label):
        def paint(self, canvas: pygame.Surface) -> None:
            super().paint(canvas)
            canvas.blit(self.theme.text("BELOW", 14), self.rect.move(6, 4))

    panel.add(Careless((10, 10, 200, 24), "ABOVE"))

    assert found(desk) == ["'ABOVE' and 'BELOW' are written over one another"]


def test_a_list_may_shorten_what_its_tooltip_tells_a_button_nothing(
    desk: Desk, panel: Panel
) -> None:
    listing = panel.add(Listing((10, 10, 150, 200), (Row("a", LONG), Row("b", "Notes"))))
    panel.add(Button((10, 300, 120, 40), LONG, print))

    told = found(desk)
    assert len(told) == 1
    assert told[0].startswith(f"Button {LONG!r} shortens")
    move(desk, (120, 70))
    assert listing.tooltip == LONG
    move(desk, (120, 120))
    assert listing.tooltip == ""


def test_what_scrolls_may_be_cut_above_and_below_but_not_beside(
    desk: Desk, panel: Panel
) -> None:
    panel.add(Listing((10, 10, 300, 100), [Row(str(n), "Hale") for n in range(9)]))

    assert found(desk) == []
