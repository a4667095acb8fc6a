"""Samples of packs and of experiment stores, and ways to spoil what is in them."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TypeAlias
from warnings import catch_warnings
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from game.lab.experiments import parse_experiment
from game.lab.game_jobs import GameJob, play_game
from game.lab.program_version import program_version
from game.lab.store import create
from tests.content.pack_parts import pack_bytes

Spoil: TypeAlias = Callable[[str, str, Random], str]
"""Spoils the text of a file with an ending."""

EXPERIMENT = """title = "Bouts"
games = 2
scenarios = ["cage", "the_nest"]
players = ["random,random"]
"""
SCHEMES = (
    "CREATE VIEW games_of AS SELECT * FROM games",
    "CREATE TRIGGER at_once AFTER INSERT ON games BEGIN DELETE FROM games; END",
    "CREATE TABLE more (a)",
    "CREATE INDEX of_games ON games (winner)",
    "ALTER TABLE games ADD COLUMN more TEXT",
    "DROP TABLE failures",
    "PRAGMA user_version = 99",
    "PRAGMA application_id = 1",
    "DELETE FROM experiment",
    "DELETE FROM cells WHERE id = 1",
    "INSERT INTO cells SELECT id + 10, key || 'x', variant, setup FROM cells",
    "UPDATE OR IGNORE games SET cell = cell + 1",
)
"""Changes of what a store declares, and of which rows there are."""
TABLES: Mapping[str, Sequence[str]] = {
    "experiment": ("title", "games", "first_seed", "until", "program"),
    "cells": ("id", "key", "variant", "setup"),
    "games": ("cell", "seed", "winner", "turns", "seconds", "story", "record"),
    "failures": ("cell", "seed", "why", "save"),
}
ODD_CELLS: tuple[object, ...] = (
    *(None, 0, -1, 2**63 - 1, -(2**63), 1e308, float("inf"), 0.5, 10**7),
    *("", "a", "é", "x" * 100_000, "\x1b[2J", "../../etc", b"", b"\x00" * 500, b"\xff\xfe"),
    zlib.compress(b"[" * 5_000_000, 9),
    zlib.compress(b"{}"),
    zlib.compress(b"null"),
)
"""Values of columns, some of another type than declared, and what does not unpack."""
STEPS_OUT = ("../a.toml", "/a.toml", "maps/../../a.tmj", "CON.toml", "maps/a/b/c/d/e.png")


def stores() -> list[bytes]:
    """Return the bytes of experiment stores."""
    experiment = parse_experiment(EXPERIMENT, "x")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "bouts.undertow-lab"
        with closing(create(path, experiment)) as store:
            for id_, cell in store.cells.items():
                for seed in (1, 2):
                    job = GameJob(id_, seed, cell.packed, program_version())
                    store.add(id_, play_game(job))
        with closing(sqlite3.connect(path)) as base:
            base.execute("INSERT INTO failures VALUES (1, 3, 'it broke', '')")
            base.commit()
            base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            base.execute("PRAGMA journal_mode = DELETE")
        return [path.read_bytes()]


def spoil_store(data: bytes, rng: Random, spoil: Spoil) -> bytes:
    """Change what a store declares, its rows, or the JSON in them, and keep it SQLite."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.db"
        path.write_bytes(data)
        # What was spoilt before may be of another type, or not even unpack.
        errors = sqlite3.Error, zlib.error, TypeError, ValueError
        with closing(sqlite3.connect(path)) as base, suppress(*errors):
            for _ in range(rng.choice((1, 1, 2))):
                match rng.randrange(6):
                    case 0:
                        base.execute(rng.choice(SCHEMES))
                    case 1 | 2:
                        _change_cell(base, rng)
                    case _:
                        _change_json(base, rng, spoil)
                base.commit()
        return path.read_bytes()


def _change_cell(base: sqlite3.Connection, rng: Random) -> None:
    """Change a column of all rows, or of one, to an odd value."""
    table = rng.choice([*TABLES])
    column = rng.choice(TABLES[table])
    where = rng.choice(("", " WHERE cell = 1 AND seed = 1"))
    where = where if table in {"games", "failures"} else ""
    base.execute(f"UPDATE {table} SET {column} = ?{where}", (rng.choice(ODD_CELLS),))  # noqa: S608


def _change_json(base: sqlite3.Connection, rng: Random, spoil: Spoil) -> None:
    """Spoil the compressed JSON of a cell or of a game."""
    table, column = rng.choice((("cells", "setup"), ("games", "record"), ("games", "record")))
    query = f"SELECT {column} FROM {table} ORDER BY 1"  # noqa: S608
    (raw,) = rng.choice(base.execute(query).fetchall())
    text = spoil(".json", zlib.decompress(raw).decode(), rng)
    packed = zlib.compress(text.encode(errors="replace"))
    query = f"UPDATE {table} SET {column} = ? WHERE {column} = ?"  # noqa: S608
    base.execute(query, (packed, raw))


def packs() -> list[bytes]:
    """Return the bytes of packs."""
    campaign = (Path("assets/campaigns/the-water-below.toml")).read_bytes()
    return [pack_bytes(), pack_bytes({"campaigns/water.toml": campaign})]


def spoil_pack(data: bytes, rng: Random, spoil: Spoil) -> bytes:
    """Spoil, rename, repeat or leave out files of a pack, and zip it anew."""
    with ZipFile(BytesIO(data)) as whole:
        files = [(name, whole.read(name)) for name in whole.namelist()]
    for _ in range(rng.choice((1, 1, 2, 4))):
        n = rng.randrange(len(files))
        name, content = files[n]
        match rng.randrange(8):
            case 0:
                files[n] = rng.choice(STEPS_OUT), content
            case 1 if len(files) > 1:
                del files[n]
            case 2:
                files.append((name, content))
            case 3:
                files[n] = name, files[rng.randrange(len(files))][1]
            case _:
                text = spoil(Path(name).suffix, content.decode(errors="replace"), rng)
                files[n] = name, text.encode(errors="replace")
    into = BytesIO()
    how = rng.choice((ZIP_DEFLATED, ZIP_DEFLATED, ZIP_STORED))
    with catch_warnings(action="ignore"), ZipFile(into, "w", how) as zipped:  # names twice
        for name, content in files:
            zipped.writestr(ZipInfo(name), content, how)  # of no date
    return into.getvalue()


def archives() -> dict[str, list[bytes]]:
    """Return samples of stores and packs, each with its ending."""
    return {".undertow-lab": stores(), ".undertow-pack": packs()}


SPOILERS: Mapping[str, Callable[[bytes, Random, Spoil], bytes]] = {
    ".undertow-lab": spoil_store,
    ".undertow-pack": spoil_pack,
}
