"""The answers to one question, each with its value to the side that is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import exp, isinf
from typing import Any, TypeAlias

from game.bots.luck import BotRandom

Motive: TypeAlias = Callable[[], str]
"""Returns a few words on why a bot chooses an answer, for captions; or none."""

DECENT = 3.0
"""Temperatures below the best answer at which an answer is a blunder."""
CRUSHING = 4.0
"""The same while a side is ahead, when it forgoes the best answer."""
NEARLY = 0.5
"""Temperatures below the best answer within which one is nearly as good."""
STEPS = 1 << 30
"""Number of steps in which chances are drawn."""


@dataclass(slots=True)
class ScoredAnswers:
    """The answers that a bot weighed, in their order, each with its value."""

    temperature: float
    """Difference in value at which a hesitant bot takes an answer e times as rarely.

    That is with a single unit; with more the bot scales it.
    """
    tie: float = 0.0
    """Difference up to which an answer is no better than one before it."""
    is_varied: bool = False
    """Whether any bot draws among the best answer and those that are nearly as good.

    So it is in questions of set-up, lest all battles begin alike.
    """
    found: list[tuple[float, Any]] = field(default_factory=list)
    _motives: dict[int, Motive] = field(default_factory=dict)
    """By the index of the answer."""

    def add(self, worth: float, answer: Any, motive: Motive | None = None) -> None:
        """Add an answer; one that was added before keeps the higher of its values."""
        if motive:
            self._motives[len(self.found)] = motive
        self.found.append((worth, answer))

    def motive(self, answer: Any) -> str:
        """Return why a bot chooses an answer; empty if it was added without a motive."""
        same = [n for n, (_, other) in enumerate(self.found) if other == answer]
        best = max(same, key=lambda n: self.found[n][0], default=-1)
        return self._motives[best]() if best in self._motives else ""

    def __bool__(self) -> bool:
        """Return whether there is any answer."""
        return bool(self.found)

    @property
    def best(self) -> Any:
        """The answer of the highest value; among equals, the first."""
        most, best = self.found[0]
        for worth, answer in self.found[1:]:
            if worth > most + self.tie:
                most, best = worth, answer
        return best

    @property
    def nearly_as_good(self) -> float:
        """The value from which an answer is nearly as good as the best."""
        return max(worth for worth, _ in self.found) - NEARLY * self.temperature

    def near_best(self, luck: Callable[[], BotRandom]) -> Any:
        """Return the best answer; of varied ones, draw one that is nearly as good.

        *luck* returns the source to draw from.
        """
        if not self.is_varied:
            return self.best
        found = self._each_once()
        near = _within(found, self.nearly_as_good)
        return near[luck().below(len(near))][1]

    def hesitant(self, luck: BotRandom, *, ahead: bool, scale: float = 1.0) -> Any:
        """Draw one of the decent answers, the better the likelier; *scale* the temperature.

        A side that is *ahead* forgoes the best one, unless every other would be a blunder.
        """
        temperature = self.temperature * scale
        found = self._each_once()
        most = found[0][0]
        decent = _within(found, most - DECENT * temperature)
        if ahead and len(others := _within(found, most - CRUSHING * temperature)) > 1:
            decent = others[1:]
        return _drawn(decent, temperature, luck)

    def _each_once(self) -> list[tuple[float, Any]]:
        """Return the answers without repetitions, the one that is taken as the best first."""
        best, kept = self.best, list[tuple[float, Any]]()
        for worth, answer in sorted(self.found, key=lambda one: -one[0]):
            if all(answer != known for _, known in kept):
                kept.append((worth, answer))
        first = next(n for n, (_, answer) in enumerate(kept) if answer == best)
        return [kept[first], *kept[:first], *kept[first + 1 :]]


def _within(found: Sequence[tuple[float, Any]], least: float) -> list[tuple[float, Any]]:
    """Return the first answer, and all others of at least some value."""
    return [one for n, one in enumerate(found) if n == 0 or one[0] >= least]


def _drawn(found: Sequence[tuple[float, Any]], temperature: float, luck: BotRandom) -> Any:
    """Draw an answer; one whose value is lower by *temperature* is e times as unlikely."""
    most = max(worth for worth, _ in found)
    if temperature <= 0.0 or isinf(most):
        return found[0][1]
    shares = [exp((worth - most) / temperature) for worth, _ in found]
    at = luck.below(STEPS) / STEPS * sum(shares)
    for (_, answer), share in zip(found, shares, strict=True):
        at -= share
        if at < 0.0:
            return answer
    return found[-1][1]
