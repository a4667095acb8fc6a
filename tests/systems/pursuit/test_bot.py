"""The steady bot's choices on small streets, worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.bots.protocol import run_to_completion
from game.cores.kit.dice_branches import rule_branches
from game.cores.kit.queries import TableView
from game.geometry.points import Disc, Point
from game.play.decisions import Choose, CommonKind, Option, pass_option
from game.play.moves.placement import Lay, Place
from game.play.moves.placement_regions import OnTable
from game.play.moves.single_move import Ride, RideSegment, length
from game.systems.pursuit.bot.assessment import PursuitAssessment
from game.systems.pursuit.bot.movement import best_ride, may_fire, near_mines
from game.systems.pursuit.rules.danger import (
    danger,
    policy_of_pace,
    table_for_pursuit_phase,
)
from game.systems.pursuit.rules.deployment import site_of
from game.systems.pursuit.rules.free_space import SwarmRegion, crowd_of
from game.systems.pursuit.rules.movement import ACCELERATE, DEFAULT_MODE
from game.systems.pursuit.rules.phase_odds import stays
from game.systems.pursuit.rules.pursuit_phase import KEEP, handles_next
from game.systems.pursuit.rules.ride_odds import RideProspect
from game.systems.pursuit.rules.state import PursuitKind
from game.table.records import ModelId, Side, Where
from game.table.state import PieceKind
from tests.bots.shipped_weights import PURSUIT
from tests.systems.pursuit.bot_tables import (
    HUNTER,
    RIDER,
    legal_answer,
    model_of,
    paces,
    rides,
    street_before_arrival,
)
from tests.systems.pursuit.pursuit_tables import RIDERS, SWARM, piece, rectangle

FAR = (3.0, 46.0)
"""A place where a swarm model is in the way of no other model."""
HOUSE = piece("house", rectangle(32, 20, 6, 8))


def inches(path: list[list[float]]) -> float:
    return length([RideSegment(*one) for one in path])


def ending(view: TableView, model_id: ModelId, path: list[list[float]]) -> Point:
    return prospect_of(view, model_id, path).base.at


def prospect_of(view: TableView, model_id: ModelId, path: list[list[float]]) -> RideProspect:
    model = model_of(view, model_id)
    return PursuitAssessment(view, model.side, PURSUIT).ride(model, path)


# What rolls


def test_on_a_clear_street_nobody_slows_down() -> None:
    view = street_before_arrival(riders=((24, 24),), hunters=(FAR,), phase="pursuit")

    assert paces(view) == "keep"


def test_who_would_be_struck_goes_back_out_of_reach() -> None:
    """The house is 7.25" ahead, so 4.75" back are enough.

    Two dice are sure to fall short of it only with 2, 3 or 4. One die must show 5 or 6.
    """
    view = street_before_arrival(HOUSE, riders=((24, 24),), hunters=(FAR,), phase="pursuit")

    assert paces(view) in {"slow-2", "slow-3"}


def test_nobody_goes_back_over_the_rear_edge() -> None:
    """Two inches from the edge a single die would probably lose it; a hit kills on 4+."""
    view = street_before_arrival(
        piece("house", rectangle(6, 20, 6, 8)),
        riders=((2.75, 24),),
        hunters=(FAR,),
        phase="pursuit",
    )

    assert paces(view) == "keep"


@pytest.mark.parametrize(
    ("condition", "size", "x", "dies", "taken"),
    [
        ("intact", 3, 24.0, 1 / 2, 1 / 2),
        # Three dice, each a 1 with chance 1/6, which then kills every second time.
        ("ruin", 2, 24.0, (1 - (5 / 6) ** 3) / 2, (1 - (5 / 6) ** 3) / 2),
        # It touches the house from behind, and goes back with it unharmed.
        ("intact", 3, 31.25, 0.0, 1.0),
    ],
)
def test_chances_of_who_keeps_pace(
    condition: str, size: int, x: float, dies: float, taken: float
) -> None:
    """From 24" the piece is 7.25" ahead. The last 4.75" of a ruin slide across: three dice.

    Played out by the rules, before the phase and as it begins, the same comes of it.
    """
    ruin = piece("house", rectangle(32, 20, 6, 8), size, condition)
    view = street_before_arrival(ruin, riders=((x, 24),), hunters=(FAR,))
    rolled = TableView(table_for_pursuit_phase(view.table), view.rules)
    played = danger(view, RIDER)

    for one in (view, rolled):
        fate = stays(one, model_of(one, RIDER), model_of(one, RIDER).disc)
        assert fate.dies == pytest.approx(dies) == played.dies
        assert fate.taken == pytest.approx(taken)
        assert fate.lost == played.lost == 0.0


@pytest.mark.rule("PU-14", "PU-24")
def test_the_belief_about_mines_behind_the_front_is_what_the_rules_roll() -> None:
    """The front of the wall meets the rider after 7.25", its mines would after 9.255".

    The wall kills by a 4+ (Strength 5 against toughness 5) or takes along, away from its mines.
    """
    view = _with_mines(34.505)
    fate = stays(view, model_of(view, RIDER), model_of(view, RIDER).disc)
    ends = list(rule_branches(view, handles_next, policy_of_pace(RIDER, KEEP)))
    dead = [end.chance for end in ends if end.table.models[RIDER].where is Where.GONE]

    assert float(sum(dead)) == pytest.approx(1 / 2)
    assert (fate.dies, fate.taken, fate.free) == pytest.approx((1 / 2, 1 / 2, 0))


@pytest.mark.rule("PU-24")
def test_mines_ahead_of_the_front_come_first() -> None:
    """A blast wounds with 5+, and AP 4 leaves no save; who lives is struck by the wall."""
    view = _with_mines(31.495)
    fate = stays(view, model_of(view, RIDER), model_of(view, RIDER).disc)

    assert fate.dies == pytest.approx(1 / 3 + 2 / 3 * 1 / 2)


def _with_mines(x: float) -> TableView:
    """Return a Pursuit phase: a wall of 2" ahead of a rider, and mines on it in his lane."""
    wall = piece("wall", rectangle(32, 20, 2, 8))
    view = street_before_arrival(
        wall, riders=((24, 24),), hunters=(FAR,), mines=(x, 24), phase="pursuit"
    )
    cluster = next(p for p in view.table.pieces.values() if p.kind is PieceKind.MINES)
    view.table.pieces[cluster.id] = replace(cluster, at=Point(x, 24.0), on="wall")
    return view


def test_a_lane_that_is_clear_is_worth_more_than_one_with_a_house_in_it() -> None:
    """From 34" off, the clear lane beside the house takes three turns."""
    view = street_before_arrival(HOUSE, riders=((24, 24),), hunters=(FAR,))
    lanes = PursuitAssessment(view, RIDERS, PURSUIT).lanes(model_of(view, RIDER))

    clear, blocked = Point(24.0, 34.0), Point(24.0, 24.0)

    assert lanes.after(clear, 90.0) > lanes.after(blocked, 90.0)
    assert lanes.before(Point(61.0, 24.0), 90.0) == pytest.approx(1.0)
    assert lanes.before(Point(55.0, 24.0), 90.0) == pytest.approx(
        PURSUIT.turn_discount, abs=0.001
    )


# Riding


def test_on_a_clear_street_a_rider_accelerates_straight_to_the_arrival() -> None:
    view = street_before_arrival(riders=((30, 24),), hunters=(FAR,))

    assert ending(view, RIDER, rides(view)).x == pytest.approx(42.0)


def test_whoever_can_leaves_through_the_arrival() -> None:
    view = street_before_arrival(riders=((62, 24),), hunters=((64, 30),))
    end = prospect_of(view, RIDER, rides(view))

    assert end.exit


def test_a_rider_leaves_the_lane_of_a_house_that_would_roll_over_him() -> None:
    """The house at 46 to 52 rolls 12" back next: straight on, 42 would be too far."""
    house = piece("house", rectangle(46, 20, 6, 8))
    view = street_before_arrival(house, riders=((30, 24),), hunters=(FAR,))
    path = rides(view)
    assessment, end = PursuitAssessment(view, RIDERS, PURSUIT), ending(view, RIDER, path)

    assert stays(assessment.soon, model_of(view, RIDER), Disc(end, 0.75)).free == 1.0
    assert end.x > 33.0


def test_nobody_touches_mines_that_he_can_ride_round() -> None:
    view = street_before_arrival(riders=((30, 24),), hunters=(FAR,), mines=(37, 24))
    end = prospect_of(view, RIDER, rides(view))

    assert end.mines == 0
    assert end.base.at.x > 36.0


def test_a_hunter_touches_no_mines_either() -> None:
    view = street_before_arrival(riders=((44, 24),), hunters=((30, 24),), mines=(37, 24))
    end = prospect_of(view, HUNTER, rides(view, HUNTER))

    assert end.mines == 0


def test_a_hunter_dives_on_a_rider_who_would_be_through_with_his_next_move() -> None:
    """The rider is 9.25" off.

    After 2" straight on, 3.4" at 41 degrees to the right touch it.
    """
    view = street_before_arrival(riders=((62, 24),), hunters=((56.5, 21),))
    end = prospect_of(view, HUNTER, rides(view, HUNTER))

    assert end.foe == RIDER


def test_hunters_come_nearer_to_riders_ahead_of_them() -> None:
    view = street_before_arrival(riders=((48, 24),), hunters=((26, 24),))

    assert ending(view, HUNTER, rides(view, HUNTER)).x > 34.0


# Shooting


def shoots(view: TableView, model_id: ModelId, *foes: ModelId) -> str:
    options = [Option(model_of(view, foe).unit, "?") for foe in foes]
    model = model_of(view, model_id)
    return str(
        legal_answer(
            view,
            Choose(
                model.side,
                clause="PU-27",
                asks="?",
                options=(*options, pass_option("Hold fire")),
                about=model.unit,
                kind=CommonKind.TARGET,
            ),
        )
    )


def test_who_may_shoot_shoots() -> None:
    view = street_before_arrival(riders=((24, 24),), hunters=((30, 24),), phase="shooting")

    assert shoots(view, RIDER, HUNTER) == model_of(view, HUNTER).unit


def test_nobody_sets_off_mines_beside_himself_for_a_single_enemy() -> None:
    """Both riders stand 1" from the cluster; the target is far from it."""
    view = street_before_arrival(
        riders=((24, 24), (24, 28)), hunters=((33, 24),), mines=(24, 26), phase="shooting"
    )

    assert shoots(view, RIDER, HUNTER) == "pass"


@pytest.mark.rule("PU-24")
@pytest.mark.parametrize(("apart", "near"), [(3.25, 1), (3.259, 1), (3.262, 0)])
def test_a_marker_in_mere_contact_with_a_base_is_a_risk(apart: float, near: int) -> None:
    """A marker's 2.5" and a bike's 0.75" are in contact up to 3.26" from centre to centre."""
    view = street_before_arrival(riders=((24, 24),), hunters=(FAR,), mines=(24 + apart, 24))
    assessment = PursuitAssessment(view, RIDERS, PURSUIT)

    risk = near_mines(assessment, model_of(view, RIDER).disc)

    assert risk == pytest.approx(near * PURSUIT.near_mines)


@pytest.mark.rule("PU-18", "PU-27")
@pytest.mark.parametrize(
    ("path", "fires"),
    [
        ((RideSegment(0.0, 6.0),), True),
        ((RideSegment(0.0, 2.0), RideSegment(45.0, 4.0)), True),
        ((RideSegment(0.0, 6.001),), False),
        ((), True),
    ],
)
def test_only_a_path_that_no_slower_move_allows_costs_the_fire(
    path: tuple[RideSegment, ...], *, fires: bool
) -> None:
    asked = Ride(
        RIDERS, clause="PU-18", asks="?", model=RIDER, gaits=(DEFAULT_MODE, ACCELERATE)
    )

    assert may_fire(asked, path) is fires


# Of 12 models that are worth 0.05 each, 4 are worth 0.15 each and the last one 0.6.
@pytest.mark.rule("PU-05")
@pytest.mark.parametrize("living", [12, 4, 1])
def test_the_swarm_risks_its_models_the_less_the_fewer_live(living: int) -> None:
    hunters = tuple([(6.0, 2.0 + 3.0 * n) for n in range(living)])
    view = street_before_arrival(riders=((24, 24),), hunters=hunters)
    hunter = model_of(view, HUNTER)

    its_own, foe = (
        PursuitAssessment(view, side, PURSUIT).price(hunter) for side in (SWARM, RIDERS)
    )

    assert foe - its_own == pytest.approx(PURSUIT.hunter - PURSUIT.own_hunter * 12 / living)


@pytest.mark.parametrize("most", [0.0, 4.0, 6.0, 12.0])
def test_a_reason_is_found_for_each_ride_that_a_model_may_make(most: float) -> None:
    """``PU-23``  A model that gets away from a ruin may have less than its usual 6" left."""
    view = street_before_arrival(riders=((30, 30),), hunters=((40, 10),))
    mode = replace(DEFAULT_MODE, distance=most)
    asked = Ride(SWARM, clause="PU-18", asks="?", model=HUNTER, gaits=(mode,))
    assessment = PursuitAssessment(view, SWARM, PURSUIT)

    found = run_to_completion(best_ride(assessment, asked))

    reasons = [found.motive(answer) for _, answer in found.found]
    assert any(reasons) is (most > DEFAULT_MODE.distance), "only speed adds to riding on"


# Setting up and laying


def test_riders_are_set_up_as_near_to_the_arrival_as_they_may_be() -> None:
    view = street_before_arrival(hunters=(), phase="deployment")
    waits = replace(model_of(view, RIDER), where=Where.RESERVE)
    view.table.models[RIDER] = waits
    asked = Place(
        RIDERS,
        clause="PU-04",
        asks="?",
        region=SwarmRegion(crowd_of(view.table), 0.75),
        about=RIDER,
        turns=True,
        kind=PursuitKind.SET_UP,
    )

    x, *_ = legal_answer(view, asked)

    assert x >= 22.0


@pytest.mark.parametrize("side", [SWARM, RIDERS])
def test_the_swarm_lays_pieces_in_the_riders_way_and_the_riders_do_not(side: Side) -> None:
    """A wall of 20" comes back; the only rider is 20" from the Arrival, in the middle."""
    wall = piece("wall", rectangle(2, 2, 4, 20))
    view = street_before_arrival(wall, riders=((52, 24),), hunters=(FAR,), phase="pursuit")
    table = view.table
    gone = replace(table.pieces["wall"], where=Where.RESERVE)
    table.pieces["wall"], table.queue = gone, ()
    before = PursuitAssessment(view, RIDERS, PURSUIT).hopes[RIDER]
    site = site_of(table, gone)
    asked = Lay(side, clause="PU-09", asks="?", region=OnTable(72, 48), about="wall", site=site)

    x, y, turned = legal_answer(view, asked)

    table.pieces["wall"] = replace(gone, at=Point(x, y), turned=turned, where=Where.TABLE)
    after = PursuitAssessment(view, RIDERS, PURSUIT).hopes[RIDER]
    assert (after < before - 0.01) is (side == SWARM)
