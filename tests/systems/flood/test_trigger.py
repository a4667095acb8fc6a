"""The turns in which the flood may come, and its odds: ``FF-06``."""

from __future__ import annotations

import pytest

from game.cores.kit.queries import TableView
from game.systems.flood.rules import FloodState
from game.systems.flood.rules.odds import FloodTrigger, next_trigger
from game.table.records import Clock, Side
from tests.systems.flood.flood_tables import flood, squad_at

SIXTH, HALF, MOST = (
    FloodTrigger(2, 6, 1 / 6),
    FloodTrigger(3, 4, 1 / 2),
    FloodTrigger(4, 2, 5 / 6),
)
SURE = FloodTrigger(5, 0, 1.0)


def trigger(clock: Clock, *, came: int = 0) -> FloodTrigger | None:
    foe = squad_at((45, 45), id="foes", side="brood")
    session = flood(squad_at((45, 40)), foe, round_=1)
    table = session.table.fork()
    table.clock, table.notes["flood"] = clock, FloodState(came=came)
    return next_trigger(TableView(table, session.game.rules))


@pytest.mark.rule("FF-06")
@pytest.mark.parametrize(
    ("clock", "listed"),
    [
        (Clock(0, "deployment", Side("wardens")), SIXTH),
        (Clock(1, "flood"), SIXTH),
        (Clock(1, "assault", Side("brood")), SIXTH),
        (Clock(2, "flood"), SIXTH),
        (Clock(2, "flood", over=True), HALF),
        (Clock(2, "movement", Side("wardens")), HALF),
        (Clock(3, "flood"), HALF),
        (Clock(3, "movement", Side("wardens")), MOST),
        (Clock(4, "flood"), MOST),
        (Clock(4, "movement", Side("wardens")), SURE),
        (Clock(5, "flood"), SURE),
    ],
)
def test_the_next_coming_is_told_with_its_need_and_chance(
    clock: Clock, listed: FloodTrigger
) -> None:
    found = trigger(clock)

    assert found
    assert (found.round, found.need) == (listed.round, listed.need)
    assert found.chance == pytest.approx(listed.chance)


@pytest.mark.rule("FF-06")
def test_a_flood_that_came_does_not_come_again() -> None:
    assert trigger(Clock(2, "movement", Side("wardens")), came=2) is None
