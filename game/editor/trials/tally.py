"""What the trial games of one map came to, and how it differs from those of another."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import mean

from game.editor.trials.playing import Outcome
from game.lab.report import Difference, Interval, paired_difference, wilson_interval
from game.lab.trial_game import Heat
from game.table.records import Side


@dataclass(frozen=True, slots=True)
class Played:
    """One game that came to its end."""

    winner: Side | None
    """None is a draw."""
    reason: str
    turns: int


@dataclass(slots=True)
class Tally:
    """Games are told apart by their seeds; a faulty one counts as a fault, never as a game."""

    games: dict[int, Played] = field(default_factory=dict)
    faults: dict[int, str] = field(default_factory=dict)
    """Why a game could not be played to its end, by its seed."""
    refused: str = ""
    """Why no game can be played on the map; one line for each reason."""
    heat: Heat | None = None
    """Of all games together."""

    def add(self, outcome: Outcome) -> None:
        """Count what came of a job; what is known already changes nothing."""
        if outcome.seed in self.games or outcome.seed in self.faults:
            return
        if outcome.refused:
            self.refused = outcome.refused
        elif outcome.trial is None:
            self.faults[outcome.seed] = outcome.fault
        else:
            match, heat = outcome.trial.match, outcome.trial.heat
            self.games[outcome.seed] = Played(match.winner, match.reason, match.turns)
            self.heat = self.heat.with_(heat) if self.heat else heat

    def has(self, seed: int) -> bool:
        return seed in self.games or seed in self.faults

    def wins(self, side: Side | None) -> int:
        """Return how many games a side won; None: how many were drawn."""
        return sum(game.winner == side for game in self.games.values())

    def share(self, side: Side | None) -> float:
        return self.wins(side) / len(self.games) if self.games else 0.0

    def interval(self, side: Side | None) -> Interval:
        """Return where the share of a side lies, in 95 of 100 series: Wilson's score."""
        return wilson_interval(self.wins(side), len(self.games))

    @property
    def turns(self) -> float:
        """Return how many game turns a game took on average; 0 without any."""
        return mean(game.turns for game in self.games.values()) if self.games else 0.0


def difference(before: Tally, now: Tally, side: Side) -> Difference:
    """Return what an edit changed for a side, over the seeds that were played on both maps.

    By Agresti and Min, for pairs: see ``paired``.
    """
    seeds = [seed for seed in now.games if seed in before.games]
    gained = lost = 0
    for seed in seeds:
        was, is_ = before.games[seed].winner == side, now.games[seed].winner == side
        gained += is_ and not was
        lost += was and not is_
    return paired_difference(gained, lost, len(seeds))
