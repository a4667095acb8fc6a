"""Warnings for usable maps that are bad to play battles on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.rules.battles import check_board
from tests.content.drawn_maps import Raw, polygon_of, prop, thing, tmj

pytestmark = pytest.mark.rule("MI-03")

NORTH = thing("DeploymentZone", 1, name="north", x=0, y=0, width=1536, height=320)
SOUTH = thing("DeploymentZone", 2, name="south", x=0, y=1216, width=1536, height=320)
MARKERS = [
    thing("Objective", 10 + n, point=True, x=(12 + 12 * n) * 32, y=24 * 32) for n in range(3)
]


def block(n: int, left: float, top: float, wide: float, high: float) -> Raw:
    size = {"x": left * 32, "y": top * 32, "width": wide * 32, "height": high * 32}
    return thing("Block", n) | size


def findings_of(tmp_path: Path, *objects: Raw) -> list[str]:
    """Return the findings of the check for a map with these objects."""
    file = tmp_path / "x.tmj"
    file.write_text(json.dumps(tmj(*objects)), "utf-8")
    return [str(fault) for fault in check_board(file).faults]


def test_a_fair_map_has_no_faults(tmp_path: Path) -> None:
    assert not findings_of(tmp_path, NORTH, SOUTH, *MARKERS, block(3, 10, 16, 4, 4))


def test_a_map_without_markers_is_for_no_battle(tmp_path: Path) -> None:
    assert not findings_of(tmp_path, NORTH)


@pytest.mark.rule("MI-04")
@pytest.mark.parametrize("loose", [False, True])
@pytest.mark.parametrize(
    ("free", "room"), [(0.0, 0), (0.9, 0), (2.0, 1), (7.5, 6), (7.7, None), (48.0, None)]
)
def test_debris_over_a_zone_leaves_room_for_a_team(
    tmp_path: Path, free: float, room: int | None, *, loose: bool
) -> None:
    """The zone is 1.2" deep: one row of bases, 1.1" from each to the next."""
    zone = NORTH | {"height": 1.2 * 32}
    debris = block(3, free, 0, 48 - free, 2) if free < 48 else block(3, 0, 30, 2, 2)
    debris |= {"type": "Debris", "properties": [prop("loose", loose, "bool")]}
    faults = findings_of(tmp_path, zone, debris)

    lines = [f'north: has room for only {room} of 7 1" bases']
    assert faults == ([] if room is None else lines)


def test_what_cannot_be_used_is_told_by_the_check_too(tmp_path: Path) -> None:
    assert findings_of(tmp_path, thing("Wal"))[0].startswith(
        "layer 'things', object 1 (Wal): there is"
    )


def test_a_battle_needs_two_zones(tmp_path: Path) -> None:
    assert findings_of(tmp_path, NORTH, *MARKERS) == [
        "zones: 1 found; a battle needs two (MI-03)"
    ]


def test_zones_lie_at_opposite_edges(tmp_path: Path) -> None:
    west = thing("DeploymentZone", 2, name="west", x=0, y=400, width=320, height=1136)
    faults = findings_of(tmp_path, NORTH, west, *MARKERS)

    assert "zones: differ in size: 480 and 355 square inches (MI-03)" in faults
    assert "zones: do not lie at opposite edges (MI-03)" in faults


def test_zones_do_not_overlap(tmp_path: Path) -> None:
    zones = [NORTH | {"height": 800}, SOUTH | {"y": 736, "height": 800}]

    assert findings_of(tmp_path, *zones, *MARKERS) == ["zones: overlap (MI-03)"]


@pytest.mark.parametrize("count", [2, 6])
def test_a_battle_has_three_to_five_markers(tmp_path: Path, count: int) -> None:
    markers = [thing("Objective", 10 + n, point=True, x=(6 + 6 * n) * 32) for n in range(count)]

    assert findings_of(tmp_path, NORTH, SOUTH, *markers) == [
        f"markers: {count} found; a battle needs three to five (MI-03)"
    ]


def test_a_marker_does_not_lie_in_what_is_impassable(tmp_path: Path) -> None:
    assert findings_of(tmp_path, NORTH, SOUTH, *MARKERS, block(3, 10, 22, 4, 4)) == [
        "objective-10: lies in block-3, which is impassable (MI-03)"
    ]


def test_a_marker_may_lie_where_bases_can_stand(tmp_path: Path) -> None:
    ruin = block(3, 10, 22, 4, 4) | {"type": "Ruin"}

    assert not findings_of(tmp_path, NORTH, SOUTH, *MARKERS, ruin)


@pytest.mark.parametrize(("gap", "reached"), [(1.5, False), (1.7, True)])
def test_a_marker_is_reached_from_each_zone_by_the_largest_bases(
    tmp_path: Path, *, gap: float, reached: bool
) -> None:
    left, right = (48 - gap) / 2, (48 + gap) / 2
    wall = [block(3, 0, 16, left, 1), block(4, right, 16, 48 - right, 1)]
    faults = findings_of(tmp_path, NORTH, SOUTH, *MARKERS, *wall)

    blame = 'objective-10: cannot be reached from north by a base 1.6" across (MI-03)'
    assert (blame in faults) is not reached
    assert len(faults) == (0 if reached else 3)


def test_walls_drawn_as_lines_are_in_the_way_too(tmp_path: Path) -> None:
    across = thing("Wall", 3, x=0, y=512, polyline=polygon_of((0, 0), (48, 0)))

    faults = findings_of(tmp_path, NORTH, SOUTH, *MARKERS, across)
    assert faults[:2] == [
        f'{zone}: has room for only 0 of 40 1" bases that can leave it for another zone'
        for zone in ("north", "south")
    ]
    assert len(faults) == 2 + len(MARKERS)


def test_pockets_in_walls_are_no_room(tmp_path: Path) -> None:
    """Beside a cell in the north zone is a corridor: 6 columns of 9 bases, then 3 of 9."""
    cell = [block(3, 40, 0, 0.5, 10.5), block(4, 0, 10, 40.5, 0.5)]
    assert not findings_of(tmp_path, NORTH, SOUTH, *MARKERS, *cell)

    narrow = [block(3, 44, 0, 0.5, 10.5), block(4, 0, 10, 44.5, 0.5)]
    assert findings_of(tmp_path, NORTH, SOUTH, *MARKERS, *narrow) == [
        'north: has room for only 27 of 40 1" bases that can leave it for another zone'
    ]


def test_a_zone_has_room_for_an_army(tmp_path: Path) -> None:
    full = block(3, 0.75, 0.75, 46.5, 8.5)

    assert findings_of(tmp_path, NORTH, SOUTH, *MARKERS, full)[0] == (
        'north: has room for only 0 of 40 1" bases'
    )


@pytest.mark.rule("MP-05")
def test_a_feature_says_which_cover_it_is(tmp_path: Path) -> None:
    pond = block(3, 10, 16, 4, 4) | {"type": "DeepWater"}
    raw = pond | {"properties": [prop("bonus", "none")]}

    assert findings_of(tmp_path, NORTH, SOUTH, *MARKERS, pond) == [
        "deep-water-3: set its cover (bonus: soft, hard or none) (MP-05)"
    ]
    assert not findings_of(tmp_path, NORTH, SOUTH, *MARKERS, raw)
