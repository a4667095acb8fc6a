"""Look-ahead search over actions in a bout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from game.play.decisions import PASS
from game.play.game import GameView
from game.systems.cage.bot.evaluation import PositionEvaluator, Worth
from game.systems.cage.bot.weights import CageWeights
from game.systems.cage.rules.action_options import ATTACK
from game.systems.cage.rules.attack_effects import (
    Kinds,
    Lottery,
    PlannedAttack,
    comes,
    planned,
    shares,
)
from game.systems.cage.rules.attack_options import counters, has_attack, in_reach, rages
from game.systems.cage.rules.attack_results import DISARMED, FACES
from game.systems.cage.rules.bout_end import TURNS
from game.systems.cage.rules.bout_position import (
    OUT,
    Position,
    champion_of,
    countered,
    position_of,
    spent,
)
from game.systems.cage.rules.champion_stats import HeldWeapon, kind_of
from game.systems.cage.rules.moves import PARRY, goes
from game.systems.cage.table import Floor, floor_of
from game.table.records import Side

LIKELY = 4
"""Number of positions, the best by ``weigh``, that are searched further."""
Depths = tuple[int, ...]
"""Search depths, in actions after one, of which the mean is taken.

Each alone flatters who acts last.
"""
DEPTHS: Depths = (1, 2)
DEEP: Depths = (2, 3)
"""Depths that take two to four times as long."""


@dataclass(slots=True)
class LookAheadSearch:
    """A look-ahead search in one bout, with a cache of position values."""

    scales: PositionEvaluator
    depths: Depths
    _known: dict[tuple[Position, int], Worth] = field(default_factory=dict)

    def worth(self, at: Position, actions: int) -> Worth:
        """Return the value of a position to each seat if both act for the best.

        *actions* is the search depth.
        """
        key = at, actions
        if (found := self._known.get(key)) is None:
            found = self._known[key] = self._worth(at, actions)
        return found

    def _worth(self, at: Position, actions: int) -> Worth:
        if not actions or at.over or not any(at.left):
            return self.scales.weigh(at)
        seat = at.acts
        worths = [worth for _, worth in self.attacks(at)]
        there = [one for _, found in self._goes(at) for one in found]
        if actions > 1:
            there = self._likely(there, seat)
        worths += [self.worth(one, actions - 1) for one in there]
        return max(worths, key=lambda w: w[seat])

    def _likely(self, found: list[Position], seat: int) -> list[Position]:
        """Return the positions that are best for a seat at first sight."""
        return sorted(found, key=lambda one: self.worth(one, 0)[seat], reverse=True)[:LIKELY]

    def attacks(self, at: Position, actions: int = 0) -> Iterator[tuple[str, Worth]]:
        """Yield each attack as an answer, with its value to each seat.

        *actions* is the search depth after it.
        """
        kind = self.scales.kinds[at.acts]
        if has_attack(kind, at, at.acts):
            for arm in in_reach(self.scales.floor, kind, at, at.acts):
                yield f"{ATTACK} {arm.name}", self.struck(at, self.plan(at, arm), actions)

    def moves(self, at: Position) -> Iterator[tuple[str, Worth]]:
        """Yield the best other actions as answers, searched further, best first."""
        found = [(answer, one) for answer, many in self._goes(at) for one in many]
        found.sort(key=lambda option: self.worth(option[1], 0)[at.acts], reverse=True)
        for answer, one in found[:LIKELY]:
            yield answer, self._mean_worth(one)

    def after(self, at: Position, answer: str) -> Position | None:
        """Return the best position to which an action leads; None for an attack."""
        found = [one for act, many in self._goes(at) if act == answer for one in many]
        return max(found, key=lambda one: self._mean_worth(one)[at.acts], default=None)

    def _mean_worth(self, at: Position) -> Worth:
        return _mean([(1 / len(self.depths), self.worth(at, n)) for n in self.depths])

    def _goes(self, at: Position) -> Iterator[tuple[str, list[Position]]]:
        """Yield the actions but attacks; nobody waits while neither can be struck."""
        floor, kinds = self.scales.floor, self.scales.kinds
        near = in_reach(floor, kinds[0], at, 0) or in_reach(floor, kinds[1], at, 1)
        for answer, found in goes(floor, kinds[at.acts], at):
            if near or answer not in (PARRY, PASS):
                yield answer, found

    def best(self, found: Sequence[Position], seat: int, actions: int) -> Worth:
        """Return the value to each seat of the position that is best for *seat*."""
        return max([self.worth(one, actions) for one in found], key=lambda w: w[seat])

    def plan(self, at: Position, arm: HeldWeapon) -> PlannedAttack:
        """``TC-29``  Return the acting champion's attack, with one more die if it is raging."""
        floor, kinds, seat = self.scales.floor, self.scales.kinds, at.acts
        return planned(floor, kinds, at, seat, arm, raging=rages(kinds[seat], at, seat))

    def struck(self, at: Position, attack: PlannedAttack, actions: int) -> Worth:
        """Return the value of an attack, countered if that is better for the other seat."""
        after = spent(at, attack.seat, attack=True, fought=attack.dice > 0)
        alone = self.rolled(after, attack, actions)
        foe = 1 - attack.seat
        for answer in self.answers_to(after, attack):
            both = self.exchanged(countered(after, foe), attack, answer)
            alone = max(alone, both, key=lambda w: w[foe])
        return alone

    def answers_to(self, after: Position, attack: PlannedAttack) -> list[PlannedAttack]:
        """``TC-28``  Return the attacks with which an attack can be countered."""
        floor, kinds, foe = self.scales.floor, self.scales.kinds, 1 - attack.seat
        arms = counters(floor, kinds[foe], after, foe)
        return [planned(floor, kinds, after, foe, arm) for arm in arms]

    def rolled(self, after: Position, attack: PlannedAttack, actions: int) -> Worth:
        """Return the value of an attack; its chooser takes the die that is best for itself."""
        if attack.dice < 1:
            return self.worth(after, actions)
        faces = [self.face(after, attack, face, actions) for face in FACES]
        return _mean(zip(self._shares(attack, faces), faces, strict=True))

    def _shares(self, attack: PlannedAttack, faces: Sequence[Worth]) -> tuple[float, ...]:
        seat = attack.chooser
        order = sorted(FACES, key=lambda face: faces[face - 1][seat], reverse=True)
        return shares(attack.dice, tuple(order))

    def face(self, after: Position, attack: PlannedAttack, face: int, actions: int) -> Worth:
        """Return the value of one result after the seat that may choose has chosen."""
        scales = self.scales
        chooser, lotteries = comes(scales.floor, scales.kinds, after, attack, face)
        if face == DISARMED:
            # Only one of the cells in which the weapon may fall is searched.
            lotteries = [[(1.0, one[0][1])] for one in lotteries]
        return max([self.drawn(one, actions) for one in lotteries], key=lambda w: w[chooser])

    def drawn(self, lottery: Lottery, actions: int) -> Worth:
        return _mean([(chance, self.worth(one, actions)) for chance, one in lottery])

    def exchanged(self, after: Position, attack: PlannedAttack, answer: PlannedAttack) -> Worth:
        """``TC-28``  Return the value of two simultaneous attacks, the attacker's result first.

        Dice and choices are made as if each attack were alone.
        """
        firsts = [self.face(after, attack, face, 0) for face in FACES]
        seconds = [self.face(after, answer, face, 0) for face in FACES]
        of_answer = self._shares(answer, seconds) if answer.dice > 0 else (0.0,) * 6
        if attack.dice < 1:
            return _mean(zip(of_answer, seconds, strict=True))
        found = list[tuple[float, Worth]]()
        for share, face in zip(self._shares(attack, firsts), FACES, strict=True):
            for chance, one in self._picked(after, attack, face):
                if one.fighters[1 - attack.seat].wounds == OUT:
                    found.append((share * chance, self.worth(one, 0)))
                    continue
                for share_, face_ in zip(of_answer, FACES, strict=True):
                    if share_:
                        drawn = self.drawn(self._picked(one, answer, face_), 0)
                        found.append((share * chance * share_, drawn))
        return _mean(found)

    def _picked(self, after: Position, attack: PlannedAttack, face: int) -> Lottery:
        scales = self.scales
        chooser, lotteries = comes(scales.floor, scales.kinds, after, attack, face)
        found = max(lotteries, key=lambda one: self.drawn(one, 0)[chooser])
        # Only one of the cells in which the weapon may fall is searched.
        return [(1.0, found[0][1])] if face == DISARMED else found


def _mean(found: Iterable[tuple[float, Worth]]) -> Worth:
    one = other = 0.0
    for chance, worth in found:
        one += chance * worth[0]
        other += chance * worth[1]
    return one, other


@dataclass(frozen=True, slots=True)
class CageAssessment:
    """The position of a bout from the seat that has to answer."""

    view: GameView
    seat: int
    """Seat that has to answer."""
    at: Position
    ahead: LookAheadSearch

    @property
    def scales(self) -> PositionEvaluator:
        return self.ahead.scales


def assessment_of(
    view: GameView, side: Side, weights: CageWeights, depths: Depths = DEPTHS
) -> CageAssessment:
    """Return the assessment of a bout for *side*, which has to answer."""
    table = view.table
    one, other = (champion_of(table, s) for s in table.sides)
    kinds = kind_of(view, one, other), kind_of(view, other, one)
    first = table.sides.index(table.first or table.sides[0])
    agreed = int(view.rules.options.get("turns", TURNS))
    scales = _scales(floor_of(table.board), kinds, weights, first, agreed)
    ahead = LookAheadSearch(scales, depths)
    return CageAssessment(view, table.sides.index(side), position_of(table), ahead)


@lru_cache(maxsize=2)
def _scales(
    floor: Floor, kinds: Kinds, weights: CageWeights, first: int, agreed: int
) -> PositionEvaluator:
    """Return the evaluator of a bout, cached for its next question."""
    return PositionEvaluator(floor, kinds, weights, first, agreed=agreed)
