"""Stores: every game once, nothing lost, damaged files reported."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.content.faults import UnusableFile
from game.lab import store_connection
from game.lab.experiment_run import Run
from game.lab.experiments import parse_experiment
from game.lab.game_jobs import GameJob, play_game
from game.lab.game_records import GameRecord, parse_record, to_json
from game.lab.matches import LostGameError
from game.lab.program_version import program_version
from game.lab.store import ENDING, Failure, Store, create, open_store, wide_store
from game.lab.store_connection import reported
from game.lab.stored_games import stored_games
from game.table.records import Side
from tests.lab.inline_pool import InlinePool
from tests.tools.texts import edited

TEXT = 'title = "Bouts"\ngames = 3\nscenarios = ["cage"]\nplayers = ["random,random"]\n'


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(create(tmp_path / f"bouts{ENDING}", parse_experiment(TEXT, "x"))) as one:
        yield one


def played_in(store: Store, seed: int, cell: int = 1) -> GameRecord:
    return play_game(GameJob(cell, seed, store.cells[cell].packed, program_version()))


def test_a_record_comes_back_as_it_was(store: Store) -> None:
    record = played_in(store, 2)
    assert parse_record(to_json(record), "x") == record
    assert store.add(1, record)
    assert [*store.records(1)] == [record]
    assert store.name == "bouts"


def test_a_game_is_kept_once(store: Store) -> None:
    record = played_in(store, 2)
    assert store.add(1, record)
    assert not store.add(1, record)
    assert store.count(1) == 1
    assert store.missing(1) == [1, 3]


def test_games_come_in_the_order_of_their_seeds(store: Store) -> None:
    for seed in (3, 1):
        store.add(1, played_in(store, seed))
    assert [record.match.seed for record in store.records(1)] == [1, 3]


def test_draws_and_wins_are_counted(store: Store) -> None:
    record = played_in(store, 1)
    for seed, winner in ((1, Side("red")), (2, None), (3, Side("red"))):
        match = replace(record.match, seed=seed, winner=winner)
        store.add(1, replace(record, match=match))
    assert store.winners(1) == {"red": 2, "": 1}


def test_a_failure_is_told_until_the_game_is_played(store: Store) -> None:
    store.add_failure(Failure(1, 2, "it broke", "save"))
    store.add_failure(Failure(1, 2, "it broke again", "save"))
    assert store.failures() == [Failure(1, 2, "it broke again", "save")]
    assert store.missing(1) == [1, 2, 3]
    assert stored_games(store.path)[:4] == (store.experiment.title, 0, 3, 1)
    store.add(1, played_in(store, 2))
    assert store.failures() == []
    assert stored_games(store.path)[:4] == (store.experiment.title, 1, 3, 0)


def test_a_store_opens_with_all_that_it_was_made_with(store: Store) -> None:
    store.add(1, played_in(store, 2))
    with closing(open_store(store.path)) as again:
        assert again.experiment == store.experiment
        assert again.count(1) == 1
        assert again.sides(1) == ("red", "blue")
        again.refuse_other_program()


def test_a_wider_experiment_keeps_what_was_played(store: Store) -> None:
    store.add(1, played_in(store, 2))
    more = edited(
        TEXT,
        {"games = 3": "games = 5", '["random,random"]': '["random,random", "steady,random"]'},
    )
    store.widen(parse_experiment(more, "x"))
    assert [cell.players for cell in store.cells.values()] == [
        ("random", "random"),
        ("steady", "random"),
    ]
    assert store.missing(1) == [1, 3, 4, 5]
    assert store.missing(2) == [1, 2, 3, 4, 5]
    with pytest.raises(UnusableFile, match="its games begin with 1, not 9"):
        store.widen(parse_experiment(f"{TEXT}first_seed = 9", "x"))


def test_a_store_never_replaces_a_file(store: Store) -> None:
    with pytest.raises(UnusableFile, match="is there already"):
        create(store.path, store.experiment)


def test_games_of_another_program_are_not_mixed(store: Store) -> None:
    with sqlite3.connect(store.path) as base:
        base.execute("UPDATE experiment SET program = 'older'")
    another = pytest.raises(UnusableFile, match="another version of Undertow")
    with closing(open_store(store.path)) as again, another:
        again.refuse_other_program()


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("PRAGMA user_version = 9", "is of version 9; this program reads up to 1"),
        ("PRAGMA application_id = 7", "is not a store of the laboratory"),
        ("DROP TABLE games", "holds other tables"),
        ("DELETE FROM experiment", "holds no experiment"),
        ("UPDATE cells SET setup = x'00'", "is damaged"),
        ("UPDATE experiment SET games = 'many'", "games: must be a whole number"),
    ],
)
def test_a_file_that_is_no_store_is_refused(store: Store, query: str, reason: str) -> None:
    store.close()
    with closing(sqlite3.connect(store.path)) as base, base:
        base.execute(query)
    with pytest.raises(UnusableFile, match=reason), closing(open_store(store.path)) as again:
        again.count(1)
    if "cells" not in query:  # which are not read to count games
        assert reason in stored_games(store.path).fault


def test_a_foreign_database_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("CREATE TABLE notes (text TEXT)")
    before = path.read_bytes()
    with pytest.raises(UnusableFile, match="is not a store"):
        open_store(path)
    assert path.read_bytes() == before
    assert [*tmp_path.iterdir()] == [path]


def test_a_store_that_may_only_be_read_is_read(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one in a folder in which nothing can be written; nothing is left beside it."""
    store.add(1, played_in(store, 1))
    store.close()
    monkeypatch.setattr(os, "access", lambda *_: False)
    with closing(open_store(store.path)) as again:
        assert [one.match.seed for one in again.records(1)] == [1]
        with pytest.raises(UnusableFile, match="readonly"):
            again.add(1, played_in(store, 2))
    assert [*store.path.parent.iterdir()] == [store.path]


@pytest.mark.parametrize("seed", [-1, 2**70])
def test_a_store_that_cannot_be_made_leaves_no_file(seed: int, tmp_path: Path) -> None:
    experiment = parse_experiment(TEXT, "x")._replace(first_seed=seed)
    with pytest.raises(UnusableFile):
        create(tmp_path / f"x{ENDING}", experiment)
    assert [*tmp_path.iterdir()] == []


def test_a_store_in_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UnusableFile, match="file"):
        create(tmp_path / "file" / f"x{ENDING}", parse_experiment(TEXT, "x"))


def test_games_of_edited_files_are_told_apart(store: Store) -> None:
    setup = store.cells[1]
    armoury = next(file for file in setup.files if "armouries" in file)
    other = replace(setup, files={**setup.files, armoury: setup.files[armoury] + "\n# new\n"})
    store.widen(store.experiment._replace(cells=(setup, other)))
    assert [store.label(cell) for cell in store.cells] == [
        "Training cage",
        "edited files",
    ]


def test_any_other_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no database")
    with pytest.raises(UnusableFile, match="cannot be used as a store"):
        open_store(path)
    with pytest.raises(UnusableFile, match="no such file"):
        open_store(tmp_path / "none")


def test_a_damaged_record_is_refused(store: Store) -> None:
    store.add(1, played_in(store, 1))
    with closing(sqlite3.connect(store.path)) as base, base:
        base.execute("UPDATE games SET record = x'00'")
    with pytest.raises(UnusableFile, match="damaged"):
        [*store.records(1)]


def test_a_run_plays_what_is_missing_and_says_how_far_it_is(store: Store) -> None:
    store.add(1, played_in(store, 2))
    pool = InlinePool()
    news = [*Run(store).play(pool)]
    assert [one.done for one in news if not isinstance(one, LostGameError)] == [2, 3]
    assert len(pool.played) == 2
    assert store.missing(1) == []
    assert [*Run(store).play(InlinePool())] == []


def test_a_run_may_play_some_games_only(store: Store) -> None:
    store.widen(parse_experiment(edited(TEXT, {'["ran': '["steady,random", "ran'}), "x"))
    assert store.missing(2, range(2, 6)) == [2, 3, 4, 5]
    news = [*Run(store, due={1: [2]}).play(InlinePool())]
    assert [(one.done, one.wanted) for one in news if not isinstance(one, LostGameError)] == [
        (1, 1)
    ]
    assert [*store.outcomes(1)] == [2]
    assert store.count(2) == 0


def test_a_store_is_opened_wider_or_made(store: Store, tmp_path: Path) -> None:
    store.add(1, played_in(store, 2))
    more = parse_experiment(edited(TEXT, {"random,random": "steady,random"}), "x")
    with closing(wide_store(store.path, more)) as wider:
        assert wider.cell_of(more.cells[0]) == 2
        assert wider.count(1) == 1
    with closing(wide_store(tmp_path / "new", more)) as new:
        assert new.cell_of(more.cells[0]) == 1
    with pytest.raises(KeyError):
        store.cell_of(more.cells[0])


ENDLESS = (
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
    "SELECT i AS cell, i AS seed, '' AS winner, 1 AS turns, 1.0 AS seconds, '' AS story, "
    "x'00' AS record FROM n"
)


@pytest.mark.parametrize(
    "statements",
    [
        ("DROP TABLE games", f"CREATE VIEW games AS {ENDLESS}"),
        ("CREATE VIEW more AS SELECT 1",),
        ("CREATE TABLE more (a)",),
        ("CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM cells; END",),
        ("ALTER TABLE games ADD COLUMN more AS (zeroblob(900000000))",),
        ("CREATE INDEX more ON games (winner)",),
    ],
)
def test_a_store_with_more_than_its_tables_is_refused(
    store: Store, statements: tuple[str, ...]
) -> None:
    store.close()
    with closing(sqlite3.connect(store.path)) as base, base:
        for statement in statements:
            base.execute(statement)
    with pytest.raises(UnusableFile, match="holds other tables, views or triggers"):
        open_store(store.path)
    assert "holds other tables" in stored_games(store.path).fault


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE experiment SET title = CAST(x'ff' AS TEXT)",
        "UPDATE experiment SET title = x'ff'",
        "UPDATE cells SET setup = zeroblob(33600000)",
        "UPDATE games SET winner = CAST(x'ff' AS TEXT)",
        "UPDATE games SET winner = x'00'",
        "UPDATE games SET record = zeroblob(33600000)",
        "UPDATE games SET record = 'text'",
        "INSERT INTO failures VALUES (1, 2, x'00', '')",
    ],
)
def test_a_damaged_value_is_a_fault_of_the_file(store: Store, statement: str) -> None:
    store.add(1, played_in(store, 1))
    store.close()
    with closing(sqlite3.connect(store.path)) as base, base:
        base.execute(statement)
    with pytest.raises(UnusableFile), closing(open_store(store.path)) as again:
        read_all(again)
    stored_games(store.path)


UNENDING = f"SELECT count(*) FROM ({ENDLESS})"  # noqa: S608  it is this test's own
MANY = (
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 30000) "
    "SELECT count(*) FROM n"
)


def read_all(store: Store) -> None:
    for cell in store.cells:
        list(store.records(cell))
        store.winners(cell)
        store.missing(cell)
        store.settings(cell)
    store.failures()


def test_a_statement_that_never_ends_is_given_up(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_connection, "MAX_STEPS", 1_000_000)
    with pytest.raises(UnusableFile, match="takes too long to read"), reported(store.path):
        store._base.execute(UNENDING)  # noqa: SLF001  no method of a store runs such a statement
    # Each statement has steps of its own.
    for _ in range(5):
        assert store._base.execute(MANY).fetchone() == (30000,)  # noqa: SLF001


def test_a_row_larger_than_the_memory_allowed_is_a_fault_of_the_file(store: Store) -> None:
    """SQLite's limit of a value does not hold while it seeks in the rows of ``games``."""
    (most,) = store._base.execute("PRAGMA hard_heap_limit").fetchone()  # noqa: SLF001
    assert most == store_connection.MAX_HEAP_BYTES
    with pytest.raises(UnusableFile, match="a value that is too large"), reported(store.path):
        raise MemoryError


def test_reading_changes_nothing(store: Store) -> None:
    with (
        closing(open_store(store.path)) as again,
        pytest.raises(UnusableFile, match="readonly"),
    ):
        again.add(1, played_in(store, 1))


def test_a_flipped_bit_anywhere_is_no_error_of_the_program(store: Store) -> None:
    for seed in (1, 2, 3):
        store.add(1, played_in(store, seed))
    store.close()
    whole, rng = store.path.read_bytes(), Random(5)
    for _ in range(60):
        flipped = bytearray(whole)
        for _ in range(rng.choice((1, 1, 1, 8))):
            flipped[rng.randrange(len(flipped))] ^= 1 << rng.randrange(8)
        store.path.write_bytes(flipped)
        stored_games(store.path)
        with suppress(UnusableFile), closing(open_store(store.path)) as again:
            read_all(again)


def test_the_cells_of_a_store_have_a_limit_together(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.lab.store.MAX_CELLS_BYTES", 3000)
    with pytest.raises(UnusableFile, match="its cells unpack to more than 0 MiB"):
        open_store(store.path)


def test_cells_of_a_store_share_equal_texts(tmp_path: Path) -> None:
    text = edited(TEXT, {'"random,random"': '"random,random", "steady,random"'})
    with closing(create(tmp_path / f"both{ENDING}", parse_experiment(text, "x"))) as both:
        one, other = both.cells.values()
    assert one.files
    assert all(other.files[name] is text for name, text in one.files.items())
