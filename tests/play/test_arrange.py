from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from game.geometry.points import Disc, Point, gap
from game.play.decisions import IllegalAnswer
from game.play.moves.arrange import EVERYWHERE, Arrange, spots_to_json
from game.play.moves.base_placement import out_of_chain
from game.table.board import TerrainKind, terrain
from game.table.records import ModelId
from game.table.state import Table
from tests.play.tables import CLAUSES, SQUAD, US, Spots, piece, table
from tests.tools.shapes import box_corners

ZONE = box_corners(0, 36, 48, 48)
BARE = table({})


def arrange(*names: str, keep_off: float = 0.0, radius: float = 0.5) -> Arrange:
    return Arrange(
        US,
        "CC-33",
        "Deploy the squad",
        unit=SQUAD,
        models={ModelId(n): radius for n in names},
        zone=ZONE,
        clauses=CLAUSES,
        keep_off=keep_off,
    )


def refusal(laid: Table, asked: Arrange, spots: Spots) -> IllegalAnswer:
    with pytest.raises(IllegalAnswer) as no:
        asked.judge(laid, asked.read([[id_, list(at)] for id_, at in spots.items()]))
    if no.value.fix is not None:
        asked.judge(laid, asked.read(json.loads(json.dumps(no.value.fix))))
    return no.value


def allowed(laid: Table, asked: Arrange, spots: Spots) -> None:
    asked.judge(laid, asked.read([[id_, list(at)] for id_, at in spots.items()]))


@pytest.mark.rule("CC-33", "CC-19")
def test_a_unit_is_set_down_wholly_within_its_zone_and_in_coherency() -> None:
    allowed(
        BARE, arrange("a", "b", "c"), {"a": (0.5, 36.5), "b": (3.5, 36.5), "c": (3.5, 39.5)}
    )


@pytest.mark.rule("CC-33")
def test_a_base_that_sticks_out_of_the_zone_is_refused() -> None:
    no = refusal(BARE, arrange("a", "b"), {"a": (10, 36.49), "b": (12, 38)})

    assert no.clause == "CC-33"
    assert "a is not wholly in the zone" in str(no)
    assert no.fix is not None
    (_, (x, y)), (_, b) = no.fix
    assert b == [12, 38]  # a model that stands well stays
    assert (x, y) == pytest.approx((10, 36.5), abs=0.05)


@pytest.mark.rule("CC-33")
def test_everybody_must_be_set_down() -> None:
    no = refusal(BARE, arrange("a", "b", "c"), {"b": (10, 40)})

    assert "place a and c as well" in str(no)
    assert [id_ for id_, _ in no.fix] == ["a", "b", "c"]


@pytest.mark.rule("CC-19")
@pytest.mark.parametrize(("x", "chained"), [(13.0, True), (13.001, False)])
def test_neighbours_stand_at_most_two_inches_apart(x: float, chained: bool) -> None:  # noqa: FBT001
    spots = {"a": (10.0, 40.0), "b": (x, 40.0)}
    if chained:
        allowed(BARE, arrange("a", "b"), spots)
    else:
        no = refusal(BARE, arrange("a", "b"), spots)
        assert no.clause == "CC-19"
        assert no.fix[0] == ["a", [10, 40]]
        assert no.fix[1][1] == pytest.approx([12.99, 40.0], abs=0.01)


@pytest.mark.rule("CC-18")
def test_nobody_is_set_down_on_another() -> None:
    laid = table({}, {"foe": (20, 40)})

    assert "b stands on a" in str(
        refusal(laid, arrange("a", "b"), {"a": (9, 40), "b": (9.9, 40)})
    )
    assert "a stands on foe" in str(refusal(laid, arrange("a"), {"a": (20.999, 40)}))
    allowed(laid, arrange("a"), {"a": (21, 40)})


def test_an_enemy_may_have_to_be_kept_off() -> None:
    laid = table({}, {"foe": (20, 40)})

    no = refusal(laid, arrange("a", keep_off=9.0), {"a": (30, 40)})
    assert 'a is within 9" of foe' in str(no)
    assert no.fix[0][1] == pytest.approx([30, 40], abs=0.05)
    allowed(laid, arrange("a", keep_off=9.0), {"a": (30.001, 40)})


@pytest.mark.rule("CC-18", "CC-37")
def test_nobody_is_set_down_on_impassable_ground() -> None:
    rail = terrain(
        "fence", TerrainKind.RAIL, (Point(30, 38), Point(40, 38)), closed=False, impassable=True
    )
    laid = table({}, terrain=(piece(TerrainKind.BLOCK, 10, 40, 14, 44), rail))

    assert "a stands on the block" in str(refusal(laid, arrange("a"), {"a": (9.6, 42)}))
    assert "a stands on the block" in str(refusal(laid, arrange("a"), {"a": (12, 42)}))
    assert "a stands on the fence" in str(refusal(laid, arrange("a"), {"a": (35, 38.4)}))
    allowed(laid, arrange("a"), {"a": (9.5, 42)})


def test_a_unit_is_not_in_its_own_way() -> None:
    laid = table({"a": (10, 40), "b": (12, 40)})

    allowed(laid, arrange("a", "b"), {"a": (12, 40), "b": (10, 40)})


@pytest.mark.parametrize(
    "raw",
    ["a", [["a"]], [["x", [1, 1]]], [["a", [1, 40]], ["a", [2, 40]]], [["a", [True, 40]]]],
)
def test_what_is_no_arrangement_is_refused(raw: object) -> None:
    with pytest.raises(IllegalAnswer):
        arrange("a", "b").read(raw)


def scattered_zone(seed: int) -> Table:
    """Return a zone with blocks and bases scattered about, some of them in it."""
    rng = random.Random(seed)
    spots: Spots = {}
    while len(spots) < 40:
        x, y = round(rng.uniform(1, 47), 3), round(rng.uniform(26, 47), 3)
        if all((x - a) ** 2 + (y - b) ** 2 > 1.1 for a, b in spots.values()):
            spots[f"m{len(spots)}"] = (x, y)
    friends = {id_: at for n, (id_, at) in enumerate(spots.items()) if n % 2}
    corners = [(rng.uniform(0, 44), rng.uniform(34, 46)) for _ in range(8)]
    blocks = tuple(piece(TerrainKind.BLOCK, x, y, x + 3, y + 1.5) for x, y in corners)
    foes = {id_: at for id_, at in spots.items() if id_ not in friends}
    return table({}, foes, terrain=blocks, others=friends)


TEN = [f"t{n}" for n in range(10)]


@pytest.mark.parametrize("seed", range(12))
def test_every_sample_is_legal_and_they_are_spread_over_the_zone(seed: int) -> None:
    laid, asked = scattered_zone(seed), arrange(*TEN, keep_off=1.0)
    samples = list(asked.samples(laid, 20))

    for sample in samples:
        asked.judge(laid, asked.read(json.loads(json.dumps(sample))))
    assert samples == list(asked.samples(laid, 20))
    firsts = [sample[0][1] for sample in samples]
    assert len(samples) == 20
    assert {x > 24 for x, _ in firsts} == {True, False}


@pytest.mark.parametrize("seed", range(30))
def test_every_fix_is_legal_and_stays_near_what_was_wished(seed: int) -> None:
    rng = random.Random(seed)
    laid, asked = scattered_zone(seed % 5), arrange(*TEN, keep_off=1.0)
    middle = rng.uniform(2, 46), rng.uniform(30, 47)
    spots = {id_: (middle[0] + rng.gauss(0, 3), middle[1] + rng.gauss(0, 3)) for id_ in TEN}

    no = refusal(laid, asked, spots)

    assert no.fix is not None
    ends = {ModelId(id_): Disc(Point(*at), 0.5) for id_, at in no.fix}
    assert not out_of_chain(ends, 2.0)
    for disc in ends.values():
        assert min(gap(disc, foe.disc) for foe in laid.models.values()) >= 0


def test_a_unit_that_fits_in_one_way_only_is_set_down_so() -> None:
    slot = Arrange(
        US,
        clause="CC-33",
        asks="Deploy",
        unit=SQUAD,
        models={ModelId("a"): 0.5},
        zone=box_corners(5, 5, 6.001, 6),
        clauses=CLAUSES,
    )
    no = refusal(BARE, slot, {"a": (9, 9)})

    assert no.fix is not None


@pytest.mark.parametrize("partly", [False, True])
@pytest.mark.parametrize(
    "zone",
    [
        box_corners(3, 5, 11, 7.5),
        box_corners(20, 20, 24.3, 22.002),
        (Point(0, 40), Point(30, 48), Point(0, 48)),
        box_corners(5, 5, 5.2, 5.3),
    ],
)
def test_samples_are_those_of_a_search_without_bounds(
    zone: tuple[Point, ...],
    partly: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unit = {ModelId("rider"): 1.0, **{ModelId(n): 0.5 for n in TEN[:5]}}
    asked = replace(arrange(), models=unit, zone=zone, partly=partly)
    laid = scattered_zone(1)

    bounded = [asked.sample(laid, k, 5) for k in range(5)]
    monkeypatch.setattr(Arrange, "bounds", lambda _: EVERYWHERE)  # no bounds
    assert bounded == [asked.sample(laid, k, 5) for k in range(5)]


def test_where_nothing_fits_nothing_is_offered() -> None:
    slot = Arrange(
        US,
        clause="CC-33",
        asks="Deploy",
        unit=SQUAD,
        models={ModelId("a"): 0.5},
        zone=box_corners(5, 5, 5.9, 6),
        clauses=CLAUSES,
    )

    assert list(slot.samples(BARE, 3)) == []
    assert refusal(BARE, slot, {"a": (5.45, 5.5)}).fix is None


def test_an_arrangement_is_told_as_it_is_read() -> None:
    asked = arrange("a")

    assert spots_to_json(asked.read([["a", [1, 40]]])) == [["a", [1, 40]]]


def test_an_arrangement_is_moved_each_way_where_it_may_stand() -> None:
    """To the north is the end of the zone, to the east a model of another unit."""
    laid = table({}, {"foe": (13.2, 36.5)})
    near = [["a", [10.0, 36.5]], ["b", [12.0, 36.5]]]
    asked = arrange("a", "b")

    assert [*asked.around(laid, near, 1.0)] == [
        [["a", [10.0, 37.5]], ["b", [12.0, 37.5]]],
        [["a", [9.0, 36.5]], ["b", [11.0, 36.5]]],
    ]
    west = replace(asked, usable=lambda _, points: [at.y < 37 for at in points])
    assert [*west.around(laid, near, 1.0)] == [[["a", [9.0, 36.5]], ["b", [11.0, 36.5]]]]
