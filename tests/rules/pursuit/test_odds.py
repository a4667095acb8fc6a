"""What keeping pace and slowing down may cost, by hand and as the rule itself plays it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.geometry.points import Point
from game.play.decisions import Choose
from game.play.dice import Dice
from game.play.game import Game, at_once
from game.rules.kit.forecast import forecast
from game.rules.kit.insight import Glance
from game.rules.kit.rows import every_row
from game.rules.pursuit.odds import Fate, ends, slows, stays, threats, totals
from game.rules.pursuit.pace import PACES
from game.rules.pursuit.rolling import roll_back
from game.rules.pursuit.words import stopped_in
from game.table.apply import apply
from game.table.board import Spot
from game.table.events import PieceCame, Placed
from game.table.records import Clock, ModelId, Where
from tests.rules.pursuit.streets import RIDERS, RULES, mustered, piece, rectangle, street

BIKE, GARGOYLE = ModelId("riders-bike-1-1"), ModelId("swarm-gargoyle-1-1")
MILL = piece("mill", rectangle(40, 21, 6, 6))
HEAP = piece("heap", rectangle(40, 21, 6, 6), 2, "ruin")


def laid(at: float, *pieces: Spot, who: ModelId = BIKE) -> Glance:
    """Return a Pursuit phase before it begins: one fig in the middle of the street."""
    table = mustered(street(*pieces))
    apply(table, Placed("PU-04", who, Point(at, 24.0), 90.0))
    table.clock = Clock(1, "pursuit")
    return Glance(table, RULES)


def about(fate: Fate) -> tuple[float, float, float]:
    return fate.dies, fate.lost, fate.taken


@pytest.mark.rule("PU-14")
def test_a_building_kills_by_its_hit_or_takes_along() -> None:
    look = laid(35, MILL)

    (threat,) = threats(look.table, BIKE)
    assert (threat.piece, threat.dice) == ("mill", 0)
    assert threat.far == pytest.approx(4.25)
    # Strength 5 against toughness 5: 4+, and no save.
    assert about(stays(look, BIKE)) == pytest.approx((1 / 2, 0, 1 / 2))
    # Against toughness 3: 2+.
    fate = stays(laid(35, MILL, who=GARGOYLE), GARGOYLE)
    assert about(fate) == pytest.approx((5 / 6, 0, 1 / 6))


@pytest.mark.rule("PU-14", "PU-15")
def test_who_is_taken_over_the_rear_edge_is_lost() -> None:
    # The mill meets it after 4.25 inches and has 7.75 to go; its rim is 7.7 off the edge.
    mill = piece("mill", rectangle(13.45, 21, 6, 6))

    assert about(stays(laid(8.45, mill), BIKE)) == pytest.approx((1 / 2, 1 / 2, 0))


@pytest.mark.rule("PU-14", "PU-22")
def test_a_ruin_is_four_dice_or_as_many_as_the_rule_rolls() -> None:
    look = laid(35, HEAP)
    fails = 1 - (5 / 6) ** 4

    assert [t.dice for t in threats(look.table, BIKE)] == [4]
    assert about(stays(look, BIKE)) == pytest.approx((fails / 2, 0, fails / 2))

    def tell(dice: Dice) -> tuple[bool, bool]:
        game = Game(RULES, look.table.fork(), dice)
        at_once(roll_back(game, "heap"))
        model = game.table.models[BIKE]
        return model.where is Where.GONE, bool(stopped_in(model))

    rows = every_row(tell, most=6**5)
    assert rows
    assert rows[True, False] == rows[False, True] == (1 - Fraction(5, 6) ** 4) / 2


@pytest.mark.rule("PU-13", "PU-15")
def test_slowing_down_is_weighed_for_each_total() -> None:
    # 5.75 inches to the rear edge: a 6 is too much, and nothing rolls.
    assert about(slows(laid(6.5), BIKE, 1)) == pytest.approx((0, 1 / 6, 0))
    # 6 and more of two dice: 26 of 36.
    assert about(slows(laid(6.5), BIKE, 2)) == pytest.approx((0, 26 / 36, 0))


@pytest.mark.rule("PU-13")
def test_what_stops_it_on_the_way_is_told() -> None:
    look = laid(50, MILL)

    (end,), fate = ends(look, BIKE, 9.0)
    assert (end.at, end.met, end.chance) == (Point(46.75, 24.0), "mill", 1.0)
    assert about(fate) == (0, 0, 0)
    # With 3 inches it stops short of it.
    (end,), _ = ends(look, BIKE, 3.0)
    assert (end.at, end.met) == (Point(47.0, 24.0), "")


@pytest.mark.rule("PU-22")
def test_backing_out_of_a_ruin_is_tested_on_the_way() -> None:
    look = laid(43, HEAP)

    *stopped, out = ends(look, BIKE, 3.5)[0]
    # 3.5 inches inside: a die at once and one after 2.
    assert [(end.at.x, end.stopped) for end in stopped] == [(43.0, True), (41.0, True)]
    chances = [end.chance for end in (*stopped, out)]
    assert chances == pytest.approx([1 / 12, 5 / 72, 25 / 36])
    assert about(ends(look, BIKE, 3.5)[1]) == pytest.approx((1 / 12 + 5 / 72, 0, 0))


@pytest.mark.rule("PU-24")
def test_mines_on_a_piece_come_before_it() -> None:
    look = laid(35, MILL)
    apply(look.table, PieceCame("PU-10", "spore-mines-1", Point(39.5, 24.0), on="mill"))

    first, second = threats(look.table, BIKE)
    assert first.far == pytest.approx(3.25)
    assert (first.mines, second.mines) == (True, False)
    # Strength 4 against toughness 5 is 5+, AP 4 leaves no armour; then the mill's 4+.
    assert about(stays(look, BIKE)) == pytest.approx((1 / 3 + 1 / 3, 0, 1 / 3))


@pytest.mark.rule("PU-11")
def test_the_question_about_pace_is_answered_beforehand() -> None:
    look = laid(35, MILL)
    asked = Choose(RIDERS, "PU-11", "pace?", PACES, about=BIKE, kind="pace")

    told = {f.what: f.value for f in forecast(look, asked, "keep")}
    assert told == pytest.approx({"dies": 1 / 2, "over the rear edge": 0, "taken back": 1 / 2})
    assert {f.what: f.value for f in forecast(look, asked, "slow-1")}["dies"] > 0


def test_totals_of_dice() -> None:
    assert totals(2)[7] == pytest.approx(6 / 36)
    assert totals(3)[3] == pytest.approx(1 / 216)
    assert sum(totals(3)) == pytest.approx(1)
