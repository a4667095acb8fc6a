"""Labels and paragraphs that do not fit: their tooltips show all of their text."""

from __future__ import annotations

from game.widgets.panel import Panel
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Paragraph
from game.widgets.widget import Widget

LONG = "The last stand of the second squad at the crossing"


def tooltip_of(panel: Panel, widget: Widget) -> str:
    panel.add(widget)
    panel.paint()
    return widget.tooltip


def test_a_label_tells_what_its_box_cuts_off(panel: Panel) -> None:
    assert tooltip_of(panel, Label(LONG).placed((10, 10, 80, 20))) == LONG
    assert tooltip_of(panel, Label(LONG).placed((10, 40, 380, 20))) == ""


def test_a_paragraph_tells_the_lines_that_its_box_cuts_off(panel: Panel) -> None:
    spans = (TextSpan("The last stand "), TextSpan("of the second squad at the crossing"))

    assert tooltip_of(panel, Paragraph(spans).placed((10, 10, 120, 20))) == LONG
    assert tooltip_of(panel, Paragraph(spans).placed((10, 60, 120, 120))) == ""


def test_a_label_that_was_changed_to_fit_has_no_tooltip(panel: Panel) -> None:
    label = panel.add(Label(LONG), (10, 10, 80, 20))
    panel.paint()
    label.text = "Stand"
    panel.paint()

    assert label.tooltip == ""
