"""The store of an experiment: one SQLite file with its cells, games and failures."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Self

from pydantic import ValidationError

from game.content.faults import UnusableFile
from game.content.file_source import SavedSource
from game.content.maps import map_title
from game.content.parsing import faults_in
from game.content.scenarios import Scenario, load_scenario
from game.lab.experiments import (
    CellSetup,
    Experiment,
    ExperimentHead,
    inflated,
    program_version,
    unpacked,
)
from game.lab.game_records import MAX_RECORD_BYTES, GameRecord, packed, parse_record

ENDING = ".undertow-lab"
APPLICATION = 0x554E4C42
"""Marks a SQLite file as a store: ``UNLB``."""
VERSION = 1
WAIT_SECONDS = 30.0
"""Seconds to wait for another program that writes to the store."""
_TABLES = """
CREATE TABLE experiment (
    title TEXT NOT NULL, games INTEGER NOT NULL, first_seed INTEGER NOT NULL,
    until REAL, program TEXT NOT NULL
);
CREATE TABLE cells (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, variant TEXT NOT NULL,
    setup BLOB NOT NULL
);
CREATE TABLE games (
    cell INTEGER NOT NULL REFERENCES cells (id), seed INTEGER NOT NULL, winner TEXT,
    turns INTEGER NOT NULL, seconds REAL NOT NULL, story TEXT NOT NULL, record BLOB NOT NULL,
    PRIMARY KEY (cell, seed)
) WITHOUT ROWID;
CREATE TABLE failures (
    cell INTEGER NOT NULL REFERENCES cells (id), seed INTEGER NOT NULL, why TEXT NOT NULL,
    save TEXT NOT NULL, PRIMARY KEY (cell, seed)
) WITHOUT ROWID;
"""


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
    return parse_record(inflated(raw, MAX_RECORD_BYTES), name)


class Store:
    """The results of an experiment; each game is kept once, in a transaction of its own.

    All methods raise UnusableFile if the file cannot be read or written.
    """

    def __init__(self, path: Path, base: sqlite3.Connection) -> None:
        self.path, self._base = path, base
        self._scenarios = dict[int, Scenario]()
        self._load()

    def _load(self) -> None:
        with self._reported():
            cells = self._base.execute("SELECT id, setup, variant FROM cells ORDER BY id")
            self.cells = {id_: unpacked(raw, variant) for id_, raw, variant in cells}
            """Descriptions of the games, by cell."""
            self._ids: dict[str, int] = {setup.key: id_ for id_, setup in self.cells.items()}
        head = _head_of(self._base, self.path)
        self.program = head.program
        """Version of the program that played the games."""
        self.experiment = Experiment(
            head.title,
            tuple(self.cells.values()),
            head.games,
            first_seed=head.first_seed,
            until=head.until,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        """Return its name, which is that of the file without ending."""
        return self.path.name.removesuffix(ENDING)

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def widen(self, experiment: Experiment) -> None:
        """Add cells and games; what is there stays, and nothing is played twice.

        Raise UnusableFile if the seeds do not begin with those of the store.
        """
        now = self.experiment
        if experiment.first_seed != now.first_seed:
            words = f"begins with seed {experiment.first_seed}, not {now.first_seed}"
            raise UnusableFile(str(self.path), [("first_seed", words)])
        games = max(now.games, experiment.games)
        with self._reported(), self._base:
            _add_cells(self._base, experiment.cells)
            self._base.execute("UPDATE experiment SET games = ?", (games,))
        self._load()

    def refuse_other_program(self) -> None:
        """Raise UnusableFile if its games were played by another version of the program."""
        if self.program != program_version():
            words = (
                "its games were played by another version of Undertow or its libraries, "
                "and games of both cannot be compared: run the experiment again"
            )
            raise UnusableFile(str(self.path), [("", words)])

    def add(self, cell: int, record: GameRecord) -> bool:
        """Keep a game; return False if it is there already."""
        match = record.match
        row = (
            cell,
            match.seed,
            match.winner,
            match.turns,
            match.seconds,
            record.story,
            packed(record),
        )
        with self._reported(), self._base:
            found = self._base.execute(
                "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?)", row
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
        return int(self._one("SELECT count(*) FROM games WHERE cell = ?", cell))

    def missing(self, cell: int, seeds: Sequence[int] | None = None) -> list[int]:
        """Return the seeds of a cell that are still to be played, of all or of some."""
        with self._reported():
            found = self._base.execute("SELECT seed FROM games WHERE cell = ?", (cell,))
            there = {seed for (seed,) in found}
        wanted = self.experiment.seeds if seeds is None else seeds
        return [seed for seed in wanted if seed not in there]

    def cell_of(self, setup: CellSetup) -> int:
        """Return the cell of a description; raise KeyError if there is none."""
        return self._ids[setup.key]

    def winners(self, cell: int) -> Mapping[str, int]:
        """Return the number of games that each side of a cell won; of draws by an empty id."""
        with self._reported():
            found = self._base.execute(
                "SELECT winner, count(*) FROM games WHERE cell = ? GROUP BY winner", (cell,)
            )
            return {winner or "": many for winner, many in found}

    def outcomes(self, cell: int) -> Mapping[int, str]:
        """Return the winner of each game of a cell by its seed; an empty id for a draw."""
        with self._reported():
            found = self._base.execute(
                "SELECT seed, winner FROM games WHERE cell = ? ORDER BY seed", (cell,)
            )
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

    def map_title(self, cell: int) -> str:
        """Return the title of a cell's map."""
        setup = self.cells[cell]
        return map_title(setup.map, SavedSource(setup.files))

    def label(self, cell: int) -> str:
        """Return the words that tell a cell from the others of the store."""
        title, *differences = self._told_apart(cell)
        several = len({one.scenario for one in self.cells.values()}) > 1
        return " · ".join([title, *differences] if several or not differences else differences)

    def heading(self, cell: int) -> str:
        """Return the words that tell a cell from any other: scenario, players and the rest."""
        words, players = self._told_apart(cell), ", ".join(self.cells[cell].players)
        return " · ".join(words if players in words else [*words, players])

    def _told_apart(self, cell: int) -> list[str]:
        """Return the title of a cell's scenario, and what differs between the cells."""
        mine, everyone = self.cells[cell], self.cells.values()
        same = [one for one in everyone if one.scenario == mine.scenario]
        like = [one for one in same if one.variant == mine.variant]
        parts = [self.scenario(cell).title, mine.variant]
        parts += [self.map_title(cell)] if len({one.map for one in same}) > 1 else []
        differing = len({one.players for one in everyone}) > 1
        parts += [", ".join(mine.players)] if differing else []
        for key in sorted({key for one in like for key in one.options}):
            if len({str(one.options.get(key)) for one in like}) > 1:
                parts.append(f"{key}={mine.options.get(key)}")
        if len({str(one.rosters) for one in like}) > 1:
            parts += [f"{side}={roster}" for side, roster in mine.rosters.items()]
        return [part for part in parts if part]

    def records(self, cell: int) -> Iterator[GameRecord]:
        """Yield the games of a cell in the order of their seeds, one at a time."""
        with self._reported():
            found = self._base.execute(
                "SELECT record FROM games WHERE cell = ? ORDER BY seed", (cell,)
            )
            for (raw,) in found:
                yield unpacked_record(raw, str(self.path))

    def failures(self) -> Sequence[Failure]:
        """Return the games that did not come to an end."""
        with self._reported():
            found = self._base.execute("SELECT * FROM failures ORDER BY cell, seed").fetchall()
        return [Failure(*row) for row in found]

    def _one(self, query: str, *values: object) -> Any:
        with self._reported():
            return self._base.execute(query, values).fetchone()[0]

    @contextmanager
    def _reported(self) -> Iterator[None]:
        with _reported(self.path):
            yield


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise UnusableFile(str(path), [("", f"cannot be used as a store: {error}")]) from error


def create(path: Path, experiment: Experiment) -> Store:
    """Return a new store for an experiment; raise UnusableFile if the file exists."""
    if path.exists():
        words = "is there already: go on with `lab resume`, or choose another --out"
        raise UnusableFile(str(path), [("", words)])
    path.parent.mkdir(parents=True, exist_ok=True)
    with _reported(path):
        base = _connected(path)
        with base:
            base.executescript(_TABLES)
            base.execute(f"PRAGMA application_id = {APPLICATION}")
            base.execute(f"PRAGMA user_version = {VERSION}")
            base.execute(
                "INSERT INTO experiment VALUES (?, ?, ?, ?, ?)",
                (
                    experiment.title,
                    experiment.games,
                    experiment.first_seed,
                    experiment.until,
                    program_version(),
                ),
            )
            _add_cells(base, experiment.cells)
    return Store(path, base)


def wide_store(path: Path, experiment: Experiment) -> Store:
    """Open the store of a path and add an experiment to it, or create it; raise UnusableFile.

    Games of another version of the program are refused.
    """
    if not path.exists():
        return create(path, experiment)
    store = open_store(path)
    try:
        store.refuse_other_program()
        store.widen(experiment)
    except UnusableFile:
        store.close()
        raise
    return store


def open_store(path: Path) -> Store:
    """Open a store; raise UnusableFile if the file is none, or of a later version."""
    return Store(path, _opened(path))


class Counts(NamedTuple):
    """The size of a store."""

    title: str
    done: int
    wanted: int
    failed: int


def counts_of(path: Path) -> Counts:
    """Count the games of a store without reading its cells; raise UnusableFile."""
    with closing(_opened(path)) as base:
        head = _head_of(base, path)
        with _reported(path):
            cells, games, failures = base.execute(
                "SELECT (SELECT count(*) FROM cells), (SELECT count(*) FROM games), "
                "(SELECT count(*) FROM failures)"
            ).fetchone()
    return Counts(head.title, games, head.games * cells, failures)


def _head_of(base: sqlite3.Connection, path: Path) -> _Head:
    with _reported(path):
        row = base.execute("SELECT * FROM experiment").fetchone()
    if row is None:
        raise UnusableFile(str(path), [("", "holds no experiment")])
    try:
        return _Head.model_validate(dict(zip(_HEAD, row, strict=False)))
    except ValidationError as error:
        raise UnusableFile(str(path), faults_in(error, _Head)) from error


def _opened(path: Path) -> sqlite3.Connection:
    if not path.is_file():
        raise UnusableFile(str(path), [("", "no such file")])
    with _reported(path):
        base = _connected(path)
        mark = base.execute("PRAGMA application_id").fetchone()[0]
        found = base.execute("PRAGMA user_version").fetchone()[0]
    if mark != APPLICATION:
        base.close()
        raise UnusableFile(str(path), [("", "is not a store of the laboratory")])
    if found > VERSION:
        base.close()
        words = f"is of version {found}; this program reads up to {VERSION}"
        raise UnusableFile(str(path), [("", words)])
    return base


def _connected(path: Path) -> sqlite3.Connection:
    base = sqlite3.connect(path, timeout=WAIT_SECONDS, check_same_thread=False)
    # A reader, such as the window, does not stop the one that writes.
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = NORMAL")
    base.execute("PRAGMA trusted_schema = OFF")
    return base


def _add_cells(base: sqlite3.Connection, cells: Sequence[CellSetup]) -> None:
    for cell in cells:
        base.execute(
            "INSERT OR IGNORE INTO cells (key, variant, setup) VALUES (?, ?, ?)",
            (cell.key, cell.variant, cell.packed),
        )
