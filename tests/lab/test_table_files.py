"""Tables of games and units: each figure is that of the store's records."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from types import ModuleType
from typing import Any

import pytest

from game.content.faults import UnusableFile
from game.lab.experiments import parse_experiment
from game.lab.game_tables import GameRow, UnitRow, game_rows, unit_rows
from game.lab.store import ENDING, Store, create
from game.lab.table_files import as_csv, export
from tests.lab.made_stores import BOUTS, a_game, keep
from tests.tools.texts import edited


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    text = edited(BOUTS, {'["random,random"]': '["random,random", "steady,random"]'})
    with closing(create(tmp_path / f"two{ENDING}", parse_experiment(text, "x"))) as one:
        keep(one, 1, "r-")
        keep(one, 2, ".b")
        yield one


def test_each_game_has_a_row(store: Store) -> None:
    rows = [*game_rows(store)]
    assert [(row.cell, row.seed, row.winner, row.player_1) for row in rows] == [
        (1, 1, "red", "random"),
        (1, 2, "", "random"),
        (2, 2, "blue", "steady"),
    ]
    row, record = rows[0], a_game()
    assert (row.scenario, row.map, row.side_1, row.side_2) == (
        "cage",
        "training-cage",
        "red",
        "blue",
    )
    assert (row.points_1, row.points_2) == record.totals
    assert (row.turns, row.decisions) == (record.match.turns, record.match.decisions)
    assert (row.first_turn, row.story) == (record.first, record.story)
    luck = {one.side: one.percentile for one in record.luck if one.tried}
    assert (row.luck_1, row.luck_2) == (luck.get("red"), luck.get("blue"))


def test_each_unit_has_a_row_for_each_game(store: Store) -> None:
    rows, units = [*unit_rows(store)], a_game().units
    assert len(rows) == 3 * len(units)
    assert [(row.cell, row.seed) for row in rows[:: len(units)]] == [(1, 1), (1, 2), (2, 2)]
    for row, unit in zip(rows, units, strict=False):
        assert (row.unit, row.side, row.name, row.cost) == (
            unit.unit, unit.side, unit.name, unit.cost,
        )  # fmt: skip
        assert (row.models, row.lost, row.kills, row.inches) == (
            unit.models, unit.lost, unit.kills, unit.inches,
        )  # fmt: skip


def test_csv_files_hold_the_rows(store: Store, tmp_path: Path) -> None:
    paths = export(store, tmp_path / "out", "csv")
    assert [path.name for path in paths] == ["games.csv", "units.csv"]
    heads = GameRow._fields, UnitRow._fields
    tables: list[Iterable[tuple[Any, ...]]] = [game_rows(store), unit_rows(store)]
    for path, fields, rows in zip(paths, heads, tables, strict=True):
        head, *found = csv.reader(path.read_text("utf-8").splitlines())
        assert head == [*fields]
        assert found == [["" if one is None else str(one) for one in row] for row in rows]


def test_a_name_with_commas_and_quotes_comes_back() -> None:
    row = UnitRow(1, 2, "u", "red", 'The "Old", ones', None, True, 1, 0, 0, 0.0, 0, 1.5)  # noqa: FBT003
    text = b"".join(as_csv(UnitRow, [row])).decode()
    assert [*csv.reader(text.splitlines())][1][4:6] == ['The "Old", ones', ""]


def test_a_store_without_games_has_tables_with_headings_only(tmp_path: Path) -> None:
    with closing(create(tmp_path / "s", parse_experiment(BOUTS, "x"))) as empty:
        paths = export(empty, tmp_path, "csv")
    assert [len(path.read_text().splitlines()) for path in paths] == [1, 1]


def test_a_damaged_game_leaves_earlier_tables_as_they_were(
    store: Store, tmp_path: Path
) -> None:
    export(store, tmp_path, "csv")
    before = (tmp_path / "games.csv").read_bytes()
    with closing(connect(store.path)) as base, base:
        base.execute("UPDATE games SET record = x'00' WHERE seed = 2")
    with pytest.raises(UnusableFile, match="damaged"):
        export(store, tmp_path, "csv")
    assert (tmp_path / "games.csv").read_bytes() == before
    assert sorted(path.name for path in tmp_path.glob("*.csv")) == ["games.csv", "units.csv"]
    assert not [*tmp_path.glob(".undertow-*")]


@pytest.mark.slow
def test_parquet_files_hold_the_same_rows_in_groups(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files: Any = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr("game.lab.table_files.ROWS_AT_A_TIME", 2)
    games, units = export(store, tmp_path / "out", "parquet")
    for path, rows in ((games, game_rows(store)), (units, unit_rows(store))):
        assert [tuple(row.values()) for row in files.read_table(path).to_pylist()] == [
            tuple(row) for row in rows
        ]
    whole = files.ParquetFile(games)
    assert whole.num_row_groups == 2
    types = {field.name: str(field.type) for field in whole.schema_arrow}
    assert (types["seed"], types["luck_1"], types["winner"]) == ("int64", "double", "string")


@pytest.mark.slow
def test_an_empty_store_has_empty_parquet_tables(tmp_path: Path) -> None:
    files: Any = pytest.importorskip("pyarrow.parquet")
    with closing(create(tmp_path / "s", parse_experiment(BOUTS, "x"))) as empty:
        games, units = export(empty, tmp_path, "parquet")
    assert files.read_table(games).column_names == [*GameRow._fields]
    assert files.read_table(units).num_rows == 0


def test_parquet_takes_a_library(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Missing(dict[str, ModuleType]):
        def __missing__(self, key: str) -> ModuleType:
            raise ModuleNotFoundError(name="pyarrow")

    missing: Mapping[str, ModuleType] = Missing()
    monkeypatch.setattr("game.lab.table_files.ARROW", missing)
    with pytest.raises(ModuleNotFoundError):
        export(store, tmp_path / "out", "parquet")
    assert not (tmp_path / "out" / "games.parquet").exists()
