"""Random wrecks: fit for two boarding parties and for salvage."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
import shapely

from game.content.maps.battle_checks import free, shape
from game.content.maps.classes import Container, DeploymentZone, Hatch, Wall
from game.content.maps.made_board import to_board
from game.content.maps.map_class import MapClass
from game.content.maps.map_library import parse_map
from game.content.maps.writer import canonical
from game.mapgen.generator import NoRoomError
from game.rules.battles import check_board
from game.systems.zero_g.content.map_classes import Debris, Hull
from game.systems.zero_g.mapgen import GENERATOR, WreckPlan, make_wreck
from game.systems.zero_g.rules import adrift, salvage
from tests.mapgen.made_maps import generated_map as made_map
from tests.tiers import few

PLANS = [
    WreckPlan(),
    WreckPlan(72, 48),
    WreckPlan(36, 36, bulkheads=1),
    WreckPlan(kind="void"),
    WreckPlan(72, 48, "void", wreckage=150, hatch=24),
]


@pytest.mark.rule("MI-04", "MI-05")
@pytest.mark.parametrize("plan", PLANS, ids=lambda p: f"{p.kind} {p.width}x{p.height}")
@pytest.mark.parametrize("seed", few([1, 2]))
def test_a_wreck_passes_the_check_and_serves_both_missions(
    plan: WreckPlan, seed: int, tmp_path: Path
) -> None:
    made = made_map("wreck", plan, seed)
    board = to_board(made)
    text = canonical(made)
    file = tmp_path / "wreck.tmj"
    file.write_text(text, "utf-8")

    look = "hull" if plan.kind == "hulk" else "space"
    assert (board.width, board.height, board.look) == (plan.width, plan.height, look)
    assert adrift.unfit(board) == salvage.unfit(board) == []
    assert check_board(file) == ([], [])
    assert canonical(parse_map(text, "wreck.tmj")) == text
    # MI-04: within 6" of opposite edges.
    north, south = board.zones
    assert [max(at.y for at in north.outline), min(at.y for at in south.outline)] == [
        6.0,
        plan.height - 6.0,
    ]


@pytest.mark.rule("MI-05")
@pytest.mark.parametrize("kind", ["hulk", "void"])
def test_three_containers_lie_near_the_middle_and_each_side_has_a_hatch(kind: str) -> None:
    made = make_wreck(WreckPlan(kind=kind, hatch=12), 3)
    objects = [one for _, one in made.objects()]
    containers = [one.outline[0] for one in objects if isinstance(one.what, Container)]
    hatches = [one for one in objects if isinstance(one.what, Hatch)]

    assert len(containers) == 3
    assert all(abs(at.x - 24) <= 8.2 and abs(at.y - 24) <= 1.7 for at in containers)
    assert [sorted(one.outline) for one in hatches] == [
        [(18.0, 0.0), (30.0, 0.0)],
        [(18.0, 48.0), (30.0, 48.0)],
    ]
    zones = {o.id: o.what.side for o in objects if isinstance(o.what, DeploymentZone)}
    led = [zones[one.what.zone] for one in hatches if isinstance(one.what, Hatch)]
    assert led == ["boarders", "drifters"]


@pytest.mark.rule("ZG-14")
def test_the_edges_of_a_hulk_are_hull_but_for_hatches_and_a_breach_at_either_side() -> None:
    made = make_wreck(WreckPlan(60, 48, hatch=10), 2)
    skin = [
        shapely.LineString(one.outline)
        for _, one in made.objects()
        if isinstance(one.what, Hull)
    ]
    open_ = shapely.box(0, 0, 60, 48).exterior.difference(shapely.union_all(skin))
    gaps = sorted(shapely.get_parts(shapely.line_merge(open_)), key=lambda gap: gap.length)

    assert len(gaps) == 4
    assert [gap.length for gap in gaps if gap.centroid.y in {0.0, 48.0}] == [10.0, 10.0]
    assert all(9.0 <= gap.length <= 13.0 for gap in gaps if gap.centroid.x in {0.0, 60.0})


@pytest.mark.parametrize("kind", ["hulk", "void"])
def test_what_lies_about_leaves_room_and_the_floor_is_one(kind: str) -> None:
    board = to_board(make_wreck(WreckPlan(72, 48, kind), 4))
    lying = [shape(t) for t in board.terrain if t.kind.value in {"debris", "block"}]

    assert len(lying) >= 10
    assert min(a.distance(b) for a, b in combinations(lying, 2)) >= 2.4
    assert len(shapely.get_parts(free(board, 0.8))) == 1


def test_more_wreckage_is_more_and_more_bulkheads_are_more() -> None:
    def count(kind: type[MapClass], *, wreckage: int = 25, bulkheads: int = 2) -> int:
        plan = WreckPlan(72, 60, wreckage=wreckage, bulkheads=bulkheads)
        made = made_map("wreck", plan, 6)
        return sum(isinstance(one.what, kind) for _, one in made.objects())

    assert count(Debris) < count(Debris, wreckage=150)
    assert count(Wall, bulkheads=1) < count(Wall, bulkheads=2) < count(Wall, bulkheads=3)


def test_a_wreck_is_the_same_from_both_ends() -> None:
    made = made_map("wreck", WreckPlan(60, 48), 5)
    walls = [one.outline for _, one in made.objects() if isinstance(one.what, Wall | Debris)]
    drawn = {frozenset(outline) for outline in walls}

    assert drawn == {frozenset((60 - x, 48 - y) for x, y in outline) for outline in drawn}
    assert len(drawn) >= 14


def test_a_seed_always_makes_the_same_wreck_and_another_seed_another() -> None:
    first, other = (canonical(made_map("wreck", WreckPlan(), seed)) for seed in (1, 8))

    assert first == canonical(make_wreck(WreckPlan(), 1))
    assert first != other


def test_an_unfit_wreck_is_not_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.systems.zero_g.mapgen.ATTEMPTS", 2)
    monkeypatch.setattr(
        "game.systems.zero_g.mapgen.DOOR", (0.5, 0.5)
    )  # too narrow for any base

    reason = "no usable map in 2 tries; .* only 0 of 7 .* that can leave it for another zone"
    with pytest.raises(NoRoomError, match=reason):
        make_wreck(WreckPlan(), 1)


def test_measures_and_kinds_have_limits() -> None:
    assert list(GENERATOR.faults(WreckPlan())) == []
    assert [
        str(fault)
        for fault in GENERATOR.faults(
            WreckPlan(35, height=85, kind="hulks", wreckage=24, bulkheads=0, hatch=25)
        )
    ] == [
        "--width: must be 36 to 96, not 35",
        "--height: must be 36 to 84, not 85",
        "--wreckage: must be 25 to 150, not 24",
        "--bulkheads: must be 1 to 3, not 0",
        "--hatch: must be 6 to 24, not 25",
        "--kind: there is no kind 'hulks'; did you mean 'hulk'?",
    ]
