"""Trial games of a map, and the effect of an edit on their results."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from statistics import mean
from typing import NamedTuple, TypeAlias

from game.content.faults import UnusableFile
from game.content.maps.map_file import MapFile
from game.content.maps.writer import canonical
from game.editor.documents import History
from game.editor.map_checks import map_change
from game.editor.registry import with_options
from game.lab.confidence import Difference, Interval, paired_difference, wilson_interval
from game.lab.experiment_run import TrialGame, trial
from game.lab.experiments import Experiment, setup_of
from game.lab.heat_maps import Heat
from game.lab.store import create, unpacked_record
from game.lab.trial_game import Setup
from game.table.records import Side
from game.workers import BackgroundTask


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
    """Return the effect of an edit on a side's share, over the seeds played on both maps.

    By Agresti and Min, for pairs: see ``paired_difference``.
    """
    seeds = [seed for seed in now.games if seed in before.games]
    gained = lost = 0
    for seed in seeds:
        was, is_ = before.games[seed].winner == side, now.games[seed].winner == side
        gained += is_ and not was
        lost += was and not is_
    return paired_difference(gained, lost, len(seeds))


GAMES = 200
"""Default number of games per map."""
FIRST = 1
"""The first seed; each map is tried with the same seeds."""
SETTLE_SECONDS = 0.4
"""Seconds for which a map must stay unchanged before games are played on it."""
BACK = 30
"""Number of history entries that are searched for an earlier map with results."""
MAX_TALLIES = 300
MAX_RECORDED = 4
"""Maximum numbers of maps for which results, and records of games, are kept."""


@dataclass(frozen=True, slots=True)
class PreviousMap:
    """The most recent earlier map that has results."""

    label: str
    """The first change made since: ``Move 3 walls``."""
    edits: int
    """Number of history entries between the two maps."""
    tally: TrialTally


class Trials:
    """Trial games of the current map, played in worker processes.

    Call ``poll`` once a frame; it never blocks. ``close`` ends the processes.
    """

    def __init__(
        self,
        history: History[MapFile],
        crew: TrialWorkers | None = None,
        players: tuple[str, str] = ("steady", "steady"),
    ) -> None:
        self.history = history
        self.crew = crew or TrialWorkers()
        self.players = players
        """Names of the policies, that of the scenario's first side first."""
        self.wanted = GAMES
        self.scenario = ""
        self.running = False
        self.changes = 0
        """Counter that grows whenever there is something new to show."""
        self._tallies = OrderedDict[TrialKey, TrialTally]()
        self._faces = OrderedDict[int, MapContent]()
        self._played: TrialKey | None = None
        """The map and scenario that are being played."""
        self._still = 0.0
        """Seconds since the map last changed."""
        self._seen: MapFile | None = None

    # State to show.

    @property
    def tally(self) -> TrialTally:
        """Return the results of the current map; empty if there are none yet."""
        return self._tallies.get(self._key(self.history.state)) or TrialTally()

    @property
    def before(self) -> PreviousMap | None:
        """Return the results of the most recent earlier map that has any."""
        here, at = self._face(self.history.state), self.history.at
        for n in range(at - 1, max(-1, at - 1 - BACK), -1):
            entry = self.history.entries[n]
            if self._face(entry.state) == here:
                continue
            tally = self._tallies.get(self._key(entry.state))
            if tally and tally.games:
                return PreviousMap(self.history.entries[n + 1].label, at - n, tally)
        return None

    @property
    def busy(self) -> bool:
        """Return whether more games of the current map are to come."""
        return self.running and self._next_seed(self.tally) is not None

    # Control.

    def start(self, scenario: str, wanted: int = GAMES) -> None:
        """Play games of a scenario until each map has *wanted* results."""
        if scenario != self.scenario:
            self._played = None
        self.scenario, self.wanted, self.running = scenario, wanted, True
        self._still = SETTLE_SECONDS
        self.changes += 1

    def stop(self) -> None:
        """Stop playing; the results stay."""
        self.running = False
        self.crew.rest()
        self.changes += 1

    def close(self) -> None:
        """Stop playing, and end all processes."""
        self.running = False
        self.crew.close()

    def write_store(self, path: Path, title: str) -> None:
        """Write the games of the current map to a new store; raise UnusableFile."""
        setup = setup_for(self.scenario, self.players, self.history.state)
        cells = (setup_of(setup.battle(FIRST), self.players),)
        with closing(create(path, Experiment(title, cells, self.wanted, FIRST))) as store:
            for raw in self.tally.records.values():
                store.add(1, unpacked_record(raw))

    def poll(self, seconds: float) -> None:
        """Collect results, and hand out more games."""
        if self.history.state is not self._seen:
            self._seen, self._still = self.history.state, 0.0
            self.changes += 1
        self._still += seconds
        for one, outcome in self.crew.results():
            self._take(one).add(outcome)
            self.changes += 1
        if not self.running:
            return
        if self._still >= SETTLE_SECONDS:
            self._played = self._key(self.history.state)
        if key := self._played:
            tally = self._take(key)
            self.crew.hand_out(key, self.players, lambda: self._next_seed(tally, key))

    def _next_seed(self, tally: TrialTally, key: TrialKey | None = None) -> int | None:
        """Return the first seed of a setup that is neither played nor being played."""
        if tally.refused:
            return None
        played = set(self.crew.playing)
        seeds = range(FIRST, FIRST + self.wanted)
        return next((n for n in seeds if not tally.has(n) and (key, n) not in played), None)

    def _take(self, key: TrialKey) -> TrialTally:
        tally = self._tallies.setdefault(key, TrialTally())
        self._tallies.move_to_end(key)
        if len(self._tallies) > MAX_TALLIES:
            self._tallies.popitem(last=False)
        if len(self._tallies) > MAX_RECORDED:
            [*self._tallies.values()][-1 - MAX_RECORDED].records.clear()
        return tally

    def _key(self, mapfile: MapFile) -> TrialKey:
        return TrialKey(self._face(mapfile), self.scenario)

    def _face(self, mapfile: MapFile) -> MapContent:
        face = self._faces.get(id(mapfile))
        if face is None:
            face = self._faces[id(mapfile)] = MapContent(mapfile)
            if len(self._faces) > MAX_TALLIES:
                self._faces.popitem(last=False)
        return face


class TrialResult(NamedTuple):
    """The result of a game."""

    seed: int
    trial: TrialGame | None = None
    """None if the game could not be played to its end."""
    fault: str = ""
    """Traceback of the error that a rule or a bot raised."""
    refused: str = ""
    """Reason why no game can be played on the map at all."""


class MapContent:
    """The content of a map that matters to games: names and states of layers are ignored.

    It stores its hash: computing that takes a millisecond for a thousand objects.
    """

    __slots__ = ("_hash", "map", "whole")

    def __init__(self, whole: MapFile) -> None:
        plain = {"name": "", "color": "", "visible": True, "locked": False, "opacity": 1.0}
        layers = tuple(layer.model_copy(update=plain) for layer in whole.layers)
        self.whole = whole
        """The map itself; while it is held, its identity is not reused."""
        self.map = whole.model_copy(update={"layers": layers})
        self._hash = hash(self.map)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, MapContent)
            and self._hash == other._hash
            and self.map == other.map
        )


@dataclass(frozen=True, slots=True)
class TrialKey:
    """The map and scenario of trial games; equal keys have equal results."""

    face: MapContent
    scenario: str


Play: TypeAlias = Callable[[str, tuple[str, str], int, MapFile], Iterator[TrialResult | None]]


def play(
    scenario: str, players: tuple[str, str], seed: int, mapfile: MapFile
) -> Iterator[TrialResult | None]:
    """Play a game; yield None after each answer, and the result at the end."""
    try:
        setup = setup_for(scenario, players, mapfile)
        game = yield from trial(setup.battle(seed), setup.players)
    except UnusableFile as error:
        yield TrialResult(seed, refused=str(error))
    else:
        yield TrialResult(seed, game)


@lru_cache(maxsize=1)
def setup_for(scenario: str, players: tuple[str, str], mapfile: MapFile) -> Setup:
    """Return the setup of trial games on a map."""
    return with_options(Setup(scenario, canonical(mapfile), players), mapfile)


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
