"""Tallies of trial games."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import mean

from game.editor.trial_games import TrialResult
from game.lab.confidence import Difference, Interval, difference_by_seed, wilson_interval
from game.lab.heat_maps import Heat
from game.table.records import Side


@dataclass(frozen=True, slots=True)
class FinishedTrial:
    """A game that was played to its end."""

    winner: Side | None
    """None for a draw."""
    reason: str
    turns: int


@dataclass(slots=True)
class TrialTally:
    """Results of trial games by seed; games that failed are counted separately."""

    games: dict[int, FinishedTrial] = field(default_factory=dict)
    faults: dict[int, str] = field(default_factory=dict)
    """Errors of games that could not be played to their end, by seed."""
    records: dict[int, bytes] = field(default_factory=dict)
    """Compressed records of the games, by seed; only the latest maps keep theirs."""
    refused: str = ""
    """Reasons why no game can be played on the map, one per line."""
    heat: Heat | None = None
    """Heat maps of all games together."""

    def add(self, outcome: TrialResult) -> None:
        """Count a result; a seed that is already known changes nothing."""
        if self.has(outcome.seed):
            return
        if outcome.refused:
            self.refused = outcome.refused
        elif outcome.trial is None:
            self.faults[outcome.seed] = outcome.fault
        else:
            match, heat = outcome.trial.match, outcome.trial.heat
            self.games[outcome.seed] = FinishedTrial(match.winner, match.reason, match.turns)
            self.records[outcome.seed] = outcome.trial.packed
            self.heat = self.heat.with_(heat) if self.heat else heat

    def has(self, seed: int) -> bool:
        """Return whether the game of a seed is finished or has failed."""
        return seed in self.games or seed in self.faults

    @property
    def winners(self) -> dict[int, str]:
        """Return the winner of each game by its seed; an empty id for a draw."""
        return {seed: game.winner or "" for seed, game in self.games.items()}

    def wins(self, side: Side | None) -> int:
        """Return the number of games that a side won; for None, the number of draws."""
        return sum(game.winner == side for game in self.games.values())

    def interval(self, side: Side | None) -> Interval:
        """Return the 95 % confidence interval of a side's share, by Wilson's score."""
        return wilson_interval(self.wins(side), len(self.games))

    @property
    def turns(self) -> float:
        """Return the average number of game turns; 0 without any games."""
        return mean(game.turns for game in self.games.values()) if self.games else 0.0


def difference(before: TrialTally, now: TrialTally, side: Side) -> Difference:
    """Return the effect of an edit on a side's share, over the seeds played on both maps."""
    return difference_by_seed(before.winners, now.winners, side)
