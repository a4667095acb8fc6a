"""Whole attacks, in the Shooting and the Fight phase: ``MC-03``, ``MC-15`` to ``MC-19``.

An attack is one group after the other: ``Group``s of attacks that need the same and do the
same. Of a group all dice to hit are rolled, then all to wound, then all saves; then what is
unsaved does its damage, wound by wound; then what leaks (``MP-06``), then mortal wounds of its
own (``MC-19``). The next group strikes what is left: a model wounded by one is finished by the
next.

``attack_odds(groups, line)`` gives the spreads; what a roll would bring that is taken up again
is asked with ``SURE`` groups: four hits that lie there and a fifth die are
``replace(group, attacks=4, hit=SURE)`` and ``replace(group, attacks=1)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from game.rules.kit.chances import NEVER, shows
from game.rules.kit.spreads import NONE, Spread, of_total, reaches, thinned, together
from game.rules.modern.odds.harm import Line, after_leaks, after_mortal, after_wounds
from game.table.profiles import NO_DICE, Dice

SURE = None
"""What a die needs that is not rolled, because it has succeeded already."""


@dataclass(frozen=True, slots=True)
class Group:
    """Attacks that are alike. Needs are faces after modifiers; a 1 always fails (``MC-03``)."""

    attacks: int = 0
    attack_dice: Dice = NO_DICE
    """What is rolled and added to *attacks*: for two weapons of d6 attacks two dice."""
    hit: int | None = SURE
    """``MC-15``  6 in Overwatch, whatever the modifiers (``MC-21``)."""
    wound: int | None = SURE
    """``MC-16``"""
    save: int = NEVER
    """``MC-17``  The better of armour and invulnerable save; ``NEVER`` and more for none."""
    rent: int | None = None
    """What the save needs where the wound roll is an unmodified 6; None without *rending*."""
    damage: int = 1
    damage_dice: Dice = NO_DICE
    """``MC-18``  What is rolled for each unsaved wound, and added to *damage*."""
    relay: bool = False
    """Whether hit rolls of 1 are rolled again (``MP-08``)."""
    scatterfield: bool = False
    """Whether saves of 1 are rolled again (``MP-08``)."""
    leaks: bool = False
    """``MP-06``  Whether each unmodified 6 to save may cost a mortal wound: 1 on a d6."""
    mortal: int = 0
    mortal_dice: Dice = NO_DICE
    """``MC-19``  What the group does beside its attacks."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many dice of an attack come so far, as if nobody fell on the way."""

    attacks: Spread = NONE
    hits: Spread = NONE
    wounds: Spread = NONE
    unsaved: Spread = NONE

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            together(self.attacks, other.attacks),
            together(self.hits, other.hits),
            together(self.wounds, other.wounds),
            together(self.unsaved, other.unsaved),
        )


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """What comes of an attack on a unit."""

    groups: tuple[Counts, ...]
    """For each group, in their order."""
    damage: Spread
    """How many wounds the unit loses: what is too much for a model does not count."""
    lost: Spread
    """How many models it loses."""

    @property
    def destroys(self) -> float:
        """Return the chance that nobody of the unit is left."""
        return self.lost[-1]

    @property
    def counts(self) -> Counts:
        """Return how many dice of all groups together come so far."""
        return reduce(Counts.__add__, self.groups, Counts())

    def loses(self, least: int) -> float:
        """Return the chance that the unit loses so many models, or more."""
        return reaches(self.lost, least)


def attack_odds(groups: Sequence[Group], line: Line) -> AttackOdds:
    """Return the exact odds of an attack on the models of a unit."""
    counts, damage = list[Counts](), NONE
    for group in groups:
        count = counts_of(group)
        counts.append(count)
        damage = struck(group, count, line, damage)
    damage = (*damage, *[0.0] * (line.total + 1 - len(damage)))
    return AttackOdds(tuple(counts), damage, line.models_lost(damage))


def succeeds(need: int | None, *, again: bool = False) -> float:
    """``MC-03``  Return the chance of a roll to hit, to wound or to save.

    *again*: a 1 is rolled once more.
    """
    if need is SURE:
        return 1.0
    chance = shows(max(2, need))
    return chance + chance / 6 if again else chance


def counts_of(group: Group) -> Counts:
    """Return how many dice of a group come so far."""
    attacks = of_total(group.attacks, group.attack_dice)
    hits = thinned(attacks, succeeds(group.hit, again=group.relay))
    wounds = thinned(hits, succeeds(group.wound))
    return Counts(attacks, hits, wounds, thinned(wounds, _harms(group)[0]))


def struck(group: Group, counts: Counts, line: Line, state: Spread = NONE) -> Spread:
    """Return the wounds that a unit has lost after one group more; *state*: before it."""
    damage = of_total(group.damage, group.damage_dice)
    fails, leaks = _harms(group)
    if leaks:
        both = thinned(counts.wounds, fails + leaks)
        state = after_leaks(line, state, both, fails / (fails + leaks), damage)
    else:
        state = after_wounds(line, state, counts.unsaved, damage)
    return after_mortal(line, state, of_total(group.mortal, group.mortal_dice))


def _harms(group: Group) -> tuple[float, float]:
    """Return the chance of a wound to be unsaved, and to make the cover leak."""
    rends = _rends(group)
    plain, rent = _failed(group, group.save), _failed(group, group.rent or group.save)
    return (
        (1.0 - rends) * plain[0] + rends * rent[0],
        (1.0 - rends) * plain[1] + rends * rent[1],
    )


def _rends(group: Group) -> float:
    """Return how likely a wound is one of an unmodified 6 (``MC-01``: *rending*)."""
    if group.rent is None or group.wound is SURE or group.wound >= NEVER:
        return 0.0
    return shows(6) / succeeds(group.wound)


def _failed(group: Group, save: int) -> tuple[float, float]:
    """``MC-17``, ``MP-06``  Return the chance of one save to fail, and to make cover leak.

    No die is rolled for a save that cannot be made.
    """
    if save >= NEVER:
        return 1.0, 0.0
    sixes = 1 / 6 + (1 / 36 if group.scatterfield else 0.0)
    leaks = sixes / 6 if group.leaks else 0.0
    return 1.0 - succeeds(save, again=group.scatterfield), leaks
