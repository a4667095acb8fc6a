"""Random streets: fit for a pursuit, as wide as asked for, and reproducible."""

from __future__ import annotations

from collections import Counter

import pytest

from game.content.maps.classes import Ground, Lamp
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import parse_map
from game.content.maps.writer import canonical
from game.mapgen.generator import NoRoomError
from game.systems.pursuit.content.map_classes import Arrival, CityPiece
from game.systems.pursuit.mapgen import GENERATOR, StreetPlan, make_street, usual_pieces
from game.systems.pursuit.rules.street_checks import unfit
from tests.mapgen.made_maps import generated_map as made_map
from tests.tiers import few

PLANS = [
    StreetPlan(),
    StreetPlan(length=60, pieces=15),
    StreetPlan(length=120, width=60, pieces=30),
    StreetPlan(width=42, pieces=12),
    StreetPlan(street=9.0, bend=3.0),
    StreetPlan(street=4.0, bend=0.5, ruins=0),
]


def pieces(made: MapFile) -> list[CityPiece]:
    return [one.what for _, one in made.objects() if isinstance(one.what, CityPiece)]


@pytest.mark.rule("PU-02")
@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("seed", few([3, 1, 2]))
def test_a_street_is_what_was_asked_for(plan: StreetPlan, seed: int) -> None:
    made = made_map("street", plan, seed)
    houses = pieces(made)

    assert (made.width, made.height) == (plan.length, plan.width)
    assert unfit(to_board(made), plan.street) == []
    assert Counter(house.size for house in houses) == dict.fromkeys((1, 2, 3), plan.pieces // 3)
    ruined = sum(house.condition == "ruin" for house in houses)
    assert abs(ruined - plan.pieces * plan.ruins / 100) <= 1.5
    names = [one.name for _, one in made.objects() if isinstance(one.what, CityPiece)]
    assert len(set(names)) == plan.pieces
    text = canonical(made)
    assert canonical(parse_map(text, "street.tmj")) == text


def test_a_seed_always_makes_the_same_street_and_another_seed_another() -> None:
    first, other = (canonical(made_map("street", StreetPlan(), seed)) for seed in (3, 1))

    assert first == canonical(make_street(StreetPlan(), 3))
    assert first != other


def test_an_unfit_street_is_not_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    # Rows that end 2 inches before the middle leave it clear from end to end.
    monkeypatch.setattr("game.systems.pursuit.mapgen.ATTEMPTS", 3)

    with pytest.raises(NoRoomError, match=r"no usable map in 3 tries; .* clear in a straight"):
        make_street(StreetPlan(bend=-2.0), 1)


def test_more_houses_than_find_room_are_refused_with_what_to_do() -> None:
    with pytest.raises(NoRoomError, match=r"of the 36 houses .* does not fit: ask for fewer"):
        make_street(StreetPlan(pieces=36), 1)


def test_a_long_table_takes_enough_houses_for_its_rows() -> None:
    # Six rows of two: there must be six of size 2 and six of size 3.
    why = "6 rows are more than 15 houses can make: ask for more, or for a shorter table"
    with pytest.raises(NoRoomError, match=why):
        make_street(StreetPlan(length=120, pieces=15), 1)
    assert make_street(StreetPlan(length=120, pieces=18), 1)


def test_measures_have_limits() -> None:
    assert list(GENERATOR.faults(StreetPlan())) == []
    wrong = StreetPlan(length=59, width=61, pieces=16, street=3.9, bend=3.1, ruins=101)
    assert [str(fault) for fault in GENERATOR.faults(wrong)] == [
        "--length: must be 60 to 120, not 59",
        "--width: must be 42 to 60, not 61",
        "--street: must be 4 to 9, not 3.9",
        "--bend: must be 0.5 to 3, not 3.1",
        "--ruins: must be 0 to 100, not 101",
        "--pieces: must be a multiple of 3, not 16: a third of each size",
    ]


@pytest.mark.parametrize("length", few(range(60, 121, 12), 2))
def test_the_usual_number_of_houses_finds_room_on_any_length(length: int) -> None:
    plan = StreetPlan(length=length, pieces=usual_pieces(length))
    assert len(pieces(make_street(plan, 5))) == 3 * (length // 14)


@pytest.mark.rule("PU-04")
@pytest.mark.parametrize("seed", few([1, 2, 3, 4]))
def test_the_end_where_both_sides_set_up_is_open(seed: int) -> None:
    # The third row stands 41.4" from the Arrival at the most, with houses of 8.5" behind it.
    made = made_map("street", StreetPlan(), seed)
    outlines = [one.outline for _, one in made.objects() if isinstance(one.what, CityPiece)]
    rear = [outline for outline in outlines if min(x for x, _ in outline) < 16.0]

    assert rear
    for outline in rear:
        ys = [y for _, y in outline]
        assert max(ys) <= 8.0 or min(ys) >= 40.0


def test_the_ground_is_the_same_wherever_the_street_has_rolled_to() -> None:
    """The table rolls 12 inches a turn; ground and lamps then lie in the places of others."""
    made = make_street(StreetPlan(length=96, pieces=24), 1)
    found = [one for _, one in made.objects() if isinstance(one.what, Ground | Lamp)]
    short = [one for one in found if one.width < 96 * 32]
    places = {(type(one.what), one.x, one.y, one.width) for one in short}

    assert len(short) == 2 * 8
    for kind, x, y, wide in places:
        assert (kind, (x + 12 * 32) % (96 * 32), y, wide) in places


def test_the_arrival_is_the_right_edge() -> None:
    made = made_map("street", StreetPlan(), 1)
    (arrival,) = [one for _, one in made.objects() if isinstance(one.what, Arrival)]

    assert arrival.outline == ((72.0, 0.0), (72.0, 48.0))
