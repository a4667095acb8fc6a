"""Trial games of the current map."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from game.content.maps.map_file import MapFile
from game.editor.documents import History
from game.editor.trial_games import MapContent, TrialKey, setup_for
from game.editor.trial_tallies import TrialTally
from game.editor.trial_workers import TrialWorkers
from game.lab.experiments import Experiment, setup_of
from game.lab.store import create, unpacked_record

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
        setup = setup_for(self.scenario, self.history.state)
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
