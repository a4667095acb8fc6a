"""Queries of the modern core and of matched play."""

from __future__ import annotations

import pytest

from game.cores.kit.queries import (
    CHAINS,
    GROUND,
    HIDES,
    SIGHTLINES,
    Sightline,
    TableView,
    UnitPair,
    characteristics,
)
from game.geometry.points import Point
from game.screens.battle.overlays import words_of
from game.table.board import Terrain, TerrainKind, terrain
from game.table.events import Reason
from game.table.records import ModelId
from tests.cores.modern.small_tables import THEM, US, A, B, unit, view_of_units
from tests.tools.shapes import box_corners

FIELD = unit(A, US, ["warden"], 10, 10), unit(B, THEM, ["skitterer"], 20, 10)


def only_sightline(*pieces: Terrain, system: str = "matched") -> tuple[TableView, Sightline]:
    """Return the one line of sight between two models, and the table that it crosses."""
    view = view_of_units(*FIELD, terrain=pieces, system=system)
    (line,) = SIGHTLINES.of(view, UnitPair(A, B))
    return view, line


@pytest.mark.rule("MC-01")
def test_numbers_are_told_by_their_names_in_the_profile() -> None:
    found = characteristics(view_of_units(*FIELD), ModelId("a-1"))

    listed = {name: one.now for name, one in found.items()}
    assert listed == {"m": 6, "ws": 4, "bs": 4, "s": 3, "t": 3, "w": 1, "a": 1, "ld": 6}


@pytest.mark.rule("MC-04")
def test_coherency_is_two_inches() -> None:
    assert [*CHAINS.of(view_of_units(*FIELD), A)] == [2.0]


def test_a_clear_line_meets_nothing() -> None:
    view, line = only_sightline()

    assert (line.end, line.block, line.effects) == (Point(20, 10), None, ())
    assert words_of(view.table, line) == ""


@pytest.mark.rule("MC-12")
def test_a_wall_in_between_is_named() -> None:
    ends = Point(15, 0), Point(15, 40)
    view, line = only_sightline(terrain("long-wall", TerrainKind.WALL, ends, closed=False))

    assert (line.block, line.by) == (Point(15, 10), "long-wall")
    assert words_of(view.table, line) == "hidden by long wall · MC-12"


@pytest.mark.rule("MP-01", "MP-04", "MP-06")
def test_a_clear_line_tells_what_a_shot_meets() -> None:
    pipe = terrain("pipe-1", TerrainKind.PIPE, (Point(19, 5), Point(19, 15)), closed=False)
    view, line = only_sightline(
        terrain("stub", TerrainKind.WALL, box_corners(15, 10.2, 16, 18)), pipe
    )

    assert line.effects == (
        Reason(-1, "obscured", "MP-04"),
        Reason(2, "cover: pipe-1", "MP-01", "pipe-1"),
        Reason(0, "leaks", "MP-06"),
    )
    text = words_of(view.table, line)
    assert text == "obscured -1 · MP-04, cover: pipe +2 · MP-01, leaks · MP-06"


@pytest.mark.rule("MC-17")
def test_in_the_core_alone_cover_is_plain() -> None:
    ruin = terrain("mill", TerrainKind.RUIN, box_corners(18, 8, 22, 12))
    _, line = only_sightline(ruin, system="modern")

    assert line.effects == (Reason(1, "cover: mill", "MC-17", "mill"),)


def test_what_hides_ground_is_what_blocks_sight() -> None:
    wall = terrain("wall-1", TerrainKind.WALL, box_corners(15, 10, 16, 18))
    hedge = terrain("hedge-1", TerrainKind.HEDGE, (Point(5, 5), Point(5, 9)), closed=False)
    view = view_of_units(*FIELD, terrain=(wall, hedge))

    (hide,) = HIDES.of(view, view.table.models[ModelId("a-1")].disc)
    assert len(hide.sides) == 4


IN_IT, BEHIND_IT = "units wholly in it", 'units behind it, within 1"'
PIPE = terrain("a", TerrainKind.PIPE, (Point(0, 0), Point(4, 0)), closed=False)


@pytest.mark.rule("MP-05", "MP-06")
@pytest.mark.parametrize(
    ("piece", "text"),
    [
        (
            terrain("a", TerrainKind.WOOD, box_corners(0, 0, 4, 4)),
            f"Soft cover: +1 to armour saves for {IN_IT}",
        ),
        (
            terrain("a", TerrainKind.RUIN, box_corners(0, 0, 4, 4)),
            f"Hard cover: +2 to armour saves for {IN_IT}",
        ),
        (PIPE, f"Hard cover: +2 to armour saves for {BEHIND_IT}"),
    ],
)
def test_matched_play_tells_what_cover_a_piece_gives(piece: Terrain, text: str) -> None:
    view = view_of_units(*FIELD, terrain=(piece,), system="matched")
    clauses = {r.why: r.clause for r in GROUND.of(view, piece)}

    assert clauses[text] == "MP-01"
    assert ("MP-06" in clauses.values()) is piece.leaks
    assert "MC-17" not in clauses.values()
