from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import fsum, sqrt
from random import Random
from typing import Any

import pytest

from game.cores.kit.attack_odds import succeeds
from game.cores.kit.dice import Again
from game.cores.kit.dice_chances import SURE as NO_DIE
from game.cores.kit.dice_chances import each_again, two_exceed, two_reach, two_worth_again
from game.cores.kit.probability import Spread, average, mixture
from game.cores.modern.rules.odds import (
    AttackOdds,
    WoundCandidate,
    WoundQueue,
    attack_odds,
    fleeing,
    fleeing_after,
)
from game.cores.modern.rules.psychic_odds import Manifest, manifest_odds, mind_bolt
from game.cores.modern.rules.wounds import to_hit
from game.table.records import DiceExpression
from tests.cores.modern.enumerated_attacks import (
    SURE,
    Group,
    every_way,
    often,
    wounds_and_kills,
)
from tests.tiers import few
from tests.tools.nearness import near, near_all

D3, D6 = DiceExpression(1, 3), DiceExpression(1, 6)
SEVENTH = 7
"""A save that no face makes."""


def models(*left: int, of: int) -> list[WoundCandidate]:
    return [WoundCandidate(wounds, of) for wounds in left]


def odds(groups: Sequence[Group], *bearers: WoundCandidate) -> AttackOdds:
    return attack_odds([group.lots() for group in groups], WoundQueue(bearers))


# Single rolls


@pytest.mark.rule("MC-03")
@pytest.mark.parametrize(
    ("need", "sixths"), [(-1, 5), (1, 5), (2, 5), (3, 4), (6, 1), (7, 0), (9, 0)]
)
def test_a_one_fails_however_little_a_roll_needs(need: int, sixths: int) -> None:
    assert succeeds(to_hit(need)) == near(Fraction(sixths, 6))


@pytest.mark.rule("MP-08")
def test_a_one_that_is_rolled_again_helps_by_a_sixth() -> None:
    assert succeeds(3, Again("relay", "MP-08", 3, below=2)) == near(
        Fraction(4, 6) + Fraction(1, 6) * Fraction(4, 6)
    )


def test_what_lies_there_needs_no_die() -> None:
    assert succeeds(NO_DIE) == 1.0


# Attacks


@pytest.mark.rule("MC-15", "MC-16", "MC-17", "MC-18")
def test_a_rifle_at_a_warden_costs_it_once_in_six() -> None:
    """Hits on 4+, wounds on 4+, is saved on 5+: 1/2 x 1/2 x 2/3."""
    found = odds([Group(1, hit=4, wound=4, save=(5,))], *models(1, 1, of=1))

    assert found.lost == near_all(Fraction(5, 6), Fraction(1, 6), 0)
    assert [average(s) for s in (found.counts.hits, found.counts.wounds)] == near_all(0.5, 0.25)
    assert found.destroys == 0.0


@pytest.mark.rule("MC-18")
def test_what_a_model_has_too_much_is_lost_for_its_mates() -> None:
    found = odds([Group(2, damage=3)], *models(2, 2, 2, of=2))

    assert found.damage == near_all(0, 0, 0, 0, 1, 0, 0)
    assert found.lost == near_all(0, 0, 1, 0)


@pytest.mark.rule("MC-18")
def test_who_is_wounded_already_takes_the_first_wound() -> None:
    found = odds([Group(1, damage=2)], *models(3, 1, of=3))

    assert found.damage == near_all(0, 1, 0, 0, 0)
    assert found.lost == near_all(0, 1, 0)


@pytest.mark.rule("MC-18")
def test_a_d3_of_damage_fells_two_of_two_wounds_by_two_good_wounds_only() -> None:
    """Of two wounds, each costs 2 twice in three times; 1 and 1 fell one, 1 and 2 or 3 too."""
    found = odds([Group(2, damage=0, damage_dice=D3)], *models(2, 2, of=2))

    assert found.lost == near_all(0, Fraction(5, 9), Fraction(4, 9))
    assert found.damage == near_all(0, 0, Fraction(3, 9), Fraction(2, 9), Fraction(4, 9))


@pytest.mark.rule("MC-18")
def test_one_group_finishes_whom_another_has_wounded() -> None:
    """Damage 2 leaves one of three with 1; the next 2 finish it and have no further effect."""
    first, second = Group(1, damage=2), Group(1, damage=2)

    assert odds([first, second], *models(3, 3, of=3)).lost == near_all(0, 1, 0)
    assert odds([first, second], *models(3, 3, of=3)).damage == near_all(0, 0, 0, 1, 0, 0, 0)


@pytest.mark.rule("MC-19")
def test_mortal_wounds_spill_over_to_the_next_model() -> None:
    found = odds([Group(mortal=1, mortal_dice=D3)], *models(2, 2, of=2))

    assert found.damage == near_all(0, 0, *[Fraction(1, 3)] * 3)
    assert found.lost == near_all(0, Fraction(2, 3), Fraction(1, 3))
    assert found.destroys == near(Fraction(1, 3))


@pytest.mark.rule("MC-18", "MC-19")
def test_what_wounds_leave_over_is_lost_though_mortal_wounds_follow() -> None:
    """3 damage take one of two; the mortal wound goes on to the next."""
    found = odds([Group(1, damage=3, mortal=1)], *models(2, 2, of=2))

    assert found.damage == near_all(0, 0, 0, 1, 0)


@pytest.mark.rule("MC-01")
def test_a_rending_six_meets_another_save() -> None:
    """On 4+ one of three wounds rends: 5+ saves the two, nothing the third."""
    found = odds([Group(1, wound=4, save=(5,), rent=(SEVENTH,))], *models(1, of=1))

    assert found.destroys == near(Fraction(2, 6) * Fraction(4, 6) + Fraction(1, 6))


@pytest.mark.rule("MC-21")
def test_overwatch_hits_once_in_six() -> None:
    assert average(odds([Group(12, hit=6)], *models(1, of=1)).counts.hits) == near(2)


@pytest.mark.rule("MC-14")
def test_as_many_attacks_as_a_die_shows() -> None:
    found = odds([Group(1, D3, hit=4)], *models(1, of=1)).groups[0]

    assert found.attacks == near_all(0, 0, *[Fraction(1, 3)] * 3)
    nobody = Fraction(1, 3) * (Fraction(1, 4) + Fraction(1, 8) + Fraction(1, 16))
    assert found.hits[0] == near(nobody)


@pytest.mark.rule("MP-06")
def test_a_six_to_save_behind_a_leak_costs_a_mortal_wound_once_in_six() -> None:
    found = odds([Group(1, save=(4,), leaks=True)], *models(1, of=1))

    assert found.destroys == near(Fraction(1, 2) + Fraction(1, 36))
    assert found.counts.unsaved == near_all(Fraction(1, 2), Fraction(1, 2))


@pytest.mark.rule("MP-06")
def test_no_save_is_rolled_where_none_can_be_made_and_nothing_leaks() -> None:
    found = odds([Group(1, save=(SEVENTH,), leaks=True, damage=1)], *models(3, of=3))

    assert found.damage == near_all(0, 1, 0, 0)


@pytest.mark.rule("MP-06", "MC-18")
def test_what_leaks_comes_after_the_damage_and_is_not_lost() -> None:
    """Two wounds of damage 2: one saved by a leaking 6 (1/36), one not (1/2), in either order.

    The damage takes the first model, the leak one of the second.
    """
    found = odds([Group(2, save=(4,), leaks=True, damage=2)], *models(2, 2, of=2))

    assert found.damage[3] == near(2 * Fraction(1, 36) * Fraction(1, 2))


@pytest.mark.rule("MP-08")
def test_a_save_of_one_is_rolled_again_in_a_scatterfield() -> None:
    found = odds([Group(1, save=(4,), scatterfield=True)], *models(1, of=1))

    assert found.destroys == near(1 - Fraction(7, 12))


@pytest.mark.rule("MC-27")
def test_a_die_taken_up_again_is_a_group_beside_what_lies_there() -> None:
    """One hit is kept; a miss rolled again hits on 4+: both wound on 4+, no save."""
    lies, again = Group(1, hit=SURE, wound=4), Group(1, hit=4, wound=4)
    before = odds([lies], *models(1, 1, of=1))
    after = odds([lies, again], *models(1, 1, of=1))

    assert before.loses(1) == near(Fraction(1, 2))
    assert after.loses(1) == near(1 - Fraction(1, 2) * Fraction(3, 4))


def test_an_attack_on_nobody_destroys_nobody_any_more() -> None:
    assert odds([Group(3, hit=3)]).destroys == 1.0


@pytest.mark.rule("MC-17", "MC-18")
def test_where_models_save_unlike_a_wound_is_given_before_its_save() -> None:
    """The first saves on 4+, the second never: both fall if the first save fails."""
    found = odds([Group(2, save=(4, SEVENTH))], WoundCandidate(1, 1), WoundCandidate(1, 1, 1))

    assert found.lost == near_all(Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))
    assert found.counts.unsaved == near_all(Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))


@pytest.mark.rule("MC-17", "MC-18")
def test_where_all_may_have_fallen_the_other_ways_still_go_on() -> None:
    """Of three wounds none or only the last fells the first in 1/8 each; else both fall."""
    found = odds([Group(3, save=(4, SEVENTH))], WoundCandidate(1, 1), WoundCandidate(1, 1, 1))

    assert found.lost == near_all(Fraction(1, 8), Fraction(1, 8), Fraction(3, 4))


# Compared with every combination of dice


SMALL = {
    "plain": ([Group(2, hit=4, wound=3, save=(5,))], models(1, 1, 1, of=1)),
    "as many as a die shows": ([Group(0, D3, hit=5, wound=5, save=(4,))], models(1, 1, of=1)),
    "d3 of damage": (
        [Group(2, hit=3, wound=4, save=(5,), damage=0, damage_dice=D3)],
        models(2, 3, of=3),
    ),
    "d6 of damage": (
        [Group(2, wound=3, save=(6,), damage=0, damage_dice=D6)],
        models(4, 4, of=4),
    ),
    "d3 + 1, one wounded": (
        [Group(2, hit=2, save=(4,), damage=1, damage_dice=D3)],
        models(4, 1, 4, of=4),
    ),
    "rending": (
        [Group(2, hit=3, wound=4, save=(4,), rent=(SEVENTH,), damage=2)],
        models(3, 3, of=3),
    ),
    "rending that only sixes wound": (
        [Group(2, hit=4, wound=6, save=(3,), rent=(5,))],
        models(1, 1, of=1),
    ),
    "rending against what cannot be wounded": (
        [Group(2, hit=4, wound=7, save=(3,), rent=(5,))],
        models(1, 1, of=1),
    ),
    "relay and scatterfield": (
        [Group(2, hit=4, wound=6, save=(3,), relay=True, scatterfield=True)],
        models(1, 1, of=1),
    ),
    "leaks": ([Group(2, hit=5, save=(4,), leaks=True, damage=2)], models(2, 2, 2, of=2)),
    "leaks, d3 of damage": (
        [Group(2, save=(5,), leaks=True, damage=0, damage_dice=D3)],
        models(2, 1, 2, of=2),
    ),
    "leaks in a scatterfield": (
        [Group(2, save=(5,), leaks=True, scatterfield=True)],
        models(1, 1, of=1),
    ),
    "rending that leaks": (
        [Group(2, wound=5, save=(3,), rent=(6,), leaks=True)],
        models(2, of=2),
    ),
    "only what does not rend leaks": (
        [Group(2, wound=5, save=(3,), rent=(SEVENTH,), leaks=True)],
        models(2, 2, of=2),
    ),
    "mortal wounds beside": (
        [Group(1, hit=3, save=(5,), damage=3, mortal_dice=D3)],
        models(2, 2, of=2),
    ),
    "two groups": (
        [
            Group(1, hit=4, wound=4, save=(5,), damage=0, damage_dice=D3),
            Group(2, hit=5, save=(5,)),
        ],
        models(2, 2, of=2),
    ),
    "heavy wounds first, light ones last": (
        [Group(2, hit=3, damage=3), Group(2, hit=4, damage=1), Group(mortal=1)],
        models(3, 2, 3, of=3),
    ),
    "models of two kinds": (
        [Group(3, hit=4, damage=0, damage_dice=D3)],
        [*models(3, of=3), *models(1, 1, of=1)],
    ),
    "rapid fire of a die": ([Group(0, twice=D3, hit=5, wound=SURE)], models(1, 1, 1, of=1)),
    "another cover for each lot": (
        [Group(1, hit=4, save=(5,), damage=2, also=(Group(1, hit=4, save=(3,)),))],
        models(2, 2, of=2),
    ),
    "only one of two lots leaks": (
        [Group(2, save=(5,), damage=2, also=(Group(1, save=(3,), leaks=True),))],
        models(2, 2, 2, of=2),
    ),
    "both lots leak": (
        [
            Group(
                1,
                save=(5,),
                damage=0,
                damage_dice=D3,
                leaks=True,
                also=(Group(1, save=(3,), leaks=True),),
            )
        ],
        models(2, 1, of=2),
    ),
    "two lots, models that do not save alike": (
        [
            Group(
                1,
                save=(5, 3),
                damage=2,
                leaks=True,
                also=(Group(1, save=(4, 2), leaks=True),),
            )
        ],
        [WoundCandidate(2, 2), WoundCandidate(1, 1, 1), WoundCandidate(2, 2)],
    ),
    "models that do not save alike": (
        [Group(3, wound=5, save=(3, 6), damage=2)],
        [WoundCandidate(1, 1), WoundCandidate(2, 2, 1), WoundCandidate(1, 1)],
    ),
    "unlike saves, rending, d3 of damage": (
        [Group(2, wound=4, save=(5, 2), rent=(SEVENTH, 4), damage=0, damage_dice=D3)],
        [WoundCandidate(3, 3), WoundCandidate(1, 2, 1)],
    ),
    "unlike saves that leak, twice": (
        [Group(2, save=(4, SEVENTH), leaks=True), Group(1, hit=3, save=(5, 4), damage=2)],
        [WoundCandidate(2, 2), WoundCandidate(1, 1, 1), WoundCandidate(2, 2)],
    ),
    "a die and one more": (
        [Group(1, DiceExpression(1, 3), hit=5, wound=SURE, save=(5,))],
        models(1, 1, 1, of=1),
    ),
}


@pytest.mark.parametrize("case", SMALL)
def test_odds_are_what_comes_of_every_way_the_dice_may_fall(case: str) -> None:
    groups, bearers = SMALL[case]
    found = odds(groups, *bearers)
    ends = every_way(lambda roll: wounds_and_kills(groups, bearers, roll))

    damage = [sum((p for (n, _), p in ends.items() if n == k), Fraction(0)) for k in range(99)]
    lost = [sum((p for (_, n), p in ends.items() if n == k), Fraction(0)) for k in range(99)]
    assert found.damage == near_all(*damage[: len(found.damage)])
    assert found.lost == near_all(*lost[: len(found.lost)])
    assert sum(damage[: len(found.damage)]) == 1


# Compared with many attacks by seeded dice


LARGE = {
    "twelve lances at ten of three wounds": (
        [Group(12, hit=3, wound=3, save=(6,), damage=0, damage_dice=D6)],
        models(*[3] * 10, of=3),
    ),
    "three bio-cannons and claws, one wounded": (
        [
            Group(0, DiceExpression(3), hit=4, wound=3, save=(5,)),
            Group(9, hit=4, wound=4, save=(4,), rent=(SEVENTH,), damage=2),
        ],
        models(1, *[2] * 9, of=2),
    ),
    "a volley at what leaks": (
        [Group(20, hit=3, wound=3, save=(4,), leaks=True, damage=0, damage_dice=D3)],
        models(*[3] * 5, of=3),
    ),
    "mortal wounds between volleys": (
        [
            Group(10, hit=4, wound=4, save=(5,), damage=3),
            Group(mortal_dice=D3),
            Group(6, hit=3, wound=5, save=(5,), damage=2, mortal=1),
        ],
        models(*[4] * 4, of=4),
    ),
}


@pytest.mark.parametrize("case", few(LARGE, 2))
def test_seeded_dice_fall_as_the_odds_say(case: str) -> None:
    groups, bearers = LARGE[case]
    rng, times = Random(8), 8000
    found = odds(groups, *bearers)
    ends = often(
        lambda roll: wounds_and_kills(groups, bearers, roll),
        lambda sides, _=0: 1 + int(rng.random() * sides),
        times,
    )

    for part, spread in enumerate((found.damage, found.lost)):
        assert fsum(spread) == near(1)
        for number, chance in enumerate(spread):
            seen = sum(many for end, many in ends.items() if end[part] == number) / times
            sigma = sqrt(max(chance * (1 - chance), 1 / times) / times)
            assert abs(seen - chance) < 4.5 * sigma, (case, part, number)


# Charges


@pytest.mark.rule("MC-22")
@pytest.mark.parametrize(
    ("need", "bonus", "ways"), [(2, 0, 36), (7, 0, 21), (12, 0, 1), (13, 0, 0), (9, 2, 21)]
)
def test_a_charge_arrives_on_so_many_of_36_ways(need: int, bonus: int, ways: int) -> None:
    assert two_reach(need, bonus) == near(Fraction(ways, 36))
    assert two_reach(need - bonus) == near(Fraction(ways, 36))


@pytest.mark.rule("MC-22", "MC-27")
def test_the_lower_die_of_a_charge_that_failed_is_rolled_again() -> None:
    ways = every_way(lambda roll: _charged(roll(6), roll(6), roll, 9))

    assert two_worth_again(lambda total: float(total >= 9)) == near(ways[True])
    assert two_worth_again(lambda total: float(total >= 13)) == 0.0


def _charged(first: int, second: int, roll: Any, need: int) -> bool:
    return first + second >= need or max(first, second) + roll(6) >= need


@pytest.mark.rule("MC-27")
def test_each_die_that_lies_there_may_help_differently() -> None:
    """2 and 5, 9 needed: the 2 must become a 4, the 5 cannot become a 7."""
    assert each_again([2, 5], 9) == near_all(Fraction(1, 2), 0)
    assert each_again([2, 5], 9, bonus=1) == near_all(Fraction(2, 3), Fraction(1, 6))


# Psychic tests


@pytest.mark.rule("MC-08", "MC-10")
def test_a_power_of_charge_five_works_on_thirty_of_36_ways() -> None:
    """Fewer fail in 1 + 2 + 3 ways: totals of 2, 3 and 4."""
    found = manifest_odds(Manifest(5, left=4))

    assert found.manifests == near(Fraction(30, 36))
    assert (found.works, found.denied, found.dies) == near_all(Fraction(30, 36), 0, 0)
    assert found.perils == near(Fraction(2, 36))


@pytest.mark.rule("MC-10")
def test_a_power_fails_with_the_psyker_that_perils_kill() -> None:
    """With 2 wounds left a double 6 kills on a d3 of 2 or 3."""
    found = manifest_odds(Manifest(5, left=2))

    assert found.dies == near(Fraction(2, 36) * Fraction(2, 3))
    assert found.works == near(Fraction(30, 36) - Fraction(1, 36) * Fraction(2, 3))


@pytest.mark.rule("MC-09")
def test_who_denies_must_beat_the_roll() -> None:
    assert two_exceed(7) == near(Fraction(15, 36))
    assert two_exceed(12) == 0.0
    ways = [Fraction(n, 36) for n in (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)]
    beaten = sum(ways[t] * ways[d] for t in range(5, 13) for d in range(2, 13) if d > t)

    found = manifest_odds(Manifest(5, left=9, deny=0))
    assert found.denied == near(beaten)
    assert found.works == near(Fraction(30, 36) - beaten)


@pytest.mark.rule("MC-11")
def test_a_mind_bolt_hurts_more_on_eleven() -> None:
    """27 of 36 ways make 5 to 10, 3 make 11 or 12; the psyker lives."""
    found = mind_bolt(manifest_odds(Manifest(5, left=9)))

    low, high = Fraction(27, 36) / 3 + Fraction(3, 36) / 6, Fraction(3, 36) / 6
    assert found == near_all(Fraction(6, 36), low, low, low, high, high, high)


# Morale


@pytest.mark.rule("MC-25")
def test_one_flees_for_each_point_above_ld() -> None:
    """Three lost, Ld 6: a 4 flees by 1, a 5 by 2, a 6 by 3."""
    sixth = Fraction(1, 6)

    assert fleeing(3, 6, left=7) == near_all(3 * sixth, sixth, sixth, sixth)
    assert fleeing(3, 6, left=2) == near_all(3 * sixth, sixth, 2 * sixth)
    assert fleeing(1, 7, left=9) == near_all(1)


@pytest.mark.rule("MC-25")
def test_who_lost_nobody_does_not_test() -> None:
    assert fleeing(0, 2, left=5) == near_all(1)
    assert fleeing_after((0.5, 0.5), 0, 2, 5) == near_all(
        *(mixture([(0.5, (1.0,)), (0.5, fleeing(1, 2, left=4))]))
    )


@pytest.mark.rule("MC-25")
def test_who_is_destroyed_has_nobody_left_to_flee() -> None:
    lost: Spread = (0.0, 0.0, 1.0)

    assert fleeing_after(lost, 0, 5, 2) == near_all(1)
