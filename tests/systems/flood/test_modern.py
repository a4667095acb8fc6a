"""The flood in battles of the modern core: its odds and its origins."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from game.content.faults import UnusableFile
from game.cores.kit.queries import TableView
from game.cores.modern.rules.charge_odds import (
    ChargeRequirement,
    charge_figures,
    charge_requirement,
)
from game.cores.modern.rules.system import MODERN
from game.play.dice_sequences import ScriptedDice
from game.play.session import Session
from game.rules.battles import prepare
from game.systems.flood.rules import PAGE
from game.systems.flood.rules.odds import core_of, next_trigger, sure_fates
from game.table.records import ModelId, UnitId
from tests.systems.flood.flood_tables import STRAIGHT, rules_and_table, squad_at
from tests.tools.replay_check import fought

MISSIONS = (
    "beachhead",
    "deadlock",
    "no_mercy",
    "tactical_escalation",
    "visions_of_victory",
    "vital_intelligence",
)
A, B = UnitId("squad"), UnitId("foes")
GANTRY = {"class": "Gantry", "rectangle": [30, 30, 18, 18]}
GRATE = {"class": "Grate", "rectangle": [8, 8, 4, 4]}
HIGH = {"class": "Gantry", "rectangle": [0, 12, 48, 36]}


def modern_view_before_flood(
    *units: dict[str, Any], objects: Sequence[dict[str, Any]]
) -> TableView:
    """Return a table of the modern core in a player's turn, before any flood."""
    clock = {"phase": "charge", "round": 2, "side": "wardens"}
    rules, table = rules_and_table(
        units, objects, clock, system="modern", armoury="modern", modules=["flood"]
    )
    return TableView(table, rules)


def skitterers_at(*places: tuple[float, float]) -> dict[str, Any]:
    return squad_at(*places, id="foes", side="brood", profile="skitterer", weapons=[])


@pytest.mark.rule("FF-25")
@pytest.mark.parametrize("mission", MISSIONS)
def test_in_matched_play_the_flood_is_an_option_and_off_unless_wanted(mission: str) -> None:
    dry = prepare(mission, seed=1, map_="sunken-quarter")
    wet = prepare(mission, seed=1, map_="sunken-quarter", options={"flood": True})

    assert PAGE.name not in dry.rules().pages
    assert [p.name for p in wet.rules().phases.all if p.clause.startswith("FF")] == [
        "muddle",
        "crossing",
        "origin",
        "flood",
    ]
    assert dry.scenario.options["flood"].clause == "FF-25"


@pytest.mark.rule("FF-01", "FF-25")
@pytest.mark.parametrize("map_", ["shattered-parish", "plasma-works", "venom-glade"])
def test_a_battlefield_without_an_origin_is_refused_with_the_flood(map_: str) -> None:
    with pytest.raises(UnusableFile, match=map_) as caught:
        prepare("no_mercy", seed=1, map_=map_, options={"flood": True})

    assert "draw a FloodOrigin, or play without the flood (FF-01)" in str(caught.value)


@pytest.mark.rule("FF-25", "FF-06")
def test_the_flood_of_a_battle_of_the_modern_core_lies_over_that_core() -> None:
    view = modern_view_before_flood(
        squad_at((10, 10)), skitterers_at((40, 40)), objects=STRAIGHT
    )

    trigger = next_trigger(view)
    assert core_of(view) is MODERN
    assert trigger
    assert (trigger.round, trigger.need) == (3, 4)


@pytest.mark.rule("FF-25", "FF-16", "MC-16")
def test_the_fate_of_a_model_that_nobody_meets_is_exact() -> None:
    # S5 fails on a 6. A 1 carries it 1"; all else the 2" to the end of the lane, where it is
    # dashed. S1 is half of T2: 6+; S3 is above it: 3+.
    lane = {"class": "Lane", "polyline": [[0, 10], [12, 10]]}
    frail = squad_at((10, 10), S=5, T=2, W=1)
    view = modern_view_before_flood(
        frail, skitterers_at((40, 40)), objects=(STRAIGHT[0], lane, GANTRY)
    )

    fate = sure_fates(view, MODERN)[ModelId("squad-1")]

    falls, ends = Fraction(1, 6), Fraction(5, 6)
    assert fate.carried == falls
    assert fate.dashed == falls * ends * Fraction(5, 6)
    assert fate.dies == falls * (Fraction(1, 36) + ends * (1 - Fraction(5, 6) * Fraction(2, 6)))


@pytest.mark.rule("FF-25", "CC-20", "MC-22")
def test_the_odds_of_a_charge_count_the_ground_that_it_begins_in() -> None:
    # 6" to within an inch: 26 of 36 ways of 2d6, and a 6 among two dice: 11 of 36.
    view = modern_view_before_flood(
        squad_at((10, 10)), skitterers_at((18, 10)), objects=(STRAIGHT[0], GRATE)
    )

    assert charge_requirement(view, A, [B]) == ChargeRequirement(13, 6, 6)
    arrives, *_ = charge_figures(view, A, [B])
    assert arrives.value == pytest.approx(26 / 36 * 11 / 36)
    assert [r.clause for r in arrives.reasons] == ["MC-22", "CC-20"]


@pytest.mark.rule("FF-25", "CC-20", "MC-22")
def test_the_odds_of_a_charge_count_the_way_round_difficult_ground() -> None:
    # Through the grate it is 5" to within an inch of the foe. Round it 8.1": 2.18" to its first
    # corner, 0.67" round that, 4", 0.48" round the second, and 0.78".
    view = modern_view_before_flood(
        squad_at((7, 10)), skitterers_at((14, 10)), objects=(STRAIGHT[0], GRATE)
    )

    found = charge_requirement(view, A, [B])
    assert found == ChargeRequirement(9, 5, 5)
    # 9 and more in 10 of 36 ways; 5 to 8 in 20, and then a 5 or 6 among two dice in 20.
    arrives, *_ = charge_figures(view, A, [B])
    assert arrives.value == pytest.approx(10 / 36 + 20 / 36 * 20 / 36)


@pytest.mark.rule("FF-20", "FF-25")
def test_those_out_of_coherency_are_asked_for_apart_from_their_main_body() -> None:
    units = squad_at((10, 20), (11.5, 20), (25, 20)), skitterers_at((12, 30))
    clock = {"phase": "flood", "round": 5}
    rules, table = rules_and_table(
        units, (*STRAIGHT, HIGH), clock, system="modern", armoury="modern", modules=["flood"]
    )
    session = Session(rules, table, ScriptedDice(()))
    fought.append(session)

    session.answer("squad")
    session.answer("move")
    session.answer([])

    assert session.pending
    assert session.pending.asks == "squad: advance with its stragglers?"
