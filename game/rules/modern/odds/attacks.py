"""Odds of a whole attack (MC-03, MC-15 to MC-19)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce

from game.rules.kit.probability import (
    NEVER,
    NONE,
    Spread,
    binomially_thinned,
    chance_of_face,
    convolve,
    doubled,
    of_total,
    reaches,
)
from game.rules.modern.odds.wounds import (
    FailedSave,
    WoundQueue,
    after_each,
    after_leaks,
    after_mortal,
    after_wounds,
    combine,
    split_by_save,
)
from game.table.records import NO_DICE, DiceExpression

SURE = None
"""Roll needed by a die that is not rolled, because it has succeeded already."""


@dataclass(frozen=True, slots=True)
class Group:
    """Identical attacks. Rolls needed are after modifiers; a 1 always fails (``MC-03``)."""

    attacks: int = 0
    attack_dice: DiceExpression = NO_DICE
    """Rolled and added to *attacks*; two weapons of d6 attacks give two dice."""
    twice: DiceExpression = NO_DICE
    """``MC-14``  The same for rapid fire within half range: each pip is two attacks."""
    hit: int | None = SURE
    """``MC-15``  Roll needed to hit; 6 in Overwatch, regardless of modifiers (``MC-21``)."""
    wound: int | None = SURE
    """``MC-16``  Roll needed to wound."""
    save: tuple[int, ...] = (NEVER,)
    """``MC-17``  Roll needed to save, by kind of model: the better of armour and invulnerable.

    ``NEVER`` or more if no save can be made.
    """
    rent: tuple[int, ...] = ()
    """The same after an unmodified 6 to wound; empty without *rending*."""
    damage: int = 1
    damage_dice: DiceExpression = NO_DICE
    """``MC-18``  Rolled for each unsaved wound and added to *damage*."""
    relay: bool = False
    """True if hit rolls of 1 are rolled again (``MP-08``)."""
    scatterfield: bool = False
    """True if saves of 1 are rolled again (``MP-08``)."""
    leaks: bool = False
    """``MP-06``  True if each unmodified 6 to save may cost a mortal wound: 1 on a d6."""
    mortal: int = 0
    mortal_dice: DiceExpression = NO_DICE
    """``MC-19``  Rolled and added to *mortal*, the mortal wounds besides the attacks."""
    also: tuple[Group, ...] = ()
    """Attacks that are rolled and saved together with these, and do the same damage.

    Other cover may protect from them.
    """


@dataclass(frozen=True, slots=True)
class DiceCounts:
    """Distributions of the dice that reach each stage of an attack, as if no model fell."""

    attacks: Spread = NONE
    hits: Spread = NONE
    wounds: Spread = NONE
    unsaved: Spread = NONE

    def __add__(self, other: DiceCounts) -> DiceCounts:
        return DiceCounts(
            convolve(self.attacks, other.attacks),
            convolve(self.hits, other.hits),
            convolve(self.wounds, other.wounds),
            convolve(self.unsaved, other.unsaved),
        )


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """Odds of an attack on a unit."""

    groups: tuple[DiceCounts, ...]
    """For each group, in order."""
    damage: Spread
    """Number of wounds that the unit loses; excess damage to a model does not count."""
    lost: Spread
    """Number of models that it loses."""

    @property
    def destroys(self) -> float:
        """Return the chance that no model of the unit is left."""
        return self.lost[-1]

    @property
    def counts(self) -> DiceCounts:
        """Return the dice counts of all groups together."""
        return reduce(DiceCounts.__add__, self.groups, DiceCounts())

    def loses(self, least: int) -> float:
        """Return the chance that the unit loses *least* models or more."""
        return reaches(self.lost, least)


def attack_odds(groups: Sequence[Group], line: WoundQueue) -> AttackOdds:
    """Return the exact odds of an attack on the models of a unit."""
    counts, damage = list[DiceCounts](), NONE
    for group in groups:
        count, damage = struck(group, line, damage)
        counts.append(count)
    damage = (*damage, *[0.0] * (line.total + 1 - len(damage)))
    return AttackOdds(tuple(counts), damage, line.models_lost(damage))


def succeeds(need: int | None, *, again: bool = False) -> float:
    """``MC-03``  Return the chance of a roll to hit, to wound or to save.

    *again*: a 1 is rolled once more.
    """
    if need is SURE:
        return 1.0
    chance = chance_of_face(max(2, need))
    return chance + chance / 6 if again else chance


def struck(group: Group, line: WoundQueue, state: Spread = NONE) -> tuple[DiceCounts, Spread]:
    """Return the dice counts of a group, and the distribution of wounds lost after it.

    *state*: the distribution of wounds lost before it.
    """
    lots = (group, *group.also)
    rolled = [_rolled(lot) for lot in lots]
    unsaved, state = _harmed(lots, [lot.wounds for lot in rolled], line, state)
    state = after_mortal(line, state, of_total(group.mortal, group.mortal_dice))
    return replace(reduce(DiceCounts.__add__, rolled), unsaved=unsaved), state


def _rolled(group: Group) -> DiceCounts:
    attacks = of_total(group.attacks, group.attack_dice)
    attacks = convolve(attacks, doubled(of_total(0, group.twice)))
    hits = binomially_thinned(attacks, succeeds(group.hit, again=group.relay))
    return DiceCounts(attacks, hits, binomially_thinned(hits, succeeds(group.wound)))


def _harmed(
    lots: Sequence[Group], wounds: Sequence[Spread], line: WoundQueue, state: Spread
) -> tuple[Spread, Spread]:
    """Return the distributions of unsaved wounds and of wounds lost."""
    damage = of_total(lots[0].damage, lots[0].damage_dice)
    fails = [[_fails(lot, kind) for kind in range(len(lot.save))] for lot in lots]
    there = list(dict.fromkeys(line.kinds)) or [0]
    if any([each[kind] != each[there[0]] for each in fails for kind in there]):
        state, unsaved = after_each(line, state, tuple(zip(wounds, fails, strict=True)), damage)
        return unsaved, state
    alike = [(some, each[there[0]]) for some, each in zip(wounds, fails, strict=True)]
    unsaved = reduce(convolve, [binomially_thinned(some, fail.unsaved) for some, fail in alike])
    if not any([fail.leaks for _, fail in alike]):
        return unsaved, after_wounds(line, state, unsaved, damage)
    either = [(binomially_thinned(w, fail.unsaved + fail.leaks), fail) for w, fail in alike]
    leaking = [
        split_by_save(n, fail.unsaved / (fail.unsaved + fail.leaks)) for n, fail in either
    ]
    return unsaved, after_leaks(line, state, reduce(combine, leaking), damage)


def _fails(group: Group, kind: int) -> FailedSave:
    """Return the chances that a wound is unsaved, and that it makes the cover leak."""
    rends = _rends(group)
    plain = _failed(group, group.save[kind])
    rent = _failed(group, group.rent[kind]) if group.rent else plain
    return FailedSave(
        (1.0 - rends) * plain.unsaved + rends * rent.unsaved,
        (1.0 - rends) * plain.leaks + rends * rent.leaks,
    )


def _rends(group: Group) -> float:
    """Return the chance that a wound comes from an unmodified 6 (``MC-01``: *rending*)."""
    if not group.rent or group.wound is SURE or group.wound >= NEVER:
        return 0.0
    return chance_of_face(6) / succeeds(group.wound)


def _failed(group: Group, save: int) -> FailedSave:
    """``MC-17``, ``MP-06``  Return the chances that a save fails, and that it makes cover leak.

    No die is rolled for a save that cannot be made.
    """
    if save >= NEVER:
        return FailedSave(1.0)
    sixes = 1 / 6 + (1 / 36 if group.scatterfield else 0.0)
    leaks = sixes / 6 if group.leaks else 0.0
    return FailedSave(1.0 - succeeds(save, again=group.scatterfield), leaks)
