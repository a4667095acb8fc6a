from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.widgets.button import BigButton, Button, IconButton, TabButton, TileButton
from game.widgets.cells import Child, column, row
from game.widgets.keys import Key
from game.widgets.layout import natural_height, natural_width
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel import Panel
from game.widgets.slider import Slider
from game.widgets.stepper import Stepper
from game.widgets.text_field import TextField
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Log, LogEntry, Paragraph
from game.widgets.theme import Theme
from game.widgets.toggle import Toggle
from game.widgets.widget import Widget

WORDS = "Wardens of the northern gate against everybody who comes up the stairs"
SCALES = (0.85, 1.0, 1.5)


def do_nothing(*_: object) -> None:
    pass


def shown(theme: Theme, what: Child, width: float) -> Panel:
    """Return a painted panel that is as wide and as high as its description wants."""
    width = width or natural_width(theme, what)
    panel = Panel(theme, (0, 0, width, natural_height(theme, what, width)))
    panel.show(what)
    panel.paint()
    return panel


def test_a_button_is_as_wide_as_what_is_on_it(theme: Theme) -> None:
    words = theme.width("Load", 17, "heading")
    key = theme.width("Esc", 12, "mono")

    plain, icon = Button("Load", do_nothing), Button("Load", do_nothing, icon="ui/play")
    bound = Button("Load", do_nothing, shortcut=Key(pygame.K_ESCAPE))
    # 14 at both edges; an icon of 18 with 9 beside it; a key with 16; a pixel for rounding.
    assert plain.natural(theme) == (28 + words + 1, 44)
    assert icon.natural(theme) == (28 + words + 1 + 27, 44)
    assert bound.natural(theme) == (28 + words + 1 + key + 16, 44)


def test_a_stepper_is_as_wide_as_its_widest_label(theme: Theme) -> None:
    widest = theme.width("When there is a secret", 16, "heading")
    labels = ["Never", "When there is a secret", "Always"]

    # At both sides an arrow of 16 with 8 and 2 beside it.
    assert [Stepper(labels, do_nothing, n).natural(theme) for n in range(3)] == (
        [(widest + 1 + 52, 40)] * 3
    )


def test_a_list_wants_all_its_rows(theme: Theme) -> None:
    rows = [ListRow("head", "Head", heading=True), *(ListRow(str(n), "Row") for n in range(9))]
    box = ListBox(rows, row_height=44)

    # A heading of 26, nine rows of 44, and 5 between any two.
    assert box.natural(theme)[1] == 26 + 9 * 44 + 9 * 5
    assert box.least_height(theme, 467) == 3 * 44 + 2 * 5
    assert ListBox([]).natural(theme)[1] == 36


def test_a_label_wraps_to_the_room_it_has(theme: Theme) -> None:
    label = Label(WORDS, size=20)
    wide, high = label.natural(theme)

    assert (wide, high) == (theme.width(WORDS, 20) + 1, 29)
    assert label.height_for(theme, wide) == 29
    half = label.height_for(theme, wide * 0.6)
    assert half == 2 * 29 + 1
    assert label.least_width(theme) == theme.width("everybody", 20) + 1


def test_a_paragraph_is_as_high_as_its_lines(theme: Theme) -> None:
    text = Paragraph(WORDS, size=20)

    assert text.height_for(theme, 2000) == 29 + 1
    assert text.height_for(theme, theme.width(WORDS, 20) * 0.6) == 2 * 29 + 1
    assert Paragraph("").height_for(theme, 100) == 0
    assert Paragraph("", least_lines=2).height_for(theme, 100) == pytest.approx(2 * 19, abs=2)
    assert Paragraph(WORDS, size=20, least_lines=1).height_for(theme, 100) == text.height_for(
        theme, 100
    )


def test_running_text_grows_with_the_text_size() -> None:
    log = Log(entries=[LogEntry((TextSpan(WORDS),))], indent=0)

    assert log.height_for(Theme(), 2000) == 21 + 1
    assert log.height_for(Theme(1.0, 1.5), 2000) == pytest.approx(31.5, abs=1.6)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("running", [1.0, 1.5])
@pytest.mark.parametrize("width", [0, 230, 420])
def test_no_text_is_cut_off_or_overlaps(scale: float, running: float, width: float) -> None:
    theme = Theme(scale, running)
    what = column(
        Label("WARDENS: ALL OF THEM, AND THEIR FRIENDS", size=22, face="title"),
        Paragraph(WORDS * 2, size=14 * running),
        row(Label(WORDS, size=16), Toggle("Sight", do_nothing)),
        row(Label("Choice"), Stepper(["Short", "When there is"], do_nothing)),
        row(Label(WORDS, size=12), Label(WORDS, size=12), gap=20),
        Button("Change the key…", do_nothing, icon="ui/play"),
        row(
            TabButton("Log", do_nothing),
            TabButton("Goals", do_nothing),
            TabButton("All", do_nothing),
        ),
        Log(entries=[LogEntry((TextSpan(WORDS),))], indent=0),
        pad=12,
    )
    panel = shown(theme, what, width)

    assert [w.cut for w in panel.widgets if w.cut] == []
    inside = pygame.Rect((0, 0), panel.rect.size)
    assert [w.rect for w in panel.widgets if not inside.contains(w.rect)] == []
    for n, one in enumerate(panel.widgets):
        assert one.rect.collidelist([w.rect for w in panel.widgets[n + 1 :]]) == -1


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize(
    "make",
    [
        lambda: Button("Load the game", do_nothing, icon="ui/play", shortcut=Key(pygame.K_l)),
        lambda: Button("LOAD", do_nothing, detail="The battle of the sump", icon="ui/play"),
        lambda: BigButton("LOAD", do_nothing, detail="The battle", size=26, icon="ui/play"),
        lambda: TabButton("All of them", do_nothing),
        lambda: Stepper(["Short", "When there is a secret"], do_nothing, 1),
        lambda: Label(WORDS, size=17, face="title"),
        lambda: Label(WORDS, size=13),
        lambda: Paragraph(WORDS[:40], size=13),
    ],
)
def test_the_natural_width_is_enough_wherever_it_begins(
    scale: float, make: Callable[[], Widget]
) -> None:
    theme, widget = Theme(scale), make()
    for tenths in range(0, 50, 7):
        panel = Panel(theme, (0, 0, 1200, 300))
        wide, high = widget.natural(theme)
        widget.rect = pygame.Rect(0, 0, 0, 0)
        panel.add(widget, (tenths / 10, 0, wide, high))
        panel.paint()
        assert widget.cut == {}


def test_what_has_no_words_has_a_size_that_can_be_hit(theme: Theme) -> None:
    for widget in (
        IconButton("", do_nothing, icon="ui/x"),
        TileButton("A", do_nothing, icon="ui/x"),
        Slider(0, 0, 9, do_nothing),
        TextField(),
        Toggle("", do_nothing),
    ):
        wide, high = widget.natural(theme)
        assert min(wide, high) >= 32


def test_a_long_label_is_shown_in_lines_and_its_rest_in_the_tooltip(theme: Theme) -> None:
    panel = Panel(theme, (0, 0, 400, 300))
    tall = panel.add(Label(WORDS, size=20), (0, 0, 200, 200))
    low = panel.add(Label(WORDS, size=20), (0, 200, 200, 60))
    panel.paint()

    assert tall.tooltip == ""
    assert low.tooltip == WORDS
    # Lines of 29 in the middle of 200.
    lines = (tall.height_for(theme, 201) - 1) / 29
    assert lines in {4, 5}
    ink = pygame.mask.from_threshold(
        panel.surface.subsurface(tall.rect), (236, 230, 216), (60, 60, 60)
    ).get_bounding_rects()
    assert min(r.top for r in ink) >= 100 - lines * 29 / 2
    assert max(r.bottom for r in ink) <= 100 + lines * 29 / 2
    assert max(r.bottom for r in ink) - min(r.top for r in ink) > 3 * 29
