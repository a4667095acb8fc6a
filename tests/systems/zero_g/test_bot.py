"""The steady bot's choices on small zero-g tables, worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.bots.protocol import run_to_completion
from game.cores.classic.rules.movement import CLAUSES, COHERENCY
from game.cores.kit.difficult_ground import reach_of
from game.cores.kit.queries import TableView
from game.geometry.points import Point, distance, unit_vector
from game.play.decisions import PASS, Choose, Option, pass_option
from game.play.moves.march import March
from game.play.moves.placement_regions import OnTable
from game.systems.zero_g.bot.answers import point
from game.systems.zero_g.bot.assessment import (
    ZeroGAssessment,
    beyond,
    harm_table,
    outliving_chance,
)
from game.systems.zero_g.bot.movement import take_hold
from game.systems.zero_g.bot.position_value import ModelState, ZeroGPlaceEvaluator
from game.systems.zero_g.rules.containers import ContainerKind
from game.systems.zero_g.rules.move_outcomes import reach
from game.systems.zero_g.rules.shooting import AT_A_POINT, FireAt, FirePointRegion, recoil
from game.table.records import Model, Where
from tests.bots.shipped_weights import ZERO_G
from tests.systems.zero_g.bot_tables import (
    charges,
    crate,
    drifts,
    fires,
    legal_answer,
    pushes_off,
    turns,
    view_of_models,
)
from tests.systems.zero_g.zero_g_tables import BROOD, KINDS, WARDENS, drifter, void, wall

FAR_FOE = drifter("foe", (24, 40), kind="boarder", side=BROOD)


def fired_at(at: TableView, hale: Model) -> Point:
    """Return the point at which the bot fires for the recoil."""
    weapon = hale.profile.weapons[0].name
    anywhere = FirePointRegion(OnTable(48.0, 48.0), hale.at)
    asked = FireAt(
        hale.side, clause="ZG-16", asks="?", region=anywhere, about=hale.id, weapon=weapon
    )
    return Point(*run_to_completion(point(ZeroGAssessment(at, hale.side, ZERO_G), asked)))


# Staying on the table


@pytest.mark.parametrize("arrows", [1, 2, 3])
def test_who_is_headed_for_the_edge_does_not_go_over_it(arrows: int) -> None:
    """If an option surely keeps it on the table, it takes one, as slowing with one arrow."""
    hale = drifter("hale", (24, 6), arrows, 0.0)
    at = view_of_models(hale, FAR_FOE)

    option = drifts(at, hale)
    turned = turns(at, hale) if option == "turn" else None

    least = min(reach(at, hale.id, o).lost for o in ("drift", "slow", "accelerate"))
    assert reach(at, hale.id, option, turned).lost <= least + 0.01


def test_whoever_has_jets_turns_round_before_the_edge() -> None:
    hale = drifter("hale", (24, 4), 2, 0.0, kind="jet-boarder")
    at = view_of_models(hale, FAR_FOE)

    assert drifts(at, hale) == "turn"
    assert reach(at, hale.id, "turn", turns(at, hale)).lost < 0.01


def test_nobody_pushes_off_over_the_edge() -> None:
    hale = drifter("hale", (24, 2))
    end = pushes_off(view_of_models(hale, FAR_FOE), hale)

    assert end.y > 0.0


def test_chances_to_be_driven_too_far() -> None:
    """One die: 5 is exceeded by a 6, which counts as 7 or more; nothing exceeds 9."""
    assert beyond(1, 5) == pytest.approx(1 / 6)
    assert beyond(1, 7) == pytest.approx(1 / 9)
    assert beyond(1, 9) == 0.0
    assert beyond(2, 17) == pytest.approx(1 / 18**2)


# Holding a place


def test_a_heavy_gun_that_has_its_target_stays_where_it_is() -> None:
    """After a push it would fire snap shots only; a spitter does not reach it."""
    hale = drifter("hale", (24, 10), kind="boarder-gunner")
    foe = drifter("foe", (24, 34), kind="drifter", side=BROOD)

    assert pushes_off(view_of_models(hale, foe), hale) == hale.at


def test_who_has_its_target_and_an_arrow_drifts_on_rather_than_speed_up() -> None:
    """Drifting it fires as before.

    Speeding up leaves snap shots, and leads to stronger enemies.
    """
    hale = drifter("hale", (24, 14), 1, 90.0)
    foes = [drifter(f"foe-{n}", (20 + 4 * n, 36), side=BROOD, kind="boarder") for n in range(3)]

    assert drifts(view_of_models(hale, *foes), hale) != "accelerate"


def test_who_fights_hand_to_hand_only_comes_nearer() -> None:
    hale = drifter("hale", (24, 10), kind="leaping-drifter")
    foe = drifter("foe", (24, 30), side=BROOD)

    end = pushes_off(view_of_models(hale, foe), hale)

    assert distance(end, foe.at) < distance(hale.at, foe.at) - 5.0


def test_who_is_hidden_stops_before_drifting_into_the_open() -> None:
    """Behind the wall no enemy sees the model; 2" further on three guns do."""
    hale = drifter("hale", (24, 24), 1, 90.0, kind="drifter")
    guns = [
        drifter(f"gun-{n}", (26 + 3 * n, 46), kind="boarder-gunner", side=BROOD)
        for n in range(3)
    ]
    at = view_of_models(
        hale, *guns, board=void(wall((5, 27), (24.8, 27)), wall((5, 28), (24.8, 28)))
    )

    assert drifts(at, hale) == "slow"
    assert drifts(view_of_models(hale, *guns), hale) != "slow"


def test_a_floater_flies_to_where_its_weapon_reaches() -> None:
    """Its weapon reaches 18"; the enemy is 28" off."""
    hale = drifter("hale", (24, 10), kind="floater")
    foe = drifter("foe", (24, 40), kind="leaping-drifter", side=BROOD)
    at = view_of_models(hale, foe)
    model_limits = reach_of(at.table, hale.unit, {hale.id: 12.0})
    asked = March(
        WARDENS,
        "CC-18",
        "?",
        unit=hale.unit,
        model_limits=model_limits,
        clauses=CLAUSES,
        chain=COHERENCY,
    )

    ((_, path),) = legal_answer(at, asked)

    assert distance(Point(*path[-1]), foe.at) < 18.0 + hale.base + foe.base


# Fire and recoil


@pytest.mark.rule("ZG-03", "ZG-18")
@pytest.mark.parametrize(
    ("kind", "inches", "aimed", "snapped"),
    [
        # Strength 4 against T 4 wounds on 4+, Strength 1 not at all; AP 5 does not stop 4+.
        ("drifter", 12.0, 1 / 2 * 1 / 2 * 1 / 2, 1 / 6 * 1 / 2 * 1 / 2),
        ("drifter", 12.5, 1 / 6 * 1 / 2 * 1 / 2, 1 / 6 * 1 / 2 * 1 / 2),
        ("drifter", 24.0, 1 / 6 * 1 / 3 * 1 / 2, 1 / 6 * 1 / 3 * 1 / 2),
        ("drifter", 47.5, 1 / 6 * 1 / 6 * 1 / 2, 1 / 6 * 1 / 6 * 1 / 2),
        ("drifter", 60.0, 0.0, 0.0),
        # As a flier it has the spitter's 12 inches, and no more.
        ("flier", 12.0, 1 / 2 * 1 / 2 * 1 / 2, 1 / 6 * 1 / 2 * 1 / 2),
        ("flier", 12.5, 0.0, 0.0),
    ],
)
def test_fire_beyond_the_range_is_reckoned_with_but_for_free_movers(
    kind: str, inches: float, aimed: float, snapped: float
) -> None:
    drifter = KINDS["drifter"].profile
    firer = replace(drifter, types=("flier",)) if kind == "flier" else drifter
    boarder = KINDS["boarder"].profile

    assert harm_table(firer, boarder, 1).at(inches) == pytest.approx((aimed, snapped))


def test_a_friend_on_the_line_is_spared() -> None:
    """Both targets are alike; behind one of them a friend may be hit by a miss."""
    hale = drifter("hale", (24, 24), kind="boarder")
    left = drifter("left", (14, 24), side=BROOD)
    right = drifter("right", (34, 24), side=BROOD)
    mate = drifter("mate", (40, 24))

    assert (
        fires(view_of_models(hale, left, right, mate, phase="shooting"), hale, right, left)
        == "left"
    )


def test_recoil_brakes_who_is_driven_over_the_edge() -> None:
    """With three arrows up the table, 9" from its edge, each inch gained counts."""
    hale = drifter("hale", (24, 9), 3, 0.0)
    hidden = drifter("foe", (24, 40), side=BROOD)
    at = view_of_models(
        hale,
        hidden,
        phase="shooting",
        board=void(wall((0, 30), (48, 30)), wall((0, 31), (48, 31))),
    )

    assert fires(at, hale) == AT_A_POINT
    weapon = hale.profile.weapons[0]
    end = recoil(at, hale.id, weapon, fired_at(at, hale)).path[-1]
    assert end.y == pytest.approx(11.0, abs=0.3)


def test_nobody_fires_himself_off_the_table() -> None:
    """Its recoil of 2" would carry it over the edge 1" behind it."""
    hale = drifter("hale", (24, 1))
    foe = drifter("foe", (24, 12), kind="drifter", side=BROOD)

    assert fires(view_of_models(hale, foe, phase="shooting"), hale, foe) != "foe"


# Charges


def test_who_fights_better_charges_and_the_weaker_does_not() -> None:
    """A boarder with one wound would fight a floater with three."""
    leaper = drifter("leaper", (24, 20), 1, 180.0, kind="leaping-drifter")
    boarder = drifter("boarder", (24, 23.5), side=BROOD)
    floater = drifter("floater", (24, 27), kind="floater")
    at = view_of_models(leaper, boarder, floater, phase="assault")

    assert charges(at, leaper, boarder)
    assert not charges(at, boarder, floater)


def test_a_charge_too_long_for_its_dice_is_not_tried() -> None:
    """At 9" off with one die only a 6 reaches. After a failed charge it stands in the open."""
    near = drifter("foe", (24, 23.5), side=BROOD)
    far = drifter("foe", (24, 29), side=BROOD)
    hale = drifter("hale", (24, 19), kind="boarder-leader")

    assert charges(view_of_models(hale, near, phase="assault"), hale, near)
    assert not charges(view_of_models(hale, far, phase="assault"), hale, far)


def test_who_outlives_whom() -> None:
    """A drifter that charges a boarder is the likelier to survive; impacts help it."""
    boarder, drifter = KINDS["boarder"].profile, KINDS["drifter"].profile

    assert outliving_chance(drifter, boarder, 1, 1) > 0.6
    assert outliving_chance(boarder, drifter, 1, 1) < 0.5
    assert outliving_chance(boarder, drifter, 1, 1, impacts=3) > outliving_chance(
        boarder, drifter, 1, 1
    )
    assert outliving_chance(boarder, drifter, 1, 3) < outliving_chance(boarder, drifter, 1, 1)


# The missions


def test_the_model_whose_loss_breaks_a_side_is_worth_most() -> None:
    """``MI-04``: two of four are half; with three left, one loss tests the nerve of two."""
    foes = [drifter(f"foe-{n}", (10 + 4 * n, 40), side=BROOD) for n in range(4)]
    whole = view_of_models(drifter("hale", (24, 10)), *foes, mission="adrift")
    third = view_of_models(drifter("hale", (24, 10)), *foes, mission="adrift")
    third.table.models[foes[0].id] = replace(foes[0], where=Where.GONE)

    prices = [ZeroGAssessment(at, WARDENS, ZERO_G).prices[foes[3].id] for at in (whole, third)]

    assert ZERO_G.kill < prices[0] < prices[1]


def test_a_container_in_reach_is_made_for() -> None:
    hale = drifter("hale", (24, 18), kind="jet-boarder")
    at = view_of_models(hale, FAR_FOE, mission="salvage", crates=(crate((24, 25)),))

    assert distance(pushes_off(at, hale), Point(24, 25)) < 2.0


def test_a_container_that_is_touched_is_taken() -> None:
    hale = drifter("hale", (24, 18))
    at = view_of_models(hale, mission="salvage", crates=(crate((24, 19)),))
    take = Option("take hold", "Grab it")
    asked = Choose(
        WARDENS,
        clause="MI-05",
        asks="?",
        options=(take, pass_option("Leave it alone")),
        kind=ContainerKind.TAKE_HOLD,
    )

    assert (
        run_to_completion(take_hold(ZeroGAssessment(at, WARDENS, ZERO_G), asked)) == "take hold"
    )


def test_a_bearer_is_off_for_home() -> None:
    """Its own edge is the upper one, 12" off; there is time left."""
    hale = drifter("hale", (24, 12))
    at = view_of_models(hale, FAR_FOE, mission="salvage", crates=(crate((24, 12), hale),))

    end = pushes_off(at, hale)

    assert unit_vector(hale.at, end).y < -0.85
    assert distance(hale.at, end) > 5.0


@pytest.mark.parametrize("round_", [3, 8])
def test_a_bearer_goes_off_over_its_own_edge(round_: int) -> None:
    """From 2" off an acceleration is sure to leave; a drift may fall short with a 1."""
    hale = drifter("hale", (24, 2), 1, 0.0)
    at = view_of_models(
        hale, FAR_FOE, mission="salvage", round_=round_, crates=(crate((24, 2), hale),)
    )

    assert drifts(at, hale) == "accelerate"


def test_a_bearer_fires_itself_home() -> None:
    """1.5" from its own edge: 2" of recoil carry it off the table with the container."""
    hale = drifter("hale", (24, 1.5))
    at = view_of_models(
        hale, FAR_FOE, mission="salvage", phase="shooting", crates=(crate((24, 1.5), hale),)
    )

    assert fires(at, hale) == AT_A_POINT
    assert recoil(at, hale.id, hale.profile.weapons[0], fired_at(at, hale)).left


def test_who_has_nothing_to_bring_home_does_not_leave_by_its_edge() -> None:
    hale = drifter("hale", (24, 2), 1, 0.0)
    at = view_of_models(hale, FAR_FOE, mission="salvage", crates=(crate((10, 25)),))

    assert reach(at, hale.id, drifts(at, hale)).lost == 0.0


def test_in_the_last_turn_nobody_sets_out_for_a_container() -> None:
    """No model could bring it home any more: it is worth nothing."""
    hale = drifter("hale", (24, 14), kind="jet-boarder")
    crates = (crate((24, 20)),)
    late = view_of_models(hale, mission="salvage", round_=8, crates=crates)
    last = ZeroGAssessment(late, WARDENS, ZERO_G)
    third = ZeroGAssessment(
        view_of_models(hale, mission="salvage", crates=crates), WARDENS, ZERO_G
    )

    here = ModelState(hale.at, 0.0, 0)
    assert ZeroGPlaceEvaluator(last, hale).worth(here) == 0.0
    assert ZeroGPlaceEvaluator(third, hale).worth(here) > 0.5


def test_pass_is_no_target() -> None:
    """Without a target and without any gain from the recoil, fire is held."""
    hale = drifter("hale", (24, 24))
    assert fires(view_of_models(hale, phase="shooting"), hale, point=False) == PASS


HALE, MATE = drifter("hale", (24, 14)), drifter("mate", (10, 10))
NEAR_FOE = drifter("foe", (24, 24), side=BROOD)


@pytest.mark.parametrize(
    ("models", "round_"),
    [
        ((HALE, MATE, replace(NEAR_FOE, at=Point(24.0, 34.0))), 3),
        ((HALE, replace(MATE, at=Point(24.0, 15.5)), NEAR_FOE), 3),
        ((HALE, MATE, drifter("foe", (24, 24), side=BROOD, kind="drifter")), 3),
        ((HALE, MATE), 3),
        ((HALE, MATE, NEAR_FOE, FAR_FOE), 3),
        ((HALE, MATE, NEAR_FOE), 8),
    ],
    ids=["enemy moved", "friend moved", "other profile", "no enemy", "two", "last turn"],
)
def test_what_is_remembered_of_other_positions_changes_no_value(
    models: tuple[Model, ...], round_: int
) -> None:
    before = ZeroGAssessment(view_of_models(HALE, MATE, NEAR_FOE), WARDENS, ZERO_G)
    here = ModelState(HALE.at, 0.0, 0)
    first = ZeroGPlaceEvaluator(before, HALE).worth(here)
    at = view_of_models(*models, round_=round_)
    anew = ZeroGAssessment(at, WARDENS, ZERO_G)
    later = ZeroGAssessment(at, WARDENS, ZERO_G, before.memory)

    values = [ZeroGPlaceEvaluator(one, HALE).worth(here) for one in (anew, later)]
    assert values[0] == values[1] != first
