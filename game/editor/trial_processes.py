"""The processes that play trial games, as many as there are cores to spare."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from dataclasses import dataclass

from game.editor.trials.playing import Job, Outcome, work
from game.lab.background_process import STOP, LostError, Work, WorkerProcess

NICE = 19
"""Whoever draws goes before."""
LIVES = 3
"""So many processes may be lost over a game before the game is to blame."""


def usual_crew() -> int:
    """Return how many processes play: one core is left to whoever draws, if there are two."""
    return max(1, (os.cpu_count() or 1) - 1)


@dataclass(slots=True)
class _Player:
    worker: WorkerProcess
    waits: bool = False
    knows: int = 0
    """The number of the setup that it has."""
    plays: tuple[int, int] | None = None
    """Number and seed of the game that it plays."""


class Crew:
    """Hands games out and collects what came of them; nothing here waits."""

    def __init__(self, many: int | None = None, work: Work = work) -> None:
        """*work*: what the processes do."""
        self.many, self.work = many or usual_crew(), work
        self.broken = False
        """Whether processes end before they have begun: no more are started."""
        self._players = list[_Player]()
        self._losses: dict[tuple[int, int], int] = {}
        self._idle = 0
        """How many processes were lost that played nothing, one after the other."""

    @property
    def playing(self) -> tuple[tuple[int, int], ...]:
        """Return the games that are being played: the number of the setup, and the seed."""
        return tuple(p.plays for p in self._players if p.plays)

    def hear(self) -> list[Outcome]:
        """Return what came of games since it was asked last."""
        found = list[Outcome]()
        for player in self._players:
            try:
                said = player.worker.heard()
            except LostError:
                found += self._lost(player)
                continue
            if said:
                player.waits, player.plays, self._idle = True, None, 0
                found += [one for one in said if one is not None]
        return found

    def hand_out(self, number: int, packed: bytes, next_seed: Callable[[], int | None]) -> None:
        """Hand out seeds of a setup while there are any, and let go of games of others.

        *number* tells setups apart.
        """
        while len(self._players) < self.many:
            self._players.append(_Player(WorkerProcess(self.work, "trial", NICE)))
        for player in self._players:
            if player.plays and player.plays[0] != number:
                self._let_go(player)
            if self.broken:
                continue
            player.worker.start()
            if player.waits and (seed := next_seed()) is not None:
                job = Job(number, b"" if player.knows == number else packed, seed)
                player.plays, player.waits, player.knows = (number, seed), False, number
                try:
                    player.worker.send(pickle.dumps(job))
                except LostError:
                    self._lost(player)

    def rest(self) -> None:
        """Let go of all games; the processes wait."""
        for player in self._players:
            self._let_go(player)

    def close(self) -> None:
        """End all processes; they may be started anew."""
        for player in self._players:
            player.worker.close()
        self._players.clear()
        self.broken, self._idle = False, 0

    def _let_go(self, player: _Player) -> None:
        if player.plays:
            player.plays = None
            try:
                player.worker.send(STOP)
            except LostError:
                self._lost(player)

    def _lost(self, player: _Player) -> list[Outcome]:
        """Take another process; its game is played again, unless it costs one after another."""
        game, player.plays = player.plays, None
        player.waits, player.knows = False, 0
        if game is None:
            self._idle += 1
            self.broken = self._idle >= LIVES * self.many
            return []
        self._losses[game] = self._losses.get(game, 0) + 1
        if self._losses[game] < LIVES:
            return []
        return [Outcome(*game, fault=f"{LIVES} processes ended before the game was over")]
