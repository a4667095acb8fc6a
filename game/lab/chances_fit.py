"""The fit of the weights of the chances to games of bots.

The weights are judged on games to which they were not fitted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game.bots.chances.battle import Terms, game_name
from game.bots.chances.weighing import NAMES, TERMS, ChanceWeights
from game.bots.match import answers, seated
from game.rules.battles import GameSetup
from game.rules.catalog import missions_of
from game.table.records import Side
from game.table.state import Table

Matrix = npt.NDArray[np.float64]
HELD_OUT = 4
"""Every fourth game is not fitted to, but judges the weights."""
GUESSES: Mapping[str, float] = {
    "points": 1.0,
    "value": 2.0,
    "units": 1.0,
    "markers": 0.3,
    "income": 0.5,
    "exits": 0.5,
    "charge": 3.0,
    "fire": 3.0,
    "nerve": 0.5,
    "drifting": 2.0,
    "cargo": 0.5,
    "riders": 2.0,
    "swarm": 2.0,
    "way": 1.0,
    "lead": 2.0,
    "behind": 1.0,
    "stopped": 1.0,
    "hunted": 0.5,
    "bouts": 2.0,
    "wounds": 1.0,
    "pace": 1.0,
    "arms": 0.5,
    "inner": 0.2,
    "rim": 0.3,
    "faces": 0.3,
}
"""Weights as they would be guessed, for terms that few games show; others have 0."""
SHRINK, SHRINK_OWN = 16.0, 16.0
"""Penalties of standardized weights for being unlike the guess: a system's, a mission's own."""
EITHER = ("first_side", "tempo", "riders_side", "turns", "initiative", "actions")
"""Terms that may speak for or against the first side; all others are advantages."""
OWN = ("first_side", "points")
"""Terms of which missions have weights of their own, added to those of the system."""
FEWEST = 8
"""A mission with fewer games has no weights of its own."""
STEPS = 30
"""Maximum number of Newton steps."""
SMALL = 1e-9
"""A step of all weights below this ends the fit."""
SURE = 1e-3
"""Least chance that the log loss reckons with."""
BINS = 5


@dataclass(frozen=True, slots=True)
class Sample:
    """A position of a game and its result."""

    system: str
    game: str
    """Name of the mission, or of the system if it has none."""
    seed: int
    terms: Terms
    won: float
    """1 if the first side won the game, 0.5 for a draw."""


def samples(setup: GameSetup, players: Sequence[str], seed: int) -> list[Sample]:
    """Play one game; return its positions, one at each start of a turn."""
    battle = setup.battle(seed)
    session = battle.session()
    game, last = session.game, (0, session.table.clock.side)
    system, name, found = game.rules.system, game_name(game), list[Terms]()
    for _ in answers(session, seated(battle.opening.sides, players)):
        clock = session.table.clock
        if clock.round and (clock.round, clock.side) != last and not session.table.result:
            last = clock.round, clock.side
            found.append(TERMS[system](game))
    won = _share(session.table, battle.opening.sides[0])
    return [Sample(system, name, seed, terms, won) for terms in found]


def _share(table: Table, side: Side) -> float:
    winner = table.result.winner if table.result else None
    return 0.5 if winner is None else float(winner == side)


def split(found: Iterable[Sample]) -> tuple[list[Sample], list[Sample]]:
    """Return the samples to fit to, and those that judge the weights."""
    fit, judge = list[Sample](), list[Sample]()
    for sample in found:
        (judge if sample.seed % HELD_OUT == 0 else fit).append(sample)
    return fit, judge


def fitted(found: Sequence[Sample]) -> ChanceWeights:
    """Return the weights that explain the results best.

    The missions of a system share its weights, but for their differences in ``OWN``. These are
    penalized more, so that few games of a mission do not move them far.
    """
    shared, extra = dict[str, Mapping[str, float]](), dict[str, Mapping[str, float]]()
    for system in dict.fromkeys(s.system for s in found):
        mine = [s for s in found if s.system == system]
        games = Counter([game for game, _ in dict.fromkeys((s.game, s.seed) for s in mine)])
        missions = [g for g, many in games.items() if g != system and many >= FEWEST]
        names = NAMES[system]
        columns = [FittedWeight("", name) for name in names]
        columns += [FittedWeight(mission, name) for mission in missions for name in OWN]
        values = np.array([[column.value(s) for column in columns] for s in mine])
        weights = logistic_fit(values, np.array([s.won for s in mine]), columns)
        by_column = dict(zip(columns, weights.tolist(), strict=True))
        shared[system] = {name: by_column[FittedWeight("", name)] for name in names}
        for mission in missions:
            own = {n: by_column[FittedWeight(mission, n)] for n in OWN}
            # Points are an advantage in every mission.
            extra[mission] = own | {"points": max(own["points"], -shared[system]["points"])}
    return ChanceWeights(shared, extra)


class FittedWeight(NamedTuple):
    """A weight to be fitted: of a term in a whole system, or only in a mission."""

    mission: str
    term: str

    def value(self, sample: Sample) -> float:
        """Return the number of a sample that is multiplied by the weight."""
        return sample.terms.get(self.term, 0.0) if self.mission in ("", sample.game) else 0.0

    @property
    def guess(self) -> float:
        return 0.0 if self.mission else GUESSES.get(self.term, 0.0)

    @property
    def penalty(self) -> float:
        return SHRINK_OWN if self.mission else SHRINK

    @property
    def is_advantage(self) -> bool:
        """Return whether the weight may not be negative."""
        return not self.mission and self.term not in EITHER


def logistic_fit(values: Matrix, won: Matrix, columns: Sequence[FittedWeight]) -> Matrix:
    """Return the weights of a penalized logistic regression.

    *values*: a row for each sample, in the order of *columns*. The weight of an advantage that
    would be negative is 0.
    """
    scale = np.sqrt((values**2).mean(axis=0))
    unseen = scale == 0.0
    scale[unseen] = 1.0
    guesses = scale * np.array([column.guess for column in columns])
    penalties = np.array([column.penalty for column in columns])
    limited = np.array([column.is_advantage for column in columns])
    kept = ~unseen
    while True:
        weights = np.where(unseen, guesses, 0.0)
        weights[kept] = _newton((values / scale)[:, kept], won, penalties[kept], guesses[kept])
        wrong = limited & (weights < 0.0)
        if not wrong.any():
            result: Matrix = weights / scale
            return result
        kept &= ~wrong


def _newton(values: Matrix, won: Matrix, penalties: Matrix, guesses: Matrix) -> Matrix:
    """Return the weights at which the penalized loss is least, by Newton's method."""
    weights = guesses.copy()
    for _ in range(STEPS):
        chance = 1.0 / (1.0 + np.exp(-np.clip(values @ weights, -30.0, 30.0)))
        slope = values.T @ (chance - won) + penalties * (weights - guesses)
        bend = (values * (chance * (1.0 - chance))[:, None]).T @ values + np.diag(penalties)
        step = np.linalg.solve(bend, slope)
        weights -= step
        if np.abs(step).max(initial=0.0) < SMALL:
            break
    return weights


class Calibration(NamedTuple):
    """The samples whose chance was within a range, and the share that was won."""

    low: float
    high: float
    samples: int
    expected: float
    won: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """The losses and the calibration of weights on some samples."""

    games: int
    samples: int
    log_loss: float
    even_loss: float
    """Log loss of saying one half to everything."""
    bins: tuple[Calibration, ...]


def judged(weights: ChanceWeights, found: Sequence[Sample]) -> Verdict:
    """Return the log loss and the calibration of weights on samples."""
    chances = [weights.chance(s.system, s.game, s.terms) for s in found]
    pairs = [(chance, s.won) for chance, s in zip(chances, found, strict=True)]
    return Verdict(
        games=len({(s.game, s.seed) for s in found}),
        samples=len(found),
        log_loss=_mean([_loss(chance, won) for chance, won in pairs]),
        even_loss=_mean([_loss(0.5, won) for _, won in pairs]),
        bins=tuple(_bins(pairs)),
    )


def _loss(chance: float, won: float) -> float:
    chance = min(1.0 - SURE, max(SURE, chance))
    return -won * log(chance) - (1.0 - won) * log(1.0 - chance)


def _bins(pairs: Sequence[tuple[float, float]]) -> Iterator[Calibration]:
    for n in range(BINS):
        low, high = n / BINS, (n + 1) / BINS
        within = [p for p in pairs if min(BINS - 1, int(p[0] * BINS)) == n]
        expected, won = _mean([p[0] for p in within]), _mean([p[1] for p in within])
        yield Calibration(low, high, samples=len(within), expected=expected, won=won)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def as_toml(weights: ChanceWeights) -> str:
    """Return weights as the text of a file."""
    lines = ["# Weights of the chances to win; written by `python main.py fit`."]
    for system, shared in weights.shared.items():
        lines += ["", f"[{system}]", *_lines(shared)]
        for mission in missions_of(system):
            if more := [*_lines(weights.extra.get(mission, {}))]:
                lines += ["", f"[{system}.{mission}]", *more]
    return "\n".join(lines) + "\n"


def _lines(table: Mapping[str, float]) -> Iterator[str]:
    return (f"{name} = {value:.3f}" for name, value in table.items() if round(value, 3))


def as_lines(name: str, verdict: Verdict) -> Iterator[str]:
    """Yield a verdict as text."""
    yield (
        f"{name}: log loss {verdict.log_loss:.3f} on {verdict.samples} positions of"
        f" {verdict.games} games; {verdict.even_loss:.3f} if every chance were 50%"
    )
    for low, high, many, expected, won in verdict.bins:
        if many:
            span = f"{low:.0%} to {high:.0%}"
            yield f"  {span:>12}  {many:5} positions  expected {expected:4.0%}  won {won:4.0%}"
