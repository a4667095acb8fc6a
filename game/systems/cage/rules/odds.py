"""Exact odds of attacks or exchanges in the cage (TC-28, TC-30)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from game.cores.classic.rules.odds import is_wounded
from game.cores.classic.rules.wounds import is_slain
from game.play.game import GameView
from game.systems.cage.rules.attack_results import BOTH, FACES, PUSHED, RESULTS
from game.systems.cage.rules.attacks import blow, retreats_of
from game.systems.cage.rules.floor import held
from game.systems.cage.rules.planned_attack import CageAttack
from game.table.records import ModelId, Weapon

Chances: TypeAlias = dict[int, float]
"""By result, 0 for a miss: its chance."""


@dataclass(frozen=True, slots=True)
class HarmOdds:
    """Odds of hits on one champion."""

    wounded: float = 0.0
    """The chance that it loses at least one wound."""
    falls: float = 0.0
    """The chance that it then has none left."""
    outright: bool = False
    """True if any wound is its last, regardless of the number left (``CC-16``)."""


UNHURT = HarmOdds()


@dataclass(frozen=True, slots=True)
class ResultOutcome:
    """The outcome of one result."""

    attacker: HarmOdds = UNHURT
    defender: HarmOdds = UNHURT
    moved: bool = False
    """True if the defender retreats, if it stands."""
    _: KW_ONLY
    out: bool = False
    """True if that is out of the cage."""
    disarmed: bool = False

    @property
    def loses(self) -> float:
        """Return the chance that the defender is out of the bout."""
        return 1.0 if self.out else self.defender.falls


@dataclass(frozen=True, slots=True)
class AttackProspect:
    """All outcomes of an attack, with the die chosen as its chooser would."""

    attack: CageAttack
    chances: Chances
    fates: dict[int, ResultOutcome]

    def of(self, what: Callable[[ResultOutcome], float]) -> float:
        """Return the chance of an event, given its chance in each outcome."""
        return sum([chance * what(self.fates[n]) for n, chance in self.chances.items()])

    @property
    def defender_loses(self) -> float:
        return self.of(lambda fate: fate.loses)

    @property
    def attacker_falls(self) -> float:
        return self.of(lambda fate: fate.attacker.falls)

    @property
    def defender_wounded(self) -> float:
        return self.of(lambda fate: fate.defender.wounded)

    @property
    def attacker_wounded(self) -> float:
        return self.of(lambda fate: fate.attacker.wounded)


@lru_cache(maxsize=256)
def chosen(dice: int, order: tuple[int, ...]) -> tuple[Fraction, ...]:
    """``TC-14``  Return the chance that each face counts, if chosen by *order*, best first.

    In the order of the faces 1 to 6; all zero without a die.
    """
    whole = 6**dice
    found = [Fraction(0)] * 6
    for n, face in enumerate(order if dice > 0 else ()):
        # All dice show this face or worse, and not all show worse.
        found[face - 1] = Fraction((6 - n) ** dice - (5 - n) ** dice, whole)
    return tuple(found)


def prospect(
    view: GameView, attack: CageAttack, order: Sequence[int] | None = None
) -> AttackProspect:
    """Return the odds of an attack by itself; *order*: results as its chooser ranks them."""
    fates = {n: fate_of(view, attack, n) for n in FACES}
    if attack.dice < 1:
        return AttackProspect(attack, {0: 1.0}, {0: ResultOutcome()})
    by_attacker = attack.chooser == view.table.models[attack.attacker].side
    order = order or preferred(fates, best=by_attacker)
    found = chosen(attack.dice, tuple(order))
    return AttackProspect(attack, {n: float(found[n - 1]) for n in FACES}, fates)


def preferred(fates: dict[int, ResultOutcome], *, best: bool) -> list[int]:
    """Return results as a chooser ranks them: the best for the attacker first, or last."""

    def worth(face: int) -> tuple[float, float, int, int]:
        fate = fates[face]
        won = fate.loses - fate.attacker.falls
        hurt = fate.defender.wounded - fate.attacker.wounded
        return round(won, 9), round(hurt, 9), fate.disarmed + fate.moved, face

    return sorted(FACES, key=worth, reverse=best)


def fate_of(view: GameView, attack: CageAttack, result: int) -> ResultOutcome:
    """``TC-16`` to ``TC-21``, ``TC-24``, ``TC-27``, ``TC-29``  Return a result's outcome."""
    fate = taken_fate_of(view, attack, result)
    defender = view.table.models[attack.defender]
    if result == BOTH and defender.profile.has("combat tactics"):
        # TC-24: the defender may give ground instead.
        return max(fate, taken_fate_of(view, attack, PUSHED), key=_worth_to_defender)
    return fate


def taken_fate_of(view: GameView, attack: CageAttack, result: int) -> ResultOutcome:
    """``TC-16`` to ``TC-21``, ``TC-27``, ``TC-29``  Return the outcome without tactics."""
    row, defender = RESULTS[result], view.table.models[attack.defender]
    mine = theirs = UNHURT
    if row.hits_attacker:
        mine = blow_at(view, attack.attacker, attack.weapon, attack.attacker)
    elif row.is_hit_back:
        mine = _hit_back(view, attack)
    if row.hits_defender:
        theirs = blow_at(view, attack.attacker, attack.weapon, attack.defender)
    moved = row.pushes and not (row.firm and defender.profile.has(row.firm.rule))
    return ResultOutcome(
        mine,
        theirs,
        moved,
        out=moved and not retreats_of(view, attack),
        disarmed=row.disarms and bool(held(view.table, defender)),
    )


def _worth_to_defender(fate: ResultOutcome) -> tuple[float, float]:
    return fate.attacker.falls - fate.loses, fate.attacker.wounded - fate.defender.wounded


def _hit_back(view: GameView, attack: CageAttack) -> HarmOdds:
    """``TC-17``  Return the harm of the defender's most harmful weapon."""
    weapons = held(view.table, view.table.models[attack.defender])
    harms = [blow_at(view, attack.defender, w, attack.attacker) for w in weapons]
    return max(harms, key=lambda h: (h.falls, h.wounded), default=UNHURT)


def blow_at(view: GameView, by: ModelId, weapon: Weapon, at: ModelId) -> HarmOdds:
    """``TC-22``  Return the odds of one hit with a weapon, with saves and outright death."""
    _, hit = blow(view, by, weapon, at)
    model = view.table.models[at]
    wounded = is_wounded(view, model, hit)
    slain = is_slain(view, model, hit)
    return HarmOdds(wounded, wounded if slain or model.wounds == 1 else 0.0, slain)
