"""Odds of wounds on a unit, model by model (MC-18, MC-19)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum
from typing import NamedTuple, TypeAlias

from game.rules.kit.probability import NONE, Spread, at_most, convolve

NOTHING = 1e-18
"""Chances below this are ignored."""


class WoundCandidate(NamedTuple):
    """A model that may take wounds."""

    left: int
    """Wounds that it has left: 1 or more."""
    of: int
    """The W of its profile."""
    kind: int = 0
    """Models of one kind save alike."""


class FailedSave(NamedTuple):
    """Chances of the bad results of a save."""

    unsaved: float
    leaks: float = 0.0
    """The chance that it costs a mortal wound (``MP-06``)."""


Stands: TypeAlias = dict[tuple[int, int, int], float]
"""Chances by wounds lost, saves failed and leaks."""


class WoundQueue:
    """The models of a unit in the order in which they take wounds.

    *bearers*: in the order that their owner likes; wounded models come first (``MC-18``).
    """

    __slots__ = ("kinds", "lost", "models", "room", "total")

    def __init__(self, bearers: Iterable[WoundCandidate]) -> None:
        models = sorted(bearers, key=lambda b: b.left == b.of)
        self.models = len(models)
        self.total = sum([b.left for b in models])
        """Wounds that all models have left together."""
        room, lost, kinds = list[int](), list[int](), list[int]()
        for n, bearer in enumerate(models):
            room += range(bearer.left, 0, -1)
            lost += [n] * bearer.left
            kinds += [bearer.kind] * bearer.left
        self.room = tuple(room)
        """By wounds lost: the wounds left of the model that takes the next one."""
        self.kinds = tuple(kinds)
        """By wounds lost: the kind of that model."""
        self.lost = (*lost, len(models))
        """By wounds lost: the number of models lost."""

    def models_lost(self, wounds: Spread) -> Spread:
        """Return the distribution of models lost for a distribution of wounds lost."""
        spread = [0.0] * (self.models + 1)
        for n, chance in enumerate(wounds):
            spread[self.lost[n]] += chance
        return tuple(spread)


def after_mortal(line: WoundQueue, state: Spread, mortal: Spread) -> Spread:
    """``MC-19``  Return the distribution of wounds lost after mortal ones, which spill over."""
    return at_most(convolve(state, mortal), line.total)


def after_wounds(line: WoundQueue, state: Spread, unsaved: Spread, damage: Spread) -> Spread:
    """``MC-18``  Return the wounds lost after unsaved wounds, without each wound's excess.

    All are distributions. *damage*: of each wound by itself.
    """
    return _mean(unsaved, _stands(line, state, len(unsaved), damage))


def after_leaks(
    line: WoundQueue, state: Spread, struck: Sequence[Spread], damage: Spread
) -> Spread:
    """``MP-06``  Return the wounds lost after unsaved wounds and the mortal wounds of leaks.

    *struck*: for each number of leaks, its chance together with each number of unsaved wounds.
    The mortal wounds come last.
    """
    stands = _stands(line, state, max(len(unsaved) for unsaved in struck), damage)
    ends = [0.0] * (line.total + len(struck))
    for leaks, unsaved in enumerate(struck):
        if fsum(unsaved) > NOTHING:
            for n, p in enumerate(_mean(unsaved, stands)):
                ends[n + leaks] += p
    return at_most(tuple(ends), line.total)


def split_by_save(struck: Spread, share: float) -> list[Spread]:
    """Return, for each number of leaks, its chance together with each number of failed saves.

    *struck*: the distribution of saves that either failed or made the cover leak; *share*: the
    share of them that failed.
    """
    failed: Spread = NONE
    rows = list[Spread]()
    for chance in struck:
        rows.append(tuple([chance * p for p in failed]))
        more = zip((*failed, 0.0), (0.0, *failed), strict=True)
        failed = tuple([a * (1.0 - share) + b * share for a, b in more])
    many = len(rows)
    return [tuple([rows[n][n - leaks] for n in range(leaks, many)]) for leaks in range(many)]


def combine(some: Sequence[Spread], more: Sequence[Spread]) -> list[Spread]:
    """Return the leaks and failed saves of two groups together."""
    most = max([len(s) for s in some]) + max([len(s) for s in more]) - 1
    total = [[0.0] * most for _ in range(len(some) + len(more) - 1)]
    for n, spread in enumerate(some):
        for m, other in enumerate(more):
            row = total[n + m]
            for k, chance in enumerate(spread):
                if chance > NOTHING:
                    for i, p in enumerate(other):
                        row[k + i] += chance * p
    return [tuple(row) for row in total]


def after_each(
    line: WoundQueue,
    state: Spread,
    lots: Sequence[tuple[Spread, Sequence[FailedSave]]],
    damage: Spread,
) -> tuple[Spread, Spread]:
    """``MC-18``  Return the wounds lost, and the saves failed, if models do not save alike.

    A wound is given to a model before its save. *lots*: for each group the distribution of its
    wounds, and the chances of a save by kind of model. No save is made after the last model has
    fallen.
    """
    now: Stands = {(lost, 0, 0): p for lost, p in enumerate(state) if p}
    for wounds, fails in lots:
        ends: Stands = {}
        for n, chance in enumerate(wounds):
            if n:
                now = _one_each(line, now, fails, damage)
            for stand, p in now.items():
                ends[stand] = ends.get(stand, 0.0) + chance * p
        now = ends
    after = [0.0] * (line.total + 1)
    failures = [0.0] * (1 + sum([len(wounds) - 1 for wounds, _ in lots]))
    for (lost, failed, leaks), p in now.items():
        after[min(line.total, lost + leaks)] += p
        failures[failed] += p
    return tuple(after), tuple(failures)


def _one_each(
    line: WoundQueue, now: Stands, fails: Sequence[FailedSave], damage: Spread
) -> Stands:
    """Return the states after one more wound, with their chances."""
    then: Stands = {}
    for stand, chance in now.items():
        lost, failed, leaks = stand
        if lost == line.total:
            then[stand] = then.get(stand, 0.0) + chance
            continue
        fail = fails[line.kinds[lost]]
        ends = [
            ((lost + cost, failed + 1, leaks), fail.unsaved * p)
            for cost, p in _costs(damage, line.room[lost])
        ]
        ends.append(((lost, failed, leaks + 1), fail.leaks))
        ends.append((stand, 1.0 - fail.unsaved - fail.leaks))
        for end, p in ends:
            if chance * p > NOTHING:
                then[end] = then.get(end, 0.0) + chance * p
    return then


def _stands(line: WoundQueue, state: Spread, many: int, damage: Spread) -> list[Spread]:
    """Return *many* distributions of wounds lost: after 0, 1, 2, … unsaved wounds."""
    costs = {room: _costs(damage, room) for room in dict.fromkeys(line.room)}
    steps = [costs[room] for room in line.room]
    stands = [(*state, *[0.0] * (line.total + 1 - len(state)))]
    while len(stands) < many:
        now = stands[-1]
        then = [0.0] * line.total + [now[-1]]
        for n, (chance, step) in enumerate(zip(now, steps, strict=False)):
            if chance:
                for cost, p in step:
                    then[n + cost] += chance * p
        stands.append(tuple(then))
    return stands


def _costs(damage: Spread, room: int) -> list[tuple[int, float]]:
    """``MC-18``  Return the possible losses of a model with *room* wounds left, and chances."""
    return [(n, p) for n, p in enumerate(at_most(damage, room)) if p]


def _mean(parts: Spread, stands: Sequence[Spread]) -> Spread:
    """Return the average of distributions weighted by *parts*, which may sum to less than 1."""
    mean = [0.0] * len(stands[0])
    for p, stand in zip(parts, stands, strict=False):
        if p > NOTHING:
            mean = [a + p * b for a, b in zip(mean, stand, strict=True)]
    return tuple(mean)
