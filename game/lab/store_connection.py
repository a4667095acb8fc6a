"""Connections to SQLite files that may come from a stranger: known tables, bounded reading."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any

from game.content.faults import UnusableFile, system_reason
from game.content.file_lookup import is_file
from game.content.reading import MIB

APPLICATION = 0x554E4C42
"""Marks a SQLite file as a store: ``UNLB``."""
VERSION = 1
WAIT_SECONDS = 30.0
"""Seconds to wait for another program that writes to the store."""
MAX_VALUE_BYTES = 32 * MIB
"""Maximum size of a text or blob; the compressed files of a combination are the largest."""
MAX_HEAP_BYTES = 256 * MIB
"""Maximum memory of SQLite in this process; it seeks in rows before it looks at their size."""
STEPS_AT_ONCE, MAX_STEPS = 100_000, 500_000_000
"""Steps of SQLite's machine between two looks, and at which a statement is given up."""
TABLES = """
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


class StoreConnection(sqlite3.Connection):
    """A connection that reads no huge values, and gives statements up that never end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._steps = 0
        self.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
        self.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        self.set_progress_handler(self._look, STEPS_AT_ONCE)
        self.execute("PRAGMA trusted_schema = OFF")
        self.execute(f"PRAGMA hard_heap_limit = {MAX_HEAP_BYTES}")

    def execute(self, *args: Any) -> sqlite3.Cursor:
        """Execute a statement, with steps of its own."""
        self._steps = 0
        return super().execute(*args)

    def _look(self) -> int:
        self._steps += STEPS_AT_ONCE
        return int(self._steps > MAX_STEPS)

    def rows(
        self, query: str, kinds: Sequence[type | UnionType], values: Sequence[object] = ()
    ) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a query; raise sqlite3.DataError for a value of another type."""
        for row in self.execute(query, values):
            pairs = zip(row, kinds, strict=True)
            if not all(isinstance(value, kind) for value, kind in pairs):
                raise sqlite3.DataError("a row holds a value of another type")
            yield row


@contextmanager
def reported(path: Path) -> Iterator[None]:
    """Raise UnusableFile for a file that cannot be read or written."""
    try:
        yield
    except (sqlite3.Error, sqlite3.Warning, OverflowError, UnicodeDecodeError) as error:
        reason = "takes too long to read" if "interrupted" in str(error) else str(error)
        words = f"cannot be used as a store: {reason}"
        raise UnusableFile(str(path), [("", words)]) from error
    except MemoryError as error:
        words = "cannot be used as a store: holds a value that is too large"
        raise UnusableFile(str(path), [("", words)]) from error
    except OSError as error:
        raise UnusableFile(str(path), [("", system_reason(error))]) from error


@contextmanager
def closed_if_unusable(path: Path, base: sqlite3.Connection) -> Iterator[None]:
    """Close a connection if the file turns out to be unusable."""
    try:
        with reported(path):
            yield
    except UnusableFile:
        base.close()
        raise


def created(path: Path) -> StoreConnection:
    """Create the file of a new store with its tables; raise UnusableFile if it exists."""
    with reported(path):
        if path.exists():
            words = "is there already: go on with `lab resume`, or choose another --out"
            raise UnusableFile(str(path), [("", words)])
        path.parent.mkdir(parents=True, exist_ok=True)
        base = _connected(path, "")
    with closed_if_unusable(path, base), base:
        # A reader, such as the window, does not stop the one that writes.
        base.execute("PRAGMA journal_mode = WAL")
        base.executescript(TABLES)
        base.execute(f"PRAGMA application_id = {APPLICATION}")
        base.execute(f"PRAGMA user_version = {VERSION}")
    return base


def opened(path: Path, *, writes: bool = False) -> StoreConnection:
    """Open the file of a store, by default only for reading.

    Raise UnusableFile if it is none, of a later version, or holds anything but its tables.
    """
    if not is_file(path):
        raise UnusableFile(str(path), [("", "no such file")])
    with reported(path):
        if not os.access(path, os.W_OK):
            # One that somebody else gave may be in a folder in which nothing can be written.
            base = _connected(path, "?mode=ro&immutable=1")
        else:
            # Only a connection that may write clears up after others, and after itself.
            base = _connected(path, "?mode=rw")
            if not writes:
                base.execute("PRAGMA query_only = ON")
    with closed_if_unusable(path, base):
        mark = base.execute("PRAGMA application_id").fetchone()[0]
        found = base.execute("PRAGMA user_version").fetchone()[0]
        if mark != APPLICATION:
            raise UnusableFile(str(path), [("", "is not a store of the laboratory")])
        if found > VERSION:
            words = f"is of version {found}; this program reads up to {VERSION}"
            raise UnusableFile(str(path), [("", words)])
        if _schema(base) != _own_schema():
            words = "holds other tables, views or triggers than a store of the laboratory"
            raise UnusableFile(str(path), [("", words)])
    return base


def _connected(path: Path, how: str) -> StoreConnection:
    base = sqlite3.connect(
        path.resolve().as_uri() + how,
        timeout=WAIT_SECONDS,
        check_same_thread=False,
        uri=True,
        factory=StoreConnection,
    )
    base.execute("PRAGMA synchronous = NORMAL")
    return base


def _schema(base: sqlite3.Connection) -> list[tuple[object, ...]]:
    """Return all that a file declares: kind, name, table and statement."""
    query = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
    return base.execute(query).fetchall()


@cache
def _own_schema() -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(":memory:")) as base:
        base.executescript(TABLES)
        return _schema(base)
