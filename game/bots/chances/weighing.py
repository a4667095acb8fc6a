"""The chances of the sides, weighed from terms of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, isfinite
from typing import Any

from game.bots.chances.battle import Terms, game_name
from game.content.faults import Fault, UnusableFile, did_you_mean
from game.content.file_source import FileSource
from game.content.strict_toml import parse_toml
from game.content.user_files import DISK
from game.play.game import GameView
from game.rules.catalog import missions_of
from game.systems import Parts
from game.table.records import Side

FILE = "assets/chances.toml"
TERMS: Mapping[str, Callable[[GameView], Terms]] = Parts("bot.chances", "terms")
"""By the name of the system; the sandbox, which nobody wins, has none."""
NAMES: Mapping[str, Sequence[str]] = Parts("bot.chances", "NAMES")
"""Names of the terms of each system."""
WEIGHED_AS: Mapping[str, str] = {"modern": "classic"}
"""Systems without a scenario of their own, and the system whose weights they use."""
MAX_WEIGHT = 100.0
EVEN = 0.5


@dataclass(frozen=True, slots=True)
class ChanceWeights:
    """The weights of a file."""

    shared: Mapping[str, Mapping[str, float]]
    """By system: the weight of each of its terms; of missing ones it is 0."""
    extra: Mapping[str, Mapping[str, float]]
    """By mission: the differences of its weights from those of its system."""

    def chance(self, system: str, game: str, terms: Terms) -> float:
        """Return the chance of the first side; *game* is the name of the mission, if any."""
        system = system if system in self.shared else WEIGHED_AS.get(system, system)
        shared, extra = self.shared.get(system, {}), self.extra.get(game, {})
        total = 0.0
        for name, value in terms.items():
            total += (shared.get(name, 0.0) + extra.get(name, 0.0)) * value
        return logistic(total)

    def with_(self, other: ChanceWeights) -> ChanceWeights:
        """Return these weights, with those of another in place of those that it has too."""
        return ChanceWeights({**self.shared, **other.shared}, {**self.extra, **other.extra})


def logistic(x: float) -> float:
    """Return the logistic function of a number."""
    return 1.0 / (1.0 + exp(-min(50.0, max(-50.0, x))))


def chances(view: GameView, weights: ChanceWeights | None = None) -> Mapping[Side, float]:
    """Return each side's chance to win; a draw counts half, and both add up to 1.

    *weights* are those of the program if they are not given.
    """
    table = view.table
    if table.result is not None:
        winner = table.result.winner
        return {side: EVEN if winner is None else float(side == winner) for side in table.sides}
    system = view.rules.system
    first = EVEN
    if system in TERMS:
        weights = weights or shipped_weights()
        first = weights.chance(system, game_name(view), TERMS[system](view))
    return {table.sides[0]: first, table.sides[1]: 1.0 - first}


@lru_cache(maxsize=1)
def shipped_weights() -> ChanceWeights:
    """Return the weights that come with the program."""
    return load_weights()


def load_weights(name: str = FILE, library: FileSource = DISK) -> ChanceWeights:
    """Return the weights of a file; raise UnusableFile with every fault."""
    return parse_weights(library.read(name), name)


def parse_weights(text: str, name: str) -> ChanceWeights:
    """Return the weights in a file's text; raise UnusableFile with every fault."""
    raw = parse_toml(text, name)
    if faults := [*_faults(raw)]:
        raise UnusableFile(name, faults)
    shared, extra = dict[str, Mapping[str, float]](), dict[str, Mapping[str, float]]()
    for system, table in raw.items():
        shared[system] = {k: float(v) for k, v in table.items() if not isinstance(v, dict)}
        for mission, more in table.items():
            if isinstance(more, dict):
                extra[mission] = {k: float(v) for k, v in more.items()}
    return ChanceWeights(shared, extra)


def _faults(raw: Mapping[str, Any]) -> Iterator[Fault]:
    for system, table in raw.items():
        if system not in NAMES:
            yield Fault(system, f"is not a system{did_you_mean(system, tuple(NAMES))}")
        elif not isinstance(table, dict):
            yield Fault(system, "must be a table of weights")
        else:
            yield from _faults_of(system, table, NAMES[system], missions_of(system))


def _faults_of(
    place: str, table: Mapping[str, Any], terms: Sequence[str], missions: Sequence[str]
) -> Iterator[Fault]:
    """Yield the faults of one table; *missions* are those that may have tables inside it."""
    for key, value in table.items():
        at = f"{place}.{key}"
        if isinstance(value, dict):
            if key in missions:
                yield from _faults_of(at, value, terms, ())
            else:
                yield Fault(at, f"is not a mission of it{did_you_mean(key, missions)}")
        elif key not in terms:
            yield Fault(at, f"is not a term{did_you_mean(key, terms)}")
        elif isinstance(value, bool) or not isinstance(value, int | float):
            yield Fault(at, "must be a number")
        elif not isfinite(value) or abs(value) > MAX_WEIGHT:
            yield Fault(at, f"must be from -{MAX_WEIGHT:g} to {MAX_WEIGHT:g}")
