from __future__ import annotations

import pygame
import pytest

from game.widgets.button import Button, Style
from game.widgets.cells import Child, column, sized
from game.widgets.dialogs import Menu, name_dialog
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import CANCEL, Dialog, PanelStack, Reply
from game.widgets.text_field import TextField
from game.widgets.text_view import Label
from game.widgets.theme import Theme
from tests.widgets.input_driver import press_key, type_in


class Counter(Dialog):
    """A dialog with a number that a button raises."""

    def __init__(self, theme: Theme) -> None:
        self.number = self.described_times = 0
        super().__init__(theme, "Counter", "How many?", (CANCEL,))

    def view(self) -> Child:
        self.described_times += 1
        lines = (Label(f"Line {n}") for n in range(self.number))
        return column(Button("Raise", self.higher, style=Style.PRIMARY), *lines)

    def higher(self) -> None:
        self.number += 1


def texts_of_labels(dialog: Dialog) -> list[str]:
    return [w.text for w in dialog.widgets if isinstance(w, Label)]


def test_a_dialog_describes_itself_after_events(
    stack: PanelStack, canvas: pygame.Surface
) -> None:
    dialog = Counter(stack.theme)
    stack.ask(dialog)
    stack.draw(canvas)
    high = dialog.box[3]
    press_key(stack, pygame.K_RETURN)

    assert texts_of_labels(dialog) == ["COUNTER", "Line 0"]
    # A label of 14 is 20 high, with a gap of 10 above it.
    assert dialog.box[3] == high + 30
    times = dialog.described_times
    stack.handle(pygame.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(0, 0), buttons=(0, 0, 0)))
    stack.draw(canvas)
    assert dialog.described_times == times


def test_enter_does_nothing_that_cannot_be_undone(stack: PanelStack) -> None:
    deleted: list[str] = []
    delete = Reply("Delete", lambda: deleted.append("all"), Style.DANGER)
    for replies in ((delete, CANCEL), (CANCEL, delete)):
        stack.ask(Dialog(stack.theme, "Delete?", "For good.", replies))
        press_key(stack, pygame.K_RETURN)
        assert stack.dialog is None

    assert deleted == []
    stack.ask(Dialog(stack.theme, "Delete?", "For good.", (delete,)))
    press_key(stack, pygame.K_RETURN)
    assert deleted == ["all"]


def test_a_dialog_that_would_be_higher_than_the_window_scrolls(
    stack: PanelStack, canvas: pygame.Surface
) -> None:
    dialog = Counter(stack.theme)
    dialog.number = 60
    stack.ask(dialog)
    dialog.describe()
    stack.draw(canvas)

    assert dialog.rect.height == canvas.get_height()
    assert dialog.described.views[0].scroll.most > 0
    cancel = next(w for w in dialog.widgets if isinstance(w, Button) and w.label == "Cancel")
    assert cancel.view is None
    assert cancel.rect.bottom < dialog.rect.height
    # It stays so after an event.
    press_key(stack, pygame.K_RETURN)
    assert dialog.rect.height == canvas.get_height()
    assert stack.draw(canvas)


def test_contents_given_as_they_are_keep_what_is_done_with_them(stack: PanelStack) -> None:
    box = ListBox([ListRow(n, n) for n in "abc"], chosen="a")
    stack.ask(Dialog(stack.theme, "Pick", "", (CANCEL,), content=sized(box, height=150)))
    stack.focus.to(box)
    press_key(stack, pygame.K_DOWN)

    assert box.chosen == "b"


def test_a_name_is_given_by_return_or_the_button(stack: PanelStack) -> None:
    found = list[str]()
    for key in (pygame.K_RETURN, 0):
        stack.ask(name_dialog(stack.theme, "Rename", "New name", "old", "Rename", found.append))
        field = stack.focus.on
        assert isinstance(field, TextField)
        assert field.marked
        type_in(stack, "older")  # replaces the usual name
        assert field.text == "older"
        if key:
            press_key(stack, key)
        else:
            dialog = stack.dialog
            assert dialog
            button = next(w for w in dialog.widgets if isinstance(w, Button))
            stack.focus.to(button)
            press_key(stack, pygame.K_RETURN)
        assert stack.dialog is None

    assert found == ["older", "older"]


@pytest.mark.parametrize("many", [2, 3, 4, 5])
def test_a_menu_has_its_first_and_last_reply_across(stack: PanelStack, many: int) -> None:
    menu = Menu(stack.theme, "Menu", "", [Reply(str(n)) for n in range(many)], width=480)
    places = [w.rect for w in menu.widgets if isinstance(w, Button)]

    # 480 without the padding of 24 at both sides; two columns with a gap of 10 between them.
    assert [r.width for r in places] == [432, *[211] * (many - 2), 432]
    assert places[-1].bottom == menu.rect.height - 24
