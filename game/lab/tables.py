"""Tables of bots by Elo, and of all games and units as CSV and Parquet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, permutations
from math import log
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

from game.bots.registry import POLICIES
from game.content.faults import Fault, UnusableFile, did_you_mean
from game.content.file_source import MAPS, word_of
from game.content.storage import write_parts
from game.lab.experiments import MAX_CELLS, Experiment, setup_of
from game.lab.game_records import GameRecord
from game.lab.report import Z
from game.lab.store import Store
from game.play import EntryPoints
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


ROWS_AT_A_TIME = 5_000
"""Number of rows in memory; in Parquet, of a row group."""
ARROW: Mapping[str, ModuleType] = EntryPoints({"types": "pyarrow", "files": "pyarrow.parquet"})
"""The library for Parquet, which not everybody has."""


class GameRow(NamedTuple):
    """A row of the table of games; ``_1`` is the scenario's first side."""

    cell: int
    variant: str
    scenario: str
    map: str
    side_1: str
    side_2: str
    player_1: str
    player_2: str
    options: str
    """JSON."""
    rosters: str
    """JSON: the rosters by side, if they are not the default ones."""
    seed: int
    winner: str
    """Empty for a draw."""
    first_turn: str
    turns: int
    decisions: int
    points_1: int
    points_2: int
    luck_1: float | None
    """Percentile of the luck of all rolls; none without rolls."""
    luck_2: float | None
    story: str
    """Hash of all events: equal games have equal ones."""


class UnitRow(NamedTuple):
    """A row of the table of units; ``cell`` and ``seed`` name the game."""

    cell: int
    seed: int
    unit: str
    side: str
    name: str
    cost: int | None
    fielded: bool
    models: int
    lost: int
    kills: int
    kill_value: float
    scored: int
    inches: float


Writer: TypeAlias = Callable[[type[NamedTuple], Iterable[NamedTuple]], Iterator[bytes]]


def game_rows(store: Store) -> Iterator[GameRow]:
    """Yield a row for each game, by cell and seed."""
    for cell, setup in store.cells.items():
        one, other = store.sides(cell)
        scenario, map_ = store.scenario(cell).id, word_of(setup.map, MAPS, ".tmj")
        options, rosters = (
            json.dumps(dict(words), sort_keys=True, ensure_ascii=False)
            for words in (setup.options, setup.rosters)
        )
        for record in store.records(cell):
            yield GameRow(
                cell,
                setup.variant,
                scenario,
                map_,
                one,
                other,
                *setup.players,
                options,
                rosters,
                record.match.seed,
                record.match.winner or "",
                record.first,
                record.match.turns,
                record.match.decisions,
                *record.totals,
                _luck(record, one),
                _luck(record, other),
                record.story,
            )


def _luck(record: GameRecord, side: str) -> float | None:
    found = (luck for luck in record.luck if luck.side == side and luck.tried)
    return next((luck.percentile for luck in found), None)


def unit_rows(store: Store) -> Iterator[UnitRow]:
    """Yield a row for each unit of each game, by cell, seed and place in the rosters."""
    for cell in store.cells:
        for record in store.records(cell):
            for unit in record.units:
                fields = [getattr(unit, name) for name in UnitRow._fields[2:]]
                yield UnitRow(cell, record.match.seed, *fields)


TABLES = "games", "units"


def paths_of(folder: Path, form: str) -> list[Path]:
    """Return the paths of the tables that ``export`` writes into a folder."""
    return [folder / f"{name}.{form}" for name in TABLES]


def export(store: Store, folder: Path, form: str) -> list[Path]:
    """Write both tables into a folder, and return their paths.

    *form* is one of FORMATS. Each file is replaced when it is whole. Raise UnusableFile, or
    ModuleNotFoundError if the library for the format is missing.
    """
    tables: list[tuple[type[NamedTuple], Iterable[NamedTuple]]] = [
        (GameRow, game_rows(store)),
        (UnitRow, unit_rows(store)),
    ]
    paths = paths_of(folder, form)
    for path, (kind, rows) in zip(paths, tables, strict=True):
        write_parts(path, FORMATS[form](kind, rows))
    return paths


def as_csv(kind: type[NamedTuple], rows: Iterable[NamedTuple]) -> Iterator[bytes]:
    """Yield a table as CSV in UTF-8, with a row of headings; None is an empty field."""
    lines = chain([kind._fields], rows)
    while some := [*islice(lines, ROWS_AT_A_TIME)]:
        text = io.StringIO(newline="")
        csv.writer(text, lineterminator="\n").writerows(some)
        yield text.getvalue().encode()


def as_parquet(kind: type[NamedTuple], rows: Iterable[NamedTuple]) -> Iterator[bytes]:
    """Yield a table as Parquet; raise ModuleNotFoundError without its library."""
    types, files = ARROW["types"], ARROW["files"]
    arrow = {
        int: types.int64(),
        float: types.float64(),
        bool: types.bool_(),
        str: types.string(),
    }
    hints = get_type_hints(kind)
    # Of an optional type the first member is the one that is no None.
    plain = {name: (get_args(hint) or (hint,))[0] for name, hint in hints.items()}
    schema = types.schema([(name, arrow[plain[name]]) for name in kind._fields])
    return _row_groups(files.ParquetWriter, schema, iter(rows))


def _row_groups(writer: Any, schema: Any, rows: Iterator[NamedTuple]) -> Iterator[bytes]:
    into = _Outbox()
    with writer(into, schema) as file:
        while some := [*islice(rows, ROWS_AT_A_TIME)]:
            columns = [list(column) for column in zip(*some, strict=True)]
            file.write_table(ARROW["types"].table(columns, schema=schema))
            yield into.taken()
    yield into.taken()


class _Outbox(io.RawIOBase):
    """A file whose bytes are taken away while it is written."""

    def __init__(self) -> None:
        super().__init__()
        self._parts, self._length = list[bytes](), 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        part = bytes(data)
        self._parts.append(part)
        self._length += len(part)
        return len(part)

    def tell(self) -> int:
        return self._length

    def taken(self) -> bytes:
        """Return the bytes since the last time."""
        found = b"".join(self._parts)
        self._parts.clear()
        return found


FORMATS: Mapping[str, Writer] = {"csv": as_csv, "parquet": as_parquet}
"""The functions that write tables, by format, which is also the ending of the files."""
