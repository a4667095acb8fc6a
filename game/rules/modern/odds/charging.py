"""The odds of a charge: what its roll needs, what Overwatch costs, what the fight brings."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from game.play.game import Look
from game.play.paths import Moves
from game.rules.kit.forecast import Figure, counted
from game.rules.kit.insight import Glance
from game.rules.kit.nearness import gap_between
from game.rules.modern.charge import charge_arrives, charge_march, charge_reasons
from game.rules.modern.command import RE_ROLL, may_spend
from game.rules.modern.fight.closing import closing_march
from game.rules.modern.movement import NEAR
from game.rules.modern.odds.salvos import Attack, attack, blow_salvos, blows_at, shot_salvo
from game.rules.modern.odds.sums import two_reach, two_reach_again
from game.rules.modern.shooting.volley import overwatch_of
from game.table.events import Reason
from game.table.records import UnitId

MOST = 12
"""No 2d6 show more."""


def charge_need(look: Look, who: UnitId, targets: Sequence[UnitId]) -> int:
    """``MC-22``  Return what 2d6 must come to, before modifiers; 13 and more cannot be."""
    far = _far(look, who, targets, MOST)
    if not charge_arrives(look.table, who, targets, far):
        return MOST + 1
    return _need(look, who, targets)


def _far(look: Look, who: UnitId, targets: Sequence[UnitId], total: int) -> float:
    """Return how far a unit charges where 2d6 come to a total, in inches."""
    more = sum([reason.amount for reason in charge_reasons(look, who, targets)])
    return float(max(0, total + more))


def _need(look: Look, who: UnitId, targets: Sequence[UnitId]) -> int:
    """Return the least total that suffices, where the greatest does."""

    def arrives(total: int) -> bool:
        return charge_arrives(look.table, who, targets, _far(look, who, targets, total))

    more = sum([reason.amount for reason in charge_reasons(look, who, targets)])
    off = min([gap_between(look.table, who, target) for target in targets])
    least = max(2, ceil(off - NEAR - 1e-9) - more)
    if least >= MOST or arrives(least):
        return min(least, MOST)
    return bisect_left(range(MOST), 1, lo=least + 1, key=lambda total: int(arrives(total)))


def charge_figures(look: Look, who: UnitId, targets: Sequence[UnitId]) -> Iterator[Figure]:
    """Yield the odds of a charge, what Overwatch may cost first, and of the blows then."""
    far, about = _far(look, who, targets, MOST), targets[0]
    furthest = charge_march(look.table, who, targets, far).suggested
    need = _need(look, who, targets) if furthest else MOST + 1
    why = (Reason(0, "2d6", "MC-22"), *charge_reasons(look, who, targets))
    yield Figure("arrives", two_reach(need), "MC-22", about, need, why)
    if need <= MOST and may_spend(look, look.table.units[who].side, RE_ROLL):
        again = two_reach_again(need)
        yield Figure("with a die re-rolled", again, RE_ROLL.clause, about, need, more=True)
    for target in targets:
        if shots := overwatch_of(look, target, who):
            cost = attack(look, who, [shot_salvo(look, group) for group in shots])
            yield counted("lost to Overwatch", cost.odds.lost, "MC-21", who)
    if furthest:
        for struck in piled_in(moved(look, furthest), who, targets):
            yield from struck.figures()


def piled_in(look: Look, who: UnitId, targets: Sequence[UnitId]) -> list[Attack]:
    """``MC-24``  Return what a unit strikes at each of some enemies once it has piled in."""
    close = moved(look, closing_march(look.table, who).suggested)
    return [found for target in targets if (found := blows_now(close, who, target))]


def blows_now(look: Look, who: UnitId, target: UnitId, weapon: str = "") -> Attack | None:
    """``MC-24``  Return what a unit strikes from where it stands; None if nothing.

    *weapon*: with which, by whoever has it.
    """
    struck = blows_at(look, who, target, weapon)
    return attack(look, target, blow_salvos(look, struck)) if struck else None


def moved(look: Look, moves: Moves) -> Glance:
    """Return the table as if models had moved."""
    table = look.table.fork()
    for model, path in moves:
        table.models[model] = replace(table.models[model], at=path[-1])
    return Glance(table, look.rules)
