"""The panel of the event log, which draws each line once."""

from __future__ import annotations

import pytest

from game.screens.battle.log_panel import LogPanel
from game.shown.event_log import EventLog, Filter, LogLine
from game.table.events import Act, Acted, PhaseBegan
from game.table.records import UnitId
from game.widgets.theme import Theme
from game.widgets.toggle import Toggle
from tests.tools.toy import REDS, toy_table

RUNNERS = UnitId("reds-runners")


@pytest.fixture
def panel() -> LogPanel:
    event_log = EventLog()
    event_log.add((PhaseBegan("CC-18", 1, "movement", REDS),), toy_table(), 0)
    event_log.add((Acted("CC-18", RUNNERS, Act.MOVES),), toy_table(), 1)
    return LogPanel(Theme(), (0, 0, 400, 300), event_log, lambda _: None, lambda: None)


def shown(panel: LogPanel) -> list[str]:
    return ["".join(span.text for span in entry.spans) for entry in panel.log.entries]


def labels(panel: LogPanel) -> dict[str, bool]:
    """Return whether each tab is the chosen one, by its label."""
    return {tab.label: tab.on for tab in panel.widgets(Toggle)}


def test_it_shows_the_rows_of_the_log(panel: LogPanel) -> None:
    assert shown(panel) == ["TURN 1 · REDS · MOVEMENT", "Reds team moves"]
    panel.event_log.note("Reds undo the last choice", 2)
    panel.event_log.note("Blues agree", 2)
    panel.refresh()
    assert shown(panel)[2:] == ["Reds undo the last choice", "Blues agree"]

    panel.event_log.undo(1)
    panel.refresh()
    assert shown(panel) == []


def test_a_line_that_stays_is_not_drawn_anew(panel: LogPanel) -> None:
    before = [*panel.log.entries]
    panel.event_log.note("Blues agree", 2)
    panel.refresh()
    assert [now is old for now, old in zip(panel.log.entries, before, strict=False)] == [
        True
    ] * 2

    panel.pick(Filter.ALL)
    panel.pick(Filter.STORY)
    assert panel.log.entries[1] is before[1]


def test_a_click_opens_a_line_and_shows_its_place(panel: LogPanel) -> None:
    clicked = list[LogLine]()
    panel.on_line = clicked.append
    assert panel.log.on_entry
    panel.log.on_entry(panel.log.entries[1])

    assert shown(panel)[1:] == ["Reds team moves", "Reds team moves CC-18"]
    assert [line.entry.place for line in clicked] == [RUNNERS]
    panel.log.on_entry(panel.log.entries[2])
    assert len(clicked) == 1, "a line that is summed up leads nowhere"


def test_the_tab_of_goals_is_there_once_there_are_goals(panel: LogPanel) -> None:
    assert "Goals" not in labels(panel)
    panel.event_log.offer_goals(panel.event_log.rows)
    panel.refresh()

    assert labels(panel)["Goals"] is False
    assert [label for label, on in labels(panel).items() if on] == ["Story"]


def test_a_press_on_the_chosen_tab_leaves_it_chosen(panel: LogPanel) -> None:
    panel.widgets(Toggle)[0].press()

    assert labels(panel) == {"Story": True, "Dice": False, "All": False}


def test_another_place_keeps_the_line_that_is_read(panel: LogPanel) -> None:
    for n in range(40):
        panel.event_log.note(f"Reds wait for the time {n}", 2)
    panel.refresh()
    panel.panel.paint()
    panel.log.scroll.to(5 * panel.log.script.high)
    panel.panel.move((0, 0, 400, 200))
    panel.panel.paint()

    assert panel.log.scroll.offset == 5 * panel.log.script.high


def test_goals_are_shown_from_the_top_and_events_from_the_end(panel: LogPanel) -> None:
    panel.event_log.offer_goals(panel.event_log.rows * 20)
    panel.pick(Filter.GOALS)
    panel.log.wrap()
    assert panel.log.scroll.most > 0
    assert panel.log.scroll.offset == 0

    panel.pick(Filter.STORY)
    assert panel.log.follows
