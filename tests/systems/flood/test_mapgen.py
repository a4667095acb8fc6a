"""Random sewers: fit for a flood and for both missions, and symmetric from end to end."""

from __future__ import annotations

from pathlib import Path

import pytest
import shapely
from shapely import LineString, Polygon

from game.content.maps.classes import Wall
from game.content.maps.made_board import to_board
from game.content.maps.map_class import MapClass
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import parse_map
from game.content.maps.writer import canonical
from game.mapgen.generator import NoRoomError
from game.rules.battles import check_board
from game.systems.flood.content.map_classes import CaveIn, Gantry, Grate, Lane, SluiceGate
from game.systems.flood.mapgen.corridor_network import CorridorNetwork, lines
from game.systems.flood.mapgen.masonry import dug, masonry
from game.systems.flood.mapgen.sewer import GENERATOR, make_sewer
from game.systems.flood.mapgen.sewer_lanes import courses
from game.systems.flood.mapgen.sewer_plan import SewerPlan
from game.systems.flood.rules.crossing import unfit_for_crossing
from game.systems.flood.rules.the_nest import unfit_for_nest
from tests.mapgen.made_maps import generated_map as made_map
from tests.tiers import few

PLANS = [
    SewerPlan(),
    SewerPlan(72, 48),
    SewerPlan(48, 36, corridor=5.0, vaults=0),
    SewerPlan(60, 44, corridor=7.0, loops=100, vaults=4),
    SewerPlan(56, 60, loops=0, chambers=2, gates=3, grates=3, cave_ins=2),
]

FULL = SewerPlan(72, 48, gates=2, grates=2, gantries=4)


def areas(made: MapFile, *kinds: type[MapClass]) -> list[Polygon]:
    return [
        Polygon(one.outline)
        for _, one in made.objects()
        if isinstance(one.what, kinds) and one.shape == "polygon"
    ]


def lanes(made: MapFile) -> list[LineString]:
    return [LineString(o.outline) for _, o in made.objects() if isinstance(o.what, Lane)]


@pytest.mark.rule("MI-01", "MI-02", "FF-04")
@pytest.mark.parametrize("plan", few(PLANS, 2), ids=lambda p: f"{p.width}x{p.height}")
@pytest.mark.parametrize("seed", few([1, 2]))
def test_a_sewer_passes_the_check_and_serves_both_missions(
    plan: SewerPlan, seed: int, tmp_path: Path
) -> None:
    made = made_map("sewer", plan, seed)
    board = to_board(made)
    text = canonical(made)
    file = tmp_path / "sewer.tmj"
    file.write_text(text, "utf-8")

    assert (board.width, board.height, board.look) == (plan.width, plan.height, "sewer")
    assert unfit_for_nest(board) == unfit_for_crossing(board) == []
    assert check_board(file).faults == []
    assert canonical(parse_map(text, "sewer.tmj")) == text


@pytest.mark.rule("FF-03")
def test_what_bars_a_corridor_lies_square_across_it_from_wall_to_wall() -> None:
    made = made_map("sewer", FULL, 3)
    solid = shapely.union_all(areas(made, Wall))
    barriers = areas(made, SluiceGate, Grate)

    assert len(barriers) >= 6  # two gates and two grates on each half, and vault gates
    for barrier in barriers:
        across = [lane for lane in lanes(made) if lane.intersects(barrier)]
        assert len(across) == 1
        inside = across[0].intersection(barrier)
        left, top, right, low = barrier.bounds
        thick, wide = sorted((right - left, low - top))
        assert inside.length == pytest.approx(thick)
        # Over the whole corridor, from wall to wall, and not in the masonry.
        assert wide in {3.0, 6.0}
        ends = barrier.boundary.intersection(solid.buffer(0.01)).length
        assert ends == pytest.approx(2 * thick, abs=0.1)


@pytest.mark.rule("FF-02")
def test_gantries_lie_beside_lanes() -> None:
    made = made_map("sewer", FULL, 3)
    raised = areas(made, Gantry)

    assert len(raised) == 2 * (4 + 1)  # and one in each hall
    assert min(g.distance(lane) for g in raised for lane in lanes(made)) >= 1.0


def test_a_sewer_is_the_same_from_both_ends() -> None:
    made = made_map("sewer", FULL, 3)
    kinds = (SluiceGate, Grate, CaveIn, Gantry)
    drawn = {frozenset(area.exterior.coords) for area in areas(made, *kinds)}
    turned = {frozenset((72 - x, 48 - y) for x, y in outline) for outline in drawn}

    assert drawn == turned
    assert len(drawn) >= 8
    walls = shapely.union_all(areas(made, Wall))
    likeness = shapely.affinity.rotate(walls, 180, origin=(36, 24))
    assert walls.symmetric_difference(likeness).area < 0.5


def test_the_net_hangs_together() -> None:
    made = make_sewer(SewerPlan(96, 72, loops=0), 5)

    whole = shapely.union_all(lanes(made))
    assert len(shapely.get_parts(whole.buffer(0.01))) == 1


def test_a_seed_always_makes_the_same_sewer_and_another_seed_another() -> None:
    first, other = (canonical(made_map("sewer", SewerPlan(), seed)) for seed in (1, 8))

    assert first == canonical(make_sewer(SewerPlan(), 1))
    assert first != other


def test_an_unfit_sewer_is_not_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.systems.flood.mapgen.sewer.ATTEMPTS", 2)
    monkeypatch.setattr(
        "game.systems.flood.mapgen.fixtures.CLEAR", -1.0
    )  # gantries over the lanes

    with pytest.raises(NoRoomError, match=r"no usable map in 2 tries; .* lies over"):
        make_sewer(SewerPlan(), 1)


def test_measures_have_limits() -> None:
    assert list(GENERATOR.faults(SewerPlan())) == []
    assert [
        str(fault) for fault in GENERATOR.faults(SewerPlan(47, 85, corridor=float("nan")))
    ] == [
        "--width: must be 48 to 96, not 47",
        "--height: must be 36 to 84, not 85",
        "--corridor: must be 5 to 7, not nan",
    ]
    assert [str(fault) for fault in GENERATOR.faults(SewerPlan(cave_ins=7))] == [
        "--cave-ins: must be 0 to 6, not 7"
    ]


@pytest.mark.parametrize(
    ("side", "found"),
    [
        (48.0, [12.0, 24.0, 36.0]),  # 24" are two passages of 10.75" or more
        (45.25, [12.0, 33.25]),  # 21.25" are not
        (24.0, [12.0, 12.0]),
    ],
)
def test_corridors_run_as_close_as_chambers_between_them_allow(
    side: float, found: list[float]
) -> None:
    assert lines(side, 12.0, 6.0) == found


def test_a_lane_runs_straight_on_and_round_bends_and_ends_where_others_go_on() -> None:
    net = CorridorNetwork([10.0, 20.0, 30.0], [10.0, 20.0])
    net.edges = [((0, 0), (1, 0)), ((1, 0), (2, 0)), ((2, 0), (2, 1)), ((1, 0), (1, 1))]

    # The bend at (30, 10) is cut by 3"; at (20, 10) the way south ends at the way east.
    assert courses(net) == [
        [(10, 10), (27, 10), (30, 13), (30, 20)],
        [(20, 10), (20, 20)],
    ]


def test_what_is_left_round_a_floor_has_no_holes() -> None:
    # A room in the middle would leave a frame: it is cut through the room's middle.
    ground, room = shapely.box(0, 0, 20, 20), shapely.box(5, 5, 15, 15)
    pieces = masonry(ground, dug([room]))

    assert len(pieces) == 2
    # 400 - 100, and the four cut corners: half of 1.25 * 1.25 each.
    assert sum(Polygon(piece).area for piece in pieces) == pytest.approx(303.125)
