"""Worker processes that play trial games."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from game.content.maps.map_file import MapFile
from game.editor.map_patches import map_change
from game.editor.trial_games import Play, TrialKey, TrialResult, play
from game.workers import BackgroundTask

NICE = 19
"""Niceness of the processes, so that the editor has priority."""
LIVES = 3
"""Number of processes that may be lost over a game before it counts as failed."""


def usual_crew() -> int:
    """Return the default number of processes: all cores but one, at least one."""
    return max(1, (os.cpu_count() or 1) - 1)


@dataclass(slots=True)
class _Player:
    task: BackgroundTask[MapFile, TrialResult]
    plays: tuple[TrialKey, int] | None = None
    """The map and seed of the game that is being played."""

    def rest(self) -> None:
        self.plays = None
        self.task.cancel()


class TrialWorkers:
    """Hands games out to worker processes and collects results, without blocking."""

    def __init__(self, many: int | None = None, play: Play = play) -> None:
        """*play*: the function that the processes run."""
        self.many, self._play = many or usual_crew(), play
        self.broken = False
        """True if processes end before they have begun; no more are started then."""
        self._players = list[_Player]()

    @property
    def playing(self) -> tuple[tuple[TrialKey, int], ...]:
        """Return map and seed of the games that are being played."""
        return tuple(p.plays for p in self._players if p.plays)

    def results(self) -> list[tuple[TrialKey, TrialResult]]:
        """Return the results since the last call."""
        found = list[tuple[TrialKey, TrialResult]]()
        for player in self._players:
            result = player.task.poll()
            if player.plays and not player.task.busy:
                key, seed = player.plays
                player.plays = None
                if result:
                    found.append((key, result))
                elif player.task.broken:
                    self.broken = True
                else:
                    found.append((key, TrialResult(seed, fault=player.task.fault)))
        return found

    def hand_out(
        self, key: TrialKey, players: tuple[str, str], next_seed: Callable[[], int | None]
    ) -> None:
        """Hand out seeds of a map while there are any, and cancel games of others."""
        while len(self._players) < self.many:
            lost = f"the game crashed its process {LIVES} times"
            task = BackgroundTask[MapFile, TrialResult]("trial", NICE, LIVES, lost, map_change)
            self._players.append(_Player(task))
        for player in self._players:
            if player.plays and player.plays[0] != key:
                player.rest()
            if not (player.plays or self.broken) and (seed := next_seed()) is not None:
                player.plays = key, seed
                work = partial(self._play, key.scenario, players, seed)
                player.task.begin(work, key.face.whole)

    def rest(self) -> None:
        """Cancel all games; the processes stay."""
        for player in self._players:
            player.rest()

    def close(self) -> None:
        """End all processes; they can be started again."""
        for player in self._players:
            player.task.close()
        self._players.clear()
        self.broken = False
