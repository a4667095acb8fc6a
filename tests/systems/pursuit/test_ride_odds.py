"""Forecasts of a ride, compared with values worked by hand and with the rule itself."""

from __future__ import annotations

import pytest

from game.cores.kit.queries import (
    ENCOUNTERS,
    FACTS,
    REACHES,
    ConsideredAnswer,
    Encounter,
    MoveOutcomes,
    TableView,
    forecast,
)
from game.geometry.points import Point
from game.play.decisions import Aim
from game.play.moves.single_move import Ride, RideSegment, Stretches
from game.systems.pursuit.rules.movement import ACCELERATE, DEFAULT_MODE
from game.table.apply import apply
from game.table.board import Spot
from game.table.events import PieceCame, Placed, Reason
from game.table.records import Clock, ModelId
from tests.systems.pursuit.pursuit_tables import (
    RIDERS,
    RULES,
    mustered,
    piece,
    rectangle,
    street,
)

BIKE, GARGOYLE = ModelId("riders-bike-1-1"), ModelId("swarm-gargoyle-1-1")
"""The bike's base radius is 0.75", its toughness 5: a hit at S5 wounds on 4+."""
MILL = piece("mill", rectangle(40, 21, 6, 6))
HEAP = piece("heap", rectangle(40, 21, 6, 6), 2, "ruin")
ON = (RideSegment(0.0, 6.0),)
FAST = (RideSegment(0.0, 12.0),)


def view_of_street(at: float, *pieces: Spot) -> TableView:
    """Return a bike in the middle of the street, facing the Arrival."""
    table = mustered(street(*pieces))
    apply(table, Placed("PU-04", model=BIKE, at=Point(at, 24.0), facing=90.0))
    table.clock = Clock(1, "movement")
    return TableView(table, RULES)


def considered_ride(path: Stretches) -> ConsideredAnswer:
    return ConsideredAnswer(
        Ride(RIDERS, clause="PU-18", asks="Ride", model=BIKE, gaits=(DEFAULT_MODE, ACCELERATE)),
        path,
    )


def met(view: TableView, path: Stretches) -> list[Encounter]:
    return [*ENCOUNTERS.of(view, considered_ride(path))]


def words_and_clauses(view: TableView, path: Stretches) -> list[tuple[str, str]]:
    return [(one.words, one.clause) for one in met(view, path)]


def reach(view: TableView, path: Stretches) -> MoveOutcomes:
    (one,) = REACHES.of(view, considered_ride(path))
    return one


@pytest.mark.rule("PU-18")
def test_on_open_ground_it_comes_to_the_end_of_its_way_and_faces_along_it() -> None:
    view = view_of_street(20)
    (end,) = reach(view, (RideSegment(0.0, 2.0), RideSegment(45.0, 0.0))).endings

    assert words_and_clauses(view, ON) == []
    assert end.at == Point(22.0, 24.0)
    assert (end.heading, end.chance) == (135.0, 1.0)
    assert reach(view, ON).stop == ""


@pytest.mark.rule("PU-22", "PU-23")
def test_a_ruin_asks_for_a_die_and_one_in_six_ends_there() -> None:
    view = view_of_street(35, HEAP)
    may = reach(view, ON)

    (one,) = met(view, ON)
    assert one.at == pytest.approx((39.25, 24.0), abs=0.0015)
    assert one.clause == "PU-22"
    # 1.75" inside it: no second die. A 1 kills on 4+, and else stops it there.
    stopped, through = may.endings
    assert stopped.at == one.at
    assert through.at == Point(41.0, 24.0)
    assert (stopped.chance, through.chance) == pytest.approx((1 / 12, 5 / 6))
    assert may.dies == pytest.approx(1 / 12)


@pytest.mark.rule("PU-22")
def test_each_two_inches_in_it_ask_for_another_die() -> None:
    view = view_of_street(35, HEAP)

    # From 4.25" to 11.75" it is inside: 7.5", four dice.
    assert len(met(view, FAST)) == 4
    assert reach(view, FAST).dies == pytest.approx((1 - (5 / 6) ** 4) / 2)
    figures = forecast(view, considered_ride(()).decision, FAST)
    assert [f.what for f in figures] == ["dies", "stuck"]


@pytest.mark.rule("PU-21")
def test_a_wall_hits_it_and_ends_its_way() -> None:
    view = view_of_street(35, MILL)
    may = reach(view, FAST)

    assert words_and_clauses(view, FAST) == [
        ("hits the mill: S5 hit without a save, and stops", "PU-21")
    ]
    assert [(end.at, end.chance) for end in may.endings] == [(Point(39.25, 24.0), 0.5)]
    assert may.dies == 0.5
    assert may.stop == "stopped by the mill"


@pytest.mark.rule("PU-20")
def test_an_enemy_on_the_way_is_a_combat_in_which_it_charges() -> None:
    view = view_of_street(20)
    apply(view.table, Placed("PU-04", model=GARGOYLE, at=Point(25.0, 24.0), facing=90.0))

    assert words_and_clauses(view, ON) == [("charges First gargoyle", "PU-20")]
    (combat,) = met(view, ON)
    assert (combat.harm, combat.warns, combat.good) == (0.0, False, False)
    (end,) = reach(view, ON).endings
    assert end.at.x < 24.25
    assert reach(view, ON).stop == "charges First gargoyle"


@pytest.mark.rule("PU-24")
def test_mines_go_off_at_a_touch_and_it_rides_on_if_it_lives() -> None:
    view = view_of_street(35, MILL)
    apply(
        view.table,
        PieceCame("PU-10", piece="spore-mines-1", at=Point(39.0, 25.0), turned=0.0, on="mill"),
    )
    first, second = met(view, ON)

    assert first.words == "mines: 3 blasts, S4 AP4"
    assert second.clause == "PU-21"
    # S4 wounds toughness 5 on 5+, and AP4 goes through a save of 4+.
    assert first.harm == pytest.approx(1 / 3)
    assert reach(view, ON).dies == pytest.approx(1 / 3 + 2 / 3 / 2)


@pytest.mark.rule("PU-26")
def test_through_the_arrival_it_leaves() -> None:
    view = view_of_street(68)
    may = reach(view, ON)

    assert words_and_clauses(view, ON) == [("out through the Arrival", "PU-26")]
    assert may.lost == 1.0
    assert may.exit
    assert not may.endings
    assert may.stop == "leaves"


@pytest.mark.rule("PU-12")
@pytest.mark.parametrize(("turn", "warned"), [(45.0, False), (46.0, True)])
def test_a_facing_that_costs_it_its_pace_is_told(turn: float, warned: bool) -> None:  # noqa: FBT001
    view = view_of_street(20)
    turned = ConsideredAnswer(
        Aim(RIDERS, clause="PU-21", asks="Turn", about=BIKE, middle=90.0, spread=180.0),
        90.0 + turn,
    )
    words = f'faces {turn:.0f}° away from the Arrival: 12" back next turn'

    assert [one.words for one in ENCOUNTERS.of(view, turned)] == [words] * warned


@pytest.mark.rule("PU-12")
@pytest.mark.parametrize(("turn", "warned"), [(45.0, False), (46.0, True)])
def test_a_fig_that_faces_so_tells_it_too(turn: float, warned: bool) -> None:  # noqa: FBT001
    view = view_of_street(20)
    apply(view.table, Placed("PU-04", model=BIKE, at=Point(20.0, 24.0), facing=90.0 + turn))
    warning = Reason(0, f'Faces {turn:.0f}° away from the Arrival: goes 12" back', "PU-12")

    found = [fact for fact in FACTS.of(view, BIKE) if fact.clause == "PU-12"]
    assert found == [warning] * warned


@pytest.mark.rule("PU-12")
def test_a_ride_that_ends_astray_tells_it_where_it_ends() -> None:
    view = view_of_street(20)
    apply(view.table, Placed("PU-04", model=BIKE, at=Point(20.0, 24.0), facing=100.0))

    # It turns to 145°: 55° off the Arrival. 2" at 10° below the level: 1.970 and 0.347.
    (one,) = met(view, (RideSegment(0.0, 2.0), RideSegment(45.0, 0.0)))
    assert (one.clause, one.at) == ("PU-12", Point(21.97, 24.347))
