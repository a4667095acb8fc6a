"""Games for the verdict on a map, in one scenario after the other."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from game.background import Pending
from game.content.faults import UnusableFile
from game.content.maps.map_file import MapFile
from game.editor.trial_games import MapContent, TrialKey, play_swapped, setup_for
from game.editor.trial_workers import TrialWorkers
from game.lab.map_advice import MapProposal, proposals
from game.lab.map_verdicts import LOOKS, Changed, MapVerdict, changes, verdict_of
from game.lab.swapped_games import BLOCK, PlanKey, SwappedGame, SwapPlan, cached_plan

MAX_GAMES = LOOKS[-1] * BLOCK
MAX_KEPT = 12
"""Maximum number of maps and scenarios whose games are kept."""


@dataclass(slots=True)
class JudgedGames:
    """The games of one map in one scenario."""

    plan: SwapPlan
    games: dict[int, SwappedGame] = field(default_factory=dict)
    faults: dict[int, str] = field(default_factory=dict)
    """Errors of games that could not be played to their end."""
    seconds: float = 0.0
    """Seconds for which games were played."""
    _seen: int = -1
    _verdict: MapVerdict | None = None
    _proposed: tuple[int, tuple[MapProposal, ...]] = (0, ())
    """The number of judged games at which proposals were made, and those."""

    @property
    def verdict(self) -> MapVerdict:
        """Return the verdict on the games so far."""
        if self._verdict is None or self._seen != len(self.games):
            self._seen = len(self.games)
            self._verdict = verdict_of([*self.games.values()], self.plan)
        return self._verdict

    @property
    def proposals(self) -> tuple[MapProposal, ...]:
        """Return the edits that the games suggest."""
        if self._proposed[0] != self.verdict.games:
            found = proposals([*self.games.values()], self.verdict, self.plan.board)
            self._proposed = self.verdict.games, found
        return self._proposed[1]

    @property
    def wanted(self) -> int:
        """Return about how many more games decide the verdict."""
        if self.verdict.is_decided:
            return 0
        return max(0, self.verdict.wanted - len(self.games))

    @property
    def seconds_left(self) -> float | None:
        """Return about how long those take; None before the first game is over."""
        return self.wanted * self.seconds / len(self.games) if self.games else None

    def next_number(self, playing: Collection[int] = ()) -> int | None:
        """Return the number of the first game to be played; None if no more are wanted.

        *playing*: the numbers of the games that are being played.
        """
        if self.verdict.is_decided:
            return None
        known = self.games.keys() | self.faults.keys() | {*playing}
        return next((n for n in range(MAX_GAMES) if n not in known), None)


class VerdictTrials:
    """Games for verdicts, played in worker processes until each is decided.

    Call ``poll`` once a frame; it never blocks. ``close`` ends the processes.
    """

    def __init__(
        self,
        crew: TrialWorkers | None = None,
        players: tuple[str, str] = ("steady", "steady"),
    ) -> None:
        self.crew = crew or TrialWorkers(play=play_swapped)
        self.players = players
        self.queue = list[TrialKey]()
        """The scenarios that are still to be judged, on their map."""
        self.changes = 0
        """Counter that grows whenever there is something new to show."""
        self.refusals = dict[TrialKey, str]()
        """Reasons why no games can be played."""
        self._judged = OrderedDict[TrialKey, JudgedGames]()
        self._plans = Pending[SwapPlan]()
        self._most = MAX_KEPT

    @property
    def running(self) -> TrialKey | None:
        """Return the map and scenario whose games are being played."""
        return self.queue[0] if self.queue else None

    def of(self, key: TrialKey) -> JudgedGames | None:
        """Return the games of a map in a scenario; None if none were begun."""
        return self._judged.get(key)

    def proposals(self, face: MapContent) -> tuple[MapProposal, ...]:
        """Return the edits that games on a map suggest in its scenarios, each once."""
        judged = (games for key, games in self._judged.items() if key.face == face)
        return tuple(dict.fromkeys(one for games in judged for one in games.proposals))

    def before(self, key: TrialKey) -> TrialKey | None:
        """Return the map's latest other version that was judged in the same scenario."""
        others = (
            other
            for other, games in reversed(self._judged.items())
            if other.scenario == key.scenario and other != key and games.verdict.games
        )
        return next(others, None)

    def changes_since(self, key: TrialKey) -> Iterator[Changed]:
        """Yield what differs from the latest other version of a map, on the same dice."""
        other = self.before(key)
        now, before = self.of(key), self.of(other) if other else None
        if now and before:
            played = [[*one.games.values()] for one in (before, now)]
            yield from changes(played[0], played[1], now.plan)

    def start(self, mapfile: MapFile, scenarios: Sequence[str]) -> None:
        """Play games of scenarios, one after the other."""
        face = MapContent(mapfile)
        self.queue = [TrialKey(face, scenario) for scenario in scenarios]
        self._most = max(MAX_KEPT, len(self.queue))
        for key in self.queue:
            self.refusals.pop(key, None)
            if key in self._judged:
                self._judged.move_to_end(key)
        self._plans.drop()
        self.changes += 1

    def stop(self) -> None:
        """Stop playing; the results stay."""
        self.queue.clear()
        self._plans.drop()
        self.crew.rest()
        self.changes += 1

    def close(self) -> None:
        """Stop playing, and end all processes."""
        self.queue.clear()
        self._plans.drop()
        self.crew.close()

    def poll(self, seconds: float) -> None:
        """Collect results, and hand out more games."""
        for key, outcome in self.crew.results():
            judged = self._judged.get(key)
            if judged is None:
                continue
            if outcome.swapped:
                judged.games[outcome.seed] = outcome.swapped
            else:
                judged.faults[outcome.seed] = outcome.fault or outcome.refused
            self.changes += 1
        running = self.running
        if running is None:
            return
        if self.crew.broken:
            self.stop()
            return
        judged = self._judged.get(running) or self._prepared(running)
        if judged is None:
            return
        judged.seconds += seconds
        if judged.next_number() is None:
            self.queue.pop(0)
            self.changes += 1
            if not self.queue:
                self.crew.rest()
            return
        self.crew.hand_out(running, self.players, lambda: self._next(running, judged))

    def _prepared(self, key: TrialKey) -> JudgedGames | None:
        """Return the games of a scenario once its plan is made, in a background thread."""
        if not self._plans.is_running:
            self._plans.start(lambda: _plan_of(key), key)
        try:
            for plan in self._plans.finished():
                self._judged[key] = JudgedGames(plan)
                while len(self._judged) > self._most:
                    self._judged.popitem(last=False)
                self.changes += 1
        except UnusableFile as error:
            self.refusals[key] = str(error)
            self.queue.pop(0)
            self.changes += 1
        return self._judged.get(key)

    def _next(self, key: TrialKey, judged: JudgedGames) -> int | None:
        return judged.next_number([n for one, n in self.crew.playing if one == key])


def _plan_of(key: TrialKey) -> SwapPlan:
    """Return the plan of a scenario's games; raise UnusableFile if there can be none."""
    mapfile = key.face.whole
    return cached_plan(PlanKey(setup_for(key.scenario, mapfile), mapfile))
