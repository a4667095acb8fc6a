"""Edits that games suggest: which marker is to be moved, and where to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from game.content.maps.made_board import to_board
from game.content.maps.map_library import read_map
from game.geometry.points import Point, distance
from game.lab.heat_maps import Heat
from game.lab.map_advice import APART, MapProposal, proposals
from game.lab.map_verdicts import LOOKS, verdict_of
from game.lab.squares import Squares
from game.lab.swapped_games import BLOCK, SwappedGame
from tests.lab.test_map_verdicts import PLAN, game, hazardous, won_by_north

MAPS = Path(__file__).parents[2] / "maps"
SQUARES = Squares(1.0, 24, 24)


def proposed(games: list[SwappedGame]) -> tuple[MapProposal, ...]:
    """Return the proposals for Weir Yard, on which moves pass by the middle of its east."""
    none, passed = SQUARES.none(), SQUARES.none()
    passed[12, 15:18] = 40
    heat = Heat(SQUARES, fallen=none, passed=passed, fought=none, seen=none, looks=1)
    found = [replace(one, heat=heat) for one in games]
    board = to_board(read_map(MAPS / "weir-yard.tmj"))
    return proposals(found, verdict_of(found, PLAN), board)


def test_an_idle_marker_is_moved_to_where_moves_pass() -> None:
    names, many = ("pump", "north-sluice", "south-sluice"), LOOKS[2] * BLOCK
    held = frozenset({("north-sluice", 0), ("south-sluice", 1)})
    evenly = [game(n, n // BLOCK % 2) for n in range(many)]
    move, clear = proposed([replace(one, markers=names, held=held) for one in evenly])

    assert move.marker == "pump"
    assert move.to
    assert np.allclose(move.to, (15, 12), atol=2)
    assert (clear.marker, clear.to) == ("", None)


def test_a_marker_of_the_better_zone_is_moved_between_both() -> None:
    board = to_board(read_map(MAPS / "weir-yard.tmj"))
    lone = [one for one in board.markers if one.id == "north-sluice"]
    north = [won_by_north(n) for n in range(LOOKS[0] * BLOCK)]
    games = [
        replace(
            one, markers=("north-sluice",), held=frozenset({("north-sluice", one.place or 0)})
        )
        for one in north
    ]
    found = proposals(games, verdict_of(games, PLAN), replace(board, markers=tuple(lone)))
    moved = next(one for one in found if one.marker)

    assert (moved.marker, moved.at) == ("north-sluice", lone[0].at)
    assert moved.to == Point(17.5, 12)
    assert distance(moved.to, moved.at) > APART
    assert moved.words.startswith("Move north sluice nearer to the worse zone, to (17.5, 12): ")


def test_a_danger_is_to_spare_the_two_places_where_it_takes_most() -> None:
    """There is no tilt yet: the dice decide these games."""
    games = [hazardous(n, 3, 0) for n in range(LOOKS[0] * BLOCK)]
    at = [10 * 24 + 5, 10 * 24 + 5, 20 * 24 + 20]
    spread = [
        replace(
            one,
            losses=tuple(
                loss._replace(square=square)
                for loss, square in zip(one.losses[:3], at, strict=True)
            ),
        )
        for one in games
    ]
    found = proposed(spread)
    assert [one.words.split(":")[0] for one in found] == ["Change (4, 10)", "Change (20, 20)"]
    assert "2.0 models a game are lost in the flood phase there" in found[0].words
