"""The shipped battlefields of matched play: fit, fair, and none too open."""

from __future__ import annotations

from collections import Counter

import pytest
import shapely
from shapely import Polygon

from game.content.maps.battle_checks import free, shape
from game.content.maps.map_library import load_map
from game.content.shipped_folders import MAPS
from game.rules.battles import check_board
from game.systems.matched.mapgen.battlefield import balance_faults, clear_share
from game.systems.matched.rules.matched_boards import is_battlefield
from game.table.board import TerrainKind
from tests.content.test_maps_shipped import outlines
from tests.tools.shipped_boards import shipped_board

BATTLEFIELDS = ("plasma-works", "shattered-parish", "sunken-quarter", "venom-glade")
each = pytest.mark.parametrize("name", BATTLEFIELDS)
pytestmark = pytest.mark.rule("MP-23")


def test_all_of_them_are_named_here() -> None:
    found = [p.stem for p in sorted(MAPS.glob("*.tmj")) if is_battlefield(load_map(p))]

    assert found == [*BATTLEFIELDS]


@each
def test_a_battlefield_has_its_size_and_nothing_that_is_refused(name: str) -> None:
    assert check_board(MAPS / f"{name}.tmj") == ([], [])
    assert (shipped_board(name).width, shipped_board(name).height) == (72.0, 48.0)


@each
def test_a_battlefield_is_the_same_from_both_sides(name: str) -> None:
    here = shipped_board(name)

    assert outlines(here.terrain, here, turn=False) == outlines(here.terrain, here, turn=True)


@each
def test_a_battlefield_has_no_pockets_cover_everywhere_and_sight_that_ends(name: str) -> None:
    assert balance_faults(shipped_board(name)) == []
    assert 0.3 < clear_share(shipped_board(name)) < 0.65


@each
def test_the_largest_base_gets_from_every_zone_to_its_enemy_s(name: str) -> None:
    floor = free(shipped_board(name), 1.2)
    (whole,) = shapely.get_parts(floor)

    for pair in shipped_board(name).zone_maps.values():
        for zone in pair:
            room = Polygon(zone.outline).buffer(-1.2).intersection(whole)
            assert room.area > 60.0, zone.id


@each
@pytest.mark.rule("MP-36")
def test_no_marker_need_move_off_what_is_impassable(name: str) -> None:
    solid = [shape(piece) for piece in shipped_board(name).terrain if piece.impassable]

    for x, y in ((36, 24), (18, 12), (54, 12), (18, 36), (54, 36)):
        assert not any(piece.intersects(shapely.Point(x, y)) for piece in solid), (x, y)


@each
@pytest.mark.rule("MP-01")
def test_a_battlefield_has_both_soft_and_hard_cover(name: str) -> None:
    bonuses = Counter(
        piece.bonus for piece in shipped_board(name).terrain if not piece.impassable
    )

    assert bonuses[1] >= 6
    assert bonuses[2] >= 3


@pytest.mark.rule("MP-05", "MP-06")
def test_pipes_regulators_and_conduits_of_the_works_leak() -> None:
    leaking = Counter(
        piece.kind for piece in shipped_board("plasma-works").terrain if piece.leaks
    )

    assert leaking == {TerrainKind.PIPE: 6, TerrainKind.REGULATOR: 4, TerrainKind.CONDUIT: 4}


@pytest.mark.rule("MP-05")
def test_ruins_in_the_glade_are_soft() -> None:
    ruins = [
        piece
        for piece in shipped_board("venom-glade").terrain
        if piece.kind is TerrainKind.RUIN
    ]

    assert {piece.bonus for piece in ruins} == {1}
