"""The shields of markers: holder, since when, and why."""

from __future__ import annotations

from functools import partial

import pytest

from game.cores.kit.queries import TableView
from game.geometry.points import Point
from game.rules.catalog import holders
from game.shown.marker_shields import MarkerHistory, MarkerShield, shields
from game.table.events import Event, Moved, PhaseBegan
from game.table.records import Clock, Side
from game.table.state import Table
from tests.tools.patrol_table import (
    AT_MARKER,
    FAR,
    MARKER,
    MISSION,
    SIDES,
    patrol_rules,
    patrol_table,
    stand,
)

WARDENS, BROOD = SIDES
FIRST = Clock(1, "movement", WARDENS)
HELD = partial(holders, MISSION)


@pytest.fixture
def table() -> Table:
    laid = patrol_table()
    stand(laid, WARDENS, FAR)
    stand(laid, BROOD, Point(44.0, 44.0))
    return laid


def story_of(table: Table) -> list[Event]:
    """Return events: the Wardens take the marker in their turn, and leave it in the next."""
    model = table.standing(WARDENS)[0].id
    there, back = (FAR, AT_MARKER), (AT_MARKER, FAR)
    return [
        PhaseBegan("CC-02", 1, "movement", WARDENS),
        Moved("CC-18", model, there, facing=0.0),
        PhaseBegan("CC-02", 1, "shooting", WARDENS),
        PhaseBegan("CC-02", 1, "movement", BROOD),
        PhaseBegan("CC-02", 2, "movement", WARDENS),
        Moved("CC-18", model, back, facing=0.0),
    ]


def since(history: MarkerHistory) -> dict[str, tuple[int, str, Side | None]]:
    return {id_: (c.round, c.phase, c.side) for id_, c in history.since.items()}


def test_a_history_knows_when_a_marker_got_its_holder(table: Table) -> None:
    story, history = story_of(table), MarkerHistory(HELD, table)
    history.follow(story, 1)
    assert since(history) == {}
    history.follow(story, 2)
    assert since(history) == {MARKER: (1, "movement", WARDENS)}
    history.follow(story, 5)
    assert since(history) == {MARKER: (1, "movement", WARDENS)}
    history.follow(story, 6)
    assert since(history) == {MARKER: (2, "movement", WARDENS)}


def test_a_history_is_the_same_whether_it_is_followed_at_once_or_after_an_undo(
    table: Table,
) -> None:
    story, history = story_of(table), MarkerHistory(HELD, table)
    history.follow(story, 5)
    assert since(history) == {MARKER: (1, "movement", WARDENS)}
    history.follow(story, 6)
    history.follow(story[:5], 5)
    assert since(history) == {MARKER: (1, "movement", WARDENS)}
    history.follow(story[:1], 1)
    assert since(history) == {}


@pytest.mark.parametrize(
    ("held", "clock", "team", "words"),
    [
        (None, None, None, "held by neither side"),
        (BROOD, FIRST, 1, "held by the Brood since Wardens' turn 1, movement"),
        (WARDENS, Clock(3, "tally"), 0, "held by the Wardens since turn 3, tally"),
    ],
)
def test_a_shield_says_who_holds_the_marker_since_when_and_why(
    table: Table, held: Side | None, clock: Clock | None, team: int | None, words: str
) -> None:
    view = TableView(table, patrol_rules())
    holder, when = {MARKER: held} if held else {}, {MARKER: clock} if clock else {}
    expected = MarkerShield(MARKER, "1", team, f'Marker 1: {words}\nNobody within 3"')
    assert shields(view, holder, when) == (expected,)
