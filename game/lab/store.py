"""The store of an experiment, which is one SQLite file."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from game.content.faults import UnusableFile
from game.content.file_lookup import without_ending
from game.content.file_source import SavedSource
from game.content.maps.map_library import map_title
from game.content.reading import MIB
from game.content.scenarios import Scenario, load_scenario
from game.content.schema_faults import faults_in
from game.lab.experiments import (
    MAX_CELLS_BYTES,
    CellSetup,
    Experiment,
    ExperimentHead,
    described,
    inflated,
)
from game.lab.game_records import MAX_RECORD_BYTES, GameRecord, packed, parse_record
from game.lab.program_version import program_version
from game.lab.store_connection import (
    StoreConnection,
    closed_if_unusable,
    created,
    opened,
    reported,
)

ENDING = ".undertow-lab"


class _Head(ExperimentHead):
    """The row that describes the experiment."""

    program: str


_HEAD = tuple(_Head.model_fields)
"""The columns of the row, in their order."""


class Failure(NamedTuple):
    """A game that did not come to an end."""

    cell: int
    seed: int
    why: str
    save: str
    """Text of the save, up to where it stopped; empty if there is none."""


def unpacked_record(raw: object, name: str = "") -> GameRecord:
    """Return a record of compressed JSON; raise UnusableFile for the file *name*."""
    return parse_record(inflated(raw, name, MAX_RECORD_BYTES), name)


def _unpacked_cells(
    rows: Iterable[tuple[int, bytes, str]], file: str
) -> Iterator[tuple[int, CellSetup]]:
    """Yield the descriptions of cells, which share equal texts; raise UnusableFile."""
    texts, room = dict[str, str](), MAX_CELLS_BYTES
    for id_, raw, variant in rows:
        data = inflated(raw, file)
        room -= len(data)
        if room < 0:
            most = MAX_CELLS_BYTES // MIB
            raise UnusableFile(file, [("", f"its cells unpack to more than {most} MiB")])
        setup = described(data, variant, file)
        shared = {name: texts.setdefault(text, text) for name, text in setup.files.items()}
        yield id_, replace(setup, files=shared)


class Store:
    """The results of an experiment; each game is kept once, in a transaction of its own.

    All methods raise UnusableFile if the file cannot be read or written.
    """

    def __init__(self, path: Path, base: StoreConnection) -> None:
        self.path, self._base = path, base
        self._scenarios, self._settings = dict[int, Scenario](), dict[int, Mapping[str, str]]()
        self._load()

    def _load(self) -> None:
        with self._reported():
            query = "SELECT id, setup, variant FROM cells ORDER BY id"
            cells = self._base.rows(query, (int, bytes, str))
            self.cells = dict(_unpacked_cells(cells, str(self.path)))
            """Descriptions of the games, by cell."""
            self._ids: dict[str, int] = {setup.key: id_ for id_, setup in self.cells.items()}
        head = head_of(self._base, self.path)
        self.program = head.program
        """Version of the program that played the games."""
        self.experiment = Experiment(
            head.title,
            tuple(self.cells.values()),
            head.games,
            first_seed=head.first_seed,
            until=head.until,
        )

    @property
    def name(self) -> str:
        """Return its name, which is that of the file without ending."""
        return without_ending(self.path.name, ENDING)

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def widen(self, experiment: Experiment) -> None:
        """Add cells and games; what is there stays, and nothing is played twice.

        The limit to the width of intervals is that of the experiment. Raise UnusableFile if
        its seeds do not begin with those of the store.
        """
        games = max(self.experiment.games, experiment.games)
        self.add_cells(experiment)
        with self._reported(), self._base:
            changed = games, experiment.until
            self._base.execute("UPDATE experiment SET games = ?, until = ?", changed)
        self._load()

    def add_cells(self, experiment: Experiment) -> None:
        """Add cells, but no games; raise UnusableFile as ``widen`` does."""
        first = self.experiment.first_seed
        if experiment.first_seed != first:
            words = f"its games begin with {first}, not {experiment.first_seed}: choose "
            raise UnusableFile(str(self.path), [("first_seed", f"{words}another --out")])
        with self._reported(), self._base:
            _add_cells(self._base, experiment.cells)
        self._load()

    def refuse_other_program(self) -> None:
        """Raise UnusableFile if its games were played by another version of the program."""
        if self.program != program_version():
            words = (
                "its games were played by another version of Undertow or its libraries, and "
                "games of both cannot be compared: choose another --out, or delete this file"
            )
            raise UnusableFile(str(self.path), [("", words)])

    def add(self, cell: int, record: GameRecord) -> bool:
        """Keep a game; return False if it is there already."""
        match = record.match
        row = cell, match.seed, match.winner, match.turns, match.seconds, record.story
        with self._reported(), self._base:
            found = self._base.execute(
                "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*row, packed(record)),
            )
            self._base.execute(
                "DELETE FROM failures WHERE cell = ? AND seed = ?", (cell, match.seed)
            )
        return found.rowcount == 1

    def add_failure(self, failure: Failure) -> None:
        """Keep a game that did not come to an end; it replaces an earlier one of its seed."""
        with self._reported(), self._base:
            self._base.execute("INSERT OR REPLACE INTO failures VALUES (?, ?, ?, ?)", failure)

    def count(self, cell: int) -> int:
        """Return the number of games of a cell."""
        with self._reported():
            query = "SELECT count(*) FROM games WHERE cell = ?"
            return int(self._base.execute(query, (cell,)).fetchone()[0])

    def missing(self, cell: int, seeds: Sequence[int] | None = None) -> list[int]:
        """Return the seeds of a cell that are still to be played, of all or of some."""
        with self._reported():
            query = "SELECT seed FROM games WHERE cell = ?"
            found = self._base.rows(query, (int,), (cell,))
            there = {seed for (seed,) in found}
        wanted = self.experiment.seeds if seeds is None else seeds
        return [seed for seed in wanted if seed not in there]

    def cell_of(self, setup: CellSetup) -> int:
        """Return the cell of a description; raise KeyError if there is none."""
        return self._ids[setup.key]

    def winners(self, cell: int) -> Mapping[str, int]:
        """Return the number of games that each side of a cell won; of draws by an empty id."""
        return Counter(self.outcomes(cell).values())

    def outcomes(self, cell: int) -> Mapping[int, str]:
        """Return the winner of each game of a cell by its seed; an empty id for a draw."""
        with self._reported():
            query = "SELECT seed, winner FROM games WHERE cell = ? ORDER BY seed"
            found = self._base.rows(query, (int, str | None), (cell,))
            return {seed: winner or "" for seed, winner in found}

    def sides(self, cell: int) -> tuple[str, str]:
        """Return the ids of the sides of a cell."""
        scenario = self.scenario(cell)
        return scenario.sides[0].id, scenario.sides[1].id

    def scenario(self, cell: int) -> Scenario:
        """Return the scenario of a cell."""
        if cell not in self._scenarios:
            setup = self.cells[cell]
            source = SavedSource(setup.files, str(self.path))
            self._scenarios[cell] = load_scenario(setup.scenario, library=source, whole=False)
        return self._scenarios[cell]

    def settings(self, cell: int) -> Mapping[str, str]:
        """Return the map, the players, the options and the rosters of a cell in words."""
        if cell not in self._settings:
            setup = self.cells[cell]
            self._settings[cell] = {
                "map": map_title(setup.map, SavedSource(setup.files)),
                "players": ", ".join(setup.players),
                **{key: str(setup.options[key]) for key in sorted(setup.options)},
                **{f"roster of {side}": name for side, name in sorted(setup.rosters.items())},
            }
        return self._settings[cell]

    def label(self, cell: int) -> str:
        """Return the words that tell a cell from the others of the store."""
        words = self._told_apart(cell)
        several = len({one.scenario for one in self.cells.values()}) > 1
        return " · ".join(words if several or not words[1:] else words[1:])

    def heading(self, cell: int) -> str:
        """Return the words that tell a cell from any other: scenario, players and the rest."""
        words, players = self._told_apart(cell), self.settings(cell)["players"]
        return " · ".join(words if players in words else [*words, players])

    def _told_apart(self, cell: int) -> list[str]:
        """Return the title of a cell's scenario, and what differs between the cells."""
        mine, settings = self.cells[cell], self.settings(cell)
        alike = [
            (id_, self.settings(id_))
            for id_, one in self.cells.items()
            if (one.scenario, one.variant) == (mine.scenario, mine.variant)
        ]
        parts = [self.scenario(cell).title, mine.variant]
        for key, value in settings.items():
            if any(other.get(key) != value for _, other in alike):
                parts.append(value if key in ("map", "players") else f"{key}={value}")
        if any(id_ < cell and other == settings for id_, other in alike):
            parts.append("edited files")
        return [part for part in parts if part]

    def records(self, cell: int) -> Iterator[GameRecord]:
        """Yield the games of a cell in the order of their seeds, one at a time."""
        with self._reported():
            query = "SELECT record FROM games WHERE cell = ? ORDER BY seed"
            found = self._base.rows(query, (bytes,), (cell,))
            for (raw,) in found:
                yield unpacked_record(raw, str(self.path))

    def failures(self) -> Sequence[Failure]:
        """Return the games that did not come to an end."""
        with self._reported():
            query = "SELECT * FROM failures ORDER BY cell, seed"
            return [Failure(*row) for row in self._base.rows(query, (int, int, str, str))]

    @contextmanager
    def _reported(self) -> Iterator[None]:
        with reported(self.path):
            yield


def create(path: Path, experiment: Experiment) -> Store:
    """Return a new store for an experiment; raise UnusableFile if the file exists."""
    new = experiment
    row = new.title, new.games, new.first_seed, new.until, program_version()
    base = created(path)
    try:
        with closed_if_unusable(path, base):
            with base:
                base.execute("INSERT INTO experiment VALUES (?, ?, ?, ?, ?)", row)
                _add_cells(base, new.cells)
            return Store(path, base)
    except UnusableFile:
        path.unlink(missing_ok=True)
        raise


def wide_store(path: Path, experiment: Experiment) -> Store:
    """Open the store of a path and add cells to it, or create it; raise UnusableFile.

    Its games stay as they are, because a question plays some cells more often than others.
    Games of another version of the program are refused.
    """
    if not path.exists():
        return create(path, experiment)
    store = open_store(path, writes=True)
    try:
        store.refuse_other_program()
        store.add_cells(experiment)
    except UnusableFile:
        store.close()
        raise
    return store


def open_store(path: Path, *, writes: bool = False) -> Store:
    """Open a store, by default only for reading; raise UnusableFile as ``opened`` does."""
    base = opened(path, writes=writes)
    with closed_if_unusable(path, base):
        return Store(path, base)


def head_of(base: StoreConnection, path: Path) -> _Head:
    """Return the row that describes the experiment; raise UnusableFile."""
    with reported(path):
        row = base.execute("SELECT * FROM experiment").fetchone()
    if row is None:
        raise UnusableFile(str(path), [("", "holds no experiment")])
    try:
        return _Head.model_validate(dict(zip(_HEAD, row, strict=False)))
    except ValidationError as error:
        raise UnusableFile(str(path), faults_in(error, _Head)) from error


def _add_cells(base: sqlite3.Connection, cells: Sequence[CellSetup]) -> None:
    for cell in cells:
        base.execute(
            "INSERT OR IGNORE INTO cells (key, variant, setup) VALUES (?, ?, ?)",
            (cell.key, cell.variant, cell.packed),
        )
