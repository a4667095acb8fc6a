"""The steady bot in battles of the modern core: its rough numbers and its choices.

Two of them play whole battles in ``tests/rules/test_every_line.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from game.bots.registry import policy
from game.content.armouries.armoury_library import load_armoury
from game.content.situations.situation_files import parse_situation
from game.cores.kit.queries import ForecastFigure, ScoringPlace, forecast
from game.cores.modern.bot import combat
from game.cores.modern.bot.assessment import ModernAssessment, blows, fire, shot
from game.cores.modern.bot.combat import figures_of, harm
from game.cores.modern.bot.marker_assignments import (
    Assignment,
    MarkerAssignment,
    TargetAssignment,
    assignments,
)
from game.geometry.points import Point
from game.play.decisions import Choose, CommonKind
from game.play.dice_sequences import SeededDice
from game.play.session import Session
from game.rules.battles import prepare
from game.rules.situation_setup import set_up
from game.table.records import Side, UnitId
from tests.bots.shipped_weights import MODERN

ARMOURY = load_armoury("modern")
WARDEN, VETERAN, WALKER, TEAM = (
    ARMOURY.kinds[name].profile for name in ("warden", "veteran", "walker", "heavy-team")
)
ALPHA, SKITTERER = (ARMOURY.kinds[name].profile for name in ("alpha", "skitterer"))
(RIFLE,), (CANNON,) = ARMOURY.weapons["rifle"], ARMOURY.weapons["lance cannon"]


def matched_session(units: str, phase: str, more: str = "") -> Session:
    text = f"""
title = "A battle for a bot"
clauses = ["MC-02"]
system = "matched"
armoury = "modern"
board = {{ width = 72, height = 48 }}
{more}
unit = [
{units}
]
[clock]
phase = "{phase}"
side = "wardens"
"""
    rules, table = set_up(parse_situation(text, "battle.toml"))
    return Session(rules, table, SeededDice(1))


def unit_line(id_: str, side: str, profile: str, at: Any) -> str:
    return f'{{ id = "{id_}", side = "{side}", profile = "{profile}", at = {at} }},'


def steady_answer(session: Session) -> Any:
    return policy("steady").answer(session)


def test_a_rifle_takes_off_what_its_three_rolls_come_to() -> None:
    # 4+ to hit, S 3 against T 3 4+ to wound, 6+ save and half a point of cover.
    distance = 1 * 1 / 2 * 1 / 2 * (1 - 1 / 6 - 1 / 12)
    assert shot(RIFLE, WARDEN, SKITTERER, 20.0, moved=False) == pytest.approx(distance)
    assert shot(RIFLE, WARDEN, SKITTERER, 12.0, moved=False) == pytest.approx(2 * distance)
    assert shot(RIFLE, WARDEN, SKITTERER, 24.1, moved=False) == 0.0


def test_a_heavy_weapon_is_worth_less_on_the_move_and_d6_damage_no_more_than_a_model() -> None:
    still = shot(CANNON, TEAM, WALKER, 30.0, moved=False)
    # 4+ to hit; S 9 against T 7 3+; AP -3 leaves 6+ of a 3+ save, cover half a point; d6: 3.5.
    assert still == pytest.approx(1 / 2 * 2 / 3 * (1 - 1 / 6 - 1 / 12) * 3.5)
    assert shot(CANNON, TEAM, WALKER, 30.0, moved=True) == pytest.approx(still * 2 / 3)
    assert shot(CANNON, TEAM, WARDEN, 30.0, moved=False) < still


def test_blows_go_by_the_best_weapon_and_the_better_save() -> None:
    # 6 attacks at 2+, S 5 against T 3 3+, AP -1 on 5+: saved on a 6.
    assert blows(ALPHA, WARDEN) == pytest.approx(6 * 5 / 6 * 2 / 3 * 5 / 6)
    assert fire(ALPHA, WARDEN, 6.0, moved=False) == 0.0


def test_it_shoots_where_most_is_to_be_won() -> None:
    session = matched_session(
        unit_line("squad", "wardens", "veteran", "[[10, 10], [10, 12], [10, 14]]")
        + unit_line("rats", "brood", "skitterer", "[[20, 11]]")
        + unit_line("beast", "brood", "colossus", "[[20, 16]]"),
        "shooting",
    )

    session.answer("squad")

    assert steady_answer(session) == "rats"


def test_it_reads_odds_by_their_kinds_and_not_by_their_labels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def reworded(*asked: Any) -> tuple[ForecastFigure, ...]:
        return tuple(replace(figure, what="other words") for figure in forecast(*asked))

    units = unit_line("squad", "wardens", "warden", [[10, 20], [12, 20]])
    units += unit_line("near", "brood", "skitterer", [[10, 30]])
    session = matched_session(
        units + unit_line("far", "brood", "alpha", [[40, 40]]), "shooting"
    )
    assessment = ModernAssessment(session.game, Side("wardens"), MODERN)
    about = Choose(
        Side("wardens"),
        clause="MC-12",
        asks="?",
        options=(),
        about="squad",
        kind=CommonKind.TARGET,
    )
    known = harm(assessment, UnitId("near"), figures_of(assessment, about, "near"))
    monkeypatch.setattr(combat, "forecast", reworded)

    assert (
        harm(assessment, UnitId("near"), figures_of(assessment, about, "near")) == known > 0.0
    )


def test_it_advances_where_nothing_is_in_reach_and_not_where_it_may_shoot() -> None:
    far = matched_session(
        unit_line("squad", "wardens", "leaper", "[[10, 10], [10, 12]]")
        + unit_line("rats", "brood", "skitterer", "[[60, 40]]"),
        "movement",
    )
    near = matched_session(
        unit_line("squad", "wardens", "warden", "[[10, 10], [10, 12]]")
        + unit_line("rats", "brood", "skitterer", "[[32, 10]]"),
        "movement",
    )

    for session in (far, near):
        session.answer("squad")

    assert steady_answer(far) == "advance"
    assert steady_answer(near) == "move"


def test_a_fighter_does_not_advance_where_it_may_charge() -> None:
    session = matched_session(
        unit_line("pack", "wardens", "stalker", "[[10, 10], [10, 12], [10, 14]]")
        + unit_line("squad", "brood", "warden", "[[24, 10], [24, 12]]"),
        "movement",
    )

    session.answer("pack")

    assert steady_answer(session) == "move"


def sent(second: str, foes: str) -> Mapping[UnitId, Assignment]:
    """Return where two units are sent that are 8" and 10" from a marker worth 2 points."""
    session = matched_session(
        unit_line("first", "wardens", "warden", "[[10, 10], [10, 12], [10, 14]]")
        + unit_line("second", "wardens", second, "[[8, 10], [8, 12], [8, 14]]")
        + foes,
        "movement",
    )
    assessment = ModernAssessment(session.game, Side("wardens"), MODERN)
    marker = ScoringPlace("marker-1", Point(18, 12), 2.0, 3.0)
    vars(assessment)["scoring_places"] = (marker,)
    return assignments(assessment)


def test_a_marker_that_no_enemy_comes_near_needs_one_unit() -> None:
    places = "[[60, 40], [60, 42], [60, 44], [62, 40], [62, 42]]"
    goals = sent("stalker", unit_line("squad", "brood", "warden", places))

    assert isinstance(goals[UnitId("first")], MarkerAssignment)
    assert isinstance(goals[UnitId("second")], TargetAssignment)


def test_a_marker_that_an_enemy_may_contest_gets_two() -> None:
    goals = sent("warden", unit_line("beast", "brood", "colossus", "[[34, 12]]"))

    assert all(isinstance(goal, MarkerAssignment) for goal in goals.values())


def pack_of(number: int) -> Session:
    return matched_session(
        unit_line("pack", "wardens", "leaper", [[10, y] for y in range(6, 6 + 2 * number, 2)])
        + unit_line("squad", "brood", "warden", [[15, y] for y in range(8, 28, 2)]),
        "charge",
    )


def test_a_pack_charges_a_gun_line_to_silence_it() -> None:
    session = pack_of(8)

    session.answer("pack")

    assert steady_answer(session) == "squad"


@pytest.mark.parametrize(("number", "bots"), [(6, 1), (9, 2), (15, 3)])
def test_the_bold_need_fewer_for_a_charge_than_the_wary(number: int, bots: int) -> None:
    session = pack_of(number)

    session.answer("pack")

    names = ("bold", "steady", "wary")
    assert [name for name in names if policy(name).answer(session) == "squad"] == list(
        names[:bots]
    )


def test_it_charges_the_weak_and_not_the_strong() -> None:
    foes = unit_line("rats", "brood", "skitterer", "[[16, 10]]")
    foes += unit_line("beast", "brood", "colossus", "[[16, 18]]")
    session = matched_session(
        unit_line("lord", "wardens", "commander", "[[11, 13]]") + foes, "charge"
    )

    session.answer("lord")

    assert steady_answer(session) == "rats"


def test_a_charge_that_can_only_lose_is_not_declared() -> None:
    session = matched_session(
        unit_line("lone", "wardens", "warden", "[[11, 13]]")
        + unit_line("beast", "brood", "colossus", "[[16, 18]]"),
        "charge",
    )

    assert steady_answer(session) == "pass"


@pytest.mark.slow
@pytest.mark.parametrize("seat", [1, 0])
def test_the_steady_bot_beats_the_random_one_from_either_seat(seat: int) -> None:
    session = prepare("vital_intelligence", seed=5).session()
    sides = session.table.sides
    bots = {side: policy("steady" if n == seat else "random") for n, side in enumerate(sides)}

    while pending := session.pending:
        session.answer(bots[pending.by].answer(session))

    assert session.table.result
    assert session.table.result.winner == sides[seat]
