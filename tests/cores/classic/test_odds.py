from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import fsum, sqrt
from typing import Any

import pytest

from game.cores.classic.rules.blast_odds import landings
from game.cores.classic.rules.combat import exchange
from game.cores.classic.rules.forecasts import charge_odds
from game.cores.classic.rules.melee_odds import (
    AttackChoices,
    RoundOdds,
    caught_chance,
    round_odds,
)
from game.cores.classic.rules.odds import (
    CountedAttacks,
    Futures,
    RanksOrder,
    WoundSlot,
    leadership_chance,
    lost_models,
    passes,
)
from game.cores.classic.rules.shooting import fire
from game.cores.classic.rules.shooting_odds import VolleyOdds, volley_odds
from game.cores.classic.rules.unit_state import combat_of
from game.cores.kit.attack_odds import CERTAIN, AttackBatch, shows, succeeds
from game.cores.kit.dice import Again
from game.cores.kit.probability import Spread, average
from game.cores.kit.queries import TableView, forecast
from game.geometry.points import Point
from game.play.decisions import Choose, CommonKind, Decision, DecisionKind, pass_option
from game.table.board import Terrain, TerrainKind, terrain
from game.table.events import Reason
from game.table.records import Fire, Profile, Weapon
from game.table.state import Table
from tests.cores.classic.odds_tables import (
    CLAWS,
    FIST,
    FRAG,
    PISTOL,
    PLASMA,
    RENDING,
    RIFLE,
    THEM,
    US,
    A,
    B,
    Row,
    carried_out,
    charged,
    duel,
    game_with_dice,
    row_of,
)
from tests.tiers import few
from tests.tools.nearness import near, near_all

WARDEN = Profile("warden", sv=5, weapons=(RIFLE,))
GUNNER = Profile("gunner", sv=5, weapons=(PLASMA,))
HEAVY = Profile("heavy gunner", w=2, sv=5)
SKITTERER = Profile("skitterer", i=4, ld=6, sv=6, weapons=(CLAWS,))
STALKER = Profile("stalker", ws=6, bs=0, s=4, t=4, i=6, a=2, ld=10, sv=5, weapons=(RENDING,))
BRUTE = Profile("brute", ws=5, s=4, t=4, w=2, sv=5, rules=("fearless",))
WILD = Profile("wild one", sv=6, rules=("fearless",))


def odds_of_volley(view: TableView) -> VolleyOdds:
    odds = volley_odds(view, A, B)
    assert odds
    return odds


def odds_of_round(view: TableView, choices: AttackChoices | None = None) -> RoundOdds:
    return round_odds(view, combat_of(view.table, A), US, choices)


# Single rolls


@pytest.mark.rule("CC-03")
@pytest.mark.parametrize(("need", "ways"), [(12, 36), (7, 21), (3, 3), (2, 1), (1, 1), (-3, 1)])
def test_a_leadership_test_passes_on_so_many_of_36_ways(need: int, ways: int) -> None:
    assert passes(need) == near(Fraction(ways, 36))


@pytest.mark.rule("CC-05", "CC-09")
@pytest.mark.parametrize(
    ("need", "again", "chance"),
    [
        (4, None, Fraction(1, 2)),
        (4, Again("twin-linked", "CC-09", 4), Fraction(3, 4)),
        (2, Again("BS 6", "CC-05", 6), Fraction(31, 36)),
    ],
)
def test_a_roll_that_may_be_taken_up_again(
    need: int, again: Again | None, chance: Fraction
) -> None:
    assert succeeds(need, again) == near(chance)


def test_a_die_that_is_taken_up_shows_a_one_less_often() -> None:
    assert shows(1, 4, None) == near(Fraction(1, 6))
    assert shows(1, 4, Again("twin-linked", "CC-09", 4)) == near(Fraction(1, 12))


# Shooting


@pytest.mark.rule("CC-12", "CC-13")
def test_a_rifle_costs_a_skitterer_five_times_in_24_shots() -> None:
    """Hits on 4+, wounds on 4+, is saved on 6+."""
    odds = odds_of_volley(duel(row_of(WARDEN, 1, 10, 30), row_of(SKITTERER, 3, 10, 12)))

    assert odds.lost == near_all(Fraction(19, 24), Fraction(5, 24), Fraction(0), Fraction(0))
    assert average(odds.lost) == near(Fraction(5, 24))
    hit, wound, save, hits = odds.groups[0].figures
    assert (hit.need, hit.clause, [r.why for r in hit.reasons]) == (4, "CC-05", ["BS 3"])
    assert (wound.need, wound.clause) == (4, "CC-12")
    assert wound.reasons == (Reason(0, "S 3 against T 3", "CC-12"),)
    assert (save.need, save.clause, save.value) == (6, "CC-13", near(Fraction(1, 6)))
    assert (hits.spread, hits.value) == (near_all(Fraction(1, 2), Fraction(1, 2)), 0.5)


@pytest.mark.rule("CC-09")
def test_within_twelve_inches_a_rifle_shoots_twice() -> None:
    odds = odds_of_volley(duel(row_of(WARDEN, 1, 10, 30), row_of(SKITTERER, 3, 10, 20)))

    assert odds.lost[0] == near(Fraction(19, 24) ** 2)


def test_more_wounds_than_models_wipe_the_unit_out() -> None:
    odds = odds_of_volley(duel(row_of(WARDEN, 1, 10, 30), row_of(SKITTERER, 1, 10, 20)))

    assert odds.destroys == near(1 - Fraction(19, 24) ** 2)
    assert fsum(odds.lost) == near(1)


@pytest.mark.rule("CC-16")
def test_instant_death_needs_one_wound_where_two_are_needed_without() -> None:
    """Plasma hits on 4+ and wounds on 2+: 5/12 a shot, two shots, no save."""
    tough = odds_of_volley(duel(row_of(GUNNER, 1, 10, 30), Row((BRUTE,), 10, 20)))
    frail = odds_of_volley(duel(row_of(GUNNER, 1, 10, 30), Row((HEAVY,), 10, 20)))

    assert tough.destroys == near(Fraction(5, 12) ** 2)
    assert tough.wounds == near_all(Fraction(49, 144), Fraction(70, 144), Fraction(25, 144))
    assert frail.destroys == near(1 - Fraction(7, 12) ** 2)
    assert frail.wounds == near_all(Fraction(49, 144), Fraction(0), Fraction(95, 144))


@pytest.mark.rule("CC-09")
def test_a_hot_weapon_may_cost_its_firer() -> None:
    """A 1 in six, not saved on 5+: 1/9 a die, two dice."""
    odds = odds_of_volley(duel(row_of(GUNNER, 1, 10, 30), row_of(SKITTERER, 3, 10, 20)))

    assert odds.own == near_all(Fraction(64, 81), Fraction(17, 81))


@pytest.mark.rule("CC-15")
def test_cover_is_in_the_odds_with_what_gives_it() -> None:
    hedge = terrain("hedge", TerrainKind.HEDGE, (Point(0, 21), Point(40, 21)), closed=False)
    odds = odds_of_volley(
        duel(row_of(WARDEN, 1, 10, 30), row_of(SKITTERER, 3, 10, 20), terrain=(hedge,))
    )

    assert odds.lost[0] == near((1 - Fraction(1, 4) * Fraction(2, 3)) ** 2)
    save = odds.groups[0].figures[2]
    (reason,) = save.reasons
    assert (save.need, save.clause, reason.why, reason.about) == (
        5,
        "CC-15",
        "cover: hedge",
        "hedge",
    )


@pytest.mark.parametrize(
    ("reach", "whose"),
    [
        (0.0, ["rifle"]),
        (11.0, ["rifle"]),
        (12.0, ["rifle of 1 model", "rifle of 2 models"]),
        (40.0, ["rifle"]),
    ],
)
def test_groups_of_one_weapon_say_who_fires(reach: float, whose: list[str]) -> None:
    """Behind a hedge of this length some shots have another save to pass."""
    hedge = terrain("hedge", TerrainKind.HEDGE, (Point(0, 21), Point(reach, 21)), closed=False)
    view = duel(row_of(WARDEN, 3, 10, 22), row_of(SKITTERER, 1, 11, 20), terrain=(hedge,))
    figures = [figure for group in odds_of_volley(view).groups for figure in group.figures]
    assert list(dict.fromkeys([f.about for f in figures])) == whose


@pytest.mark.rule("CC-07")
def test_the_weapon_with_the_most_losses_is_taken_unless_another_is_named() -> None:
    both = Profile("gunner", sv=5, weapons=(PISTOL, PLASMA))
    view = duel(row_of(both, 2, 10, 30), row_of(SKITTERER, 6, 10, 20))

    assert [b.weapon for b in odds_of_volley(view).groups] == ["plasma gun"]
    named = volley_odds(view, A, B, {"gunner": "pistol"})
    assert named
    assert [b.weapon for b in named.groups] == ["pistol"]


def test_whoever_cannot_shoot_has_no_odds() -> None:
    assert (
        volley_odds(duel(row_of(WARDEN, 1, 10, 47), row_of(SKITTERER, 1, 10, 1)), A, B) is None
    )


@pytest.mark.rule("CC-32")
def test_a_quarter_lost_may_make_the_rest_run() -> None:
    """One of three lost is enough; Ld 6 fails 21 times in 36."""
    odds = odds_of_volley(duel(row_of(WARDEN, 1, 10, 30), row_of(SKITTERER, 3, 10, 12)))

    assert odds.breaks == near(Fraction(5, 24) * Fraction(21, 36))


@pytest.mark.rule("CC-32")
def test_one_of_five_lost_is_less_than_a_quarter() -> None:
    odds = odds_of_volley(duel(row_of(WARDEN, 1, 10, 30), row_of(SKITTERER, 5, 10, 12)))

    assert odds.breaks == 0.0


@pytest.mark.rule("CC-32")
def test_of_a_lone_model_nobody_is_left_to_run() -> None:
    lone = odds_of_volley(duel(row_of(WARDEN, 1, 10, 30), row_of(SKITTERER, 1, 10, 12)))
    two = odds_of_volley(duel(row_of(WARDEN, 1, 10, 30), row_of(SKITTERER, 2, 10, 12)))

    assert "falls back" not in {figure.what for figure in lone.figures()}
    assert "falls back" in {figure.what for figure in two.figures()}


@pytest.mark.rule("CC-32")
def test_fearless_units_do_not_run() -> None:
    view = duel(row_of(WARDEN, 1, 10, 30), row_of(WILD, 3, 10, 12))

    assert odds_of_volley(view).breaks == 0.0
    assert leadership_chance(view, view.table.units[B]) == 1.0


# Casualties


def futures_after(start: Futures, wounds: int, harm: CountedAttacks) -> Futures:
    return harm.after(start, wounds)


def sure(
    *, slays: bool = False, alike: bool = True, fails: tuple[float, float] = (1.0, 1.0)
) -> CountedAttacks:
    """Return wounds that are sure, but for the saves of two kinds of models."""
    saves = tuple(((1.0 - chance, chance),) for chance in fails)
    order = RanksOrder((slays, slays))
    return CountedAttacks(
        AttackBatch(CERTAIN, hit=CERTAIN, spared=(), wounded=saves), order, alike
    )


@pytest.mark.rule("CC-17")
@pytest.mark.parametrize(("wounds", "lost"), [(1, 0), (2, 0), (3, 1), (4, 2), (5, 2)])
def test_everybody_takes_a_wound_before_anybody_takes_two(wounds: int, lost: int) -> None:
    start = (WoundSlot(0, 2), WoundSlot(0, 2))

    assert average(lost_models(start, futures_after({start: 1.0}, wounds, sure()))) == near(
        lost
    )


@pytest.mark.rule("CC-16")
def test_instant_death_takes_a_model_a_wound() -> None:
    start = (WoundSlot(0, 2), WoundSlot(0, 2))
    left = futures_after({start: 1.0}, 1, sure(slays=True))

    assert left == {(WoundSlot(0, 2),): 1.0}


def test_the_owner_gives_a_wound_to_whoever_survives_it() -> None:
    start = (WoundSlot(0, 1), WoundSlot(0, 2))
    left = futures_after({start: 1.0}, 1, sure())

    assert left == {(WoundSlot(0, 1), WoundSlot(0, 1, given=True)): 1.0}


@pytest.mark.rule("CC-17")
def test_where_saves_differ_a_saved_wound_was_given_too() -> None:
    """A wound saved by the first model is used up, too: of two wounds each model gets one."""
    start = (WoundSlot(0, 1), WoundSlot(1, 1))
    harm = sure(alike=False, fails=(0.0, 1.0))
    left = futures_after({start: 1.0}, 2, harm)

    assert left == {(WoundSlot(0, 1, given=True),): 1.0}


# Blasts


@pytest.mark.rule("CC-10")
def test_the_landings_of_a_marker_are_a_whole() -> None:
    places = list(landings(Point(20, 20), 3))

    assert fsum([chance for chance, _ in places]) == near(1)
    assert len(places) == 9 * 36 + 1


@pytest.mark.rule("CC-10")
def test_a_lone_model_is_touched_while_the_marker_lies_within_two_inches() -> None:
    """On a hit, or if 2d6 - 3 is 2 or less: a total of 5 or less, 10 ways of 36."""
    gunner = Profile("grenadier", weapons=(FRAG,))
    odds = odds_of_volley(duel(row_of(gunner, 1, 10, 30), row_of(SKITTERER, 1, 10, 10)))

    touched = Fraction(1, 3) + Fraction(2, 3) * Fraction(10, 36)
    assert odds.blasts[0].hits[B] == near_all(1 - touched, touched)
    assert odds.lost == near_all(1 - touched / 2, touched / 2)


@pytest.mark.rule("CC-10")
def test_a_marker_may_come_down_on_friends() -> None:
    gunner = Profile("grenadier", weapons=(FRAG,))
    odds = odds_of_volley(duel(row_of(gunner, 1, 10, 30), row_of(SKITTERER, 1, 10, 26)))

    assert 0 < average(odds.own) < 0.1


@pytest.mark.rule("CC-10", "CC-17")
def test_a_marker_over_a_model_of_two_wounds_takes_one_of_them() -> None:
    """It wounds on 4+, and 5+ saves: 1/3."""
    gunner = Profile("grenadier", weapons=(FRAG,))
    odds = odds_of_volley(duel(row_of(gunner, 1, 10, 30), row_of(HEAVY, 1, 10, 10)))

    touched = Fraction(1, 3) + Fraction(2, 3) * Fraction(10, 36)
    assert odds.wounds == near_all(1 - touched / 3, touched / 3, Fraction(0))
    assert odds.lost == near_all(Fraction(1), Fraction(0))


@pytest.mark.rule("CC-10")
def test_one_marker_on_friends_of_two_wounds_costs_none_of_them() -> None:
    gunner = Profile("grenadier", w=2, weapons=(FRAG,))
    odds = odds_of_volley(duel(row_of(gunner, 1, 10, 30), row_of(SKITTERER, 1, 10, 26)))

    assert odds.blasts[0].wounds[A][1] > 0
    assert average(odds.own) == 0


@pytest.mark.rule("CC-09", "CC-10")
def test_two_shots_of_a_blast_weapon_are_two_markers() -> None:
    twice = replace(FRAG, shots=2)
    gunner = Profile("grenadier", weapons=(twice,))
    odds = odds_of_volley(duel(row_of(gunner, 1, 10, 30), row_of(SKITTERER, 1, 10, 10)))

    touched = Fraction(1, 3) + Fraction(2, 3) * Fraction(10, 36)
    assert odds.lost == near_all((1 - touched / 2) ** 2, 1 - (1 - touched / 2) ** 2)


@pytest.mark.rule("CC-11")
def test_a_further_marker_of_a_barrage_lies_beside_the_first() -> None:
    """The second of two markers adds losses, but fewer than the first."""
    barrage = Weapon(
        "rocket",
        fire=Fire.ASSAULT,
        range=24.0,
        shots=2,
        strength=3,
        ap=6,
        blast=3.0,
        rules=("barrage",),
    )
    one = Profile("one", weapons=(FRAG,))
    two = Profile("two", weapons=(barrage,))
    single, double = (
        odds_of_volley(duel(row_of(profile, 1, 10, 30), row_of(SKITTERER, 4, 10, 10)))
        for profile in (one, two)
    )

    assert average(single.lost) < average(double.lost) < 2 * average(single.lost)


@pytest.mark.rule("CC-10", "CC-11")
def test_a_further_marker_of_a_barrage_leads_away_from_a_lone_model() -> None:
    """At BS 10 the first drifts 1" on an 11 and 2" on a 12, and touches the model always.

    The next lies 3" from it, and reaches 2": back over the model lead one of the 36 ways from
    1" off, straight back, and from 2" off the nine that differ from that by 40° at most.
    """
    barrage = Weapon(
        "rocket",
        fire=Fire.ASSAULT,
        range=24.0,
        shots=2,
        strength=3,
        ap=6,
        blast=3.0,
        rules=("barrage",),
    )
    gunner = Profile("gunner", bs=10, weapons=(barrage,))
    odds = odds_of_volley(duel(row_of(gunner, 1, 10, 30), row_of(SKITTERER, 1, 10, 10)))

    on_11, on_12 = Fraction(2, 36) * Fraction(1, 36), Fraction(1, 36) * Fraction(9, 36)
    both = Fraction(2, 3) * (on_11 + on_12)
    assert odds.blasts[0].hits[B] == near_all(Fraction(0), 1 - both, both)


# Charges


@pytest.mark.rule("CC-23")
def test_a_charge_over_open_ground_is_sure_within_six_inches() -> None:
    view = duel(row_of(STALKER, 1, 10, 20), row_of(WARDEN, 1, 10, 13.5), "assault")
    odds = charge_odds(view, A, B)

    assert [(a.answer, a.arrives, a.need) for a in odds.approaches] == [("", 1.0, 0)]
    assert odds.best.moves


@pytest.mark.rule("CC-20", "CC-23")
def test_a_charge_out_of_a_wood_takes_the_higher_of_two_dice() -> None:
    """3.5 inches to go: the higher die must show 4, which 27 of 36 do."""
    wood = rectangle(TerrainKind.WOOD, 8, 19, 12, 21)
    view = duel(row_of(STALKER, 1, 10, 20), row_of(WARDEN, 1, 10, 15.5), "assault", (wood,))
    (only,) = charge_odds(view, A, B).approaches

    assert (only.answer, only.need) == ("", 4)
    assert only.arrives == near(Fraction(27, 36))


@pytest.mark.rule("CC-20", "CC-23")
def test_a_charger_may_go_round_a_wood_or_through_it() -> None:
    wood = rectangle(TerrainKind.WOOD, 4, 17, 16, 18)
    view = duel(row_of(STALKER, 1, 10, 20), row_of(WARDEN, 1, 10, 15.5), "assault", (wood,))
    around, through = charge_odds(view, A, B).approaches

    assert (around.answer, around.arrives) == ("keep out", 0.0)
    assert (through.answer, through.arrives) == ("enter", near(Fraction(27, 36)))


@pytest.mark.rule("CC-20")
def test_no_die_helps_who_is_too_far() -> None:
    wood = rectangle(TerrainKind.WOOD, 8, 19, 12, 21)
    view = duel(row_of(STALKER, 1, 10, 20), row_of(WARDEN, 1, 10, 10), "assault", (wood,))
    (only,) = charge_odds(view, A, B).approaches

    assert (only.arrives, only.need, only.moves) == (0.0, 7, ())


def rectangle(kind: TerrainKind, left: float, top: float, right: float, low: float) -> Terrain:
    corners = Point(left, top), Point(right, top), Point(right, low), Point(left, low)
    return terrain("it", kind, corners)


# Close combat


def duellists(a: Profile, b: Profile, base: float = 0.5) -> TableView:
    return duel(Row((a,), 10, 20, base), Row((b,), 10, 20 - 2 * base, base), "assault")


@pytest.mark.rule("CC-25", "CC-26", "CC-27", "CC-28", "CC-29")
def test_a_stalker_charges_a_warden() -> None:
    """Three blows at 3+, 3+ and 5+, rending: 1/3 each. A survivor strikes back for 1/9."""
    odds = odds_of_round(charged(duellists(STALKER, WARDEN), A))

    stands = Fraction(2, 3) ** 3
    assert odds.lost[B] == near_all(stands, 1 - stands)
    assert odds.lost[A] == near_all(1 - stands / 9, stands / 9)
    assert odds.wins == {US: near(1 - stands), THEM: near(stands / 9)}
    assert odds.destroyed(B) == near(1 - stands)


@pytest.mark.rule("CC-29")
def test_who_is_beaten_and_stands_tests_at_the_difference() -> None:
    """Beaten by one it tests on 9; of d6 + 6 against d6 + 3 it loses 6 ways of 36."""
    odds = odds_of_round(charged(duellists(replace(STALKER, w=2), WARDEN), A))

    beaten = Fraction(2, 3) ** 3 / 9
    assert odds.wins[THEM] == near(beaten)
    assert odds.breaks == {A: near(beaten * Fraction(6, 36)), B: 0.0}
    assert (
        odds.destroyed(A) == odds.caught[A] == near(beaten * Fraction(6, 36) * Fraction(6, 36))
    )


@pytest.mark.rule("CC-26")
def test_models_of_equal_initiative_strike_together() -> None:
    """One blow each: 4+, 4+, not saved on 5+ is 1/6. Both may fall."""
    odds = odds_of_round(duellists(WARDEN, WARDEN))

    assert odds.lost[A] == odds.lost[B] == near_all(Fraction(5, 6), Fraction(1, 6))
    assert odds.wins == {US: near(Fraction(5, 36)), THEM: near(Fraction(5, 36))}


@pytest.mark.rule("CC-26", "CC-28")
def test_who_has_yet_to_strike_is_given_up_last() -> None:
    """The quick one has struck when the enemy does, and falls; the fist strikes in any case."""
    quick = Profile("quick", ws=10, i=10, weapons=(CLAWS,))
    slow = Profile("slow", ws=10, i=10, weapons=(FIST,))
    foe = Profile("foe", ws=10, s=10, i=5, w=9, t=10, a=1)
    view = duel(Row((slow, quick), 10, 20), Row((foe,), 10.5, 20 - sqrt(0.75)), "assault")
    odds = odds_of_round(view, AttackChoices(weapons={A: "power fist"}))

    # The claws cannot wound T 10; the fist at S 6 cannot, either: only the losses matter.
    assert odds.lost[A] == near_all(Fraction(7, 12), Fraction(5, 12), Fraction(0))
    assert [f.reasons[0].why for f in odds.strikes] == [
        "claws, Initiative 10",
        "bare hands, Initiative 5",
        "power fist, Initiative 1",
    ]


@pytest.mark.rule("CC-26")
def test_who_falls_before_his_step_strikes_no_blow() -> None:
    """Skitterers strike first: every warden that falls is one blow less."""
    view = duel(row_of(WARDEN, 2, 10, 20), row_of(SKITTERER, 2, 10, 19), "assault")
    odds = odds_of_round(view)

    hurt, back = (
        Fraction(1, 2) * Fraction(1, 2) * Fraction(2, 3),
        Fraction(1, 2) * Fraction(1, 2) * Fraction(5, 6),
    )
    none, one = (1 - hurt) ** 2, 2 * hurt * (1 - hurt)
    assert odds.lost[A] == near_all(none, one, hurt**2)
    assert odds.lost[B][1] == near(none * 2 * back * (1 - back) + one * back)
    assert average(odds.inflicted[THEM]) == near(2 * hurt)


@pytest.mark.rule("CC-29")
def test_fearless_units_never_break() -> None:
    odds = odds_of_round(duellists(BRUTE, WARDEN, 0.75))

    assert odds.wins[THEM] > 0
    assert odds.breaks[A] == 0.0


@pytest.mark.rule("CC-29")
@pytest.mark.parametrize(
    ("fleeing", "chasing", "ways"), [(3, 3, 21), (6, 3, 6), (3, 6, 33), (9, 3, 0), (3, 9, 36)]
)
def test_the_winner_catches_up_on_an_equal_total(fleeing: int, chasing: int, ways: int) -> None:
    assert caught_chance(fleeing, chasing) == near(Fraction(ways, 36))


# Forecasts


def test_a_forecast_names_every_figure_with_its_clause() -> None:
    view = duel(row_of(WARDEN, 1, 10, 30), row_of(SKITTERER, 3, 10, 12))
    figures = {f.what: f for f in forecast(view, choice(CommonKind.TARGET, A), B)}

    assert set(figures) == {
        "hits",
        "to hit",
        "to wound",
        "to save",
        "wounds",
        "models lost",
        "is destroyed",
        "falls back",
    }
    assert figures["models lost"].value == near(Fraction(5, 24))
    assert figures["models lost"].spread == near_all(
        Fraction(19, 24), Fraction(5, 24), Fraction(0), Fraction(0)
    )
    assert all(f.clause.startswith("CC-") for f in figures.values())


def test_a_charge_is_forecast_with_the_round_that_follows_it() -> None:
    view = duel(row_of(STALKER, 1, 10, 20), row_of(WARDEN, 1, 10, 15.5), "assault")
    figures = [
        (f.what, f.about, f.value) for f in forecast(view, choice(CommonKind.CHARGE, A), B)
    ]

    assert ("arrives", B, 1.0) in figures
    assert ("is destroyed", B, near(1 - Fraction(8, 27))) in figures
    assert view.table.units[A].marks == ()


def test_difficult_ground_gives_the_higher_of_two_dice() -> None:
    view = duel(row_of(STALKER, 1, 10, 20), row_of(WARDEN, 1, 10, 15.5), "movement")
    (inches,) = forecast(view, choice(CommonKind.DIFFICULT, A), "enter")

    assert inches.value == near(Fraction(161, 36))
    assert forecast(view, choice(CommonKind.DIFFICULT, A), "keep out") == ()


def test_blows_are_forecast_for_each_choice_of_weapon() -> None:
    both = Profile("champion", s=4, weapons=(FIST, CLAWS))
    view = duellists(both, Profile("foe", t=4, sv=3))
    fist, claws = (
        {
            (f.what, f.about): f.value
            for f in forecast(view, choice(CommonKind.STRIKE_WITH, A), name)
        }
        for name in ("power fist", "claws")
    )

    assert fist["models lost", B] > claws["models lost", B]


def test_a_marker_is_forecast_for_each_model_that_it_may_lie_over() -> None:
    gunner = Profile("grenadier", weapons=(FRAG,))
    view = duel(row_of(gunner, 1, 10, 30), row_of(SKITTERER, 5, 10, 12))
    at_the_end, in_the_middle = (
        {f.about: f.value for f in forecast(view, choice(CommonKind.AIM, "a-1"), f"b-{n}")}
        for n in (1, 3)
    )

    assert in_the_middle[B] > at_the_end[B]


def test_blows_are_forecast_for_each_enemy_that_may_be_struck() -> None:
    view = duellists(STALKER, WARDEN)
    figures = {(f.what, f.about): f for f in forecast(view, choice(CommonKind.STRIKE_AT, A), B)}

    assert figures["models lost", B].value == near(1 - Fraction(2, 3) ** 2)


@pytest.mark.rule("CC-28")
def test_one_model_may_choose_another_weapon_than_its_mates() -> None:
    both = Profile("champion", ws=10, i=10, weapons=(FIST, CLAWS))
    foe = Profile("foe", i=5, w=9, t=10)
    view = duel(Row((both, both), 10, 20), Row((foe,), 10.5, 20 - sqrt(0.75)), "assault")
    odds = odds_of_round(view, AttackChoices(weapons={A: "claws", "a-1": "power fist"}))

    assert [f.reasons[0].why for f in odds.strikes] == [
        "claws, Initiative 10",
        "bare hands, Initiative 5",
        "power fist, Initiative 1",
    ]


def test_blows_of_a_single_model_are_forecast_in_the_round_of_its_unit() -> None:
    view = duellists(STALKER, WARDEN)

    assert forecast(view, choice(CommonKind.STRIKE_AT, "a-1"), B) == forecast(
        view, choice(CommonKind.STRIKE_AT, A), B
    )


def test_to_pass_needs_no_forecast() -> None:
    view = duel(row_of(WARDEN, 1, 10, 30), row_of(SKITTERER, 3, 10, 12))

    assert forecast(view, choice(CommonKind.TARGET, A), "pass") == ()
    assert forecast(view, choice(CommonKind.TARGET, A), "run") == ()


def choice(kind: DecisionKind, about: str) -> Choose:
    return Choose(
        US, clause="CC-07", asks="What?", options=(pass_option("No"),), about=about, kind=kind
    )


# Comparison with dice


def first_option(asked: Decision[Any], table: Table) -> Any:
    return next(asked.samples(table, 1))


def counts_agree(counts: dict[int, int], spread: Spread) -> bool:
    """Return whether counts of dice fit their odds within four standard deviations."""
    games = sum(counts.values())
    for n in range(max(len(spread), *counts) + 1):
        chance = spread[n] if n < len(spread) else 0.0
        off = abs(counts.get(n, 0) / games - chance)
        if off > 4 * sqrt(chance * (1 - chance) / games) + 1e-9:
            return False
    return True


GAMES = few([1_000, 20_000])


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize(
    ("a", "b"),
    [
        (Row((GUNNER, WARDEN, WARDEN), 10, 30), row_of(SKITTERER, 4, 10, 19)),
        (
            Row((Profile("grenadier", weapons=(FRAG,)), WARDEN), 10, 30),
            row_of(HEAVY, 2, 10, 21),
        ),
        (Row((GUNNER, GUNNER), 10, 30), Row((BRUTE, BRUTE), 10, 20, 0.75)),
    ],
)
def test_volleys_fall_as_the_odds_say(games: int, a: Row, b: Row) -> None:
    view = duel(a, b)
    odds, lost, own = odds_of_volley(view), dict[int, int](), dict[int, int]()

    def answer(asked: Decision[Any], table: Table) -> Any:
        if isinstance(asked, Choose) and asked.kind is CommonKind.AIM:
            return odds.blasts[0].aim
        return first_option(asked, table)

    for seed in range(games):
        game = game_with_dice(view, seed * 7919)
        carried_out(fire(game, A, B), answer, game.table)
        for counts, unit, of in ((lost, B, b), (own, A, a)):
            gone = len(of.profiles) - len(game.table.of(unit))
            counts[gone] = counts.get(gone, 0) + 1

    assert counts_agree(lost, odds.lost)
    assert counts_agree(own, odds.own)


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize(
    ("a", "b"),
    [
        (row_of(STALKER, 2, 10, 20), row_of(WARDEN, 3, 10, 19)),
        (row_of(SKITTERER, 3, 10, 20), row_of(WARDEN, 2, 10, 19)),
    ],
)
def test_rounds_of_blows_fall_as_the_odds_say(games: int, a: Row, b: Row) -> None:
    view = charged(duel(a, b, "assault"), A)
    combat, odds = combat_of(view.table, A), odds_of_round(charged(duel(a, b, "assault"), A))
    counts = {US: dict[int, int](), THEM: dict[int, int]()}
    for seed in range(games):
        game = game_with_dice(view, seed * 7919)
        done = carried_out(exchange(game, combat, US), first_option, game.table)
        for side, wounds in done.items():
            counts[side][wounds] = counts[side].get(wounds, 0) + 1

    assert counts_agree(counts[US], odds.inflicted[US])
    assert counts_agree(counts[THEM], odds.inflicted[THEM])
