"""Cage floors on maps: which are allowed, and how the others are reported."""

from __future__ import annotations

from typing import Any

import pytest

from game.content.maps.map_library import load_map
from game.content.shipped_folders import MAPS
from game.systems.cage.table import MAX_CELLS, floor_of, rings_of
from tests.content.drawn_maps import Raw, board_of, map_refusal, prop, thing, tmj

MIDDLE = 24 * 32


def ring(n: int, number: int, cells: int, radius: float, x: float = MIDDLE, **own: Any) -> Raw:
    """Return a disc around the middle of the map, its size in inches."""
    px = radius * 32
    place = {"x": x - px, "y": MIDDLE - px, "width": 2 * px, "height": 2 * px}
    raw = [prop("number", number, "int"), prop("cells", cells, "int")]
    raw += [prop(name, value) for name, value in own.items()]
    return thing("Ring", n, ellipse=True, properties=raw, **place)


def notch(n: int, x: float, y: float, side: str = "") -> Raw:
    """Return a notch at a place in inches, relative to the middle."""
    raw = [prop("side", side)] if side else []
    at = {"x": MIDDLE + x * 32, "y": MIDDLE + y * 32}
    return thing("Notch", n, point=True, properties=raw, **at)


DISCS = (ring(1, 0, 1, 2), ring(2, 1, 5, 5), ring(3, 2, 4, 8))
NOTCHES = (notch(4, 4.6, -4.6), notch(5, -4.6, 4.6))
"""In the first and the third quarter of the outer ring."""
SAYS = "layer 'things', object "


def refusals_of(*objects: Raw) -> list[str]:
    return [line.removeprefix(SAYS) for line in map_refusal(tmj(*objects))]


@pytest.mark.rule("TC-01", "TC-04")
@pytest.mark.parametrize(
    ("name", "cells", "notches"),
    [("training-cage", (1, 5, 7, 9), (0, 4)), ("great-cage", (1, 6, 9, 12, 15), (0, 7))],
)
def test_the_floors_that_are_shipped(
    name: str, cells: tuple[int, ...], notches: tuple[int, ...]
) -> None:
    board = load_map(MAPS / f"{name}.tmj")
    floor = floor_of(board)

    assert floor.cells == cells
    assert floor.notches == tuple((cell, "") for cell in notches)
    assert rings_of(board) == (0,) * len(cells)
    assert board.look == "arena"


def test_a_floor_comes_from_its_discs_and_notches() -> None:
    kept = notch(5, -4.6, 4.6, side="blue")
    floor = floor_of(board_of(DISCS[2], DISCS[0], DISCS[1], NOTCHES[0], kept))

    assert (floor.at, floor.radii, floor.cells) == ((24, 24), (2, 5, 8), (1, 5, 4))
    assert floor.notches == ((0, ""), (2, "blue"))


@pytest.mark.rule("TC-01")
@pytest.mark.parametrize("cells", [1, 2])
def test_a_ring_has_three_cells_at_least(cells: int) -> None:
    many = "1 cell" if cells == 1 else "2 cells"

    assert refusals_of(DISCS[0], ring(2, 1, cells, 5), DISCS[2], *NOTCHES) == [
        f"2 (Ring), property 'cells': has {many}; a ring has at least 3 (TC-01)"
    ]
    assert floor_of(board_of(DISCS[0], ring(2, 1, 3, 5), DISCS[2], *NOTCHES)).cells[1] == 3


def test_a_ring_has_fifteen_cells_at_most() -> None:
    (line,) = refusals_of(DISCS[0], ring(2, 1, MAX_CELLS + 1, 5), DISCS[2], *NOTCHES)

    assert line.startswith("2 (Ring), property 'cells': must be at most 15")


@pytest.mark.rule("TC-04")
def test_notches_are_in_different_cells_of_the_outer_ring() -> None:
    off, inner = notch(4, 9, 0), notch(5, 3, 0)

    assert refusals_of(*DISCS, off, inner) == [
        "4 (Notch): is off the floor; a notch is in the outer ring (TC-04)",
        "5 (Notch): is in cell 1 of ring 1; a notch is in the outer ring (TC-04)",
    ]
    assert refusals_of(*DISCS, NOTCHES[0], notch(5, 5, -4)) == [
        "5 (Notch): is in cell 0 of ring 2, where layer 'things', object 4 (Notch) is (TC-04)"
    ]


@pytest.mark.rule("TC-04")
def test_each_champion_has_a_notch_of_its_own() -> None:
    assert refusals_of(*DISCS, NOTCHES[0]) == [
        "4 (Notch): is the only notch; two champions need two (TC-04)"
    ]
    both = notch(4, 4.6, -4.6, "red"), notch(5, -4.6, 4.6, "red")
    assert refusals_of(*DISCS, *both) == [
        (
            "5 (Notch), property 'side': is reserved for red, and so is layer 'things', "
            "object 4 (Notch) (TC-04)"
        )
    ]
    assert refusals_of(*DISCS, *NOTCHES, notch(6, -4.6, -4.6)) == [
        "6 (Notch): is one of 3 notches; two champions start on two (TC-04)"
    ]
    assert map_refusal(tmj(*DISCS)) == [
        "has rings and no notches, on which champions start (TC-04)"
    ]
    assert refusals_of(NOTCHES[0]) == [
        "4 (Notch): is not in a cage: the map has no rings (TC-04)"
    ]


@pytest.mark.rule("TC-01")
def test_discs_lie_around_one_another_from_the_centre_out() -> None:
    aside = ring(2, 1, 5, 5, x=MIDDLE + 32)
    assert refusals_of(DISCS[0], aside, DISCS[2], *NOTCHES) == [
        "2 (Ring): is not around (24, 24) like ring 0 (TC-01)"
    ]
    assert refusals_of(DISCS[0], ring(2, 1, 5, 2), DISCS[2], *NOTCHES) == [
        "2 (Ring): is no larger than ring 0 inside it (TC-01)"
    ]
    assert refusals_of(DISCS[0], DISCS[2], *NOTCHES) == [
        "3 (Ring), property 'number': is ring 2, but there is no ring 1 (TC-01)"
    ]
    assert refusals_of(*DISCS, ring(9, 2, 5, 9), *NOTCHES) == [
        (
            "9 (Ring), property 'number': is ring 2, which layer 'things', object 3 (Ring) is "
            "already (TC-01)"
        )
    ]
    assert refusals_of(ring(1, 0, 3, 2), *DISCS[1:], *NOTCHES) == [
        "1 (Ring): is the centre, which is one cell, not 3 (TC-01)"
    ]
    assert refusals_of(DISCS[0], *NOTCHES) == [
        "1 (Ring): is the only disc: a cage has a centre and rings (TC-01)"
    ]


def test_all_faults_of_a_floor_are_told_at_once() -> None:
    found = refusals_of(
        DISCS[0], ring(2, 1, 2, 5), DISCS[2], NOTCHES[0], notch(5, 5, -4, "red")
    )

    assert [line.partition(":")[0] for line in found] == [
        "2 (Ring), property 'cells'",
        "5 (Notch)",
    ]
