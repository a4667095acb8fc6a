"""Adjacency of cells, for all floors and ring positions."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.geometry.points import Point
from game.systems.cage.rules.floor import (
    Bearing,
    FloorStance,
    bearing_of,
    bearing_to,
    beyond,
    facings,
    neighbours,
    retreats,
    shared,
)
from game.systems.cage.table import (
    CENTRE,
    DEGREE,
    OUT,
    TURN,
    Floor,
    arc,
    cell_at,
    facing_in_cell,
    spot_of,
)
from game.table.records import Cell

counts = st.integers(3, 15)
steps = st.integers(0, 71).map(lambda n: n * 5)


@st.composite
def floors(draw: st.DrawFn) -> tuple[Floor, tuple[int, ...]]:
    rings = draw(st.integers(1, 4))
    cells = (1, *(draw(counts) for _ in range(rings)))
    turned = tuple(draw(steps) for _ in cells)
    radii = tuple(2.0 + 3.0 * n for n in range(len(cells)))
    return Floor(Point(20.0, 20.0), radii=radii, cells=cells, turned=turned, notches=()), turned


def cells_of(floor: Floor) -> list[Cell]:
    return [Cell(r, n) for r, many in enumerate(floor.cells) for n in range(many)]


def arc_of(floor: Floor, rings: tuple[int, ...], cell: Cell, parts: int) -> tuple[int, int]:
    """Return both ends of a cell's arc, exactly, in units of which a degree has *parts*.

    *parts* is a multiple of the number of cells of its ring.
    """
    wide = 360 * (parts // floor.cells[cell.ring])
    begins = rings[cell.ring] * parts + cell.number * wide
    return begins, begins + wide


@pytest.mark.rule("TC-01")
@given(counts)
def test_cells_are_of_equal_whole_width_and_so_are_their_halves(cells: int) -> None:
    assert TURN % (2 * cells) == 0
    assert (TURN % 360, TURN % 72, TURN // DEGREE) == (0, 0, 360)


@pytest.mark.rule("TC-02")
@settings(max_examples=50)
@given(floors())
def test_neighbours_on_other_rings_share_a_degree_at_least(
    drawn: tuple[Floor, tuple[int, ...]],
) -> None:
    """Compared with exact fractions of degrees, cell by cell."""
    floor, rings = drawn
    for one in cells_of(floor):
        near = neighbours(floor, rings, one)
        for other in cells_of(floor):
            if not one.ring or other.ring != one.ring + 1:
                continue
            degree = floor.cells[one.ring] * floor.cells[other.ring]
            begins, ends = arc_of(floor, rings, one, degree)
            low, high = arc_of(floor, rings, other, degree)
            same = 0
            for turn in (-720, -360, 0, 360, 720):
                off = turn * degree
                same += max(0, min(ends, high + off) - max(begins, low + off))
            assert (other in near) is (same >= degree)


@pytest.mark.rule("TC-02")
@given(floors())
def test_who_is_a_neighbour_has_one(drawn: tuple[Floor, tuple[int, ...]]) -> None:
    floor, rings = drawn
    for cell in cells_of(floor):
        near = neighbours(floor, rings, cell)
        assert cell not in near
        assert len(set(near)) == len(near)
        assert all(cell in neighbours(floor, rings, other) for other in near)


@pytest.mark.rule("TC-03", "TC-11")
@given(floors(), st.integers(0, 7))
def test_every_neighbour_is_on_one_side_of_whoever_faces_an_edge(
    drawn: tuple[Floor, tuple[int, ...]], edge: int
) -> None:
    floor, rings = drawn
    for cell in cells_of(floor):
        facing = edge % (2 * floor.edges(cell))
        around = {b: beyond(FloorStance(floor, rings, cell, facing), b) for b in Bearing}
        if facing % 2:
            assert not any(around.values())
            continue
        near = neighbours(floor, rings, cell)
        assert {c for cells in around.values() for c in cells} == set(near)
        for other in near:
            at = bearing_to(FloorStance(floor, rings, cell, facing), other)
            assert at is not None
            assert other in around[at]


@pytest.mark.rule("TC-03")
@pytest.mark.parametrize(
    ("edges", "sides"),
    [
        (3, "front back back"),
        (4, "front right back left"),
        (5, "front right back back left"),
        (6, "front right right back left left"),
        (7, "front right right back back left left"),
    ],
)
def test_the_sides_of_a_centre(edges: int, sides: str) -> None:
    for facing in range(0, 2 * edges, 2):
        around = [(facing + 2 * n) % (2 * edges) for n in range(edges)]
        assert [bearing_of(edge, facing, edges).value for edge in around] == sides.split()


@pytest.mark.rule("TC-07")
@given(floors(), steps)
def test_turning_all_rings_alike_changes_nothing_but_places(
    drawn: tuple[Floor, tuple[int, ...]], by: int
) -> None:
    floor, rings = drawn
    turned = tuple((ring + by) % 360 for ring in rings)
    for cell in cells_of(floor):
        assert neighbours(floor, rings, cell) == neighbours(floor, turned, cell)
        for other in neighbours(floor, rings, cell):
            before, after = (FloorStance(floor, r, cell, 2) for r in (rings, turned))
            assert facings(before, other) == facings(after, other)
            assert retreats(floor, rings, other, cell) == retreats(floor, turned, other, cell)


@pytest.mark.rule("TC-23")
@given(floors())
def test_a_retreat_goes_to_a_neighbour_that_is_not_the_attackers(
    drawn: tuple[Floor, tuple[int, ...]],
) -> None:
    floor, rings = drawn
    for cell in cells_of(floor):
        for attacker in neighbours(floor, rings, cell):
            ways = retreats(floor, rings, attacker, cell)
            outward = attacker.ring == cell.ring - 1
            assert bool(ways) is not (outward and cell.ring == floor.outer)
            assert attacker not in ways
            assert set(ways) <= set(neighbours(floor, rings, cell))


@given(floors())
def test_the_middle_of_a_cell_is_in_it(drawn: tuple[Floor, tuple[int, ...]]) -> None:
    floor, rings = drawn
    for cell in cells_of(floor):
        assert cell_at(floor, rings, spot_of(floor, rings, cell)) == cell
    assert cell_at(floor, rings, Point(20.0, 20.0 + floor.radii[-1] + 0.1)) is None


def test_arcs_share_what_they_share_however_they_come_round() -> None:
    quarter = TURN // 4

    assert shared((0, quarter), (quarter, quarter)) == 0
    assert shared((0, quarter), (TURN - 7, quarter)) == quarter - 7
    assert shared((TURN - 7, quarter), (0, quarter)) == quarter - 7
    assert shared((0, TURN - 10), (TURN - 20, 30)) == 20
    assert shared((5, 2 * quarter), (quarter, 9)) == 9


def test_cells_begin_where_the_ring_does_and_go_clockwise() -> None:
    floor = Floor(Point(0.0, 0.0), radii=(2.0, 5.0), cells=(1, 5), turned=(0, 0), notches=())

    assert arc(floor, (0, 10), Cell(1, 0)) == (10 * DEGREE, 72 * DEGREE)
    assert facing_in_cell(floor, (0, 10), Cell(1, 1), OUT) == 118 * DEGREE
    assert facing_in_cell(floor, (20, 0), CENTRE, 0) == 56 * DEGREE
    assert spot_of(floor, (0, 54), Cell(1, 0)) == Point(3.5, 0.0)
