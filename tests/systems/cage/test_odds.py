"""The odds shown before an attack, compared with every row of dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from game.play.decisions import Choose
from game.play.dice_sequences import Dice
from game.play.game import Game
from game.systems.cage.rules import CageKind, fighter
from game.systems.cage.rules.attacks import attacks
from game.systems.cage.rules.floor import arms, held
from game.systems.cage.rules.odds import (
    AttackProspect,
    blow_at,
    chosen,
    fate_of,
    preferred,
    prospect,
)
from game.systems.cage.rules.planned_attack import CageAttack, attack_of, planned
from game.table.records import Cell, Where
from tests.systems.cage.cage_tables import BLUE, RED, RULES, cage, duel, profile
from tests.tiers import few
from tests.tools.dice_rows import all_dice_rows

BEST = (6, 5, 4, 3, 2, 1)
"""Preference of an attacker for the higher results."""


@pytest.mark.rule("TC-14")
def test_the_chance_of_each_result_by_hand() -> None:
    """Two dice, the higher counts: 11, 9, 7, 5, 3 and 1 of 36 ways; three: of 216."""
    higher = [Fraction(n, 36) for n in (1, 3, 5, 7, 9, 11)]
    assert list(chosen(1, BEST)) == [Fraction(1, 6)] * 6
    assert list(chosen(2, BEST)) == higher
    assert list(chosen(2, tuple(reversed(BEST)))) == higher[::-1]
    assert list(chosen(3, BEST)) == [Fraction(n, 216) for n in (1, 7, 19, 37, 61, 91)]
    assert list(chosen(0, BEST)) == [Fraction(0)] * 6


@pytest.mark.rule("TC-14")
def test_any_order_of_preference_is_counted_like_that() -> None:
    """An attacker that prefers a 3 gets it whenever a die shows it: 11 of 36."""
    found = chosen(2, (3, 1, 2, 4, 5, 6))

    assert [found[n - 1] for n in (3, 1, 2, 4, 5, 6)] == [
        Fraction(n, 36) for n in (11, 9, 7, 5, 3, 1)
    ]


def test_one_hit_by_hand() -> None:
    """S 4, T 4: a half. A 3+ save fails by a third; against a power blade a 4+ by a half."""
    game = duel("captain", "prelate")
    blade, butt = game.table.models[fighter(game.table, RED).id].profile.weapons
    me, foe = fighter(game.table, RED).id, fighter(game.table, BLUE).id

    assert blow_at(game, me, butt, foe).wounded == pytest.approx(1 / 2 * 1 / 3)
    assert blow_at(game, me, blade, foe).wounded == pytest.approx(1 / 2 * 1 / 2)
    assert blow_at(game, me, blade, foe).falls == 0.0


def test_a_fist_kills_outright() -> None:
    """S 8 on T 4: five sixths, and a warlock has no save."""
    game = duel("bulwark", "warlock")
    (fist,) = fighter(game.table, RED).profile.weapons
    harm = blow_at(game, fighter(game.table, RED).id, fist, fighter(game.table, BLUE).id)

    assert (harm.wounded, harm.falls) == pytest.approx((5 / 6, 5 / 6))


PAIRS = [
    ("veteran", "bulwark"),
    ("bulwark", "veteran"),
    ("outrider", "warlock"),
    ("prelate", "outrider"),
    ("captain", "prelate"),
    ("warlock", "captain"),
]


@pytest.mark.parametrize(("red", "blue"), few(PAIRS, 4))
@pytest.mark.parametrize("at_the_rim", [False, True])
@pytest.mark.rule("TC-14", "TC-22", "TC-30")
def test_what_is_told_is_what_comes(red: str, blue: str, *, at_the_rim: bool) -> None:
    """Every row of dice, with the rule's questions answered as the odds assume."""
    game = duel(red, blue)
    if at_the_rim:
        game.table = cage((profile(red), Cell(2, 0), "out"), (profile(blue), Cell(3, 0), "in"))
    me, foe = fighter(game.table, RED), fighter(game.table, BLUE)
    attack = planned(game, me, foe, arms(game.table, me)[0])
    odds = prospect(game, attack)

    found = all_dice_rows(lambda dice: outcome_with_dice(game, attack, odds, dice), most=6**6)

    assert found is not None
    for n, chance in enumerate(figures(odds)):
        came = sum((p for end, p in found.items() if end[n]), Fraction(0))
        assert chance == pytest.approx(float(came)), ("wounds", "loses", "own", "falls")[n]


def figures(odds: AttackProspect) -> tuple[float, ...]:
    return (
        odds.defender_wounded,
        odds.defender_loses,
        odds.attacker_wounded,
        odds.attacker_falls,
    )


def outcome_with_dice(
    game: Game, attack: CageAttack, odds: AttackProspect, dice: Dice
) -> tuple[bool, ...]:
    """Return whether the defender is wounded, loses; the attacker is wounded, falls."""
    table = game.table.fork()
    rule, answer = attacks(Game(RULES, table, dice), attack), None
    while True:
        try:
            asked = rule.send(answer)
        except StopIteration:
            break
        assert isinstance(asked, Choose)
        answer = answered(game, asked, attack, odds)
    was = game.table.models
    me, foe = table.models[attack.attacker], table.models[attack.defender]
    return (
        foe.wounds < was[foe.id].wounds,
        foe.where is Where.GONE,
        me.wounds < was[me.id].wounds,
        me.where is Where.GONE,
    )


def answered(game: Game, asked: Choose, attack: CageAttack, odds: AttackProspect) -> Any:
    ids = [o.id for o in asked.options]
    match asked.kind:
        case CageKind.DIE:
            best = attack.chooser == RED
            order = preferred(odds.fates, best=best)
            return next(str(face) for face in order if str(face) in ids)
        case CageKind.TACTICS:
            return "give ground" if odds.fates[2].moved else "pass"
        case CageKind.HIT_BACK:
            weapons = held(game.table, game.table.models[attack.defender])
            return max(
                weapons,
                key=lambda w: blow_at(game, attack.defender, w, attack.attacker).wounded,
            ).name
        case CageKind.COUNTER:
            return "pass"
        case _:
            return ids[0]


@pytest.mark.rule("TC-23")
def test_at_the_rim_every_push_is_the_end() -> None:
    table = cage(
        (profile("veteran"), Cell(2, 0), "out"), (profile("veteran"), Cell(3, 0), "in")
    )
    game = Game(RULES, table, duel().dice)
    me, foe = fighter(table, RED), fighter(table, BLUE)
    attack = planned(game, me, foe, me.profile.weapons[0])

    assert fate_of(game, attack, 3).loses == 1.0
    # Red thirst: a 6 does not knock it out.
    assert fate_of(game, attack, 6).loses == 0.0
    assert prospect(game, attack).defender_loses == pytest.approx(1 / 6)


@pytest.mark.rule("TC-13")
def test_without_a_die_it_misses_for_sure() -> None:
    game = duel()
    me, foe = fighter(game.table, RED), fighter(game.table, BLUE)
    attack = planned(game, me, foe, me.profile.weapons[0], parried=True)

    assert attack.dice == 0
    assert prospect(game, attack).chances == {0: 1.0}
    assert attack_of(game, RED, me.profile.weapons[0]).dice == 1
