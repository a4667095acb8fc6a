"""What a path would first meet: with billiards, it is forecast no further."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.cores.kit.game_rules import GameRules
from game.cores.kit.queries import ENCOUNTERS, REACHES, ConsideredAnswer
from game.geometry.points import Point
from game.play.decisions import Aim, Choose, CommonKind
from game.play.moves.single_move import Steer
from game.rules.catalog import rules_of
from game.systems.zero_g.rules.mobility import ZeroGKind
from game.systems.zero_g.rules.movement import OPTIONS
from game.table.records import Model, Where
from game.table.state import Piece, PieceKind, Table
from tests.systems.zero_g.zero_g_tables import (
    BROOD,
    RULES,
    WARDENS,
    drifter,
    game_on,
    table_of,
    void,
    wall,
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
    (without,) = met(table, "drift", RULES)
    assert without == (there[0][0], "stopped by mate")


@pytest.mark.rule("ZG-13")
def test_what_is_out_of_reach_is_not_struck() -> None:
    # One arrow takes it 9 inches at most, to 33.
    for at, struck in ((33 + 2 * BASE - 0.01, 1), (33 + 2 * BASE + 0.01, 0)):
        assert len(met(table_of(void(), ONE, drifter("mate", (at, 24))), "drift")) == struck


@pytest.mark.rule("ZG-13")
def test_who_is_not_set_in_motion_is_not_struck() -> None:
    foe = drifter("foe", (30, 24), side=BROOD)
    free = drifter("mate", (30, 24), kind="floater")

    at_foe, at_mate = 30 - 2 * BASE - 1.0, 30 - BASE - free.base
    for rules in (BILLIARDS, RULES):
        stopped = [(round(at_foe, 3), "stopped by foe")]
        assert met(table_of(void(), ONE, foe), "drift", rules) == stopped
        stopped = [(round(at_mate, 3), "stopped by mate")]
        assert met(table_of(void(), ONE, free), "drift", rules) == stopped


SQUARE = (Point(-1, -1), Point(1, -1), Point(1, 1), Point(-1, 1))


@pytest.mark.rule("ZG-05", "ZG-14", "MI-05")
@pytest.mark.parametrize(
    ("things", "inches", "stop"),
    [
        ((), 4.0, ""),
        ((drifter("mate", (27, 24)),), 3 - 2 * BASE, "stopped by mate"),
        ((drifter("foe", (27, 24), side=BROOD),), 2 - 2 * BASE, "stopped by foe"),
        (
            (Piece("scrap", PieceKind.DEBRIS, Point(28, 24), outline=SQUARE),),
            3 - BASE,
            "stopped by loose debris",
        ),
        (
            (Piece("container-1", PieceKind.CONTAINER, Point(27, 24), radius=0.5),),
            3 - BASE - 0.5,
            "up to container 1",
        ),
        ((wall((26, 20), (26, 28)),), 2 - BASE, "stopped by the wall"),
        ((26.0,), 2.0, "lost in space"),
    ],
    ids=["nothing", "friend", "enemy", "debris", "container", "wall", "edge"],
)
def test_a_push_off_says_how_far_it_gets_and_what_stops_it(
    things: tuple[object, ...], inches: float, stop: str
) -> None:
    walls = [one for one in things if isinstance(one, tuple)]
    width = next((one for one in things if isinstance(one, float)), 48.0)
    bases = [one for one in things if isinstance(one, Model)]
    table = table_of(void(*walls, width=width), replace(ONE, arrows=0), *bases)
    table.pieces |= {one.id: one for one in things if isinstance(one, Piece)}
    asked = Steer(WARDENS, clause="ZG-05", asks="?", model=ONE.id, distance=6.0)
    question = ConsideredAnswer(asked, Point(28.0, 24.0))
    (outcomes,) = REACHES.of(game_on(table), question)

    assert outcomes.furthest == pytest.approx(inches, abs=0.001)
    assert outcomes.stop == stop
    notes = [(e.at, e.words) for e in ENCOUNTERS.of(game_on(table), question)]
    is_stopped = stop and outcomes.endings
    assert notes == ([(outcomes.endings[0].at, stop)] if is_stopped else [])


@pytest.mark.rule("ZG-13")
def test_bodies_and_loose_debris_are_struck() -> None:
    table = table_of(void(), ONE)
    kerr = replace(drifter("kerr", (28, 24), 1), where=Where.BODY)
    table.models[kerr.id] = kerr
    assert met(table, "drift") == [
        (round(28 - 2 * BASE, 3), "strikes kerr-1: shown only up to here")
    ]

    table = table_of(void(), ONE)
    table.pieces["scrap"] = Piece("scrap", PieceKind.DEBRIS, Point(29, 24), outline=SQUARE)
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
