"""The attack of the modern core rolled die by die, over every combination of results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeVar

from game.content.armouries.weapon_rules import MODERN, AttackStage
from game.cores.kit import attack_odds, dice
from game.cores.kit.attack_odds import AttackBatch
from game.cores.kit.attacks import Hit
from game.cores.kit.dice_chances import NEVER
from game.cores.kit.dice_chances import SURE as NO_DIE
from game.cores.kit.probability import convolve, doubled, of_total
from game.cores.modern.rules.odds import WoundCandidate
from game.systems.matched.rules.cover import LEAK
from game.table.records import NO_DICE, DiceExpression, Side
from tests.tools.dice_rows import in_fractions

End = TypeVar("End", bound=Hashable)


class Roll(Protocol):
    """Rolls one die."""

    def __call__(self, sides: int, need: int = 0, /) -> int:
        """Return a face; with *need* only 1, 6 and whether it is reached are looked at."""


SURE = None
"""Roll needed by a die that is not rolled, because it has succeeded already."""


@dataclass(frozen=True, slots=True)
class Group:
    """Identical attacks in numbers. Rolls needed are after modifiers."""

    attacks: int = 0
    attack_dice: DiceExpression = NO_DICE
    twice: DiceExpression = NO_DICE
    """``MC-14``  Rapid fire within half range: each pip is two attacks."""
    hit: int | None = SURE
    wound: int | None = SURE
    save: tuple[int, ...] = (NEVER,)
    """``MC-17``  By kind of model."""
    rent: tuple[int, ...] = ()
    """The same after an unmodified 6 to wound; empty without *rending*."""
    damage: int = 1
    damage_dice: DiceExpression = NO_DICE
    relay: bool = False
    """True if hit rolls of 1 are rolled again (``MP-08``)."""
    scatterfield: bool = False
    """True if saves of 1 are rolled again (``MP-08``)."""
    leaks: bool = False
    mortal: int = 0
    mortal_dice: DiceExpression = NO_DICE
    also: tuple[Group, ...] = ()
    """Attacks that are rolled and saved together with these, and do the same damage."""

    def lots(self) -> list[AttackBatch]:
        """Return the attacks as the odds count them."""
        return [one.lot(self) for one in (self, *self.also)]

    def lot(self, first: Group) -> AttackBatch:
        triggers = (*MODERN["rending"].triggers * bool(self.rent), *(LEAK,) * self.leaks)
        hit: Hit[None] = Hit(
            US,
            strength=4,
            ap=0,
            cover=None,
            triggers=triggers,
            damage=first.damage,
            damage_dice=first.damage_dice,
        )
        attacks = of_total(self.attacks, self.attack_dice)
        attacks = convolve(attacks, doubled(of_total(0, self.twice)))
        mortal = of_total(self.mortal, self.mortal_dice)
        rows = tuple([tuple([p * q for q in attacks]) for p in mortal])

        def saves(wound: Hit[None]) -> list[dice.Roll]:
            needs = self.rent if wound.ap else self.save
            return [_cast(AttackStage.SAVE, need, again=self.scatterfield) for need in needs]

        to_hit = _cast(AttackStage.HIT, self.hit, again=self.relay)
        return attack_odds.batch(rows, to_hit, _cast(AttackStage.WOUND, self.wound), hit, saves)


US = Side("us")


def _cast(what: AttackStage, need: int | None, *, again: bool = False) -> dice.Roll:
    face = NO_DIE if need is SURE else need
    once_more = dice.Again("relay", "MP-08", face, below=2) if again else None
    return dice.Roll("MC-15", by=US, what=what, need=face, again=once_more)


class Face(NamedTuple):
    """A face of a die, for itself and those that are as good."""

    face: int
    many: int


@lru_cache(maxsize=50)
def _faces(sides: int, need: int) -> tuple[Face, ...]:
    """Return the faces of a die; those between 1 and 6 on one side of *need* as one."""
    if not need:
        return tuple([Face(face, 1) for face in range(1, sides + 1)])
    below = range(2, min(need, sides))
    above = range(max(need, 2), sides)
    alike = [Face(faces[0], len(faces)) for faces in (below, above) if faces]
    return Face(1, 1), *alike, Face(sides, 1)


class _Row:
    """Dice that show given faces in order, and after them ones."""

    def __init__(self, dice: list[tuple[Face, ...]]) -> None:
        self.dice = dice
        """The faces that each die has still to show, the present one first."""
        self.thrown = 0
        self.sides = self.ways = 1
        """In how many of how many equal ways the dice thrown show these faces."""

    def roll(self, sides: int, need: int = 0) -> int:
        n, self.thrown = self.thrown, self.thrown + 1
        if n == len(self.dice):
            self.dice.append(_faces(sides, need))
        face, many = self.dice[n][0]
        self.sides, self.ways = self.sides * sides, self.ways * many
        return face


def every_way(tell: Callable[[Roll], End]) -> dict[End, Fraction]:
    """Return the chance of each result of *tell*, by trying each face of each die it rolls."""
    ends, dice = Counter[tuple[End, int]](), list[tuple[Face, ...]]()
    while True:
        row = _Row(dice)
        end = tell(row.roll)
        ends[end, row.sides] += row.ways
        while dice and len(dice[-1]) == 1:
            dice.pop()
        if not dice:
            return in_fractions(ends)
        dice[-1] = dice[-1][1:]


def wounds_and_kills(
    groups: Sequence[Group], bearers: Sequence[WoundCandidate], roll: Roll
) -> tuple[int, int]:
    """Return the wounds and the models that an attack costs, rolled die by die."""
    left = [b.left for b in bearers]
    for group in groups:
        _group(group, left, bearers, roll)
    return sum([b.left for b in bearers]) - sum(left), left.count(0)


def _group(
    group: Group, left: list[int], bearers: Sequence[WoundCandidate], roll: Roll
) -> None:
    lots, wounds = (group, *group.also), list[tuple[Group, int]]()
    for lot in lots:
        tries = [_test(lot.hit, roll, again=lot.relay) for _ in range(_many(lot, roll))]
        hits = len([ok for ok, _ in tries if ok])
        shown = [_test(lot.wound, roll) for _ in range(hits)]
        wounds += [(lot, face) for ok, face in shown if ok]
    if bearers and all([b.kind == bearers[0].kind for b in bearers]):
        saves = [(lot, *_save(lot, face, 0, roll)) for lot, face in wounds]
        for _, saved, _ in saves:
            if not saved:
                _strike(left, bearers, group.damage + _sum(group.damage_dice, roll))
    else:
        saves = []
        for lot, face in wounds:
            if any(left):
                kind = bearers[_next(left, bearers)].kind
                saves.append((lot, *_save(lot, face, kind, roll)))
                if not saves[-1][1]:
                    _strike(left, bearers, group.damage + _sum(group.damage_dice, roll))
    leaks = sum([lot.leaks and shown == 6 and roll(6) == 1 for lot, _, shown in saves])
    for _ in range(leaks + group.mortal + _sum(group.mortal_dice, roll)):
        _strike(left, bearers, 1)


def _save(group: Group, face: int, kind: int, roll: Roll) -> tuple[bool, int]:
    need = (group.rent if group.rent and face == 6 else group.save)[kind]
    return _test(need, roll, again=group.scatterfield) if need < 7 else (False, 0)


def _many(group: Group, roll: Roll) -> int:
    more = _sum(group.attack_dice, roll) + 2 * _sum(group.twice, roll)
    return group.attacks + more


def _sum(dice: DiceExpression, roll: Roll) -> int:
    return sum([roll(dice.sides) for _ in range(dice.many)]) if dice.many else 0


def _test(need: int | None, roll: Roll, *, again: bool = False) -> tuple[bool, int]:
    if need is SURE:
        return True, 0
    face = roll(6, need)
    if face == 1 and again:
        face = roll(6, need)
    return face != 1 and face >= need, face


def _next(left: list[int], bearers: Sequence[WoundCandidate]) -> int:
    """Return the index of the wounded model, or else of the first that stands."""
    stand = [n for n, wounds in enumerate(left) if wounds]
    return next((n for n in stand if left[n] < bearers[n].of), stand[0])


def _strike(left: list[int], bearers: Sequence[WoundCandidate], damage: int) -> None:
    if any(left):
        n = _next(left, bearers)
        left[n] -= min(left[n], damage)


def often(tell: Callable[[Roll], End], roll: Roll, times: int) -> Counter[End]:
    """Return the chance of each end."""
    return Counter(tell(roll) for _ in range(times))
