"""With billiards, a path is forecast up to its first collision and no further."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.cores.kit.game_rules import GameRules
from game.cores.kit.queries import ENCOUNTERS, ConsideredAnswer
from game.geometry.points import Point
from game.play.decisions import Aim, Choose, CommonKind
from game.rules.catalog import rules_of
from game.systems.zero_g.rules.mobility import ZeroGKind
from game.systems.zero_g.rules.movement import OPTIONS
from game.table.records import Where
from game.table.state import Piece, PieceKind, Table
from tests.systems.zero_g.zero_g_tables import (
    BROOD,
    RULES,
    WARDENS,
    drifter,
    game_on,
    table_of,
    void,
)

BILLIARDS = rules_of("zero_g", options={"billiards": True})
ONE = drifter("hale", (24, 24), 1, 90.0)
BASE = ONE.base


def met(table: Table, answer: object, rules: GameRules = BILLIARDS) -> list[tuple[float, str]]:
    """Return the place and the text of the first collision in Hale's drift to the right."""
    asked = Choose(
        WARDENS, clause="ZG-06", asks="?", options=OPTIONS, about="hale", kind=ZeroGKind.DRIFT
    )
    question = ConsideredAnswer(asked, answer)
    return [
        (round(e.at.x, 3), e.words)
        for e in ENCOUNTERS.of(game_on(table, rules=rules), question)
    ]


@pytest.mark.rule("ZG-13")
def test_who_may_be_struck_is_told_and_where() -> None:
    table = table_of(void(), ONE, drifter("mate", (30, 24)))

    # In contact: two bases of half an inch or so apart.
    there = [(round(30 - 2 * BASE, 3), "strikes mate: shown only up to here")]
    assert met(table, "drift") == met(table, "accelerate") == there
    assert met(table, "slow") == met(table, "turn") == []
    assert met(table, "drift", RULES) == []


@pytest.mark.rule("ZG-13")
def test_what_is_out_of_reach_is_not_struck() -> None:
    # One arrow takes it 9 inches at most, to 33.
    for at, struck in ((33 + 2 * BASE - 0.01, 1), (33 + 2 * BASE + 0.01, 0)):
        assert len(met(table_of(void(), ONE, drifter("mate", (at, 24))), "drift")) == struck


@pytest.mark.rule("ZG-13")
def test_who_is_not_set_in_motion_is_not_struck() -> None:
    foe = drifter("foe", (30, 24), side=BROOD)
    free = drifter("mate", (30, 24), kind="floater")

    assert met(table_of(void(), ONE, foe), "drift") == []
    assert met(table_of(void(), ONE, free), "drift") == []


@pytest.mark.rule("ZG-13")
def test_bodies_and_loose_debris_are_struck() -> None:
    table = table_of(void(), ONE)
    kerr = replace(drifter("kerr", (28, 24), 1), where=Where.BODY)
    table.models[kerr.id] = kerr
    assert met(table, "drift") == [
        (round(28 - 2 * BASE, 3), "strikes kerr-1: shown only up to here")
    ]

    table = table_of(void(), ONE)
    square = (Point(-1, -1), Point(1, -1), Point(1, 1), Point(-1, 1))
    table.pieces["scrap"] = Piece("scrap", PieceKind.DEBRIS, Point(29, 24), outline=square)
    assert met(table, "drift") == [
        (round(28 - BASE, 3), "strikes loose debris: shown only up to here")
    ]


@pytest.mark.rule("ZG-13")
def test_a_turn_strikes_what_lies_the_new_way() -> None:
    table = table_of(void(), replace(ONE, heading=45.0), drifter("mate", (30, 24)))
    aim = Aim(
        WARDENS,
        clause="ZG-09",
        asks="?",
        about="hale",
        middle=45.0,
        spread=45.0,
        kind=CommonKind.TURN,
    )
    look = game_on(table, rules=BILLIARDS)

    assert [e.clause for e in ENCOUNTERS.of(look, ConsideredAnswer(aim, 90.0))] == ["ZG-13"]
    assert [*ENCOUNTERS.of(look, ConsideredAnswer(aim, 45.0))] == []
