"""Ladders of bots, rated by Elo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import log
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.bots.registry import POLICIES
from game.content.faults import Fault, UnusableFile, did_you_mean
from game.lab.confidence import Z
from game.lab.experiments import MAX_CELLS, Experiment, setup_of
from game.lab.store import Store
from game.rules.battles import prepare
from game.text.columns import columns, padded

MEAN = 1500.0
"""Mean Elo of the players of a ladder."""
SCALE = 400.0 / log(10.0)
"""Elo of one unit of the logistic scale: 400 Elo are odds of ten to one."""
SPREAD = 1000.0
"""Standard deviation, in Elo, that is assumed of each player before the first game.

It keeps the Elo of a player that won or lost all its games finite; beside 10 wins and 10 losses
it counts for less than 1 Elo.
"""
MAX_STEPS = 200
Matrix = NDArray[np.float64]


class Rung(NamedTuple):
    """A player of a ladder."""

    player: str
    elo: float
    half: float
    """The 95% interval of the distance to the mean is this wide to each side."""
    games: int
    wins: int
    draws: int

    @property
    def losses(self) -> int:
        """Return the number of games that it lost."""
        return self.games - self.wins - self.draws

    def as_json(self) -> dict[str, Any]:
        """Return the rung as a JSON object."""
        return {
            "player": self.player,
            "elo": round(self.elo, 1),
            "interval": [round(self.elo + end, 1) for end in (-self.half, self.half)],
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
        }


class Standings(NamedTuple):
    """The results of each player (row) against each (column)."""

    wins: Matrix
    draws: Matrix
    """Symmetric."""


def ladder_of(players: Sequence[str], results: Standings) -> list[Rung]:
    """Return the players, the strongest first; of equals in their order."""
    elo, half = ratings(results.wins + results.draws / 2)
    wins, draws = results.wins.sum(axis=1), results.draws.sum(axis=1)
    games = wins + draws + results.wins.sum(axis=0)
    rungs = [
        Rung(
            player,
            elo=float(elo[n]),
            half=float(half[n]),
            games=int(games[n]),
            wins=int(wins[n]),
            draws=int(draws[n]),
        )
        for n, player in enumerate(players)
    ]
    return sorted(rungs, key=lambda rung: -round(rung.elo, 6))


def ratings(points: Matrix) -> tuple[Matrix, Matrix]:
    """Return the Elo of each player, and half of its 95% interval.

    *points*: the points of each player (row) against each (column), half a point for a draw.
    Of the strengths of Bradley and Terry's model they are the most probable, found by Newton's
    method; the intervals are those of the information at that point.
    """
    many = len(points)
    games, prior = points + points.T, (SCALE / SPREAD) ** 2
    strength = np.zeros(many)
    for _ in range(MAX_STEPS):
        chance = 1.0 / (1.0 + np.exp(strength[None, :] - strength[:, None]))
        slope = (points - games * chance).sum(axis=1) - prior * strength
        step = np.linalg.solve(_information(games, chance, prior), slope)
        # A long step may lead to where the curve is flat.
        step *= min(1.0, 1.0 / max(1e-12, float(np.abs(step).max())))
        strength += step
        if np.abs(step).max() < 1e-10:
            break
    chance = 1.0 / (1.0 + np.exp(strength[None, :] - strength[:, None]))
    covariance = np.linalg.inv(_information(games, chance, prior))
    to_mean = np.eye(many) - 1.0 / many
    errors = np.sqrt(np.diag(to_mean @ covariance @ to_mean))
    elo = MEAN + SCALE * (strength - strength.mean())
    return elo, Z * SCALE * errors


def _information(games: Matrix, chance: Matrix, prior: float) -> Matrix:
    of_pairs = games * chance * (1.0 - chance)
    return np.diag(of_pairs.sum(axis=1) + prior) - of_pairs


def ladder_experiment(
    players: Sequence[str], scenarios: Sequence[str], games: int, first_seed: int
) -> Experiment:
    """Return the games of all pairs of players, each on both sides; raise UnusableFile."""
    faults = [
        Fault("", f"there is no bot {name!r}{did_you_mean(name, POLICIES)}")
        for name in players
        if name not in POLICIES
    ]
    twice = [name for name in dict.fromkeys(players) if players.count(name) > 1]
    faults += [Fault("", f"{name!r} is named twice") for name in twice]
    if len(players) < 2:
        faults.append(Fault("", "a ladder takes at least two"))
    many = len(scenarios) * len(players) * (len(players) - 1)
    if many > MAX_CELLS:
        faults.append(Fault("", f"they play {many} kinds of games; the limit is {MAX_CELLS}"))
    if faults:
        raise UnusableFile("players", faults)
    battles = [prepare(scenario, seed=0) for scenario in dict.fromkeys(scenarios)]
    cells = [setup_of(one, pair) for one in battles for pair in permutations(players, 2)]
    return Experiment("Ladder", tuple(cells), games, first_seed)


def standings_of(store: Store, players: Sequence[str], experiment: Experiment) -> Standings:
    """Return the results of the games of an experiment that a store has."""
    number = {player: n for n, player in enumerate(players)}
    wins = np.zeros((len(players), len(players)))
    draws = np.zeros_like(wins)
    for setup in experiment.cells:
        cell = store.cell_of(setup)
        one, other = (number[player] for player in setup.players)
        first = store.sides(cell)[0]
        for seed, winner in store.outcomes(cell).items():
            if seed not in experiment.seeds:
                continue
            if not winner:
                draws[one, other] += 1
                draws[other, one] += 1
            elif winner == first:
                wins[one, other] += 1
            else:
                wins[other, one] += 1
    return Standings(wins, draws)


def ladder_lines(rungs: Sequence[Rung]) -> Iterator[str]:
    """Yield the lines of a table."""
    wide = max(columns("player"), *(columns(rung.player) for rung in rungs))
    yield f"{'player':<{wide}}   Elo      ±  games   wins  draws  losses"
    for one in rungs:
        numbers = f"{one.elo:5.0f}  {one.half:5.0f}  {one.games:5}  {one.wins:5}"
        yield f"{padded(one.player, wide)} {numbers}  {one.draws:5}  {one.losses:6}"
