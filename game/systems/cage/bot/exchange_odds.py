"""Odds of trading blows in one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from game.systems.cage.rules.attack_effects import Kinds, shares
from game.systems.cage.rules.attack_results import (
    BOTH,
    DISARMED,
    FACES,
    KNOCKED,
    PUSHED,
    RESULTS,
)
from game.systems.cage.rules.champion_stats import ChampionStats, HeldWeapon, HitEffect
from game.systems.cage.rules.planned_attack import attack_dice

ROUNDS = 3
"""Number of times that dice are chosen anew, by the lead that the choice before led to."""
ASIDE = {PUSHED: 0.02, DISARMED: 0.05, KNOCKED: 0.02}
"""Value of results for what is not counted here; only to choose among dice."""

Wounds: TypeAlias = tuple[int, int]
Lost: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""Names of the weapons not in hand, by seat."""


class _Blow(NamedTuple):
    """The part of an attack's ends, or of one result's, that changes the wounds."""

    changed: float
    """Chance that anybody loses a wound."""
    lead: float
    """Lead of the first seat after that, times this chance."""

    def worth(self, now: float) -> float:
        """Return the mean lead, if it is *now* where no wound is lost."""
        return self.lead + (1.0 - self.changed) * now


NOTHING = _Blow(0.0, 0.0)


@dataclass(slots=True)
class ExchangeOdds:
    """Leads in one bout by wounds and weapons alone, cached.

    Blows come in the proportion of both champions' attacks in a game turn. Nobody moves,
    parries or loses a weapon.
    """

    kinds: Kinds
    _leads: dict[tuple[Wounds, Lost], float] = field(default_factory=dict)

    def lead(self, wounds: Wounds, lost: Lost) -> float:
        """Return the chance that the first seat wins less the chance that it loses."""
        if min(wounds) <= 0:
            return float(wounds[0] > 0) - float(wounds[1] > 0)
        key = wounds, lost
        if (found := self._leads.get(key)) is None:
            found = self._leads[key] = self._lead(wounds, lost)
        return found

    def _lead(self, wounds: Wounds, lost: Lost) -> float:
        now = (wounds[0] - wounds[1]) / (wounds[0] + wounds[1])
        attacks = [
            [
                (arm, [self._result(seat, arm, wounds, lost, face) for face in FACES])
                for arm in kind.in_hand(lost[seat])
            ]
            for seat, kind in enumerate(self.kinds)
        ]
        for _ in range(ROUNDS):
            lead = changed = 0.0
            for seat, kind in enumerate(self.kinds):
                often = min(kind.actions, kind.most_attacks(lost[seat]))
                blows = [self._attack(seat, *attack, now) for attack in attacks[seat]]
                best = max(blows, key=lambda blow: _sign(seat) * blow.worth(now))
                lead += often * best.lead
                changed += often * best.changed
            if not changed:
                return 0.0
            now = lead / changed
        return now

    def _attack(
        self, seat: int, arm: HeldWeapon, results: Sequence[_Blow], now: float
    ) -> _Blow:
        """``TC-14``  Return an attack of which the chooser takes the best die.

        *results*: those of the faces.
        """
        me, foe = self.kinds[seat], self.kinds[1 - seat]
        dice, _ = attack_dice(me.ws, foe.ws, unarmed=arm is me.hands)
        found = [*results]
        if foe.tactics:
            found[BOTH - 1] = min(
                found[BOTH - 1], NOTHING, key=lambda blow: _sign(seat) * blow.worth(now)
            )
        worths = [
            _sign(seat) * blow.worth(now) + ASIDE.get(face, 0.0)
            for face, blow in zip(FACES, found, strict=True)
        ]
        order = sorted(FACES, key=lambda face: worths[face - 1], reverse=foe.ws <= me.ws)
        each = shares(dice, tuple(order))
        return _Blow(
            sum([share * blow.changed for share, blow in zip(each, found, strict=True)]),
            sum([share * blow.lead for share, blow in zip(each, found, strict=True)]),
        )

    def _result(
        self, seat: int, arm: HeldWeapon, wounds: Wounds, lost: Lost, face: int
    ) -> _Blow:
        """``TC-16`` to ``TC-21``  Return the hits of a result."""
        row, ends = RESULTS[face], [(1.0, wounds)]
        if row.hits_attacker:
            ends = _struck(wounds, seat, arm.own)
        if row.hits_defender:
            ends = _struck(wounds, 1 - seat, arm.foe)
        back = _hardest(self.kinds[1 - seat], lost[1 - seat]) if row.is_hit_back else None
        if back:
            ends = [(a * b, end) for a, one in ends for b, end in _struck(one, seat, back)]
        changed = [(chance, left) for chance, left in ends if left != wounds]
        return _Blow(
            sum([chance for chance, _ in changed]),
            sum([chance * self.lead(left, lost) for chance, left in changed]),
        )


def _sign(seat: int) -> int:
    return 1 - 2 * seat


def _hardest(kind: ChampionStats, lost: Sequence[str]) -> HitEffect | None:
    """``TC-17``  Return the effect of the weapon with which a defender hits back, if it can."""
    held = [arm.foe for arm in kind.held(lost)]
    return max(held, key=lambda one: (one.outright, one.wounds), default=None)


def _struck(wounds: Wounds, seat: int, effect: HitEffect) -> list[tuple[float, Wounds]]:
    left = 0 if effect.outright else wounds[seat] - 1
    after = (left, wounds[1]) if seat == 0 else (wounds[0], left)
    return [(1.0 - effect.wounds, wounds), (effect.wounds, after)]
