"""Possible ends of each movement option, compared with every row of dice of the rule."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from game.cores.kit.queries import MoveOutcomes, forecast
from game.play.decisions import Aim, Choose, CommonKind
from game.play.dice_sequences import Dice
from game.play.game import at_once
from game.rules.catalog import rules_of
from game.systems.zero_g.rules.drift import drift
from game.systems.zero_g.rules.mobility import SNAPS_ONLY, ZeroGKind
from game.systems.zero_g.rules.move_outcomes import reach
from game.systems.zero_g.rules.movement import OPTIONS, accelerate
from game.table.records import Where
from game.table.state import Table
from tests.systems.zero_g.zero_g_tables import (
    BROOD,
    HALE,
    drifter,
    game_on,
    table_of,
    void,
    wall,
)
from tests.tiers import few
from tests.tools.dice_rows import all_dice_rows

CORRIDOR = void(wall((0, 18), (48, 18)), wall((0, 23), (48, 23)))
NEAR_EDGE = void()
SCENES = {
    "open void": table_of(NEAR_EDGE, drifter("hale", (24, 24), 2, 30.0)),
    "rebounds": table_of(CORRIDOR, drifter("hale", (24, 20.2), 1, 10.0)),
    "over the edge": table_of(NEAR_EDGE, drifter("hale", (24, 7.5), 2, 10.0)),
    "a friend": table_of(
        NEAR_EDGE, drifter("hale", (24, 24), 2, 0.0), drifter("mate", (24.2, 18.3))
    ),
    "a friend after a rebound": table_of(
        CORRIDOR, drifter("hale", (24, 20.2), 2, 60.0), drifter("mate", (30, 21.1))
    ),
    "an enemy": table_of(
        NEAR_EDGE,
        drifter("hale", (24, 24), 2, 90.0),
        drifter("foe", (33, 24), kind="floater", side=BROOD),
    ),
    "three wounds and a save": table_of(
        CORRIDOR, drifter("hale", (24, 20.5), 1, 60.0, kind="floater", inv=5)
    ),
}


def chances_by_playing(table: Table, option: str) -> dict[object, Fraction] | None:
    """Play a move with every row of dice; return the chance of each end."""

    def end(dice: Dice) -> object:
        fork = table.fork()
        played = game_on(fork, dice)
        at_once(accelerate(played, HALE) if option == "accelerate" else drift(played, HALE))
        hale = fork.models[HALE]
        if hale.where is Where.BODY:
            return "dies"
        return "lost" if hale.where is Where.GONE else (hale.at, hale.heading)

    return all_dice_rows(end, most=6**6)


def as_told(found: MoveOutcomes) -> dict[object, float]:
    parts: dict[object, float] = {}
    for ending in found.endings:
        x, y = ending.at
        place: object = ((round(x, 3), round(y, 3)), ending.heading)
        parts[place] = parts.get(place, 0.0) + ending.chance
    return {**parts, "dies": found.dies, "lost": found.lost}


@pytest.mark.rule("ZG-07", "ZG-12", "ZG-14")
@pytest.mark.parametrize("option", ["drift", "accelerate"])
@pytest.mark.parametrize("scene", few(SCENES, 4))
def test_every_end_has_the_chance_that_the_dice_give_it(scene: str, option: str) -> None:
    table = SCENES[scene]
    played = chances_by_playing(table, option)
    assert played is not None
    found = as_told(reach(game_on(table), HALE, option))

    assert {place for place, chance in found.items() if chance} == set(played)
    for place, chance in played.items():
        assert found[place] == pytest.approx(float(chance), abs=1e-12), place


ONE = table_of(NEAR_EDGE, drifter("hale", (24, 24), 1, 90.0))


def ends(found: MoveOutcomes) -> list[tuple[float, float, float, float]]:
    """Return distance, place and chance in eighteenths of each end."""
    return [(e.distance, e.at.x, e.at.y, round(e.chance * 18, 9)) for e in found.endings]


@pytest.mark.rule("ZG-07")
def test_one_arrow_goes_nowhere_two_to_five_or_seven_to_nine() -> None:
    """A 1 is not moved; a 6 is 7, 8 or 9. In eighteenths."""
    found = reach(game_on(ONE), HALE, "drift")

    assert ends(found) == [
        (0, 24, 24, 3),
        *((distance, 24 + distance, 24, 3) for distance in (2, 3, 4, 5)),
        *((distance, 24 + distance, 24, 1) for distance in (7, 8, 9)),
    ]
    assert (found.dies, found.lost) == (0.0, 0.0)


@pytest.mark.rule("ZG-07", "ZG-08", "ZG-09", "ZG-10")
def test_a_drift_costs_aimed_fire_with_a_1_or_a_6() -> None:
    hale = ONE.models[HALE]

    def snaps(dice: Dice) -> bool:
        played = game_on(ONE.fork(), dice)
        at_once(drift(played, HALE))
        return played.table.units[hale.unit].mark(SNAPS_ONLY) is not None

    rows, kind = all_dice_rows(snaps), ZeroGKind.DRIFT
    assert rows is not None
    asked = Choose(hale.side, "ZG-06", "", options=OPTIONS, about=hale.unit, kind=kind)
    unarmed = ONE.fork()
    unarmed.models[HALE] = replace(hale, profile=replace(hale.profile, weapons=()))
    found, none = (
        [
            (figure.clause, figure.value)
            for option in OPTIONS
            for figure in forecast(game_on(table), asked, option.id)
            if figure.what == "only snap shots"
        ]
        for table in (ONE, unarmed)
    )
    clauses, chances = zip(*found, strict=True)
    assert clauses == tuple(option.clause for option in OPTIONS)
    assert chances == pytest.approx([float(rows[True]), 1.0, 1.0, 1.0])
    assert not none


@pytest.mark.rule("ZG-08")
def test_who_slows_with_one_arrow_surely_stays() -> None:
    assert ends(reach(game_on(ONE), HALE, "slow")) == [(0, 24, 24, 18)]


@pytest.mark.rule("ZG-09")
def test_a_turn_ends_along_the_new_heading() -> None:
    found = reach(game_on(ONE), HALE, "turn", 45.0)

    assert {e.heading for e in found.endings} == {45.0}
    # 5 inches at 45 degrees.
    assert [(round(e.at.x, 3), round(e.at.y, 3)) for e in found.endings][4] == (27.536, 20.464)


@pytest.mark.rule("ZG-10")
def test_who_accelerates_with_three_arrows_dies_by_two_tests() -> None:
    table = table_of(NEAR_EDGE, drifter("hale", (24, 24), 3, 90.0))
    found = reach(game_on(table), HALE, "accelerate")

    assert found.dies == pytest.approx(11 / 36)
    assert [e.distance for e in found.endings] == [7, 8, 9]
    assert [e.chance for e in found.endings] == pytest.approx([25 / 36 / 3] * 3)


def test_an_ending_shows_the_way_with_its_rebounds() -> None:
    table = table_of(CORRIDOR, drifter("hale", (24, 20.5), 1, 0.0))
    furthest = reach(game_on(table), HALE, "accelerate").endings[-1]

    # Two up to the wall, four down to the other, three up.
    assert [at.y for at in furthest.path] == [20.5, 18.5, 22.5, 19.5]
    assert furthest.heading == 0.0
    assert furthest.chance == pytest.approx(25 / 36 / 3)


@pytest.mark.rule("ZG-13")
def test_with_billiards_a_way_is_told_as_far_as_the_first_collision() -> None:
    table = table_of(NEAR_EDGE, drifter("hale", (24, 24), 1, 90.0), drifter("mate", (30, 24)))
    body = replace(drifter("kerr", (28, 24), 1), where=Where.BODY)
    table.models[body.id] = body
    rules = rules_of("zero_g", options={"billiards": True})

    # A corpse stops no model, unless it is set in motion.
    assert [e.distance for e in reach(game_on(table), HALE, "drift").endings] == [0, 2, 3, 4, 5]
    found = reach(game_on(table, rules=rules), HALE, "drift")
    assert [(e.distance, round(e.chance * 6, 9)) for e in found.endings] == [
        (0, 1),
        (2, 1),
        (3, 4),
    ]


def test_the_forecast_tells_inches_and_dangers() -> None:
    table = table_of(NEAR_EDGE, drifter("hale", (24, 5.5), 1, 0.0))
    look = game_on(table)
    choose = Choose(
        table.sides[0],
        clause="ZG-06",
        asks="?",
        options=OPTIONS,
        about="hale",
        kind=ZeroGKind.DRIFT,
    )
    drifts = {f.what: f for f in forecast(look, choose, "drift")}
    hastens = {f.what: f for f in forecast(look, choose, "accelerate")}
    aim = Aim(
        table.sides[0],
        clause="ZG-09",
        asks="?",
        about="hale",
        middle=0.0,
        spread=45.0,
        kind=CommonKind.TURN,
    )

    assert drifts["lost in space"].value == pytest.approx(1 / 6)
    inches = drifts["inches moved"]
    assert inches.spread == pytest.approx([1 / 6, 0, *[1 / 6] * 4])
    assert sum(inches.spread) + drifts["lost in space"].value == pytest.approx(1.0)
    assert inches.value == pytest.approx((0 + 2 + 3 + 4 + 5) / 5)
    assert hastens["lost in space"].value == pytest.approx(1.0)
    assert "inches moved" not in hastens
    # At 45 degrees the edge is 7.8 inches away: a 6 + 2 or + 3 crosses it.
    turned = {f.what: f for f in forecast(look, aim, 45.0)}
    assert turned["lost in space"].value == pytest.approx(2 / 18)
