"""Tables of games or units, a row each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from game.content.file_words import word_of
from game.content.library_kinds import MAP
from game.lab.game_records import GameRecord
from game.lab.store import Store


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


def game_rows(store: Store) -> Iterator[GameRow]:
    """Yield a row for each game, by cell and seed."""
    for cell, setup in store.cells.items():
        one, other = store.sides(cell)
        scenario, map_ = store.scenario(cell).id, word_of(setup.map, MAP)
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
