from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.widgets.button import Button, Style
from game.widgets.cells import Child, LayoutCell, column, keyed, row, sized, spring
from game.widgets.list_box import ListBox, ListRow
from game.widgets.number_field import NumberField
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.slider import Slider
from game.widgets.stepper import Stepper
from game.widgets.text_field import TextArea, TextField
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Log, LogEntry
from game.widgets.theme import CARD, WELL, Theme
from game.widgets.widget import Widget
from tests.widgets.input_driver import (
    click_at,
    let_go_at,
    move_to,
    press_key,
    push_at,
    turn_wheel,
    type_in,
)


def do_nothing(*_: object) -> None:
    pass


def buttons(*labels: str) -> LayoutCell:
    return column(*(Button(label, do_nothing) for label in labels))


def labels_of(panel: Panel) -> list[str]:
    return [w.label for w in panel.widgets if isinstance(w, Button)]


def middle(widget: Widget, panel: Panel) -> tuple[int, int]:
    return widget.rect.move(panel.rect.topleft).center


def entry(words: str) -> LogEntry:
    return LogEntry((TextSpan(words),))


def test_a_description_is_placed_and_painted(panel: Panel, canvas: pygame.Surface) -> None:
    panel.show(column(Button("Load", do_nothing), Button("Back", do_nothing), gap=6, pad=10))

    assert [w.rect for w in panel.widgets] == [
        pygame.Rect(10, 10, 380, 44),
        pygame.Rect(10, 60, 380, 44),
    ]
    assert panel.draw(canvas) == [panel.rect]


def test_a_widget_goes_on_with_what_the_new_one_describes(panel: Panel) -> None:
    pressed = list[str]()
    panel.show(column(Button("Load", lambda: pressed.append("old"))))
    before = panel.widgets[0]

    new = Button("Load it", lambda: pressed.append("new"), style=Style.PRIMARY, hint="Now")
    panel.show(column(new))
    after = panel.widgets[0]

    assert after is before
    assert isinstance(after, Button)
    assert (after.label, after.style, after.hint) == ("Load it", Style.PRIMARY, "Now")
    after.press()
    assert pressed == ["new"]


def test_the_same_description_again_paints_nothing(
    panel: Panel, canvas: pygame.Surface
) -> None:
    def view() -> Child:
        return column(
            Label("Turn 1"),
            row(Button("Load", lambda: None, icon="ui/play"), spring(), Label("x")),
            ListBox([ListRow("a", "A")], on_choose=lambda _: None),
            TextField("words", on_change=lambda _: None),
            Stepper(["A", "B"], lambda _: None),
            plate=WELL,
        )

    panel.show(view())
    panel.draw(canvas)
    panel.show(view())

    assert not any(widget.dirty for widget in panel.widgets)
    assert panel.draw(canvas) == []


def test_only_what_is_described_otherwise_is_painted(
    panel: Panel, canvas: pygame.Surface
) -> None:
    panel.show(column(sized(Label("Turn 1"), height=20), Label("Movement"), pad=10))
    panel.draw(canvas)
    panel.show(column(sized(Label("Turn 2"), height=20), Label("Movement"), pad=10))

    assert panel.draw(canvas) == [pygame.Rect(110, 60, 380, 20)]


def test_a_part_that_no_descriptor_watches_is_painted_too(
    panel: Panel, canvas: pygame.Surface
) -> None:
    panel.show(column(Stepper(["Low", "High"], do_nothing)))
    panel.draw(canvas)
    panel.show(column(Stepper(["Cold", "Warm"], do_nothing)))

    assert panel.draw(canvas)


def test_what_moved_or_vanished_leaves_no_trace(panel: Panel, canvas: pygame.Surface) -> None:
    def view(*labels: str) -> Child:
        return column(*(Button(label, do_nothing) for label in labels))

    panel.show(view("A", "B"))
    panel.draw(canvas)
    clean = canvas.copy()
    panel.show(view("A", "B", "C"))
    panel.draw(canvas)
    panel.show(view("A", "B"))
    panel.draw(canvas)

    assert canvas.get_buffer().raw == clean.get_buffer().raw


def test_another_plate_repaints_the_ground(panel: Panel, canvas: pygame.Surface) -> None:
    panel.show(column(Label("A"), plate=WELL))
    panel.draw(canvas)
    panel.show(column(Label("A"), plate=CARD))

    assert panel.draw(canvas) == [panel.rect]
    assert panel.described.plates[0].look is CARD


def test_a_widget_of_another_type_is_another_widget(panel: Panel) -> None:
    panel.show(column(Button("A", do_nothing)))
    before = panel.widgets[0]
    panel.show(column(Label("A")))

    assert panel.widgets != [before]
    assert isinstance(panel.widgets[0], Label)


def test_a_conditional_child_leaves_its_siblings_alone(stack: PanelStack, panel: Panel) -> None:
    def view(*, possible: bool) -> Child:
        rename = Button("Rename", do_nothing) if possible else None
        return row(Button("Load", do_nothing), rename, Button("Back", do_nothing))

    panel.show(view(possible=True))
    load, _, back = panel.widgets
    stack.focus.to(back)
    panel.show(view(possible=False))

    assert panel.widgets == [load, back]
    assert stack.focus.on is back
    assert labels_of(panel) == ["Load", "Back"]
    panel.show(view(possible=True))
    assert panel.widgets[::2] == [load, back]


def test_siblings_whose_place_changed_are_found_by_their_order(panel: Panel) -> None:
    def view(*words: str) -> Child:
        return column(
            *map(Label, words), Button("Back", do_nothing), Button("Next", do_nothing)
        )

    panel.show(view("one"))
    _, back, following = panel.widgets
    panel.show(view("one", "two", "three"))

    assert panel.widgets[3:] == [back, following]


def test_widgets_with_keys_are_found_wherever_they_are(panel: Panel) -> None:
    def view(*ids: str) -> Child:
        rows = (keyed(id_, row(Label(id_), Button(id_, do_nothing))) for id_ in ids)
        return column(*rows, keyed("search", TextField()))

    panel.show(view("a", "b", "c"))
    of_c, search = panel.widgets[4:6], panel.widgets[6]
    panel.show(column(view("c", "a"), Label("more")))

    assert panel.widgets[:2] == of_c
    assert panel.known("search") is search
    assert panel.known("none") is None
    assert labels_of(panel) == ["c", "a"]


def test_a_widget_with_a_new_key_takes_over_none(panel: Panel) -> None:
    panel.show(column(keyed("a", TextField("typed"))))
    before = panel.widgets[0]
    panel.show(column(keyed("b", TextField(""))))

    assert panel.widgets[0] is not before


def test_two_widgets_of_one_key_are_refused(panel: Panel) -> None:
    with pytest.raises(ValueError, match="name"):
        panel.show(column(keyed("name", Label("A")), keyed("name", Label("B"))))


def test_widgets_added_by_hand_stay(panel: Panel) -> None:
    by_hand = panel.add(Label("By hand"), (0, 500, 100, 20))
    panel.show(buttons("A"))
    panel.show(buttons("A", "B"))

    assert panel.widgets[0] is by_hand
    assert by_hand.rect == pygame.Rect(0, 500, 100, 20)
    assert labels_of(panel) == ["A", "B"]


def test_a_larger_scale_places_everything_anew(panel: Panel) -> None:
    panel.show(column(Button("A", do_nothing), pad=10))
    before = panel.widgets[0]
    panel.fit(Theme(1.5))

    assert panel.widgets == [before]
    assert before.rect == pygame.Rect(15, 15, 570, 66)
    panel.move((100, 50, 300, 600))
    assert before.rect == pygame.Rect(15, 15, 420, 66)


def test_a_cleared_panel_forgets_its_description(panel: Panel) -> None:
    panel.show(column(Button("A", do_nothing), plate=WELL))
    panel.clear()

    assert (panel.widgets, panel.described.plates) == ([], [])


# What is kept


def test_the_focus_stays_on_its_widget(stack: PanelStack, panel: Panel) -> None:
    panel.show(buttons("A", "B", "C"))
    stack.focus.to(panel.widgets[1])
    panel.show(buttons("D", "E", "F"))

    assert stack.focus.on is panel.widgets[1]
    assert panel.widgets[1].focused
    assert [w.focused for w in panel.widgets] == [False, True, False]


@pytest.mark.parametrize(("place", "after"), [(0, "B"), (1, "C"), (2, "B")])
def test_the_focus_goes_to_the_widget_at_the_place_of_one_that_vanished(
    stack: PanelStack, panel: Panel, place: int, after: str
) -> None:
    ids = ["A", "B", "C"]
    panel.show(column(*(keyed(id_, Button(id_, do_nothing)) for id_ in ids)))
    stack.focus.to(panel.widgets[place])
    del ids[place]
    panel.show(column(*(keyed(id_, Button(id_, do_nothing)) for id_ in ids)))

    on = stack.focus.on
    assert isinstance(on, Button)
    assert on.label == after
    assert on.focused


def test_without_widgets_nothing_has_the_focus(stack: PanelStack, panel: Panel) -> None:
    panel.show(buttons("A"))
    stack.focus.to(panel.widgets[0])
    panel.show(column(Label("empty")))

    assert stack.focus.on is None


def test_the_focus_of_another_panel_stays(stack: PanelStack, panel: Panel) -> None:
    other = stack.add(Panel(stack.theme, (600, 0, 100, 100)))
    other.show(buttons("There"))
    panel.show(buttons("A"))
    stack.focus.to(other.widgets[0])
    panel.show(column(Label("empty")))

    assert stack.focus.on is other.widgets[0]


def test_what_is_typed_stays_with_its_caret(stack: PanelStack, panel: Panel) -> None:
    panel.show(column(TextField("old")))
    field = panel.widgets[0]
    assert isinstance(field, TextField)
    stack.focus.to(field)
    type_in(stack, "er")
    press_key(stack, pygame.K_LEFT)
    panel.show(column(Label("now there is a label"), TextField("old")))

    assert panel.widgets[1] is field
    assert (field.text, field.caret, field.focused) == ("older", 4, True)
    type_in(stack, "x")
    assert field.text == "oldexr"


def test_a_text_that_is_described_otherwise_replaces_what_is_typed(
    stack: PanelStack, panel: Panel
) -> None:
    panel.show(column(TextField("old")))
    field = panel.widgets[0]
    assert isinstance(field, TextField)
    stack.focus.to(field)
    type_in(stack, "er")
    panel.show(column(TextField("new")))
    assert (field.text, field.caret) == ("new", 3)
    # Without the focus the field shows what is described, whatever it was.
    type_in(stack, "er")
    stack.focus.to(None)
    panel.show(column(TextField("new")))
    assert field.text == "new"


def test_a_text_that_follows_the_typing_keeps_the_caret(
    stack: PanelStack, panel: Panel
) -> None:
    typed = ["ac"]

    def view() -> Child:
        return column(TextField(typed[-1], on_change=typed.append))

    panel.show(view())
    field = panel.widgets[0]
    assert isinstance(field, TextField)
    stack.focus.to(field)
    press_key(stack, pygame.K_LEFT)
    type_in(stack, "b")
    panel.show(view())

    assert (typed[-1], field.text, field.caret) == ("abc", "abc", 2)


def test_a_selection_stays(stack: PanelStack, panel: Panel) -> None:
    panel.show(column(TextField("old")))
    field = panel.widgets[0]
    assert isinstance(field, TextField)
    stack.focus.to(field)
    press_key(stack, pygame.K_a, pygame.KMOD_CTRL)
    panel.show(column(TextField("old")))

    assert field.marked


def test_a_number_being_typed_stays_and_enters_in_the_field_that_is_shown(
    stack: PanelStack, panel: Panel
) -> None:
    found = list[float]()
    panel.show(column(NumberField(4.0, found.append)))
    field = panel.widgets[0]
    assert isinstance(field, NumberField)
    stack.focus.to(field)
    press_key(stack, pygame.K_BACKSPACE)
    type_in(stack, "7")
    panel.show(column(NumberField(4.0, found.append)))
    assert (field.text, field.value) == ("7", 4.0)
    press_key(stack, pygame.K_RETURN)
    assert found == [7.0]
    panel.show(column(NumberField(5.0, found.append)))
    assert (field.text, field.value) == ("5", 5.0)


def test_a_refused_value_is_shown_as_it_is(stack: PanelStack, panel: Panel) -> None:
    def view() -> Child:
        return column(Stepper(["A", "B", "C"], do_nothing, 1))

    panel.show(view())
    stepper = panel.widgets[0]
    assert isinstance(stepper, Stepper)
    stepper.step(1)
    assert stepper.value == 2
    panel.show(view())

    assert stepper.value == 1


def test_a_list_keeps_its_scroll_and_its_own_choice(stack: PanelStack, panel: Panel) -> None:
    def view(many: int, chosen: str | None = None) -> Child:
        return column(
            ListBox([ListRow(str(n), f"Row {n}") for n in range(many)], chosen=chosen)
        )

    panel.show(view(40))
    box = panel.widgets[0]
    assert isinstance(box, ListBox)
    box.choose("20")
    offset = box.scroll.offset
    assert offset > 0
    panel.show(view(41))
    assert (box.chosen, box.scroll.offset) == ("20", offset)
    # A choice that is described is taken, and seen.
    panel.show(view(41, "0"))
    assert (box.chosen, box.scroll.offset) == ("0", 0)


def test_a_log_that_grows_stays_where_it_was_scrolled_to(
    stack: PanelStack, panel: Panel, canvas: pygame.Surface
) -> None:
    entries = [entry(f"Line {n}") for n in range(60)]
    panel.show(column(Log(entries=entries)))
    log = panel.widgets[0]
    assert isinstance(log, Log)
    panel.draw(canvas)
    assert log.scroll.at_end
    log.scroll.to(42)
    panel.show(column(Log(entries=[*entries, entry("Another one")])))
    panel.draw(canvas)
    assert log.scroll.offset == 42
    assert log.entries[-1] == entry("Another one")
    panel.show(column(Log(entries=[entry("Something else")])))
    panel.draw(canvas)
    assert log.entries == [entry("Something else")]


def test_a_log_of_another_size_stays_at_the_entry_that_is_read(
    panel: Panel, canvas: pygame.Surface
) -> None:
    entries = [entry(f"{n} and some words to be wrapped in the narrow one") for n in range(60)]

    def view(wide: float, high: float) -> Child:
        return column(row(sized(Log(entries=entries, indent=0), width=wide, height=high)))

    def top(log: Log) -> str:
        panel.draw(canvas)
        assert isinstance(log, Log)
        return log._in_sight()[0].entry.spans[0].text.split()[0]  # noqa: SLF001  the first row

    panel.show(view(390, 300))
    log = panel.widgets[0]
    assert isinstance(log, Log)
    panel.draw(canvas)
    log.scroll.to(20 * log.script.high)
    first = top(log)
    for size in ((390, 200), (200, 200), (390, 300)):
        panel.show(view(*size))
        assert top(log) == first
        assert log.rect.size == size
    # At its end, it stays there.
    log.scroll.to(log.scroll.most)
    panel.show(view(200, 300))
    panel.draw(canvas)
    assert log.scroll.at_end


def test_a_text_to_be_read_begins_at_its_top(panel: Panel, canvas: pygame.Surface) -> None:
    panel.show(column(Log(entries=[entry(f"Line {n}") for n in range(60)], follows=False)))
    panel.draw(canvas)
    log = panel.widgets[0]

    assert isinstance(log, Log)
    assert log.scroll.offset == 0 < log.scroll.most


def test_a_button_stays_held(stack: PanelStack, panel: Panel) -> None:
    pressed = list[str]()

    def view(words: str) -> Child:
        return column(Button(words, lambda: pressed.append(words)))

    panel.show(view("A"))
    at = middle(panel.widgets[0], panel)
    push_at(stack, at)
    panel.show(view("B"))
    let_go_at(stack, at)

    assert pressed == ["B"]


def test_a_slider_stays_in_the_hand(stack: PanelStack, panel: Panel) -> None:
    value = [0]

    def view() -> Child:
        return column(Slider(value[-1], 0, 10, value.append))

    panel.show(view())
    slider = panel.widgets[0]
    assert isinstance(slider, Slider)
    x, y = middle(slider, panel)
    push_at(stack, (x, y))
    panel.show(view())
    move_to(stack, (x + 100, y + 90))

    assert slider.held
    assert value[-1] > 5


def test_a_widget_under_a_resting_mouse_is_hovered(stack: PanelStack, panel: Panel) -> None:
    panel.show(buttons("A"))
    move_to(stack, middle(panel.widgets[0], panel))
    panel.show(column(Label("above"), Label("above"), Button("A", do_nothing)))

    assert not panel.widgets[2].hovered
    panel.show(buttons("A"))
    assert panel.widgets[0].hovered


def test_a_callback_of_the_new_widget_itself_is_that_of_the_one_shown(panel: Panel) -> None:
    class Counter(Button):
        state = Button.state | {"count"}

        def __init__(self) -> None:
            super().__init__("Count", self.more)
            self.count = 0

        def more(self) -> None:
            self.count += 1

    panel.show(column(Counter()))
    panel.show(column(Counter()))
    counter = panel.widgets[0]
    assert isinstance(counter, Counter)
    counter.press()

    assert counter.count == 1


# Every widget


def example(kind: str) -> Widget:
    makers: dict[str, Callable[[], Widget]] = {
        "button": lambda: Button("A", do_nothing),
        "label": lambda: Label("A"),
        "list": lambda: ListBox([ListRow("a", "A")]),
        "log": lambda: Log(entries=[entry("A")]),
        "number": lambda: NumberField(1, do_nothing),
        "slider": lambda: Slider(1, 0, 2, do_nothing),
        "stepper": lambda: Stepper(["A"], do_nothing),
        "text": lambda: TextField("A"),
        "area": lambda: TextArea("A", longest=9, most_lines=2),
    }
    return makers[kind]()


KINDS = ("button", "label", "list", "log", "number", "slider", "stepper", "text", "area")


@pytest.mark.parametrize("kind", KINDS)
def test_every_attribute_is_described_or_named_as_state(
    panel: Panel, canvas: pygame.Surface, kind: str
) -> None:
    """A new description must not lose what a widget got while it was used."""
    described = set(vars(example(kind)))
    used = panel.add(example(kind), (0, 0, 300, 200))
    used.focused = used.hovered = True
    panel.draw(canvas)
    used.handle(pygame.Event(pygame.MOUSEMOTION, pos=(5, 5), buttons=(0, 0, 0)), (5, 5))

    assert set(vars(used)) - described <= type(used).state
    changed = {n for n in described if vars(used)[n] != vars(example(kind))[n]}
    callbacks = {n for n in changed if callable(vars(used)[n])}
    assert changed - callbacks <= type(used).state


def test_wheel_and_click_reach_described_widgets(stack: PanelStack, panel: Panel) -> None:
    found = list[int]()
    panel.show(column(Stepper(["A", "B", "C"], found.append)))
    at = middle(panel.widgets[0], panel)
    turn_wheel(stack, at, -1)
    click_at(stack, (at[0] + 50, at[1]))

    assert found == [1, 2]
