"""The shipped zero-g maps: fit for drifting and for salvage."""

from __future__ import annotations

import pytest
import shapely
from shapely import Polygon

from game.content.maps.battle_checks import SMALL, WIDEST, free, shape
from game.geometry.points import Path, Point, distance
from game.geometry.polygons import box
from game.table.board import Board, TerrainKind
from game.table.system_additions import pieces_of
from tests.tools.shipped_boards import shipped_board, spots_of

VOIDS = {
    "void-drift": (48, 48),
    "void-wreckage": (72, 48),
    "hulk-hold": (48, 48),
    "hulk-spine": (72, 48),
}
ZONE = 6.0
"""``MI-04``  Depth in inches of the strip along its edge in which a team starts."""
TEAM = 7

each_void = pytest.mark.parametrize("name", VOIDS)
each_hulk = pytest.mark.parametrize("name", ["hulk-hold", "hulk-spine"])


def hulls(here: Board) -> list[Path]:
    """Return the stretches of the table's edge that are walls."""
    return [
        t.outline
        for t in here.terrain
        if t.kind is TerrainKind.WALL and not t.closed and _along_an_edge(here, t.outline)
    ]


def _along_an_edge(here: Board, line: Path) -> bool:
    return any(
        all(at[axis] == edge for at in line)
        for axis, edge in ((0, 0.0), (0, here.width), (1, 0.0), (1, here.height))
    )


@each_void
def test_it_has_its_size_and_look(name: str) -> None:
    here = shipped_board(name)

    look = "space" if name.startswith("void") else "hull"
    assert (here.width, here.height, here.look) == (*VOIDS[name], look)


@each_void
@pytest.mark.rule("MI-04")
def test_the_teams_start_within_6_inches_of_opposite_edges(name: str) -> None:
    here = shipped_board(name)

    north, south = (box(zone.outline) for zone in here.zones)
    assert (north[1], north[3]) == (0.0, ZONE)
    assert (south[1], south[3]) == (here.height - ZONE, here.height)
    edges = [here.rim.index(here.own_edge(zone)) for zone in here.zones]
    assert edges == [0, 2]
    assert [zone.side for zone in here.zones] == ["boarders", "drifters"]


@each_void
@pytest.mark.rule("MI-04")
def test_a_zone_has_room_for_a_team_of_the_largest_bases(name: str) -> None:
    """Seven that stand 1" apart, in one row or two."""
    here = shipped_board(name)
    floor = free(here, WIDEST)
    for zone in here.zones:
        inner = Polygon(zone.outline).buffer(-WIDEST).intersection(floor)
        left, top, right, low = inner.bounds
        rows = [top, low] if low - top >= 2 * WIDEST + 1.0 else [top]
        step = 2 * WIDEST + 1.0
        count = int((right - left) / step) + 1
        fit = [
            (left + n * step, y)
            for y in rows
            for n in range(count)
            if inner.buffer(1e-6).contains(shapely.Point(left + n * step, y))
        ]
        assert len(fit) >= TEAM


@each_void
@pytest.mark.rule("ZG-12")
def test_the_largest_base_gets_everywhere(name: str) -> None:
    here = shipped_board(name)

    parts = [part for part in shapely.get_parts(free(here, WIDEST)) if part.area > 0.5]
    assert len(parts) == 1


@each_void
@pytest.mark.rule("ZG-12")
def test_what_drifts_between_two_things_does_not_get_stuck(name: str) -> None:
    """Pieces that do not touch leave room for the largest base, so that none is a trap."""
    here = shipped_board(name)
    solid = [shape(t) for t in here.terrain if t.impassable]

    gaps = [a.distance(b) for n, a in enumerate(solid) for b in solid[:n]]
    assert not [gap for gap in gaps if 1e-6 < gap < 2 * WIDEST]


@each_void
@pytest.mark.rule("MI-05")
def test_three_containers_start_near_the_middle_with_room_around_them(name: str) -> None:
    here = shipped_board(name)
    middle = Point(here.width / 2, here.height / 2)
    pieces = pieces_of(here)

    assert len(pieces) == 3
    room = free(here, 2 * SMALL)
    for piece in pieces.values():
        assert distance(piece.at, middle) <= 9.0
        assert room.contains(shapely.Point(piece.at))


@each_void
@pytest.mark.rule("MI-05")
def test_each_side_has_a_hatch_at_its_own_edge(name: str) -> None:
    here = shipped_board(name)
    hatches = spots_of(here, "hatch")

    assert [dict(one.words)["zone"] for one in hatches] == [zone.id for zone in here.zones]
    for one, zone in zip(hatches, here.zones, strict=True):
        edge = here.own_edge(zone)
        assert {at.y for at in one.outline} == {edge[0].y}
        left, _, right, _ = box(one.outline)
        assert right - left >= 6.0


@each_void
@pytest.mark.rule("MI-05", "ZG-14")
def test_no_hull_lies_across_a_hatch(name: str) -> None:
    here = shipped_board(name)
    walls = shapely.union_all([shapely.LineString(line) for line in hulls(here)])
    for one in spots_of(here, "hatch"):
        assert shapely.LineString(one.outline).intersection(walls).length == 0.0


@each_void
@pytest.mark.rule("MI-04")
def test_it_is_alike_from_both_sides(name: str) -> None:
    here = shipped_board(name)

    def corners(path: Path, *, turn: bool) -> list[tuple[float, float]]:
        far = here.width, here.height
        return sorted(
            (round(far[0] - x, 2), round(far[1] - y, 2)) if turn else (round(x, 2), round(y, 2))
            for x, y in path
        )

    outlines = [t.outline for t in here.terrain]
    outlines += [s.outline for s in here.spots if s.kind in {"container", "hatch"}]
    assert sorted(corners(p, turn=True) for p in outlines) == sorted(
        corners(p, turn=False) for p in outlines
    )


@each_void
@pytest.mark.rule("ZG-17")
def test_most_lanes_of_fire_between_the_zones_are_broken(name: str) -> None:
    here = shipped_board(name)
    closed = shapely.union_all([shape(t) for t in here.terrain if t.impassable and t.closed])
    left = max(box(zone.outline)[0] for zone in here.zones)
    right = min(box(zone.outline)[2] for zone in here.zones)

    lanes = [
        shapely.LineString([(n / 2, ZONE), (n / 2, here.height - ZONE)])
        for n in range(round(2 * left) + 1, round(2 * right))
    ]
    free_lanes = sum(not lane.intersects(closed) for lane in lanes)
    assert 0 < free_lanes <= len(lanes) / 2


@each_hulk
@pytest.mark.rule("ZG-14")
def test_a_hulk_is_closed_but_for_its_hatches_and_breaches(name: str) -> None:
    """Every part of the table's edge that a base can reach is hull, a hatch, or torn open."""
    here = shipped_board(name)
    walls = [shapely.LineString(line) for line in hulls(here)]
    doors = [shapely.LineString(s.outline) for s in spots_of(here, "hatch")]
    torn = [
        Polygon(s.outline)
        for s in spots_of(here, "ground")
        if dict(s.words)["material"] == "void"
    ]
    solid = [shape(t) for t in here.terrain if t.closed and t.impassable]
    covered = shapely.union_all([*walls, *doors, *torn, *solid]).buffer(0.5)

    for edge in here.rim:
        assert shapely.LineString(edge).difference(covered).length == 0.0


@each_hulk
def test_a_hulk_is_lit(name: str) -> None:
    assert len(spots_of(shipped_board(name), "lamp")) >= 12
