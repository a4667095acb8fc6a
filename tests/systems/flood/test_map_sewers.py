"""The shipped sewers: fit for the nest, for a crossing, and for a patrol."""

from __future__ import annotations

import pytest

from game.geometry.points import Disc, Point, distance
from game.geometry.polygons import box, inside, off_polygon
from game.systems.flood.content.map_checks import flood_faults, lanes_of
from game.systems.flood.table.water import Water, origins
from game.table.board import GANTRY, TerrainKind
from tests.tools.shipped_boards import shipped_board, spots_of

SEWERS = {
    "sewer-bend": (48, 48),
    "sewer-cross": (48, 48),
    "sewer-canal": (72, 48),
    "sewer-springs": (48, 48),
}
FARTHEST = 30.0
"""``MI-01``  Maximum distance of the nest from the wardens' zone, in inches."""
BROOD = 12.0
"""``MI-01``  Minimum distance of the brood's deployment from that zone, in inches."""

each_sewer = pytest.mark.parametrize("name", SEWERS)


@each_sewer
@pytest.mark.rule("FF-01")
def test_a_sewer_has_its_size_and_can_be_flooded(name: str) -> None:
    here = shipped_board(name)

    assert (here.width, here.height, here.look) == (*SEWERS[name], "sewer")
    assert not flood_faults(here)


@each_sewer
@pytest.mark.rule("MI-01")
def test_the_nest_lies_in_reach_of_the_wardens_and_out_of_their_zone(name: str) -> None:
    here = shipped_board(name)
    (nest,) = spots_of(here, "nest")
    (zone,) = [zone for zone in here.zones if zone.side == "wardens"]

    off = off_polygon(nest.outline[0], zone.outline)
    assert BROOD < off <= FARTHEST
    solid = [t for t in here.terrain if t.impassable and t.closed]
    assert not any(inside(nest.outline[0], piece.outline) for piece in solid)


@each_sewer
@pytest.mark.rule("MI-02")
def test_an_exit_lies_at_each_end_in_the_zone_whose_side_deploys_there(name: str) -> None:
    here = shipped_board(name)
    exits = spots_of(here, "exit")

    assert [dict(one.words)["zone"] for one in exits] == [zone.id for zone in here.zones]
    for one, zone in zip(exits, here.zones, strict=True):
        left, top, right, low = box(one.outline)
        middle = Point((left + right) / 2, (top + low) / 2)
        assert inside(middle, zone.outline)
    assert {0.0, here.width} <= {x for one in exits for x, _ in one.outline}


@each_sewer
@pytest.mark.rule("MI-03")
def test_a_sewer_is_alike_from_both_ends_for_bases(name: str) -> None:
    here = shipped_board(name)

    def turned(at: Point) -> tuple[float, float]:
        return round(here.width - at.x, 2), round(here.height - at.y, 2)

    def corners(*, turn: bool) -> list[list[tuple[float, float]]]:
        pieces = [t.outline for t in here.terrain if t.kind is not TerrainKind.WALL]
        pieces += [g.outline for g in spots_of(here, GANTRY)]
        return sorted(
            sorted(turned(at) if turn else (round(at.x, 2), round(at.y, 2)) for at in outline)
            for outline in pieces
        )

    assert corners(turn=True) == corners(turn=False)
    # Masonry is cut into pieces on loading, so the test asks where bases may stand.
    wall = [t for t in here.terrain if t.kind is TerrainKind.WALL]
    for x in range(int(here.width)):
        for y in range(int(here.height)):
            at = Point(x + 0.47, y + 0.44)
            there = Point(here.width - at.x, here.height - at.y)
            solid = any(inside(at, t.outline) for t in wall)
            assert solid is any(inside(there, t.outline) for t in wall), at


@each_sewer
@pytest.mark.rule("FF-02", "FF-03")
def test_a_sewer_has_gantries_grates_cave_ins_drains_lamps_and_a_watertight_gate(
    name: str,
) -> None:
    here = shipped_board(name)
    kinds = [piece.kind for piece in here.terrain]

    assert {
        TerrainKind.GRATE,
        TerrainKind.SLUICE_GATE,
        TerrainKind.CAVE_IN,
        TerrainKind.DEEP_WATER,
    } <= set(kinds)
    assert any(piece.watertight for piece in here.terrain)
    assert len(spots_of(here, GANTRY)) >= 4
    assert len(spots_of(here, "drain")) >= 2
    assert len(spots_of(here, "lamp")) >= 12
    assert len(here.markers) == 5


@each_sewer
@pytest.mark.rule("FF-03")
def test_what_lies_behind_the_watertight_gates_stays_dry(name: str) -> None:
    """A step behind each gate, away from the origin, is floor that the water never reaches."""
    here = shipped_board(name)
    waters = [Water(here, origin.outline) for origin in origins(here)]
    for gate in (piece for piece in here.terrain if piece.watertight):
        left, top, right, low = gate.box
        x, y = (left + right) / 2, (top + low) / 2
        beside = [Point(left - 1, y), Point(right + 1, y), Point(x, top - 1), Point(x, low + 1)]
        solid = [t for t in here.terrain if t.impassable and t.closed]
        floor = [at for at in beside if not any(inside(at, t.outline) for t in solid)]
        for water in waters:
            wet = [at for at in floor if water.course(Disc(at, 0.5)) is not None]
            assert len(wet) == 1, (gate.id, floor)


@pytest.mark.rule("FF-01", "FF-04")
def test_water_enters_three_sewers_from_either_end_and_the_springs_from_their_middle() -> None:
    for name in SEWERS:
        here = shipped_board(name)
        sources = [origin.outline[0] for origin in origins(here)]
        if name == "sewer-springs":
            assert sources == [Point(24.0, 24.0)]
            assert not lanes_of(here)
        else:
            one, other = sources
            assert distance(one, other) > 45.0


@pytest.mark.rule("FF-04")
def test_from_the_springs_water_runs_out_in_every_direction() -> None:
    (spring,) = origins(shipped_board("sewer-springs"))
    water = Water(shipped_board("sewer-springs"), spring.outline)

    for dx, dy in ((3, 0), (0, 3), (-3, 0), (0, -3), (2, 2), (-2, 2), (-2, -2), (2, -2)):
        course = water.course(Disc(Point(24.0 + dx, 24.0 + dy), 0.5))
        assert course
        end = course.path[-1]
        assert (end.x - 24.0) * dx > 0 or dx == 0
        assert (end.y - 24.0) * dy > 0 or dy == 0
