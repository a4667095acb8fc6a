"""The steady bot's judgement of small positions, worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.bots.protocol import run_to_completion
from game.bots.registry import policy
from game.bots.steady.walking_distance import field_to
from game.content.situations.situation_files import load_situation
from game.cores.classic.bot.assessment import ClassicAssessment
from game.cores.classic.bot.charge import charge, rough_charge
from game.cores.classic.bot.expected_losses import expected_loss
from game.cores.classic.bot.movement import best_march
from game.cores.classic.bot.runs import run_worth
from game.cores.classic.bot.shooting import target
from game.cores.classic.bot.unit_placement import UnitPlacement
from game.cores.classic.bot.weights import ClassicWeights
from game.cores.classic.rules.movement import CLAUSES, COHERENCY
from game.cores.kit.difficult_ground import reach_of
from game.cores.kit.queries import TableView
from game.geometry.points import Point, distance
from game.play.decisions import PASS, Choose, CommonKind, Option, pass_option
from game.play.dice_sequences import SeededDice
from game.play.moves.march import March
from game.play.session import Session
from game.rules.battles import prepare
from game.rules.situation_setup import set_up
from game.table.board import Board, ObjectiveMarker, Terrain, TerrainKind, terrain
from game.table.records import Clock, Profile
from tests.bots.shipped_weights import CLASSIC
from tests.cores.classic.odds_tables import CLAWS, RENDING, RIFLE, US, A, B, Row, duel, row_of
from tests.tools.situations import SITUATIONS
from tests.tools.weighed_answers import best_of

WARDEN = Profile("warden", sv=5, weapons=(RIFLE,))
HUNTER = Profile("hunter", ws=6, bs=0, s=4, t=4, i=6, a=2, ld=10, sv=5, weapons=(RENDING,))
BEAST = Profile("beast", i=5, a=2, ld=6, sv=6, weapons=(CLAWS,), types=("beast",))


def position(
    ours: Row,
    theirs: Row,
    *,
    round_: int = 1,
    marker: Point | None = None,
    other_marker: Point | None = None,
    ground: tuple[Terrain, ...] = (),
) -> TableView:
    """Return two units and a marker, by default far away, in a game of six turns."""
    view = duel(ours, theirs, terrain=ground)
    markers = [ObjectiveMarker("m", marker or Point(1, 47), 1)]
    if other_marker:
        markers.append(ObjectiveMarker("n", other_marker, 2))
    view.table.board = Board(terrain=ground, markers=tuple(markers))
    view.table.clock = Clock(round_, "shooting", US)
    view.table.first = view.table.sides[1]
    return view


def asked_to_charge() -> Choose:
    foe = Option(B, "them", "CC-23", B)
    return Choose(
        US,
        clause="CC-23",
        asks="?",
        options=(foe, pass_option("Do not charge", "CC-23")),
        about=A,
        kind=CommonKind.CHARGE,
    )


def asked_to_move(view: TableView) -> March:
    model_limits = reach_of(view.table, A, {m.id: 6.0 for m in view.table.of(A)})
    return March(
        US, "CC-18", "?", unit=A, model_limits=model_limits, clauses=CLAUSES, chain=COHERENCY
    )


def asked_to_shoot() -> Choose:
    options = (Option(B, "them"), Option("run", "Run"), pass_option("Hold fire", "CC-07"))
    return Choose(
        US, clause="CC-07", asks="?", options=options, about=A, kind=CommonKind.TARGET
    )


def marched(view: TableView, weights: ClassicWeights = CLASSIC) -> list[Point]:
    """Return the positions of our models after the move that the bot values most."""
    thoughts = best_march(ClassicAssessment(view, US, weights), asked_to_move(view))
    raw = best_of(run_to_completion(thoughts))
    ends = {id_: Point(*path[-1]) for id_, path in raw}
    return [ends.get(m.id, m.at) for m in view.table.of(A)]


# Charging


def test_who_fights_better_and_can_reach_charges() -> None:
    view = position(row_of(HUNTER, 4, 20, 20), row_of(WARDEN, 5, 20, 25))

    assert charge(ClassicAssessment(view, US, CLASSIC), asked_to_charge()).best == B


def test_a_charge_into_certain_ruin_is_not_made() -> None:
    view = position(row_of(WARDEN, 1, 20, 20), row_of(HUNTER, 6, 20, 25))

    assert charge(ClassicAssessment(view, US, CLASSIC), asked_to_charge()).best == PASS


def test_a_wall_in_the_way_makes_a_charge_hopeless() -> None:
    """The enemy is 4 inches off, but more than 20 round the wall."""
    wall = terrain("wall", TerrainKind.WALL, (Point(8, 22), Point(36, 22)), closed=False)
    view = position(row_of(HUNTER, 4, 20, 20), row_of(WARDEN, 5, 20, 25), ground=(wall,))
    assessment = ClassicAssessment(view, US, CLASSIC)

    assert rough_charge(assessment, assessment.summary(A), assessment.summary(B)) == 0.0


def test_in_the_last_turn_whoever_alone_holds_a_marker_is_charged() -> None:
    """Locked, they hold it no longer: two points, for a fight that is about even."""
    ours, theirs = row_of(WARDEN, 3, 20, 20), row_of(WARDEN, 3, 20, 24)
    near = Point(21, 26)
    early = ClassicAssessment(position(ours, theirs, round_=2, marker=near), US, CLASSIC)
    last = ClassicAssessment(position(ours, theirs, round_=6, marker=near), US, CLASSIC)

    gain = rough_charge(last, last.summary(A), last.summary(B)) - rough_charge(
        early, early.summary(A), early.summary(B)
    )

    assert gain > 1.0
    assert charge(last, asked_to_charge()).best == B


@pytest.mark.rule("MI-03")
@pytest.mark.parametrize(("round_", "held"), [(3, 1), (6, 2)])
def test_a_unit_spreads_over_two_markers_in_the_last_turn(round_: int, held: int) -> None:
    """They are 9 inches apart: a chain of five models reaches from one to the other."""
    markers = Point(16, 30), Point(25, 30)
    view = position(
        row_of(WARDEN, 5, 14, 30),
        row_of(WARDEN, 1, 20, 2),
        round_=round_,
        marker=markers[0],
        other_marker=markers[1],
    )

    ends = marched(view)
    assert sum(any(distance(at, m) <= 3.5 for at in ends) for m in markers) == held


# Running


def test_nobody_runs_who_is_where_he_is_sent() -> None:
    view = position(row_of(WARDEN, 5, 20, 40), row_of(WARDEN, 5, 20, 4), marker=Point(22, 40))
    assessment = ClassicAssessment(view, US, CLASSIC)

    assert run_worth(assessment, assessment.summary(A)) == 0.0
    assert (
        target(
            assessment,
            Choose(
                US,
                clause="CC-07",
                asks="?",
                options=(Option("run", "Run"), pass_option("Hold fire", "CC-07")),
                about=A,
                kind=CommonKind.TARGET,
            ),
        ).best
        == PASS
    )


@pytest.mark.rule("CC-22")
@pytest.mark.rule("MI-03")
def test_a_unit_runs_to_a_marker_in_the_last_turn_though_a_short_run_may_not_reach_it() -> None:
    """It is 3.1 inches too far away: a run of 3.5 or 6 reaches it, one of 1 does not."""
    marker = Point(20, 33.5)
    view = position(
        row_of(WARDEN, 1, 20, 40), row_of(WARDEN, 1, 20, 2), round_=6, marker=marker
    )
    assessment = ClassicAssessment(view, US, CLASSIC)

    assert run_worth(assessment, assessment.summary(A)) > 2 / 3 * (2.0 - 0.4)


def test_who_is_far_from_his_marker_and_from_the_enemy_runs() -> None:
    view = position(row_of(WARDEN, 5, 4, 46), row_of(WARDEN, 5, 40, 2), marker=Point(6, 30))

    assert target(ClassicAssessment(view, US, CLASSIC), asked_to_shoot()).best == "run"


@pytest.mark.rule("CC-22")
@pytest.mark.parametrize(("gap", "reaches"), [(7, 5), (9, 3), (11, 1)])
def test_a_fleet_unit_runs_to_charge_though_a_short_run_may_not_reach(
    gap: int, reaches: int
) -> None:
    """Its marker lies behind it. *reaches*: number of the faces that lead to a charge."""
    fleet, theirs = replace(HUNTER, rules=("fleet",)), row_of(WARDEN, 5, 20, 21 + gap)
    runs, walks = (
        ClassicAssessment(position(row_of(ours, 4, 20, 20), theirs, round_=2), US, CLASSIC)
        for ours in (fleet, HUNTER)
    )

    assert run_worth(runs, runs.summary(A)) > 0.2 * reaches / 6
    assert run_worth(walks, walks.summary(A)) == 0.0


@pytest.mark.slow
def test_a_run_that_was_rolled_is_used() -> None:
    """In whole games, on either side, but for a short run for one more marker at the end."""
    rolled = 0
    for seed in (4041, 4042):
        session, bot = prepare("combat_patrol", seed=seed).session(), policy("steady")
        while asked := session.pending:
            answer = bot.answer(session)
            if asked.clause == "CC-22" and session.game.table.clock.round < 6:
                rolled += 1
                assert answer, f"seed {seed}: {asked.asks}"
            session.answer(answer)

    assert rolled > 5


# Moving


def test_who_shoots_from_cover_on_a_marker_stays_before_a_stronger_enemy() -> None:
    corners = (Point(18, 18), Point(27, 18), Point(27, 22), Point(18, 22))
    crater = terrain("crater", TerrainKind.CRATER, corners)
    view = position(
        row_of(WARDEN, 5, 20, 20),
        row_of(WARDEN, 10, 18, 38),
        marker=Point(22, 20),
        ground=(crater,),
    )

    assert marched(view) == [m.at for m in view.table.of(A)]


def test_who_only_fights_hand_to_hand_comes_to_where_he_can_charge() -> None:
    """The enemy is 16 inches off: a beast charges 12 after its move."""
    view = position(row_of(BEAST, 8, 16, 20), row_of(WARDEN, 5, 18, 37))

    ends = marched(view)

    foes = [m.at for m in view.table.of(B)]
    assert min(distance(a, b) for a in ends for b in foes) - 1.0 < 12.0


# Dangers


def feared(view: TableView) -> float:
    assessment = ClassicAssessment(view, US, CLASSIC)
    unit = assessment.summary(A)
    return expected_loss(UnitPlacement(assessment, unit, tuple(m.at for m in unit.models)))


def test_cover_makes_a_place_less_dangerous() -> None:
    corners = (Point(18, 18), Point(27, 18), Point(27, 22), Point(18, 22))
    crater = terrain("crater", TerrainKind.CRATER, corners)
    ours, theirs = row_of(BEAST, 6, 20, 20), row_of(WARDEN, 10, 18, 36)

    assert feared(position(ours, theirs, ground=(crater,))) < feared(position(ours, theirs))


def test_after_the_enemys_last_turn_there_is_nothing_to_fear() -> None:
    ours, theirs = row_of(BEAST, 6, 20, 20), row_of(WARDEN, 10, 18, 36)

    assert feared(position(ours, theirs, round_=5)) > 0.0
    assert feared(position(ours, theirs, round_=6)) == 0.0


def test_who_is_walled_in_goes_nowhere() -> None:
    room = [(9.0, 9.0), (11.2, 9.0), (11.2, 11.2), (9.0, 11.2)]
    closet = [(9.4, 9.4), (10.8, 9.4), (10.8, 10.8), (9.4, 10.8)]
    walls = tuple(
        terrain(f"wall-{n}", TerrainKind.WALL, tuple(Point(*at) for at in corners), closed=True)
        for n, corners in enumerate(
            (a, b, inner_b, inner_a)
            for a, b, inner_a, inner_b in zip(
                room, room[1:] + room[:1], closet, closet[1:] + closet[:1], strict=True
            )
        )
    )
    at = Point(10.1, 10.1)

    route = field_to(Board(terrain=walls), 0.5, at).route(at, 6.0)
    assert distance(route[-1], at) < 0.3


@pytest.mark.rule("CC-25")
def test_models_strike_together_or_one_by_one_where_a_person_began_so() -> None:
    file = SITUATIONS / "classic" / "assault" / "models-may-choose-one-by-one.toml"
    rules, table = set_up(load_situation(str(file)))
    session, steady = Session(rules, table, SeededDice(1)), policy("steady")
    assert isinstance(session.pending, Choose)
    assert session.pending.about == "squad"
    assert steady.answer(session) in {"rats", "hogs"}

    session.answer(PASS)
    assert isinstance(session.pending, Choose)
    assert session.pending.about == "hale"
    assert steady.answer(session) in {"rats", "hogs"}
