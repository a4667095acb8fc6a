"""Dangers of keeping pace and slowing down, by hand and by the rule itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.cores.kit.queries import TableView, forecast
from game.geometry.points import Point
from game.play.decisions import Choose, CommonKind
from game.systems.pursuit.rules.danger import (
    BLAST,
    EVERY_PACE,
    RUBBLE,
    Cause,
    Danger,
    HazardChance,
    danger,
)
from game.systems.pursuit.rules.pursuit_phase import PACES
from game.systems.pursuit.rules.state import FOUGHT, STOPPED, mark_event
from game.systems.pursuit.rules.threats import threats
from game.table.apply import apply
from game.table.board import Spot
from game.table.events import PieceCame, Placed
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
MATE = ModelId("riders-bike-2-1")
MILL = piece("mill", rectangle(40, 21, 6, 6))
HEAP = piece("heap", rectangle(40, 21, 6, 6), 2, "ruin")
BY_MILL, BY_HEAP = Cause("mill", "PU-14"), Cause("heap", "PU-14")


def view_of_street(at: float, *pieces: Spot, model_id: ModelId = BIKE) -> TableView:
    """Return a Pursuit phase before it begins: one model in the middle of the street."""
    table = mustered(street(*pieces))
    apply(table, Placed("PU-04", model=model_id, at=Point(at, 24.0), facing=90.0))
    table.clock = Clock(1, "pursuit")
    return TableView(table, RULES)


def stand_at(
    view: TableView, model_id: ModelId, x: float, y: float = 24.0, facing: float = 90.0
) -> None:
    apply(view.table, Placed("PU-04", model=model_id, at=Point(x, y), facing=facing))


def about(found: Danger) -> tuple[float, float, float, float, float]:
    return found.dies, found.lost, found.stopped, found.swept, found.backs


@pytest.mark.rule("PU-14")
def test_a_building_kills_by_its_hit_or_takes_along() -> None:
    view = view_of_street(35, MILL)

    (threat,) = threats(view.table, BIKE)
    assert (threat.piece, threat.dice) == ("mill", 0)
    assert threat.distance == pytest.approx(4.25)
    # Strength 5 against toughness 5: 4+, and no save.
    found = danger(view, BIKE)
    assert about(found) == pytest.approx((1 / 2, 0, 0, 1, 0))
    assert found.causes == {BY_MILL: HazardChance(1.0, 0.5)}
    assert found.exact
    # Against toughness 3: 2+.
    found = danger(view_of_street(35, MILL, model_id=GARGOYLE), GARGOYLE)
    assert about(found) == pytest.approx((5 / 6, 0, 0, 1, 0))


@pytest.mark.rule("PU-14")
@pytest.mark.parametrize(("at", "swept"), [(27.25, 0), (27.251, 1), (49.0, 0)])
def test_a_piece_comes_no_further_than_it_rolls(at: float, swept: int) -> None:
    # The mill's rear side comes from 40 to 28: a base of 0.75" at 27.25 it only touches.
    assert danger(view_of_street(at, MILL), BIKE).swept == swept


@pytest.mark.rule("PU-14", "PU-15")
def test_who_is_taken_over_the_rear_edge_is_lost() -> None:
    # The mill meets it after 4.25 inches and has 7.75 to go; its rim is 7.7 off the edge.
    mill = piece("mill", rectangle(13.45, 21, 6, 6))

    assert about(danger(view_of_street(8.45, mill), BIKE)) == pytest.approx(
        (1 / 2, 1 / 2, 0, 1, 0)
    )


@pytest.mark.rule("PU-14", "PU-22")
def test_a_ruin_is_a_die_for_each_two_inches_that_it_slides_across() -> None:
    view = view_of_street(35, HEAP)
    fails = 1 - (5 / 6) ** 4

    assert [t.dice for t in threats(view.table, BIKE)] == [4]
    found = danger(view, BIKE)
    assert about(found) == pytest.approx((fails / 2, 0, fails / 2, 1, 0))
    assert found.causes[BY_HEAP].strikes == pytest.approx(fails)
    assert found.causes[BY_HEAP].kills == pytest.approx(fails / 2)


@pytest.mark.rule("PU-14")
def test_one_piece_after_another() -> None:
    # First the heap, 4 dice; a model that it does not stop is struck by the mill behind it.
    mill = piece("mill", rectangle(47, 21, 6, 6))
    view = view_of_street(40.9, piece("heap", rectangle(42, 21, 3, 6), 2, "ruin"), mill)
    passes = (5 / 6) ** 3
    found = danger(view, BIKE)

    # The heap is 3" long and the base 1.5": 4.5 inches are three dice.
    assert [t.dice for t in threats(view.table, BIKE)] == [3, 0]
    assert found.causes[BY_HEAP].strikes == pytest.approx(1 - passes)
    # A stopped model goes back with the heap, 7.65 inches at least, and the mill comes to 35.
    assert found.causes[BY_MILL].strikes == pytest.approx(passes)
    assert found.stopped == pytest.approx((1 - passes) / 2)
    assert found.dies == pytest.approx(1 / 2)
    assert found.exact


@pytest.mark.rule("PU-11", "PU-15")
def test_slowing_down_is_weighed_for_each_total() -> None:
    # 5.75 inches to the rear edge: a 6 is too much, and nothing rolls.
    view = view_of_street(6.5)
    assert about(danger(view, BIKE, "slow-1")) == pytest.approx((0, 1 / 6, 0, 0, 0))
    # 6 and more of two dice: 26 of 36; of three all but 3 to 5, which are 10 of 216.
    assert danger(view, BIKE, "slow-2").lost == pytest.approx(26 / 36)
    assert danger(view, BIKE, "slow-3").lost == pytest.approx(206 / 216)
    assert danger(view, BIKE).lost == 0


@pytest.mark.rule("PU-11", "PU-16")
def test_who_fought_in_the_phase_before_the_next_may_slow_down_in_it() -> None:
    view = view_of_street(6.5)
    view.table.clock = Clock(1, "movement")
    apply(view.table, mark_event("PU-20", BIKE, FOUGHT))

    # 5.75 inches to the rear edge: a 6 is too much.
    assert danger(view, BIKE, "slow-1").lost == pytest.approx(1 / 6)


@pytest.mark.rule("PU-07", "PU-09", "PU-14")
def test_the_phase_goes_on_when_a_piece_has_left_the_table() -> None:
    # The shed goes first, and waits behind the mill to come back; the mill is still to roll.
    shed = piece("shed", rectangle(2, 21, 6, 6))

    assert about(danger(view_of_street(35, shed, MILL), BIKE)) == pytest.approx(
        (1 / 2, 0, 0, 1, 0)
    )


@pytest.mark.rule("PU-11", "PU-14")
def test_who_slows_down_far_enough_is_out_of_the_way() -> None:
    # The heap comes to 28: a model at 35 - n is swept if that is more than 27.25.
    found = danger(view_of_street(35, MILL), BIKE, "slow-2")

    # 2 to 7 of two dice: 21 of 36.
    assert about(found) == pytest.approx((21 / 72, 0, 0, 21 / 36, 0))


@pytest.mark.rule("PU-13")
def test_who_backs_into_a_piece_takes_no_harm() -> None:
    # 3.25 inches behind it is the mill, which has rolled already.
    view = view_of_street(50, MILL)
    view.table.queue = (BIKE,)
    view.table.notes["pursuit"] = replace(RULES.pages["pursuit"].blank, rolled=1)

    # 3.25 inches and more: 4, 5 and 6.
    assert about(danger(view, BIKE, "slow-1")) == pytest.approx((0, 0, 0, 0, 1 / 2))
    assert danger(view, BIKE, "slow-2").backs == pytest.approx(33 / 36)
    assert danger(view, BIKE).backs == 0


@pytest.mark.rule("PU-12", "PU-15")
def test_who_faces_away_has_no_choice() -> None:
    view = view_of_street(12.7)
    stand_at(view, BIKE, 12.7, facing=136.0)

    # 11.95 inches to the edge, and 12 to go.
    assert [danger(view, BIKE, pace, BIKE).lost for pace in EVERY_PACE] == [1.0] * 4
    stand_at(view, BIKE, 12.7, facing=135.0)
    assert danger(view, BIKE).lost == 0


@pytest.mark.rule("PU-23")
def test_who_is_stopped_goes_back_with_the_piece() -> None:
    view = view_of_street(42, HEAP)
    apply(view.table, mark_event("PU-23", BIKE, STOPPED, "heap"))

    assert about(danger(view, BIKE, "slow-1")) == (0, 0, 1, 1, 0)


@pytest.mark.rule("PU-22")
def test_backing_out_of_a_ruin_is_tested_on_the_way() -> None:
    view = view_of_street(42.5, HEAP)
    view.table.queue = (BIKE,)
    view.table.notes["pursuit"] = replace(RULES.pages["pursuit"].blank, rolled=1)
    # The rim is out after 3.25 inches: a die at once, one after 2 inches if it goes so far.
    one, two = 1 / 6, 1 - (5 / 6) ** 2
    fails = (2 * one + 4 * two) / 6

    found = danger(view, BIKE, "slow-1")
    assert about(found) == pytest.approx((fails / 2, 0, fails / 2, 0, 0))
    assert found.causes[RUBBLE].strikes == pytest.approx(fails)


@pytest.mark.rule("PU-24")
def test_where_mines_are_it_is_not_exact() -> None:
    view = view_of_street(35, MILL)
    apply(view.table, PieceCame("PU-10", "spore-mines-1", Point(39.5, 24.0), on="mill"))

    first, second = threats(view.table, BIKE)
    assert first.distance == pytest.approx(3.25)
    assert (first.mines, second.mines) == (True, False)
    found = danger(view, BIKE)
    assert not found.exact
    assert BLAST not in found.causes
    # 20 inches aside no marker comes near.
    far = view_of_street(35, MILL)
    apply(far.table, PieceCame("PU-10", "spore-mines-1", Point(39.5, 4.0), on="mill"))
    assert danger(far, BIKE).exact


@pytest.mark.rule("PU-14", "PU-19")
@pytest.mark.parametrize(
    ("x", "y", "exact"),
    [
        (33.0, 24.0, False),  # it is taken into that one
        (37.0, 24.0, False),  # that one is taken into it
        (33.0, 27.0, True),  # beside its path
        (20.0, 24.0, True),  # further back than it comes
    ],
)
def test_where_others_may_come_into_it_it_is_not_exact(
    x: float, y: float, *, exact: bool
) -> None:
    view = view_of_street(35, MILL)
    stand_at(view, MATE, x, y)

    assert danger(view, BIKE).exact is exact


@pytest.mark.rule("PU-07")
def test_where_dice_say_who_is_first_it_is_not_exact() -> None:
    assert not danger(view_of_street(43, HEAP), BIKE).exact
    assert danger(view_of_street(42.98, HEAP), BIKE).exact


@pytest.mark.rule("PU-11")
def test_the_question_about_pace_is_answered_beforehand() -> None:
    view = view_of_street(35, MILL)
    asked = Choose(
        RIDERS, clause="PU-11", asks="pace?", options=PACES, about=BIKE, kind=CommonKind.PACE
    )

    found = [(f.what, f.value, f.clause) for f in forecast(view, asked, "keep")]
    assert found == [
        ("dies", 0.5, "PU-14"),
        ("struck by mill", 1.0, "PU-14"),
        ("lost", 0.0, "PU-15"),
        ("swept up", 1.0, "PU-14"),
        ("stuck", 0.0, "PU-23"),
    ]
    assert {f.what: f.value for f in forecast(view, asked, "slow-1")}["dies"] > 0


@pytest.mark.rule("PU-07", "PU-11")
def test_who_is_asked_is_out_of_the_queue_and_has_its_turn_all_the_same() -> None:
    view = view_of_street(6.5)
    view.table.notes["pursuit"] = replace(RULES.pages["pursuit"].blank, rolled=1)
    asked = Choose(
        RIDERS, clause="PU-11", asks="pace?", options=PACES, about=BIKE, kind=CommonKind.PACE
    )

    assert danger(view, BIKE, "slow-1", BIKE).lost == pytest.approx(1 / 6)
    found = {f.what: f.value for f in forecast(view, asked, "slow-2")}
    assert found["lost"] == pytest.approx(26 / 36)
    # A model that was handled before does not move any more.
    assert danger(view, BIKE, "slow-1").lost == 0


@pytest.mark.rule("PU-11")
def test_the_table_stays_as_it_is() -> None:
    view = view_of_street(35, MILL, HEAP)
    before = view.table.fork()
    for pace in EVERY_PACE:
        danger(view, BIKE, pace, BIKE)

    assert view.table == before
