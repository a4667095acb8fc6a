from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.geometry.points import Disc, Point, gap
from game.play.decisions import IllegalAnswer
from game.play.moves.placement import Place
from game.play.moves.placement_regions import OnTable, PlacedAt, Region, Touching
from game.table.state import Table
from tests.play.tables import US

INCHES = st.floats(-60, 60).map(lambda x: round(x, 3))
MARKERS = Touching((Disc(Point(10, 10), 1.5), Disc(Point(20, 10), 2.5)), 1.5)


def place_marker(region: Region, *, turns: bool = False) -> Place:
    return Place(US, "CC-11", "Place the marker", region=region, about="mortar", turns=turns)


def test_a_place_is_read_as_a_point() -> None:
    assert place_marker(OnTable(48, 48)).read([1, 2.00049]) == PlacedAt(Point(1.0, 2.0))


def test_with_a_facing_it_is_read_as_three_numbers() -> None:
    assert place_marker(OnTable(48, 48), turns=True).read([1, 2, 450]) == PlacedAt(
        Point(1, 2), 90.0
    )
    assert place_marker(OnTable(48, 48), turns=True).read([1, 2]) == PlacedAt(Point(1, 2))


@pytest.mark.parametrize(
    "raw",
    [
        "here",
        [1],
        [1, 2, 3, 4],
        [True, 1],
        [float("nan"), 1],
        [1, 2, True],
        [1, 2, float("inf")],
    ],
)
def test_what_is_no_place_is_refused(raw: object) -> None:
    with pytest.raises(IllegalAnswer):
        place_marker(OnTable(48, 48), turns=True).read(raw)


def test_a_facing_that_is_not_asked_for_is_refused() -> None:
    with pytest.raises(IllegalAnswer):
        place_marker(OnTable(48, 48)).read([1, 2, 90])


def test_off_the_table_is_refused_with_the_nearest_place_on_it() -> None:
    with pytest.raises(IllegalAnswer, match="off the table") as no:
        place_marker(OnTable(48, 36)).judge(Table(), PlacedAt(Point(50, -1)))

    assert no.value.clause == "CC-11"
    assert no.value.fix == [48, 0]


def test_a_base_lies_wholly_on_the_table() -> None:
    region = OnTable(48, 36, 0.5)

    assert region.wrong(Point(0.5, 35.5)) is None
    assert region.wrong(Point(0.499, 20)) is not None
    assert region.nearest(Point(0, 40)) == (0.5, 35.5)


@pytest.mark.rule("CC-11")
@pytest.mark.parametrize(
    ("x", "touches"),
    [
        (13.0, True),
        (13.01, True),
        (12.99, True),
        (13.011, False),
        (12.989, False),
        (16.0, True),
    ],
)
def test_a_marker_touches_another_to_a_hundredth_of_an_inch(x: float, touches: bool) -> None:  # noqa: FBT001
    assert (MARKERS.wrong(Point(x, 10)) is None) is touches


@pytest.mark.rule("CC-11")
def test_a_marker_that_touches_none_is_moved_to_the_nearest_rim() -> None:
    with pytest.raises(IllegalAnswer, match="must touch") as no:
        place_marker(MARKERS).judge(Table(), PlacedAt(Point(10, 14), 30.0))

    assert no.value.fix == [10, 13, 30]
    assert MARKERS.nearest(Point(10, 10)) == (10, 7)  # straight up from its very middle
    assert MARKERS.nearest(Point(20, 30)) == (20, 14)


@pytest.mark.parametrize("region", [OnTable(48, 36), OnTable(48, 36, 0.63), MARKERS])
@settings(deadline=None)
@given(at=st.tuples(INCHES, INCHES))
def test_every_fix_and_every_sample_is_legal(region: Region, at: tuple[float, float]) -> None:
    asked = place_marker(region, turns=True)
    try:
        asked.judge(Table(), PlacedAt(Point(*at)))
    except IllegalAnswer as no:
        asked.judge(Table(), asked.read(no.fix))
    samples = list(asked.samples(Table(), 20))
    for raw in samples:
        asked.judge(Table(), asked.read(raw))
    assert len({(x, y) for x, y, _ in samples}) == 20


def test_samples_fill_the_table() -> None:
    corners = {(x > 24, y > 18) for x, y in place_marker(OnTable(48, 36)).samples(Table(), 8)}

    assert len(corners) == 4


@pytest.mark.rule("CC-11")
def test_samples_go_round_every_marker() -> None:
    spots = [
        place_marker(MARKERS).read(raw).at for raw in place_marker(MARKERS).samples(Table(), 16)
    ]

    for disc in MARKERS.discs:
        assert sum(abs(gap(Disc(at, 1.5), disc)) <= 0.01 for at in spots) >= 8
