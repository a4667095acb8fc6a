"""Tests of the layout checks that are applied to every screen."""

from __future__ import annotations

import pygame
import pytest

from game.widgets.button import Button
from game.widgets.cells import column, sized
from game.widgets.layout import Backing
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel import Panel, TransparentPanel
from game.widgets.panel_stack import Dialog, PanelStack
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Paragraph
from game.widgets.theme import WELL, Box
from tests.tools.layout_checks import Proof, Sheet, faults_of_window, layout_faults
from tests.widgets.input_driver import move_to

WINDOW = pygame.Rect(0, 0, 1280, 720)
LONG = "The last stand of the second squad at the crossing"


@pytest.fixture
def stack() -> PanelStack:
    return PanelStack(Proof())


def names_of_faults(stack: PanelStack) -> list[str]:
    return [fault.partition(":")[0] for fault in layout_faults(stack, WINDOW)]


def test_what_fits_is_no_fault(stack: PanelStack, panel: Panel) -> None:
    panel.add(Label(LONG), (10, 10, 380, 20))
    panel.add(Paragraph((TextSpan(LONG),)), (10, 30, 120, 120))
    panel.add(Button("Start", print), (10, 200, 200, 40))
    stack.ask(Dialog(stack.theme, "Concede?", LONG))

    assert names_of_faults(stack) == []
    stack.dismiss()
    assert names_of_faults(stack) == []


def test_words_that_are_cut_off_are_found(stack: PanelStack, panel: Panel) -> None:
    panel.add(Label(LONG), (10, 10, 80, 20))
    panel.add(Paragraph((TextSpan("one two three four five six"),)), (10, 60, 120, 20))

    lines = names_of_faults(stack)
    assert lines[0].startswith(f"Label {LONG!r} shortens {LONG!r}")
    assert lines[1].startswith("Paragraph 'one two three four five six' shortens")


def test_what_leaves_its_place_or_lies_over_another_thing_is_found(
    stack: PanelStack, panel: Panel
) -> None:
    panel.add(Button("A", print), (350, 10, 60, 30))
    panel.add(Button("B", print), (100, 10, 60, 30))
    panel.add(Button("C", print), (150, 10, 60, 30))
    stack.add(Panel(stack.theme, (480, 600, 100, 200)))

    lines = [fault.partition(" at ")[0] for fault in names_of_faults(stack)]
    assert lines == [
        "Button 'A'",
        "Button 'C' lies over Button 'B'",
        "Panel",
        "Panel lies over Panel",
    ]


@pytest.mark.parametrize(
    ("box", "fault"),
    [
        ((10, 10, 390, 30), []),
        ((20, 10, 390, 30), ["Button 'A' at Rect(20, 10, 390, 30) leaves its panel"]),
        ((10, -10, 390, 30), ["Button 'A' at Rect(10, -10, 390, 30) leaves its panel"]),
    ],
)
def test_a_widget_ten_pixels_beside_its_panel_is_found(
    stack: PanelStack, panel: Panel, box: Box, fault: list[str]
) -> None:
    panel.add(Button("A", print), box)

    assert [text.partition(" of (")[0] for text in names_of_faults(stack)] == fault


def test_an_icon_that_is_cut_off_or_written_over_is_found(
    stack: PanelStack, panel: Panel
) -> None:
    class Picture(Label):
        def paint(self, canvas: pygame.Surface) -> None:
            canvas.blit(self.theme.icon("ui/play", 40), self.rect)
            super().paint(canvas)

    panel.add(Picture(""), (10, 10, 60, 30))
    panel.add(Picture("Play"), (10, 60, 60, 40))

    assert names_of_faults(stack) == [
        "Picture cuts 'icon ui/play'",
        "'icon ui/play' and 'Play' are written over one another",
    ]


def test_plates_beside_their_panel_and_what_is_half_on_them_are_found(
    stack: PanelStack, panel: Panel
) -> None:
    panel.described.plates += [
        Backing((10, 10, 200, 100), WELL, "Log"),
        Backing((10, 300, 400, 100), WELL),
        Backing((10, 100, 100, 50), WELL),
        Backing((20, 310, 100, 50), WELL),
    ]
    panel.add(Label("Half"), (180, 50, 60, 20))
    panel.add(Label("Over"), (20, 16, 60, 24))

    lines = [fault.partition(" at ")[0] for fault in names_of_faults(stack)]
    assert lines == [
        "Label 'Half'",
        "a plate",
        "a plate",
        "'Over' and 'LOG' are written over one another",
    ]


def test_what_floats_over_another_panel_is_found(stack: PanelStack, panel: Panel) -> None:
    stack.add(TransparentPanel(stack.theme, (490, 50, 100, 100)))

    assert names_of_faults(stack) == ["TransparentPanel lies over Panel"]


def test_a_tooltip_larger_than_the_window_is_found(stack: PanelStack, panel: Panel) -> None:
    panel.add(Label("A", hint=LONG), (10, 10, 60, 20))
    assert names_of_faults(stack) == []
    panel.add(Label("B", hint="\n".join([LONG] * 40)), (10, 40, 60, 20))

    assert names_of_faults(stack) == ["the tooltip of Label 'B' is larger than the window"]


def test_words_of_a_window_are_not_cut_nor_below_a_panel(
    stack: PanelStack, panel: Panel
) -> None:
    assert isinstance(stack.theme, Proof)
    sheet = Sheet(WINDOW.size, stack.theme)
    for at in ((600, 100), (1240, 200), (460, 300)):
        sheet.blit(stack.theme.text("[thunder]", 15), at)

    lines = [fault.partition(":")[0] for fault in faults_of_window(sheet, stack)]

    assert lines == ["the window cuts '[thunder]'", "Panel lies over '[thunder]'"]


def test_words_over_words_are_found(stack: PanelStack, panel: Panel) -> None:
    class Careless(Label):
        def paint(self, canvas: pygame.Surface) -> None:
            super().paint(canvas)
            canvas.blit(self.theme.text("BELOW", 14), self.rect.move(6, 4))

    panel.add(Careless("ABOVE"), (10, 10, 200, 24))

    assert names_of_faults(stack) == ["'ABOVE' and 'BELOW' are written over one another"]


def test_a_list_may_shorten_what_its_tooltip_tells_a_button_nothing(
    stack: PanelStack, panel: Panel
) -> None:
    listing = panel.add(
        ListBox((ListRow("a", LONG), ListRow("b", "Notes"))), (10, 10, 150, 200)
    )
    panel.add(Button(LONG, print), (10, 300, 120, 40))

    lines = names_of_faults(stack)
    assert len(lines) == 1
    assert lines[0].startswith(f"Button {LONG!r} shortens")
    move_to(stack, (120, 70))
    assert listing.tooltip == LONG
    move_to(stack, (120, 120))
    assert listing.tooltip == ""


def test_what_scrolls_may_be_cut_above_and_below_but_not_beside(
    stack: PanelStack, panel: Panel
) -> None:
    panel.add(ListBox([ListRow(str(n), "Hale") for n in range(9)]), (10, 10, 300, 100))

    assert names_of_faults(stack) == []


def test_what_is_scrolled_out_of_view_is_no_fault(stack: PanelStack, panel: Panel) -> None:
    rows = [sized(Button(str(n), print), height=70) for n in range(12)]
    panel.show(column(Label("Head"), column(*rows, scroll=True), Button("Back", print)))
    assert names_of_faults(stack) == []
    panel.described.views[0].scroll.to(100)
    panel.paint()
    assert names_of_faults(stack) == []


def test_a_plate_that_leaves_its_panel_is_found(stack: PanelStack, panel: Panel) -> None:
    wide = sized(column(Label("A"), plate=WELL), width=500)
    panel.show(column(wide, align="start"))
    panel.described.plates[0] = panel.described.plates[0]._replace(box=(0, 0, 500, 20))

    assert any(line.startswith("a plate at") for line in names_of_faults(stack))
