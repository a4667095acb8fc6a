"""Forecasts shown before an answer, compared with hand-worked needs and the rules."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from game.cores.kit.dice import Again, Roll
from game.cores.kit.game_rules import GameRules
from game.cores.kit.marks import ADVANCED, HANDLED, MOVED
from game.cores.kit.modules import Module
from game.cores.kit.probability import Spread
from game.cores.kit.queries import PROSPECTS, ForecastFigure, TableView, UnitPair, forecast
from game.cores.modern.rules import HIT_AGAIN, SAVE_AGAIN, ModernKind, MoraleCheck, shooting
from game.cores.modern.rules.charge import charge_march
from game.cores.modern.rules.charge_odds import blows_now, charge_need
from game.cores.modern.rules.melee_attacks import strike
from game.cores.modern.rules.odds import AttackForecast, attack
from game.cores.modern.rules.powers import BOLT, POWERS, PowerCast
from game.cores.modern.rules.psychic import attempt
from game.cores.modern.rules.psychic_odds import manifest_odds, manifest_of
from game.cores.modern.rules.shooting import fire, overwatch, overwatch_of, volley_of
from game.cores.modern.rules.system import modern
from game.cores.modern.rules.targeting import aims, enemies_close_by
from game.geometry.points import Point
from game.play.decisions import (
    PASS,
    Choose,
    CommonKind,
    Decision,
    DecisionKind,
    Option,
    pass_option,
)
from game.play.game import Game
from game.systems.matched.rules.cover import LEAK
from game.table.board import Terrain, TerrainKind, terrain
from game.table.events import Reason
from game.table.records import How, Loss, ModelId, UnitId
from game.table.state import Table
from tests.cores.classic.odds_tables import carried_out, game_with_dice
from tests.cores.modern.small_tables import THEM, US, A, B, C, unit, view_of_units, with_mark
from tests.tiers import few
from tests.tools.nearness import near, near_all

FEW, MANY = 1_000, 3_000
"""Numbers of games that are compared with odds in a fast test, and in a slow one."""


def choice_of(kind: DecisionKind, about: str = "", *options: str, **more: Any) -> Choose:
    given = tuple(Option(o, o, anchor=o) for o in options)
    return Choose(
        US,
        clause="MC-12",
        asks="What?",
        options=(*given, pass_option("No")),
        about=about,
        kind=kind,
        **more,
    )


def figures_by_label(
    view: TableView, decision: Choose, answer: str
) -> dict[str, ForecastFigure]:
    """Return the figures by their labels; of equal labels the first."""
    found = forecast(view, decision, answer)
    return {figure.what: figure for figure in reversed(found)}


def whys(figure: ForecastFigure) -> list[tuple[int, str, str]]:
    return [(r.amount, r.why, r.clause) for r in figure.reasons]


def volley(view: TableView) -> AttackForecast:
    return attack(
        view, B, [shooting.attack_group(view, group) for group in volley_of(view, A, B)]
    )


# Shooting


@pytest.mark.rule("MC-15", "MC-16", "MC-17", "MC-18")
def test_one_rifle_is_told_from_its_needs_to_the_models_it_costs() -> None:
    """20 inches: one shot, 4+; S 3 against T 4 wounds on 5+; a brute saves on 4+."""
    view = view_of_units(unit(A, US, ["warden"], 10, 10), unit(B, THEM, ["brute"], 10, 30))
    found = figures_by_label(view, choice_of(CommonKind.TARGET, A), B)

    assert [found[w].need for w in ("to hit", "to wound", "to save")] == [4, 5, 4]
    assert found["wounds lost"].spread == near_all(Fraction(11, 12), Fraction(1, 12), 0, 0)
    assert found["models lost"].spread == near_all(1, 0)
    assert (found["is destroyed"].value, found["hits"].value) == near_all(0, Fraction(1, 2))


@pytest.mark.rule("MC-14")
def test_a_penalty_is_told_with_its_reason() -> None:
    view = view_of_units(unit(A, US, ["walker"], 10, 10), unit(B, THEM, ["brute"], 10, 40))
    found = figures_by_label(with_mark(view, A, MOVED), choice_of(CommonKind.TARGET, A), B)

    assert found["to hit"].need == 4
    assert whys(found["to hit"])[1:] == [(-1, "heavy, and moved", "MC-14")]


@pytest.mark.rule("MC-17")
def test_the_save_tells_of_ap_and_cover() -> None:
    """Armour 5+, AP -1, in a ruin +1: 5+."""
    ruin = terrain("ruin", TerrainKind.RUIN, square(8, 28, 6, 6), bonus=2)
    view = view_of_units(
        unit(A, US, ["walker"], 10, 10), unit(B, THEM, ["warden"], 10, 31), terrain=(ruin,)
    )
    found = figures_by_label(view, choice_of(CommonKind.TARGET, A), B)

    assert found["to save"].need == 5
    assert [why[0] for why in whys(found["to save"])] == [0, -1, 1]


def square(left: float, top: float, wide: float, high: float) -> tuple[Point, ...]:
    right, low = left + wide, top + high
    return (Point(left, top), Point(right, top), Point(right, low), Point(left, low))


@pytest.mark.rule("MC-14")
def test_rapid_fire_within_half_range_is_told_with_twice_the_shots() -> None:
    view = view_of_units(unit(A, US, ["warden"] * 2, 10, 20), unit(B, THEM, ["brute"], 10, 30))

    assert len(figures_by_label(view, choice_of(CommonKind.TARGET, A), B)["hits"].spread) == 5


@pytest.mark.rule("MC-25")
def test_who_may_flee_for_an_attack_is_told_with_it() -> None:
    """A brute of Ld 9 cannot flee after one loss; some of five wardens of Ld 6 may flee."""
    view = view_of_units(unit(A, US, ["walker"], 10, 20), unit(B, THEM, ["warden"] * 5, 10, 30))

    assert figures_by_label(view, choice_of(CommonKind.TARGET, A), B)["flee then"].value > 0.0


@pytest.mark.rule("MC-25")
def test_who_lost_models_before_in_the_turn_is_told_to_flee_sooner() -> None:
    """Two lost before, Ld 6: one shot fells a third by 1/6, and 4, 5, 6 make 1, 2, 3 flee."""
    view = view_of_units(unit(A, US, ["warden"], 10, 10), unit(B, THEM, ["warden"] * 5, 10, 30))
    gone = Loss(ModelId("b-9"), unit=B, side=THEM, how=How.SHOT, when=view.table.clock)
    view.table.losses = (gone, gone)
    found = figures_by_label(view, choice_of(CommonKind.TARGET, A), B)

    assert found["models lost"].value == near(1 / 6)
    mean = [(5 * two + three) / 36 for two, three in ((4, 3), (1, 1), (1, 1), (0, 1))]
    assert found["flee then"].spread == near_all(*mean)


@pytest.mark.rule("MC-12")
def test_split_fire_is_told_for_the_weapon_that_is_asked_about() -> None:
    view = view_of_units(
        unit(A, US, ["sergeant", "warden"], 10, 20), unit(B, THEM, ["brute"], 10, 30)
    )
    found = forecast(view, choice_of(CommonKind.TARGET, A, weapon="pistol"), B)

    assert {f.about for f in found if f.what == "to hit"} == {"pistol"}
    assert forecast(view, choice_of(CommonKind.TARGET, A), "split") == ()
    assert forecast(view, choice_of(CommonKind.TARGET, "a-1"), B)[0].about == "pistol"


@pytest.mark.rule("MC-21")
def test_overwatch_is_told_with_sixes() -> None:
    view = view_of_units(unit(A, US, ["warden"], 10, 20), unit(B, THEM, ["leaper"], 10, 30))
    found = figures_by_label(view, choice_of(ModernKind.OVERWATCH, A, B), B)

    assert found["to hit"].need == 6
    assert whys(found["to hit"]) == [(0, "unmodified 6s only", "MC-21")]
    assert found["hits"].value == near(Fraction(2, 6))
    assert forecast(view, choice_of(ModernKind.OVERWATCH, A, B), PASS) == ()


@pytest.mark.rule("MP-06")
def test_what_leaks_is_reckoned_with() -> None:
    view = VOLLEYS["behind what leaks"]
    (group,) = volley_of(view, A, B)

    assert all(LEAK in a.hit.triggers for a in shooting.attack_group(view, group).attacks)
    assert [f.need for f in volley(view).dice if f.what == "to save"] == [2]


@pytest.mark.rule("MP-01")
def test_each_firer_is_reckoned_with_the_cover_against_it() -> None:
    """A barricade an inch before the target hides it from a firer before it, not from aside."""
    line = terrain(
        "barricade", TerrainKind.BARRICADE, square(8, 28.6, 4, 0.4), bonus=2, impassable=True
    )
    view = view_of_units(
        unit(A, US, ["warden", "warden"], 10, 14, apart=28.0),
        unit(B, THEM, ["veteran"], 10, 30),
        terrain=(line,),
        system="matched",
    )
    before = TableView(view.table.fork(), view.rules)
    aside = replace(before.table.models[ModelId("a-2")], at=Point(30, 30.2))
    before.table.models[aside.id] = aside
    found = volley(before)
    (group,) = volley_of(before, A, B)

    covers = [a.hit.cover for a in shooting.attack_group(before, group).attacks]
    assert [cover and cover.bonus for cover in covers] == [2, 0]
    assert [f.need for f in found.dice if f.what == "to save"] == [2, 3]


@pytest.mark.rule("MC-03", "MP-08")
def test_what_is_rolled_again_by_rule_is_told_with_its_reason() -> None:
    """4+ and ones rolled again: 1/2 + 1/6 x 1/2; the same for a save of 4+."""
    relay, field_ = Again("relay", "MP-08", 0, 2), Again("scatterfield", "MP-08", 0, 2)
    hooks = HIT_AGAIN.gets(lambda *_: [relay]), SAVE_AGAIN.gets(lambda *_: [field_])
    view = view_of_units(unit(A, US, ["warden"], 10, 10), unit(B, THEM, ["brute"], 10, 30))
    rules = GameRules(modern({}), [Module("again", hooks)])
    found = figures_by_label(TableView(view.table, rules), choice_of(CommonKind.TARGET, A), B)

    assert found["to hit"].value == near(Fraction(7, 12))
    assert whys(found["to hit"])[-1] == (0, "relay", "MP-08")
    assert found["to save"].value == near(Fraction(7, 12))
    unsaved = Fraction(7, 12) * Fraction(2, 6) * Fraction(5, 12)
    assert found["not saved"].spread == near_all(1 - unsaved, unsaved)


# Charges and fights


@pytest.mark.rule("MC-22")
def test_a_charge_needs_to_come_within_an_inch() -> None:
    """Edges 6 inches apart: 5 are enough."""
    view = view_of_units(
        unit(A, US, ["leaper"], 10, 20), unit(B, THEM, ["warden"], 10, 27), phase="charge"
    )
    found = figures_by_label(view, choice_of(CommonKind.CHARGE, A), B)

    assert (found["arrives"].need, found["arrives"].value) == (5, near(Fraction(30, 36)))
    assert "with a die re-rolled" not in found
    assert found["lost to Overwatch"].about == A
    assert "is destroyed" in found


@pytest.mark.rule("MC-22", "MC-27")
def test_who_has_a_command_point_is_told_what_a_re_roll_adds() -> None:
    view = view_of_units(
        unit(A, US, ["leaper"], 10, 20),
        unit(B, THEM, ["warden"], 10, 27),
        phase="charge",
        points=1,
    )
    found = figures_by_label(view, choice_of(CommonKind.CHARGE, A), B)

    assert found["with a die re-rolled"].value > found["arrives"].value


@pytest.mark.rule("MC-22")
def test_a_wall_in_the_way_makes_a_charge_longer_than_the_crow_flies() -> None:
    wall = terrain("wall", TerrainKind.WALL, square(6, 23, 8, 1))
    view = view_of_units(
        unit(A, US, ["leaper"], 10, 20),
        unit(B, THEM, ["warden"], 10, 27),
        phase="charge",
        terrain=(wall,),
    )
    need = charge_need(view, A, [B])

    assert 5 < need <= 12
    assert charge_march(view.table, A, [B], float(need)).suggested
    assert not charge_march(view.table, A, [B], float(need - 1)).suggested


@pytest.mark.rule("MC-22")
def test_no_charge_reaches_what_is_out_of_its_reach() -> None:
    view = view_of_units(
        unit(A, US, ["leaper"], 10, 10), unit(B, THEM, ["warden"], 10, 30), phase="charge"
    )

    assert figures_by_label(view, choice_of(CommonKind.CHARGE, A), B)["arrives"].value == 0.0


@pytest.mark.rule("MC-20")
def test_a_further_target_is_told_together_with_those_named() -> None:
    view = view_of_units(
        unit(A, US, ["leaper"], 10, 20),
        unit(B, THEM, ["warden"], 10, 27),
        unit(C, THEM, ["skitterer"], 12, 27),
        phase="charge",
    )
    both = forecast(view, choice_of(ModernKind.CHARGE_ALSO, A, C), C)
    alone = forecast(view, choice_of(ModernKind.CHARGE_ALSO, A, C), PASS)

    assert [f.what for f in both].count("lost to Overwatch") == 2
    assert [f.what for f in alone].count("lost to Overwatch") == 1


@pytest.mark.rule("MC-24")
def test_blows_are_told_for_whom_they_strike_and_with_what() -> None:
    view = view_of_units(
        unit(A, US, ["commander"], 10, 20), unit(B, THEM, ["brute"], 10, 21.2), phase="fight"
    )

    assert (
        figures_by_label(view, choice_of(CommonKind.STRIKE_AT, A), B)["to wound"].about
        == "power blade"
    )
    assert (
        figures_by_label(view, choice_of(CommonKind.STRIKE_WITH, "a-1"), "power blade")[
            "to hit"
        ].need
        == 3
    )
    assert whys(figures_by_label(view, choice_of(CommonKind.STRIKE_AT, A), B)["to hit"]) == [
        (0, "WS 3+", "MC-15")
    ]
    assert figures_by_label(view, choice_of(ModernKind.FIGHTER, "", A), A) == figures_by_label(
        view, choice_of(CommonKind.STRIKE_AT, A), B
    )


@pytest.mark.rule("MC-20", "MC-22")
def test_pointing_at_an_enemy_in_the_charge_phase_tells_of_a_charge_that_is_allowed() -> None:
    both = unit(A, US, ["leaper"], 10, 20), unit(B, THEM, ["warden"], 10, 27)
    view = view_of_units(*both, phase="charge")

    assert next(PROSPECTS.of(view, UnitPair(A, B))).what == "arrives"
    assert list(PROSPECTS.of(with_mark(view, A, ADVANCED), UnitPair(A, B))) == []
    assert list(PROSPECTS.of(with_mark(view, A, HANDLED), UnitPair(A, B))) == []
    assert list(PROSPECTS.of(view, UnitPair(B, A))) == []


@pytest.mark.rule("MC-12", "MC-24")
def test_pointing_at_an_enemy_tells_of_shots_and_in_a_fight_of_blows() -> None:
    both = unit(A, US, ["warden"], 10, 20), unit(B, THEM, ["brute"], 10, 21.2)

    far = view_of_units(unit(A, US, ["warden"], 10, 20), unit(B, THEM, ["brute"], 10, 30))
    fight = list(PROSPECTS.of(view_of_units(*both, phase="fight"), UnitPair(A, B)))
    assert fight[0].about == "bare hands"
    assert next(PROSPECTS.of(far, UnitPair(A, B))).about == "rifle"
    assert list(PROSPECTS.of(view_of_units(*both), UnitPair(A, B))) == []


# Powers


def circle(*, denier: bool = False, wounds: int = 3) -> TableView:
    foes = [unit(B, THEM, ["brute"] * 2, 10, 30, 2.2)]
    if denier:
        foes.append(unit(C, THEM, ["oracle"], 20, 30))
    return view_of_units(unit(A, US, ["seer"], 10, 20, wounds=[wounds]), *foes, phase="psychic")


@pytest.mark.rule("MC-08", "MC-10", "MC-11")
def test_a_mind_bolt_is_told_from_its_test_to_its_wounds() -> None:
    found = figures_by_label(circle(), choice_of(CommonKind.POWER), f"a-1 {BOLT}")

    assert (found["is manifested"].need, found["is manifested"].value) == (5, near(5 / 6))
    assert found["perils"].value == near(2 / 36)
    assert found["its psyker dies"].value == near(Fraction(2, 36) * Fraction(1, 3))
    assert "is denied" not in found
    assert found["mortal wounds"].about == B


@pytest.mark.rule("MC-09")
def test_who_may_deny_is_reckoned_with() -> None:
    found = figures_by_label(circle(denier=True), choice_of(CommonKind.POWER), f"a-1 {BOLT}")

    assert found["takes effect"].value < found["is manifested"].value
    assert found["is denied"].value > 0.0


@pytest.mark.rule("MC-09")
def test_to_deny_is_told_against_the_power_that_works_otherwise() -> None:
    """An 8 is beaten by 9 and more: 10 of 36; a mind bolt at 8 is d3."""
    on = PowerCast(ModelId("a-1"), 8)
    found = figures_by_label(circle(denier=True), choice_of(ModernKind.DENY, A, on=on), "c-1")
    lets = figures_by_label(circle(denier=True), choice_of(ModernKind.DENY, A, on=on), PASS)

    assert (found["denies it"].need, found["denies it"].value) == (9, near(Fraction(10, 36)))
    assert "denies it" not in lets
    assert lets["mortal wounds"].spread == near_all(0, *[Fraction(1, 3)] * 3)


# Re-rolls


def roll_choice(what: str, need: int, *faces: int, **more: Any) -> Choose:
    cast = Roll("MC-15", by=US, what=what, need=need, who=A, target=B, faces=faces, **more)
    return choice_of(CommonKind.BREAK_IN, A, on=cast)


@pytest.mark.rule("MC-27")
def test_a_miss_rolled_again_is_told_before_and_after() -> None:
    """Two hits of three shots wound on 5+ and are saved on 4+: 1/6 each; the third, 1/12."""
    view = view_of_units(
        unit(A, US, ["warden"] * 3, 10, 10), unit(B, THEM, ["warden"] * 5, 10, 30)
    )
    question = roll_choice("to hit", 4, 4, 6, 2, weapon="rifle")
    again, lets = (
        figures_by_label(view, question, "Roll the 2 again"),
        figures_by_label(view, question, PASS),
    )

    each = Fraction(1, 2) * Fraction(2, 3)
    assert again["succeeds rolled again"].value == near(0.5)
    assert again["models lost as rolled"].value == near(2 * each)
    assert again["models lost rolled again"].value == near(2 * each + each / 2)
    assert set(lets) == {"models lost as rolled"}


@pytest.mark.rule("MC-27")
def test_a_wound_roll_that_rends_counts_as_one_that_does() -> None:
    view = view_of_units(
        unit(A, US, ["stalker"], 10, 20),
        unit(B, THEM, ["veteran"] * 3, 10, 21.2),
        phase="fight",
    )
    question = roll_choice("to wound", 4, 6, 4, 1, weapon="rending claws")
    found = figures_by_label(view, question, "Roll the 1 again")

    assert found["models lost as rolled"].spread[1] == near(Fraction(1, 2) * 1 * 1)


@pytest.mark.rule("MC-27")
def test_a_charge_that_falls_short_is_told_with_each_die() -> None:
    """2d6 must make 5: 1 and 2 fall short; the 1 needs a 3, the 2 a 4."""
    view = view_of_units(
        unit(A, US, ["leaper"], 10, 20), unit(B, THEM, ["warden"], 10, 27), phase="charge"
    )
    question = roll_choice("charge", 0, 1, 2, total=True)

    assert figures_by_label(view, question, "Roll the 1 again")[
        "succeeds rolled again"
    ].value == near(4 / 6)
    assert figures_by_label(view, question, "Roll the 2 again")[
        "succeeds rolled again"
    ].value == near(3 / 6)
    assert figures_by_label(view, question, PASS)["succeeds as rolled"].value == 0.0


@pytest.mark.rule("MC-10", "MC-27")
def test_a_psychic_test_rolled_again_is_told_with_its_perils() -> None:
    """One die of a double 1 is rolled again: 4 and more reach 5; a 1 brings perils anew."""
    found = figures_by_label(
        circle(), roll_choice("psychic test", 5, 1, 1, total=True), "Roll the 1 again"
    )

    assert found["succeeds rolled again"].value == near(3 / 6)
    assert (found["perils as rolled"].value, found["perils rolled again"].value) == near_all(
        1, Fraction(1, 6)
    )


@pytest.mark.rule("MC-05", "MC-18", "MC-27")
def test_what_is_counted_is_told_as_it_lies_and_rolled_again() -> None:
    """A d3 that shows a 2 counts 1; again it is 2 on average. An advance of 2 with -1 is 1."""
    view, sixth = circle(), Fraction(1, 6)
    damage = figures_by_label(
        view, roll_choice("damage, d3", 0, 2, total=True), "Roll the 2 again"
    )
    less = (Reason(-1, "acid rain", "MP-13"),)
    advance = figures_by_label(
        view, roll_choice("advance", 0, 2, total=True, reasons=less), "Roll the 2 again"
    )

    assert damage["damage as rolled"].value == near(1)
    assert damage["damage rolled again"].spread == near_all(0, 2 * sixth, 2 * sixth, 2 * sixth)
    assert advance["inches as rolled"].value == near(1)
    assert advance["inches rolled again"].spread == near_all(*[sixth] * 6)


@pytest.mark.rule("MC-25", "MC-27")
def test_a_morale_die_is_told_by_how_many_flee() -> None:
    """Ld 6, three lost: a 5 makes two flee; of the six faces 4, 5 and 6 make some flee."""
    view = view_of_units(unit(A, US, ["warden"] * 5, 10, 20), unit(B, THEM, ["brute"], 10, 40))
    question = roll_choice("morale", 3, 5, reasons=lost(3), under=True)
    found = figures_by_label(view, question, "Roll the 5 again")

    assert found["flee as rolled"].spread == near_all(0, 0, 1)
    assert found["flee rolled again"].spread == near_all(
        *[Fraction(n, 6) for n in (3, 1, 1, 1)]
    )


def lost(many: int) -> tuple[Reason, ...]:
    return Reason(0, "Ld 6", "MC-25"), Reason(many, "lost in this turn", "MC-25")


@pytest.mark.rule("MC-05")
def test_an_advance_is_told_by_the_inches_that_it_adds() -> None:
    view = view_of_units(unit(A, US, ["warden"], 10, 20), unit(B, THEM, ["brute"], 10, 40))

    sixth = Fraction(1, 6)
    found = figures_by_label(view, choice_of(CommonKind.PACE, A), "advance")
    assert found["inches more"].spread == near_all(0, *[sixth] * 6)
    assert figures_by_label(view, choice_of(CommonKind.PACE, A), "move") == {}


@pytest.mark.rule("MC-27")
def test_a_counter_blow_is_told_by_what_the_unit_would_strike() -> None:
    view = view_of_units(
        unit(A, US, ["commander"], 10, 20), unit(B, THEM, ["brute"], 10, 21.2), phase="fight"
    )
    options = Option("Counter-blow a", "Counter-blow", anchor=A), pass_option("No")
    question = Choose(
        US, clause="MC-27", asks="?", options=options, kind=CommonKind.BREAK_IN, on=B
    )

    assert figures_by_label(view, question, "Counter-blow a")["to hit"].about == "power blade"
    assert figures_by_label(view, question, PASS) == {}


@pytest.mark.rule("MC-27")
def test_to_hold_firm_is_told_with_those_who_would_flee() -> None:
    view = view_of_units(unit(A, US, ["warden"] * 5, 10, 20), unit(B, THEM, ["brute"], 10, 40))
    question = choice_of(CommonKind.BREAK_IN, A, on=MoraleCheck(A, 3))

    assert figures_by_label(view, question, "Hold firm")["flee"].value == 0.0
    assert figures_by_label(view, question, PASS)["flee"].value == near(1)


# Comparison with dice: the rules themselves, many times


def first(asked: Decision[Any], table: Table) -> Any:
    return next(asked.samples(table, 1))


def each_with_games(cases: Iterable[str]) -> list[Any]:
    """Return parameters: many games of each case, and first a few of the first."""
    listed = [*cases]
    return few([(listed[0], FEW), *((case, MANY) for case in listed)])


def lost_in(
    view: TableView,
    play: Callable[[Game], Coroutine[Any, Any, Any]],
    games: int,
    *victims: UnitId,
) -> list[Spread]:
    """Return for each unit the share of games in which a rule costs it 0, 1, 2, … models."""
    whole = [len(view.table.of(victim)) for victim in victims]
    counts = [[0] * (many + 1) for many in whole]
    for seed in range(games):
        game = game_with_dice(view, seed * 104729 + 7)
        carried_out(play(game), first, game.table)
        for victim, many, counted in zip(victims, whole, counts, strict=True):
            counted[many - len(game.table.of(victim))] += 1
    return [tuple(count / games for count in counted) for counted in counts]


def agrees(seen: Sequence[float], spread: Spread, games: int) -> bool:
    return all(
        abs(a - p) <= 4 * sqrt(p * (1 - p) / games) + 1e-9
        for a, p in zip(seen, spread, strict=True)
    )


def fired(view: TableView) -> Callable[[Game], Coroutine[Any, Any, Any]]:
    return lambda game: fire(game, A, aims(game, A, B, enemies_close_by(game.table)))


PIPE: Terrain = terrain("pipe", TerrainKind.RUIN, square(6, 27, 14, 6), bonus=2, leaks=True)
VOLLEYS = {
    "a bio-cannon at armour": view_of_units(
        unit(A, US, ["colossus"], 10, 10), unit(B, THEM, ["veteran"] * 3, 10, 30)
    ),
    "rifles and a pistol at the wounded": view_of_units(
        unit(A, US, ["sergeant", *["warden"] * 2], 10, 20),
        unit(B, THEM, ["brute"] * 2, 10, 30, 2.2, [1]),
    ),
    "unlike saves": view_of_units(
        unit(A, US, ["walker"], 10, 10),
        unit(B, THEM, ["veteran", "warden", "veteran"], 10, 30),
    ),
    "behind what leaks": view_of_units(
        unit(A, US, ["warden"] * 8, 6, 18),
        unit(B, THEM, ["veteran"] * 3, 10, 30),
        terrain=(PIPE,),
        system="matched",
    ),
}


@pytest.mark.parametrize(("case", "games"), each_with_games(VOLLEYS))
def test_fire_of_the_modern_core_falls_as_its_odds_say(case: str, games: int) -> None:
    view = VOLLEYS[case]
    odds = volley(view).odds
    (seen,) = lost_in(view, fired(view), games, B)

    assert odds.lost[0] < 1.0
    assert agrees(seen, odds.lost, games)


@pytest.mark.slow
@pytest.mark.rule("MC-21")
def test_overwatch_falls_as_its_odds_say() -> None:
    view = view_of_units(
        unit(A, US, ["warden"] * 8, 6, 20), unit(B, THEM, ["leaper"] * 4, 8, 26), phase="charge"
    )
    salvos = [shooting.attack_group(view, group) for group in overwatch_of(view, A, B)]

    (seen,) = lost_in(view, lambda game: overwatch(game, A, B), MANY, B)
    assert agrees(seen, attack(view, B, salvos).odds.lost, MANY)


@pytest.mark.rule("MC-24")
@pytest.mark.parametrize(
    ("kind", "games"), each_with_games(["stalker", "spawn", "seer", "colossus"])
)
def test_blows_fall_as_their_odds_say(kind: str, games: int) -> None:
    view = view_of_units(
        unit(A, US, [kind] * 2, 10, 20, 2.6),
        unit(B, THEM, ["veteran"] * 4, 9, 21.9),
        phase="fight",
    )
    odds = blows_now(view, A, B)
    (seen,) = lost_in(view, lambda game: strike(game, A), games, B)

    assert odds
    assert odds.odds.lost[0] < 1.0
    assert agrees(seen, odds.odds.lost, games)


@pytest.mark.rule("MC-08", "MC-09", "MC-10", "MC-11")
@pytest.mark.parametrize("games", few([FEW, MANY]))
def test_mind_bolts_fall_as_their_odds_say(games: int) -> None:
    """The enemy denies whenever it may; the psyker has one wound left."""
    view = circle(denier=True, wounds=1)
    seer = view.table.models[ModelId("a-1")]
    odds = manifest_odds(manifest_of(view, seer, POWERS[BOLT]))
    found = figures_by_label(view, choice_of(CommonKind.POWER), f"a-1 {BOLT}")

    def play(game: Game) -> Coroutine[Any, Any, Any]:
        return attempt(game, seer.id, POWERS[BOLT])

    theirs, ours = lost_in(view, play, games, B, A)
    assert agrees(theirs, found["models lost"].spread, games)
    assert agrees(ours, (1 - odds.dies, odds.dies), games)
