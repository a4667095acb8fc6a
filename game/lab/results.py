"""The figures of an experiment, each from one pass over the games of its store."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, asdict, dataclass, field, replace
from statistics import mean
from typing import Any, NamedTuple

from game.bots.match import Match, SideStatistics
from game.content.rulebook import rulebook
from game.lab.comparisons import Pairing, pairings
from game.lab.confidence import Interval, wilson_interval
from game.lab.experiments import CellSetup
from game.lab.game_records import CostlyDecision, GameRecord
from game.lab.store import Store
from game.table.records import Side

MAX_COSTLY = 10
"""Number of costly decisions that are listed for a cell."""
FIFTHS = 5
"""Classes of luck, by percentile."""


class Share(NamedTuple):
    """A share of some games."""

    won: int
    games: int

    @property
    def value(self) -> float:
        """Return the share, 0 without games."""
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> Interval:
        """Return its 95% interval."""
        return wilson_interval(self.won, self.games)

    def __str__(self) -> str:
        return f"{self.value:.0%} {self.interval}"


@dataclass(frozen=True, slots=True)
class SideResults:
    """The results of one side of a cell; means are per game."""

    id: str
    name: str
    player: str
    _: KW_ONLY
    wins: Share
    first: Share
    """Games that it won, of those in which it had the first turn."""
    second: Share
    """The same of those in which the other side had it."""
    points: float
    luck: tuple[Share, ...]
    """Games that it won by its luck in them, from the worst fifth to the best."""


@dataclass(frozen=True, slots=True)
class UnitResults:
    """The deeds of one unit; means are per game in which it was on the table."""

    unit: str
    side: str
    name: str
    _: KW_ONLY
    cost: int | None
    games: int
    kills: float
    worth: float | None
    """Cost of the models that it removed, as a share of its own cost; None without points."""
    scored: float
    inches: float
    models: int
    survived: float
    """Mean share of its models that survived."""
    won_alive: Share
    """Games that its side won, of those in which one of its models survived."""
    won_dead: Share
    """The same of those in which none did."""


@dataclass(frozen=True, slots=True)
class ClauseSwings:
    """The swings of a side's chance by its answers to the questions of one clause."""

    side: str
    clause: str
    title: str
    _: KW_ONLY
    answers: float
    gained: float
    lost: float
    """Means per game; chances from 0 to 1."""


class Costly(NamedTuple):
    """A costly decision, and the game in which it was made."""

    seed: int
    decision: CostlyDecision


@dataclass(frozen=True, slots=True)
class HeatSums:
    """Sums over all games on the squares of the table, by the square's number."""

    side: float
    columns: int
    rows: int
    _: KW_ONLY
    games: int
    moved: Mapping[int, int]
    fought: Mapping[int, int]
    fallen: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Activity:
    """Sums of what was done in the games of a cell."""

    sides: tuple[SideStatistics, ...]
    decisions: Mapping[int, int]
    """Number of games by their decisions."""
    seconds: float
    """Seconds that all decisions took, which differ from run to run."""


@dataclass(frozen=True, slots=True)
class CellResults:
    """The results of one cell of an experiment."""

    cell: int
    title: str
    """Title of the scenario."""
    map: str
    variant: str
    _: KW_ONLY
    label: str
    """Words that tell it from the other cells."""
    settings: Mapping[str, str]
    """Map, players, options and rosters in words."""
    options: Mapping[str, Any]
    rosters: Mapping[str, str]
    games: int
    failed: int
    sides: tuple[SideResults, ...]
    draws: Share
    rounds: tuple[tuple[float, float], ...]
    """Mean points of both sides in each round; 0 in rounds after the end."""
    ends: tuple[float, float]
    turns: Mapping[int, int]
    """Number of games by their turns."""
    units: tuple[UnitResults, ...]
    swings: tuple[ClauseSwings, ...]
    """Those of all clauses, the most costly first."""
    costly: tuple[Costly, ...]
    heat: HeatSums | None
    activity: Activity

    @property
    def mean_turns(self) -> float:
        """Return the mean number of turns; raise StatisticsError without games."""
        return mean(Counter(self.turns).elements())

    @property
    def players(self) -> str:
        """Return the names of both players: ``"steady, bold"``."""
        return ", ".join(side.player for side in self.sides)

    @property
    def share(self) -> float:
        """Return the share of the first side, a draw counted half."""
        won = self.sides[0].wins.won + self.draws.won / 2
        return won / self.games if self.games else 0.5


@dataclass(frozen=True, slots=True)
class Results:
    """The results of an experiment."""

    title: str
    wanted: int
    """Number of games of each cell."""
    cells: tuple[CellResults, ...]
    pairings: tuple[Pairing, ...]


def results_of(store: Store) -> Results:
    """Return the results of a store; raise UnusableFile if a game in it is damaged."""
    cells, games = tuple(cells_of(store)), store.experiment.games
    return Results(store.experiment.title, games, cells, (*pairings(store),))


def cells_of(store: Store) -> Iterator[CellResults]:
    """Yield the results of each cell; raise UnusableFile if a game in it is damaged."""
    failed = Counter(failure.cell for failure in store.failures())
    for cell in store.cells:
        yield _Tally(store, cell).results(failed[cell])


def as_json(found: Results) -> dict[str, Any]:
    """Return results as a JSON object, which is the same for the same games."""
    raw = asdict(found)
    for cell in raw["cells"]:
        del cell["activity"]
    return raw


@dataclass(slots=True)
class _UnitTally:
    games: int = 0
    kills: int = 0
    kill_value: float = 0.0
    scored: int = 0
    inches: float = 0.0
    survived: float = 0.0
    alive: Counter[bool] = field(default_factory=Counter)
    """Games in which it survived, by whether its side won them."""
    dead: Counter[bool] = field(default_factory=Counter)


class _Tally:
    """Sums over the games of one cell."""

    def __init__(self, store: Store, cell: int) -> None:
        self._store, self._cell = store, cell
        self._setup, self._scenario = store.cells[cell], store.scenario(cell)
        self._sides = store.sides(cell)
        self._games = 0
        self._wins = Counter[str]()
        self._first, self._first_won = Counter[str](), Counter[str]()
        self._second, self._second_won = Counter[str](), Counter[str]()
        self._luck, self._luck_won = Counter[tuple[str, int]](), Counter[tuple[str, int]]()
        self._rounds = defaultdict[int, list[int]](lambda: [0, 0])
        self._ends, self._turns = [0, 0], Counter[int]()
        self._units = dict[str, _UnitTally]()
        self._known = dict[str, tuple[str, str, int | None, int]]()
        self._swings = defaultdict[tuple[str, str], list[float]](lambda: [0.0, 0.0, 0.0])
        self._costly = list[Costly]()
        self._heat: HeatSums | None = None
        self._doings = {side: SideStatistics() for side in self._sides}
        self._decisions, self._seconds = Counter[int](), 0.0
        for record in store.records(cell):
            self._add(record)

    def _add(self, record: GameRecord) -> None:
        winner = record.match.winner or ""
        self._games += 1
        self._wins[winner] += 1
        self._turns[record.match.turns] += 1
        for side in self._sides:
            if record.first:
                counts = (self._first, self._first_won)
                if side != record.first:
                    counts = (self._second, self._second_won)
                counts[0][side] += 1
                counts[1][side] += winner == side
        for n, points in enumerate(record.rounds):
            self._rounds[n] = [self._rounds[n][0] + points[0], self._rounds[n][1] + points[1]]
        self._ends = [self._ends[0] + record.ends[0], self._ends[1] + record.ends[1]]
        for luck in record.luck:
            if luck.tried:
                key = luck.side, min(FIFTHS - 1, int(luck.percentile * FIFTHS / 100))
                self._luck[key] += 1
                self._luck_won[key] += winner == luck.side
        for swing in record.swings:
            sums = self._swings[swing.side, swing.clause]
            sums[0] += swing.answers
            sums[1] += swing.gained
            sums[2] += swing.lost
        self._costly += [Costly(record.match.seed, one) for one in record.costly]
        self._costly.sort(key=lambda one: (-one.decision.cost, one.seed))
        del self._costly[MAX_COSTLY:]
        self._add_units(record, winner)
        self._add_heat(record)
        self._add_activity(record.match)

    def _add_units(self, record: GameRecord, winner: str) -> None:
        for unit in record.units:
            if not unit.fielded:
                continue
            self._known[unit.unit] = unit.side, unit.name, unit.cost, unit.models
            did = self._units.setdefault(unit.unit, _UnitTally())
            did.games += 1
            did.kills += unit.kills
            did.kill_value += unit.kill_value
            did.scored += unit.scored
            did.inches += unit.inches
            did.survived += 1 - unit.lost / unit.models
            which = did.alive if unit.lost < unit.models else did.dead
            which[winner == unit.side] += 1

    def _add_heat(self, record: GameRecord) -> None:
        heat = record.heat
        if heat is None:
            return
        if self._heat is None:
            place = heat.side, heat.columns, heat.rows
            self._heat = HeatSums(*place, games=0, moved={}, fought={}, fallen={})
        for name in ("moved", "fought", "fallen"):
            sums: dict[int, int] = getattr(self._heat, name)
            for square, times in getattr(heat, name).items():
                sums[square] = sums.get(square, 0) + times

    def _add_activity(self, match: Match) -> None:
        self._decisions[match.decisions] += 1
        self._seconds += match.seconds
        for side in self._sides:
            self._doings[side] += match.doings.get(Side(side), SideStatistics())

    def results(self, failed: int) -> CellResults:
        games, setup = self._games, self._setup
        rounds = [self._rounds[n] for n in sorted(self._rounds)]
        mean = [sum(one[n] for one in rounds) + self._ends[n] for n in range(2)]
        return CellResults(
            self._cell,
            self._scenario.title,
            self._store.settings(self._cell)["map"],
            setup.variant,
            label=self._store.label(self._cell),
            settings=self._store.settings(self._cell),
            options=setup.options,
            rosters=setup.rosters,
            games=games,
            failed=failed,
            sides=tuple(
                self._side(n, setup, mean[n] / max(1, games)) for n in range(len(self._sides))
            ),
            draws=Share(self._wins[""], games),
            rounds=tuple((a / max(1, games), b / max(1, games)) for a, b in rounds),
            ends=(self._ends[0] / max(1, games), self._ends[1] / max(1, games)),
            turns=dict(sorted(self._turns.items())),
            units=tuple(
                self._unit(unit)
                for side in self._sides
                for unit in self._units
                if self._known[unit][0] == side
            ),
            swings=tuple(self._clauses()),
            costly=tuple(self._costly),
            heat=self._heat and replace(self._heat, games=games),
            activity=Activity(
                tuple(self._doings.values()), dict(self._decisions), self._seconds
            ),
        )

    def _side(self, n: int, setup: CellSetup, points: float) -> SideResults:
        side = self._sides[n]
        return SideResults(
            side,
            self._scenario.sides[n].name,
            setup.players[n],
            wins=Share(self._wins[side], self._games),
            first=Share(self._first_won[side], self._first[side]),
            second=Share(self._second_won[side], self._second[side]),
            points=points,
            luck=tuple(
                Share(self._luck_won[side, fifth], self._luck[side, fifth])
                for fifth in range(FIFTHS)
            ),
        )

    def _unit(self, unit: str) -> UnitResults:
        (side, name, cost, models), did = self._known[unit], self._units[unit]
        return UnitResults(
            unit,
            side,
            name,
            cost=cost,
            games=did.games,
            kills=did.kills / did.games,
            worth=did.kill_value / did.games / cost if cost else None,
            scored=did.scored / did.games,
            inches=did.inches / did.games,
            models=models,
            survived=did.survived / did.games,
            won_alive=Share(did.alive[True], did.alive.total()),
            won_dead=Share(did.dead[True], did.dead.total()),
        )

    def _clauses(self) -> Iterator[ClauseSwings]:
        """Yield the swings of each clause and side, the most costly first."""
        book = rulebook()
        found = sorted(self._swings.items(), key=lambda one: (-one[1][2], one[0]))
        for (side, clause), (answers, gained, lost) in found:
            title = book.clause(clause).title if clause in book else ""
            yield ClauseSwings(
                side,
                clause,
                title,
                answers=answers / self._games,
                gained=gained / self._games,
                lost=lost / self._games,
            )
