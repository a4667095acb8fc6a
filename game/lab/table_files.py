"""Export of the tables of games as CSV or Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias, get_args, get_type_hints

from game.content.safe_writing import write_parts
from game.entry_points import EntryPoints
from game.lab.game_tables import GameRow, UnitRow, game_rows, unit_rows
from game.lab.store import Store

ROWS_AT_A_TIME = 5_000
"""Number of rows in memory; in Parquet, of a row group."""
ARROW: Mapping[str, ModuleType] = EntryPoints({"types": "pyarrow", "files": "pyarrow.parquet"})
"""The library for Parquet, which not everybody has."""
Writer: TypeAlias = Callable[[type[NamedTuple], Iterable[NamedTuple]], Iterator[bytes]]
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
