"""Trial games of a map, and the effect of an edit on their results."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from itertools import count
from queue import SimpleQueue
from statistics import mean
from threading import Thread

from game.content.maps import MapFile, canonical
from game.editor.scenario_fit import flood_option_for
from game.editor.trial_processes import TrialResult, TrialWorkers, packed
from game.editor.workspace import History
from game.lab.report import Difference, Interval, paired_difference, wilson_interval
from game.lab.trial_game import Heat, Setup
from game.table.records import Side


@dataclass(frozen=True, slots=True)
class FinishedTrial:
    """One game that came to its end."""

    winner: Side | None
    """None is a draw."""
    reason: str
    turns: int


@dataclass(slots=True)
class TrialTally:
    """Games are told apart by their seeds; a faulty one counts as a fault, never as a game."""

    games: dict[int, FinishedTrial] = field(default_factory=dict)
    faults: dict[int, str] = field(default_factory=dict)
    """Why a game could not be played to its end, by its seed."""
    refused: str = ""
    """Why no game can be played on the map; one line for each reason."""
    heat: Heat | None = None
    """Of all games together."""

    def add(self, outcome: TrialResult) -> None:
        """Count what came of a job; what is known already changes nothing."""
        if outcome.seed in self.games or outcome.seed in self.faults:
            return
        if outcome.refused:
            self.refused = outcome.refused
        elif outcome.trial is None:
            self.faults[outcome.seed] = outcome.fault
        else:
            match, heat = outcome.trial.match, outcome.trial.heat
            self.games[outcome.seed] = FinishedTrial(match.winner, match.reason, match.turns)
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


def difference(before: TrialTally, now: TrialTally, side: Side) -> Difference:
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


GAMES = 200
"""So many are played on a map, if nobody asks for another number."""
FIRST = 1
"""The seed of the first; each map is tried with the same ones."""
SETTLED = 0.4
"""Seconds for which a map must stay as it is before games are played on it."""
BACK = 30
"""So many entries of the history are looked through for a map that was tried."""
MOST_KEPT = 300
"""Maps whose results are remembered."""
_NUMBERS = count(1)
"""No two setups have the same one, whoever hands them out."""


class MapContent:
    """A map as far as games know it: layers by any other name, hidden or locked, are equal.

    It knows its hash: that of a map of a thousand objects takes a millisecond.
    """

    __slots__ = ("_hash", "map", "whole")

    def __init__(self, whole: MapFile) -> None:
        plain = {"name": "", "color": "", "visible": True, "locked": False, "opacity": 1.0}
        layers = tuple(layer.model_copy(update=plain) for layer in whole.layers)
        self.whole = whole
        """The map itself: as long as it is held, no other has its identity."""
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
    """What is tried; whatever has the same key has the same results."""

    face: MapContent
    scenario: str


@dataclass(frozen=True, slots=True)
class PreviousMap:
    """The last map before the one that is drawn on which games were played."""

    label: str
    """What was done since, first of all: ``Move 3 walls``."""
    edits: int
    """How many entries of the history lie between."""
    tally: TrialTally


class Trials:
    """Ask it by ``poll`` once a frame; it never waits, and ends its processes in ``close``."""

    def __init__(
        self,
        history: History,
        crew: TrialWorkers | None = None,
        players: tuple[str, str] = ("steady", "steady"),
    ) -> None:
        self.history = history
        self.crew = crew or TrialWorkers()
        self.players = players
        """The names of the policies, the scenario's first side first."""
        self.wanted = GAMES
        self.scenario = ""
        self.running = False
        self.changes = 0
        """Grows whenever there is something new to show."""
        self._tallies = OrderedDict[TrialKey, TrialTally]()
        self._faces = OrderedDict[int, MapContent]()
        self._numbers: dict[int, TrialKey] = {}
        """What was handed out under which number."""
        self._packed: tuple[int, bytes] | None = None
        """The setup that games are played of: its number, and what is sent of it."""
        self._being_packed: SimpleQueue[tuple[int, bytes]] | None = None
        self._still = 0.0
        """Seconds since the map changed last."""
        self._seen: MapFile | None = None

    # What there is to show.

    @property
    def tally(self) -> TrialTally:
        """Return the results of the map as it is drawn; empty ones if there are none yet."""
        return self._tallies.get(self._key(self.history.map)) or TrialTally()

    @property
    def before(self) -> PreviousMap | None:
        """Return the results of the map before the last edit, or before the last tried one."""
        here, at = self._face(self.history.map), self.history.at
        for n in range(at - 1, max(-1, at - 1 - BACK), -1):
            entry = self.history.entries[n]
            if self._face(entry.map) == here:
                continue
            tally = self._tallies.get(self._key(entry.map))
            if tally and tally.games:
                return PreviousMap(self.history.entries[n + 1].label, at - n, tally)
        return None

    @property
    def busy(self) -> bool:
        """Whether games are to come of the map as it is drawn."""
        return self.running and self._next_seed(self.tally) is not None

    # What is to be done.

    def start(self, scenario: str, wanted: int = GAMES) -> None:
        """Play games of a scenario, by its name, until so many are played on each map."""
        if scenario != self.scenario:
            self._packed = None
        self.scenario, self.wanted, self.running = scenario, wanted, True
        self._still = SETTLED
        self.changes += 1

    def stop(self) -> None:
        """Play no more; what was played stays."""
        self.running = False
        self.crew.rest()
        self.changes += 1

    def close(self) -> None:
        """Play no more, and end all processes."""
        self.running = False
        self.crew.close()

    def poll(self, seconds: float) -> None:
        """Hear of games that are over, and hand out others."""
        if self.history.map is not self._seen:
            self._seen, self._still = self.history.map, 0.0
            self.changes += 1
        self._still += seconds
        for outcome in self.crew.hear():
            if outcome.number in self._numbers:
                self._take(self._numbers[outcome.number]).add(outcome)
                self.changes += 1
        if self._being_packed and not self._being_packed.empty():
            self._packed, self._being_packed = self._being_packed.get(), None
        if not self.running:
            return
        key = self._key(self.history.map)
        if self._packed is None or self._numbers[self._packed[0]] != key:
            if self._still >= SETTLED and self._being_packed is None:
                self._pack(key)
            if self._packed is None:
                return
        number, told = self._packed
        tally = self._take(self._numbers[number])
        self.crew.hand_out(number, told, lambda: self._next_seed(tally, number))

    def _pack(self, key: TrialKey) -> None:
        """Make what is sent of a map, in the background: of a large one it takes long."""
        number = next(_NUMBERS)
        self._numbers[number] = key
        self._being_packed = SimpleQueue()
        told = number, key, self.players, self._being_packed
        Thread(target=_pack, args=told, name="packing", daemon=True).start()

    def _next_seed(self, tally: TrialTally, number: int = 0) -> int | None:
        """Return the first seed of a setup that nobody has played or plays."""
        if tally.refused:
            return None
        played = set(self.crew.playing)
        seeds = range(FIRST, FIRST + self.wanted)
        return next((n for n in seeds if not tally.has(n) and (number, n) not in played), None)

    def _take(self, key: TrialKey) -> TrialTally:
        tally = self._tallies.setdefault(key, TrialTally())
        self._tallies.move_to_end(key)
        if len(self._tallies) > MOST_KEPT:
            self._tallies.popitem(last=False)
        return tally

    def _key(self, mapfile: MapFile) -> TrialKey:
        return TrialKey(self._face(mapfile), self.scenario)

    def _face(self, mapfile: MapFile) -> MapContent:
        face = self._faces.get(id(mapfile))
        if face is None:
            face = self._faces[id(mapfile)] = MapContent(mapfile)
            if len(self._faces) > MOST_KEPT:
                self._faces.popitem(last=False)
        return face


def _pack(
    number: int, key: TrialKey, players: tuple[str, str], done: SimpleQueue[tuple[int, bytes]]
) -> None:
    mapfile = key.face.whole
    setup = flood_option_for(Setup(key.scenario, canonical(mapfile), players), mapfile)
    done.put((number, packed(setup)))
