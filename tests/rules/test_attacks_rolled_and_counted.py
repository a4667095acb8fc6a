"""Attacks of both cores: what is rolled falls exactly as often as what is counted says."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, TypeAlias

import pytest

from game.content.armouries import weapon_rules
from game.content.armouries.weapon_rules import AttackStage, Trigger
from game.cores.classic.rules import shooting as classic
from game.cores.classic.rules.shooting_odds import volley_odds
from game.cores.kit.probability import Spread
from game.cores.kit.queries import TableView
from game.cores.modern.rules import shooting as modern
from game.cores.modern.rules.odds import attack
from game.cores.modern.rules.targeting import aims, enemies_close_by
from game.play.decisions import Choose, Decision
from game.play.dice_sequences import Dice, SeededDice
from game.play.game import Game, Rules
from game.rules.catalog import rules_of
from game.table.events import Wounded
from game.table.records import NO_DICE, DiceExpression, Fire, ModelId, Profile, Weapon
from game.table.state import Table
from tests.cores.classic.odds_tables import A, B, Row, carried_out, duel
from tests.tiers import few
from tests.tools.dice_rows import all_dice_rows

HIT, WOUND, SAVE = AttackStage
NEW = "of the test"
TRIGGERS = {
    "exploding": Trigger(NEW, clause="XX-01", stage=HIT, face=6, hits=1),
    "two more": Trigger(NEW, clause="XX-01", stage=HIT, face=5, hits=2),
    "mortal hits": Trigger(NEW, clause="XX-01", stage=HIT, face=6, mortal=1),
    "mortal wounds": Trigger(NEW, clause="XX-01", stage=WOUND, face=6, mortal=2),
    "perhaps mortal": Trigger(NEW, clause="XX-01", stage=WOUND, face=5, mortal=1, confirms=3),
    "piercing": Trigger(NEW, clause="XX-01", stage=WOUND, face=5, ap=-9),
    "spite": Trigger(NEW, clause="XX-01", stage=SAVE, face=1, mortal=1),
    "misfires": Trigger(NEW, clause="XX-01", stage=HIT, face=1, backfires=True),
}
"""A weapon rule is defined here alone."""
MOST_ROWS = 1_500
MANY_WAYS = {
    "classic": (5, 11, 15, 16, 17, 22, 24),
    "modern": (0, 1, 3, 4, 8, 9, 11, 15, 16, 17, 20, 21, 22, 23, 24, 28),
}
"""Seeds of attacks whose dice fall in more than `MOST_ROWS` ways: seeded dice are rolled."""
Losses: TypeAlias = tuple[int, int, int]
"""Wounds and models that the target lost, and models that the shooters lost."""


def first_of_all(asked: Decision[Any], table: Table) -> Any:
    """Give a wound to the first model, as the modern odds assume."""
    assert isinstance(asked, Choose)
    return asked.options[0].id


def most_wounds(asked: Decision[Any], table: Table) -> Any:
    """Give a wound to the last of the models with most left, as the classic odds assume."""
    assert isinstance(asked, Choose)
    last = reversed(asked.options)
    return max(last, key=lambda o: table.models[ModelId(o.id)].wounds).id


def fight(shooters: Sequence[Profile], targets: Sequence[Profile], system: str) -> TableView:
    view = duel(Row(tuple(shooters), 10, 30), Row(tuple(targets), 10, 21))
    return TableView(view.table, rules_of(system))


def losses_when_rolled(view: TableView, dice: Dice) -> Losses:
    """Return the losses of a unit's fire, rolled by the rules."""
    game = Game(view.rules, view.table.fork(), dice)
    if is_classic(view.rules):
        rule, answer = classic.fire(game, A, B), most_wounds
    else:
        answer = first_of_all
        rule = modern.fire(game, A, aims(view, A, B, enemies_close_by(view.table)))
    carried_out(rule, answer, game.table)
    hurt = [e for e in game.story if isinstance(e, Wounded) and e.model.startswith(B)]
    mine, theirs = (len(view.table.of(u)) - len(game.table.of(u)) for u in (A, B))
    return sum(e.wounds for e in hurt), theirs, mine


def is_classic(rules: Rules) -> bool:
    return "classic" in rules.parts


def counted_by_odds(view: TableView) -> tuple[Spread, Spread, Spread]:
    """Return the same as distributions, counted by the odds."""
    if is_classic(view.rules):
        odds = volley_odds(view, A, B)
        assert odds
        return odds.wounds, odds.lost, odds.own
    groups = modern.volley_of(view, A, B)
    found = attack(view, B, [modern.attack_group(view, group) for group in groups]).odds
    return found.damage, found.lost, (1.0,)


def exactly(view: TableView) -> list[dict[int, Fraction]] | None:
    """Return the distributions over every way that the dice of the rules may fall."""
    ends = all_dice_rows(lambda dice: losses_when_rolled(view, dice), most=MOST_ROWS)
    if ends is None:
        return None
    parts = [dict[int, Fraction](), dict[int, Fraction](), dict[int, Fraction]()]
    for end, chance in ends.items():
        for part, number in zip(parts, end, strict=True):
            part[number] = part.get(number, Fraction(0)) + chance
    return parts


def trooper(weapons: Sequence[Weapon], system: str, **more: Any) -> Profile:
    own = {"m": 6, "bs": 4, "ws": 4} if system == "modern" else {}
    return Profile("trooper", **{"t": 4, "weapons": tuple(weapons), **own, **more})


def random_field(seed: int, system: str) -> TableView:
    """Return one or two shooters with a drawn weapon, and one to three drawn targets."""
    draw = Random(f"{seed} {system}")
    rules = draw.sample(sorted(TRIGGERS), draw.choice([0, 1, 1, 2]))
    if system == "modern":
        rules = [rule for rule in rules if rule != "misfires"]
        damage = draw.choice([(1, NO_DICE), (2, NO_DICE), (0, DiceExpression(1, 3))])
        weapon = Weapon(
            "gun",
            fire=Fire.ASSAULT,
            range=24.0,
            shots=1,
            strength=draw.choice([3, 4, 8]),
            ap=draw.choice([0, -1, -2]),
            rules=(*rules, *draw.sample(["rending"], draw.randint(0, 1))),
            damage=damage[0],
            damage_dice=damage[1],
        )
    else:
        old = draw.sample(["rending", "gets hot", "twin-linked"], draw.randint(0, 2))
        strength, ap = draw.choice([3, 4, 8]), draw.choice([None, 5, 3])
        weapon = Weapon(
            "gun",
            fire=Fire.ASSAULT,
            range=24.0,
            shots=1,
            strength=strength,
            ap=ap,
            rules=(*rules, *old),
        )
    wounds, saves = draw.choice([1, 2]), draw.choice([(5, 5), (4, 4), (3, 6), (None, None)])
    foes = [trooper((), system, w=wounds, sv=saves[n % 2]) for n in range(draw.randint(1, 3))]
    return fight([trooper((weapon,), system)] * draw.randint(1, 2), foes, system)


@pytest.fixture(autouse=True)
def _new_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, trigger in TRIGGERS.items():
        for rules in (weapon_rules.CLASSIC, weapon_rules.MODERN):
            monkeypatch.setitem(rules, name, weapon_rules.WeaponRule((trigger,)))


@pytest.mark.parametrize(
    ("seed", "system"),
    few(((n, s) for n in range(30) for s in MANY_WAYS if n not in MANY_WAYS[s]), 14),
)
def test_every_way_of_the_dice_is_in_the_odds(seed: int, system: str) -> None:
    view = random_field(seed, system)
    ways = exactly(view)
    assert ways
    for part, spread in zip(ways, counted_by_odds(view), strict=True):
        found = [float(part.get(n, Fraction(0))) for n in range(len(spread))]
        assert len(spread) == 1 or found == pytest.approx(spread, abs=1e-9)


@pytest.mark.parametrize(
    ("seed", "system"), few(((n, s) for s in MANY_WAYS for n in MANY_WAYS[s]), 0)
)
def test_seeded_dice_fall_as_the_odds_say(seed: int, system: str) -> None:
    view, times, sigmas = random_field(seed, system), 1200, 4.5
    ends = [losses_when_rolled(view, SeededDice(n * 7919)) for n in range(times)]
    for part, spread in enumerate(counted_by_odds(view)):
        for number, chance in enumerate(spread):
            seen = len([1 for end in ends if end[part] == number]) / times
            sigma = sqrt(max(chance * (1 - chance), 1 / times) / times)
            assert len(spread) == 1 or abs(seen - chance) < sigmas * sigma, (part, number)


@pytest.mark.parametrize("system", ["classic", "modern"])
def test_a_trigger_that_one_place_defines_is_rolled_and_counted(system: str) -> None:
    """On a 6 one hit more: with S 8 against T 4 and no save, each hit wounds on 2+."""
    gun = Weapon(
        "gun", fire=Fire.ASSAULT, range=24.0, shots=1, strength=8, ap=0, rules=("exploding",)
    )
    foe = trooper((), system, w=1, sv=None)
    view = fight([trooper((gun,), system)], [foe, foe], system)
    ways, odds = exactly(view), counted_by_odds(view)

    none = Fraction(3, 6) + Fraction(2, 6) * Fraction(1, 6) + Fraction(1, 6) * Fraction(1, 36)
    both = Fraction(1, 6) * Fraction(25, 36)
    assert ways is not None
    assert ways[1] == {0: none, 1: 1 - none - both, 2: both}
    assert odds[1] == pytest.approx([float(none), float(1 - none - both), float(both)])


def test_a_gun_that_misfires_hurts_its_bearer_in_either_core() -> None:
    gun = Weapon(
        "gun", fire=Fire.ASSAULT, range=24.0, shots=1, strength=4, ap=0, rules=("misfires",)
    )
    for system in ("classic", "modern"):
        me, foe = trooper((gun,), system, w=1, sv=None), trooper((), system, w=3)
        ways = exactly(fight([me], [foe], system))
        assert ways is not None
        assert ways[2] == {0: Fraction(5, 6), 1: Fraction(1, 6)}
