"""The steady bot and the sewers: nests, exits, corridors and the flood."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from game.bots.protocol import run_to_completion
from game.bots.steady.unit_paths import CrowdMap, crowd_around
from game.bots.steady.walking_distance import field_to
from game.cores.classic.bot.assessment import ClassicAssessment
from game.cores.classic.bot.charge import alone_there
from game.cores.classic.bot.movement import best_march
from game.cores.classic.bot.objectives import ScoringSite, expected_points, scoring_sites
from game.cores.classic.bot.site_assignments import main_body
from game.cores.classic.rules.movement import CLAUSES, COHERENCY
from game.cores.kit.difficult_ground import reach_of
from game.geometry.points import Disc, Point, distance
from game.geometry.polygons import off_polygon, off_segment
from game.play.decisions import Choose, Option
from game.play.moves.march import March
from game.play.session import Session
from game.rules.battles import prepare
from game.systems.flood.bot import hazard as flood
from game.systems.flood.rules import PAGE, FloodState, water_of
from game.systems.flood.rules.odds import core_of, sure_fates
from game.table.board import BARE
from game.table.records import Clock, ModelId, Side, UnitId, Where
from tests.bots.shipped_weights import CLASSIC
from tests.tools.weighed_answers import best_of

WARDENS, BROOD = Side("wardens"), Side("brood")
SQUAD, SCOUTS = UnitId("wardens-second-squad"), UnitId("wardens-scouts")


def sewer(
    scenario: str,
    round_: int,
    unit_id: UnitId,
    at: list[tuple[float, float]],
    *,
    came: int = 1,
    turns: int = 6,
) -> Session:
    """Return a sewer with one unit on the table, in its Movement phase."""
    session = prepare(scenario, seed=1, map_="sewer-bend", options={"turns": turns}).session()
    table = session.table
    side = table.units[unit_id].side
    table.zones = {Side(zone.side): zone.id for zone in table.board.zones if zone.side}
    table.clock = Clock(round_, "movement", side)
    table.first = WARDENS
    table.notes = {**table.notes, PAGE.name: FloodState("upper mouth", came)}
    stand_at(session, unit_id, at)
    return session


def stand_at(session: Session, unit_id: UnitId, at: list[tuple[float, float]]) -> None:
    models = session.table.models
    for id_, spot in zip(session.table.units[unit_id].models, at, strict=False):
        models[id_] = replace(models[id_], at=Point(*spot), where=Where.TABLE)


def marched(session: Session, unit_id: UnitId) -> dict[ModelId, Point]:
    """Return the positions of a unit after the move that the bot values most."""
    table = session.table
    side = table.units[unit_id].side
    model_limits = reach_of(table, unit_id, {m.id: 6.0 for m in table.of(unit_id)})
    asked = March(
        side,
        "CC-18",
        "?",
        unit=unit_id,
        model_limits=model_limits,
        clauses=CLAUSES,
        chain=COHERENCY,
    )
    thoughts = best_march(ClassicAssessment(session.game, side, CLASSIC), asked)
    raw = dict(best_of(run_to_completion(thoughts)))
    return {m.id: Point(*raw[m.id][-1]) if m.id in raw else m.at for m in table.of(unit_id)}


# Position values


@pytest.mark.rule("MI-01")
def test_the_wardens_must_be_there_for_as_many_turns_as_charges_are_missing() -> None:
    """Eight inches cost a turn, being away half a turn more: 5 - 3 - 1.5 leaves half a turn."""
    nest = ScoringSite("nest", at=Point(0, 0), value=10.0, reach=2.0, turns=3)

    assert expected_points(CLASSIC, nest, [0.0], 3) == pytest.approx(10.0 * 0.5)
    assert expected_points(CLASSIC, nest, [8.0], 5) == pytest.approx(10.0 * 0.6 * 0.85**0.75)
    assert expected_points(CLASSIC, nest, [8.0], 4) == pytest.approx(10.0 * 0.4 * 0.85**0.75)


@pytest.mark.rule("MI-02")
def test_every_model_that_may_come_to_an_exit_counts() -> None:
    """One model is there. Another needs two of the two remaining turns: even odds."""
    gate = ScoringSite("exit", at=Point(0, 0), value=1.0, reach=0.01, each=True)

    assert expected_points(CLASSIC, gate, [0.0, 16.0], 3) == pytest.approx(1.0 + 0.5 * 0.85)


@pytest.mark.rule("MI-01")
def test_a_charge_that_was_placed_leaves_fewer_turns_to_be_there() -> None:
    session = sewer("the_nest", 4, SQUAD, [(5.0, 10.0)])
    assert [s.turns for s in scoring_sites(session.game, WARDENS, CLASSIC)] == [3]

    session.table.scores[WARDENS] = 2

    assert [s.turns for s in scoring_sites(session.game, WARDENS, CLASSIC)] == [1]
    assert [s.turns for s in scoring_sites(session.game, BROOD, CLASSIC)] == [0]


@pytest.mark.rule("MI-01")
def test_to_lock_the_only_one_at_the_nest_is_worth_a_charge() -> None:
    """Ten points for the three missing charges: a third of them a turn."""
    session = sewer("the_nest", 4, SQUAD, [(8.5, 38.0)])
    stand_at(session, SCOUTS, [(12.0, 20.0)])
    assessment = ClassicAssessment(session.game, BROOD, CLASSIC)
    squad, scouts = assessment.summary(SQUAD), assessment.summary(SCOUTS)

    assert alone_there(assessment.theirs, assessment.foes, squad) == pytest.approx(10.0 / 3)
    assert alone_there(assessment.theirs, assessment.foes, scouts) == 0.0

    stand_at(session, SCOUTS, [(8.5, 35.0)])
    assessment = ClassicAssessment(session.game, BROOD, CLASSIC)
    assert alone_there(assessment.theirs, assessment.foes, squad) == 0.0


# Paths


def test_a_squad_goes_through_a_corridor_together() -> None:
    """Two ranks and one model behind, in the south passage of 5": none is left behind."""
    at = [(4.5, 18.5), (5.5, 18.5), (4.5, 19.5), (5.5, 19.5), (4.5, 20.5)]
    session = sewer("the_nest", 3, SQUAD, at)

    ends = marched(session, SQUAD)

    gone = [distance(session.table.models[m].at, end) for m, end in ends.items()]
    assert min(gone) > 4.5


def test_who_is_wedged_in_between_two_comes_out_straight() -> None:
    """Both neighbours are in contact: the only way out is at right angles to the rank."""
    field = field_to(BARE, 0.5, Point(44.5, 22.5))
    rank = {ModelId(str(n)): Disc(Point(19.492, 20.242 + n), 0.5) for n in (1, 2, 3)}

    others = crowd_around(rank, ModelId("2"), 6.0)
    crowd = CrowdMap(field.ground, rank[ModelId("2")], 6.0, others)
    path = next(crowd.paths(field, [], 2.0))

    assert path[-1].x > 19.492 + 4.5
    for a, b in pairwise(path):
        assert min(off_segment(rank[ModelId(n)].at, (a, b)) for n in "13") > 1.0 - 1e-5


@pytest.mark.rule("MI-01")
def test_attackers_go_right_up_to_the_nest() -> None:
    session = sewer("the_nest", 4, SQUAD, [(8.0, 30.0), (9.0, 30.0), (10.0, 30.0)])
    nest = scoring_sites(session.game, WARDENS, CLASSIC)[0].at

    ends = marched(session, SQUAD)

    assert min(distance(end, nest) - 0.5 for end in ends.values()) <= 2.0


@pytest.mark.rule("MI-02")
def test_who_can_leaves_by_the_exit() -> None:
    session = sewer("crossing", 6, SQUAD, [(42.5, 38.0), (42.5, 39.0), (42.5, 37.0)])
    (gate,) = scoring_sites(session.game, WARDENS, CLASSIC)

    ends = marched(session, SQUAD)

    assert all(off_polygon(end, gate.outline) - 0.5 <= 0.01 for end in ends.values())


# The flood


@pytest.mark.rule("FF-06")
@pytest.mark.parametrize(
    ("round_", "came", "chance"),
    [(1, 0, 1 / 6), (2, 0, 1 / 2), (3, 0, 5 / 6), (4, 0, 1.0), (4, 3, 0.0), (0, 0, 0.0)],
)
def test_the_bot_knows_when_the_flood_is_due(round_: int, came: int, chance: float) -> None:
    session = sewer("the_nest", round_, SQUAD, [(5.0, 10.0)], came=came)

    assert flood.chance(session.game) == pytest.approx(chance)


@pytest.mark.rule("FF-02", "FF-08", "FF-16")
def test_what_the_flood_may_cost_by_the_rules() -> None:
    """S 3 is swept on 4+; S1 to S3 against T 3 are 6+, 5+ (twice as bad), 4+; 6 inches free."""
    session = sewer("the_nest", 4, SQUAD, [(5.0, 10.0)], came=0)
    model = session.table.of(SQUAD)[0]
    hurt = 2 / 6 * 1 / 6 + 3 / 6 * 2 / 6 + 1 / 6 * 3 / 6
    dashed = 1 / 6 * 3 / 6

    assert flood.loss(session.game, model, Point(7.0, 10.0)) == pytest.approx(
        0.5 * (0.25 + hurt + dashed)
    )
    assert flood.loss(session.game, model, Point(12.5, 7.5)) == 0.0


@pytest.mark.rule("FF-06")
def test_the_bot_fears_no_flood_after_the_last_turn() -> None:
    """The flood that would come without a roll in turn 5 finds the battle over after four."""
    longer, last = (
        sewer("the_nest", 4, SQUAD, [(5.0, 10.0)], came=0, turns=turns) for turns in (5, 4)
    )

    assert flood.chance(longer.game) == 1.0
    assert flood.chance(last.game) == 0.0


@pytest.mark.rule("FF-13", "FF-16", "FF-17")
def test_a_model_is_dashed_by_the_faces_that_carry_it_all_the_way() -> None:
    """A wall is 2.5" downstream: of the faces 3 to 6 comes a second hit, S3 on T3.

    By the rules it falls on 4+, and lives through the first hit, S1, five times of six.
    """
    session = sewer("the_nest", 4, SQUAD, [(28.0, 15.5)], came=0)
    model, core = session.table.of(SQUAD)[0], core_of(session.game)
    hurt = 2 / 6 * 1 / 6 + 3 / 6 * 2 / 6 + 1 / 6 * 3 / 6
    dashed = 4 / 6 * 3 / 6

    assert core
    assert sure_fates(session.game, core)[model.id].dashed == Fraction(3, 6) * Fraction(
        4, 6
    ) * Fraction(5, 6)
    assert flood.loss(session.game, model, model.at) == pytest.approx(
        0.5 * (0.25 + hurt + dashed)
    )


@pytest.mark.rule("FF-02", "FF-06")
def test_who_waits_for_the_flood_waits_where_it_is_dry() -> None:
    """The exit is too far off to hurry, the west gantry is 1" off. Later the model goes on."""
    at = [(13.5, 9.5), (14.5, 9.5), (15.5, 9.5)]
    due = sewer("crossing", 4, SQUAD, at, came=0)
    past = sewer("crossing", 4, SQUAD, at, came=3)
    dry = water_of(due.table).out_of_reach

    assert all(dry(end) for end in marched(due, SQUAD).values())
    assert not any(dry(end) for end in marched(past, SQUAD).values())


@pytest.mark.rule("FF-19")
def test_the_main_body_is_the_group_nearer_to_the_nest() -> None:
    at = [(6.0, 12.0), (7.0, 12.0), (5.0, 24.0), (5.0, 25.0)]
    session = sewer("the_nest", 4, SQUAD, at)
    far, near = session.table.units[SQUAD].models[0], session.table.units[SQUAD].models[2]
    asked = Choose(
        WARDENS,
        clause="FF-19",
        asks="?",
        options=(Option(far, "far"), Option(near, "near")),
        about=SQUAD,
    )

    assert main_body(ClassicAssessment(session.game, WARDENS, CLASSIC), asked) == near
