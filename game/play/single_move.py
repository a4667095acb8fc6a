"""One model's way with a facing: straight stretches, turned only where its rule allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import Any, NamedTuple, TypeAlias

from game.geometry.points import LOOSE_EPSILON
from game.play.decisions import FURTHEST, Decision, IllegalAnswer
from game.play.lengths import too_much
from game.play.spread import spread
from game.table.records import ModelId
from game.table.state import Table


class Stretch(NamedTuple):
    turn: float
    """Degrees, clockwise, by which it turns before it goes on."""
    far: float
    """Inches straight on."""


Stretches: TypeAlias = tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class Gait:
    """One of the ways in which a model may move."""

    name: str
    far: float
    """Inches in all, at most."""
    straight: float
    """Inches that it goes straight on before each turn, at least."""
    turn: float = 45.0
    """Degrees to either side, at most."""
    costs: str = ""
    """What it may not do who moves like this, in a few words; empty for nothing."""


@dataclass(frozen=True, slots=True)
class Ride(Decision[Stretches]):
    """Its way in stretches, as ``[[turn, inches], …]``, carried out until something stops it.

    The first goes straight ahead: its turn is 0. The last may be no more than a turn. Without
    any stretch it stays.
    """

    model: ModelId
    gaits: tuple[Gait, ...]
    """The slowest first: a way is ridden by the first that allows it."""
    kind: str = ""
    """What it is for, in a word of the rules: a bot's policy goes by it."""

    @property
    def about(self) -> ModelId:
        return self.model

    def read(self, told: Any) -> Stretches:
        if not isinstance(told, list | tuple):
            raise IllegalAnswer(f"{told!r} is no list of stretches", self.clause)
        return tuple(self._stretch(one) for one in told)

    def _stretch(self, told: Any) -> Stretch:
        if not isinstance(told, list | tuple) or len(told) != 2:
            raise IllegalAnswer(f"{told!r} is no stretch: [degrees, inches]", self.clause)
        for number in told:
            if isinstance(number, bool) or not isinstance(number, int | float):
                raise IllegalAnswer(f"{number!r} is not a number", self.clause)
            if not isfinite(number) or abs(number) > FURTHEST:
                raise IllegalAnswer(f"{number!r} is too much for any table", self.clause)
        return Stretch(round(float(told[0]), 3), round(float(told[1]), 3))

    def judge(self, table: Table, answer: Stretches) -> None:
        whole = length(answer)
        gait = next((g for g in self.gaits if wrong(answer, g) is None), None)
        if gait is None:
            # Of the slowest that goes so far: that is how it was meant.
            gait = next(
                (g for g in self.gaits if whole <= g.far + LOOSE_EPSILON), self.gaits[-1]
            )
            fix = [list(stretch) for stretch in mended(answer, gait)]
            raise IllegalAnswer(wrong(answer, gait) or "", self.clause, fix)

    def gait_of(self, answer: Stretches) -> Gait:
        """Return how a legal way is ridden."""
        return next(g for g in self.gaits if wrong(answer, g) is None)

    def sample(self, table: Table, k: int, n: int) -> list[list[float]]:
        gait = self.gaits[k % len(self.gaits)]
        if k < len(self.gaits):
            return [[0.0, gait.far]]
        if k == len(self.gaits):
            return []
        across, out = spread(k)
        first = min(gait.far, gait.straight + (gait.far - gait.straight) * out)
        rest = (gait.far - first) * spread(k + n)[1]
        turn = gait.turn * (2 * across - 1)
        way = Stretch(0.0, round(first, 3)), Stretch(round(turn, 3), round(rest, 3))
        return [list(stretch) for stretch in mended(way, gait)]


def length(way: Sequence[Stretch]) -> float:
    """Return how many inches a way is long."""
    whole = 0.0
    for stretch in way:
        whole += stretch.far
    return whole


def wrong(way: Sequence[Stretch], gait: Gait) -> str | None:
    """Say why a way cannot be ridden like this."""
    if way and way[0].turn:
        return "no turn comes before the first stretch"
    if any(stretch.far < 0.0 for stretch in way):
        return "nobody goes backward"
    if no := next(_wrong_turns(way, gait), None):
        return no
    if (whole := length(way)) > gait.far + LOOSE_EPSILON:
        off, beyond = too_much(whole, gait.far)
        return f'{off}" is {beyond}" more than the {gait.far:g}" that it may move'
    return None


def _wrong_turns(way: Sequence[Stretch], gait: Gait) -> Iterator[str]:
    for before, stretch in pairwise(way):
        if before.far < gait.straight - LOOSE_EPSILON:
            most = f'{gait.straight:g}" straight come before a turn'
            yield f'{most}, not {before.far:g}"'
        if abs(stretch.turn) > gait.turn + LOOSE_EPSILON:
            yield f"{abs(stretch.turn):g}° is more than {gait.turn:g}°"


def mended(way: Sequence[Stretch], gait: Gait) -> Stretches:
    """Return a way like this one that can be ridden: turns less, stretches longer or cut."""
    found, left = list[Stretch](), gait.far
    for n, (turned, far) in enumerate(way):
        turn = max(-gait.turn, min(gait.turn, turned)) if n else 0.0
        straight = gait.straight if n + 1 < len(way) else 0.0
        went = min(max(far, straight), left)
        found.append(Stretch(turn, round(went, 3)))
        left = round(left - went, 6)
        if went < straight or (n + 1 < len(way) and left <= 0.0 and way[n + 1].far > 0.0):
            break
    return tuple(found)
