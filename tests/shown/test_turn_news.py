"""The announcement of a turn."""

from __future__ import annotations

from game.shown.turn_news import TurnNews, TurnNotice
from game.table.records import Clock, Side
from game.table.state import Table
from tests.tools.toy import BLUES, REDS


def at(round_: int, phase: str, side: Side | None) -> Table:
    return Table(sides=(REDS, BLUES), clock=Clock(round_, phase, side))


def test_the_turn_that_a_battle_opens_with_is_no_news() -> None:
    news = TurnNews()

    assert news.look(at(2, "movement", REDS)) is None
    assert news.look(at(2, "shooting", REDS)) is None


def test_each_turn_is_announced_once() -> None:
    news = TurnNews()
    assert news.look(at(0, "deployment", REDS)) is None
    assert news.look(at(1, "movement", REDS)) == TurnNotice("Reds' turn 1", REDS, 0)
    assert news.look(at(1, "shooting", REDS)) is None
    assert news.look(at(1, "movement", BLUES)) == TurnNotice("Blues' turn 1", BLUES, 1)
    assert news.look(at(2, "tally", None)) is None
    assert news.look(at(2, "movement", BLUES)) == TurnNotice("Blues' turn 2", BLUES, 1)
