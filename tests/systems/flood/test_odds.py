"""Known odds of the coming flood, before any die, compared with values worked by hand.

A warden has S 3, T 3 and one wound: it fails its Strength test on 4 to 6, and is wounded by S 1
on a 6, by S 2 on 5+, by S 3 on 4+, by S 4 on 3+, by S 5 on 2+.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from game.cores.kit.queries import TableView
from game.play.dice_sequences import ScriptedDice
from game.play.game import Game, at_once
from game.systems.flood.rules import PAGE, FloodState
from game.systems.flood.rules.flood_phase import FloodPhase, order_of
from game.systems.flood.rules.flood_reach import models_without_contact
from game.systems.flood.rules.odds import KnownOutcome, core_of, next_trigger, sure_fates
from game.table.records import Clock, ModelId, Result, Where
from tests.systems.flood.flood_tables import ORIGIN, STRAIGHT, squad_at, view_before_flood

WALL_SIDE = {"class": "Wall", "rectangle": [0, 12, 44, 0.5]}


def sure(
    *units: dict[str, Any], objects: tuple[dict[str, Any], ...] = STRAIGHT
) -> list[KnownOutcome]:
    view = view_before_flood(*units, objects=objects)
    core = core_of(view)
    assert core is not None
    return list(sure_fates(view, core).values())


def half(*parts: tuple[int, int]) -> Fraction:
    """Return half the sum of the fractions: the chance after a test that fails on 4+."""
    return sum((Fraction(*part) for part in parts), Fraction(0)) / 2


@pytest.mark.rule("FF-17")
def test_three_inches_from_the_end_of_the_water() -> None:
    """On 1 or 2 a hit of S 1; on 3 to 6 one of S 2, and for survivors S 3 for being dashed.

    Dashed: 4/6 x 2/3. Dies: 2/6 x 1/6 + 4/6 x (1/3 + 2/3 x 1/2).
    """
    (fate,) = sure(squad_at((37, 10)))

    assert fate == KnownOutcome(Fraction(1, 2), half((4, 9)), half((1, 18), (4, 9)))


@pytest.mark.rule("FF-09")
def test_sixes_that_explode_as_far_as_the_end_of_the_water() -> None:
    """12.5 inches from it: 1 to 5; 7 to 11 after a six; after two sixes always to the end.

    Dies: 1/6 x (2 x 1/6 + 3 x 1/3), 1/36 x (2 x 1/2 + 3 x 2/3), and 1/36 x (5/6 + 1/6 x 1/2).
    Dashed: 1/36 x 1/6, if it survives the hit of S 5.
    """
    (fate,) = sure(squad_at((27.5, 10)))

    assert fate == KnownOutcome(
        Fraction(1, 2), half((1, 216)), half((4, 18), (3, 36), (11, 12 * 36))
    )


@pytest.mark.rule("FF-11")
def test_a_branch_of_two_that_ends_an_inch_further_on() -> None:
    """Two inches before the fork: 3 to 6 and then 1 to 3 lead to its end, a hit of S 2.

    Two more inches on the other branch, which is as long, have the same effect.
    """
    fork = (
        ORIGIN,
        {"class": "Lane", "polyline": [[0, 10], [20, 10]]},
        {"class": "Lane", "polyline": [[20, 10], [20, 9]]},
        {"class": "Lane", "polyline": [[20, 10], [20, 13]]},
    )
    (fate,) = sure(squad_at((18, 10)), objects=fork)

    # Left, after 3 inches: 4/6 x 1/2 x 2/3. Right, after 5: on 5 and 6, x 1/2 x 2/3.
    assert fate.dashed == half((2, 9), (1, 9))
    # Left dies as above; right 3 and 4 take S 2 alone, 5 and 6 are dashed; 1 and 2 take S 1.
    left, right = (4 * 2, 6 * 2 * 3), (2 * 1, 6 * 2 * 3)
    assert fate.dies == half((2, 36), left, right, (2 * 2, 6 * 2 * 3))


@pytest.mark.rule("FF-02")
def test_nobody_out_of_reach_is_carried() -> None:
    gantry = {"class": "Gantry", "rectangle": [30, 8, 6, 4]}
    fates = sure(squad_at((33, 10), (20, 30)), objects=(*STRAIGHT, gantry, WALL_SIDE))

    assert fates == [KnownOutcome(Fraction(0), Fraction(0), Fraction(0))] * 2


@pytest.mark.rule("FF-14")
def test_who_stands_furthest_up_is_carried_by_its_own_test_alone() -> None:
    """Its later fate depends on the models it meets, and theirs on it."""
    up, down = sure(squad_at((3, 10), (20, 10)))

    assert up == KnownOutcome(carried=Fraction(1, 2))
    assert down == KnownOutcome()


@pytest.mark.rule("FF-14")
def test_branches_have_nothing_to_do_with_each_other() -> None:
    """Two arms of a fork without a model before it; then one model stands where it parts."""
    fork = (
        ORIGIN,
        {"class": "Lane", "polyline": [[0, 10], [20, 10]]},
        {"class": "Lane", "polyline": [[20, 10], [30, 0]]},
        {"class": "Lane", "polyline": [[20, 10], [30, 20]]},
    )
    arms = squad_at((27, 3), (27, 17))
    apart = sure(arms, objects=fork)
    assert None not in {fate.dies for fate in apart}
    assert apart[0] == apart[1]

    third = sure(arms, squad_at((10, 10), id="third"), objects=fork)
    assert third == [KnownOutcome(), KnownOutcome(), KnownOutcome(carried=Fraction(1, 2))]


@pytest.mark.rule("FF-10", "FF-14")
def test_who_is_bumped_on_its_way_to_a_lane_may_make_for_another() -> None:
    """A wall hides the branch from the second model, which makes for the lane below.

    Where the third stops it the branch is nearest, and leads to the last, far away.
    """
    objects = (
        {"class": "FloodOrigin", "point": [0, 20]},
        {"class": "Lane", "polyline": [[0, 20], [40, 20]]},
        {
            "class": "Lane",
            "polyline": [[4, 20], [4, 1], [22.5, 1], [23, 16.5], [23.5, 1], [40, 1]],
        },
        {"class": "Wall", "rectangle": [21.25, 8, 0.5, 7.5]},
    )
    there = squad_at((20, 12.5), (20, 14), (20, 17.5), (30, 1))

    assert sure(there, objects=objects)[3] == KnownOutcome()


@pytest.mark.rule("FF-08")
@pytest.mark.parametrize(
    ("strength", "falls"), [(1, (5, 6)), (4, (2, 6)), (5, (1, 6)), (9, (1, 6))]
)
def test_the_strength_test(strength: int, falls: tuple[int, int]) -> None:
    """``CC-02``  A 6 always fails."""
    (fate,) = sure(squad_at((3, 10), S=strength))

    assert fate.carried == Fraction(*falls)


@pytest.mark.rule("FF-08")
def test_who_cannot_pass_is_carried_whoever_comes_before() -> None:
    """``CC-02``  S 0 fails without a roll: in its own turn at the latest, or bumped before."""
    _, down = sure(squad_at((3, 10)), squad_at((20, 10), id="weak", S=0))

    assert down == KnownOutcome(carried=Fraction(1))


@pytest.mark.rule("FF-07")
def test_the_order_of_the_tests_and_who_ties() -> None:
    """The furthest first: one far beside the lane, which makes for its end (``FF-10``).

    Two at equal distance left and right of the lane join it at one point.
    """
    view = view_before_flood(squad_at((3, 10), (12, 9), (12, 11), (8, 10), (8, 40), (30, 10)))

    found = order_of(view.table)
    names = [tuple(model_id.removeprefix("squad-") for model_id in group) for group in found]
    assert names == [("5",), ("6",), ("2", "3"), ("4",), ("1",)]


@pytest.mark.rule("FF-06")
@pytest.mark.parametrize(
    ("round_", "next_", "need", "comes"),
    [(0, 2, 6, 1), (1, 2, 6, 1), (2, 3, 4, 3), (3, 4, 2, 5), (4, 5, 0, 6)],
)
def test_the_next_trigger_and_of_six_faces_those_that_bring_it(
    round_: int, next_: int, need: int, comes: int
) -> None:
    view = view_before_flood(squad_at((3, 10)), round_=round_)
    trigger = next_trigger(view)
    assert trigger is not None
    assert (trigger.round, trigger.need) == (next_, need)
    assert trigger.chance == pytest.approx(comes / 6)
    assert sum(came(view, next_, face) for face in range(1, 7)) == comes


def came(view: TableView, round_: int, face: int) -> bool:
    """Return whether the flood comes in a game turn in which its die shows *face*."""
    core = core_of(view)
    assert core is not None
    table = view.table.fork()
    table.clock = Clock(round_, "flood")
    game = Game(view.rules, table, ScriptedDice((*[0] * table.rolls, face)))
    at_once(FloodPhase(core).may_come(game))
    return PAGE.of(game.table).came == round_


@pytest.mark.rule("FF-06")
def test_before_its_own_roll_it_may_come_in_this_turn() -> None:
    view = view_before_flood(squad_at((3, 10)))
    view.table.clock = Clock(3, "flood")
    assert next_trigger(view).round == 3  # type: ignore[union-attr]
    view.table.clock = Clock(3, "flood", over=True)
    assert next_trigger(view).round == 4  # type: ignore[union-attr]


@pytest.mark.rule("FF-06")
def test_a_flood_that_cannot_come_any_more() -> None:
    """It came already; the game is over; the last game turn is.

    Without the module it never comes.
    """
    gone = view_before_flood(squad_at((3, 10)))
    gone.table.notes["flood"] = FloodState("", came=2)
    ended = view_before_flood(squad_at((3, 10)))
    ended.table.result = Result(None, "they left", "CC-33")
    last = view_before_flood(squad_at((3, 10)), round_=3, options={"turns": 3})
    without = view_before_flood(squad_at((3, 10)), modules=[], objects=())

    assert [next_trigger(view) for view in (gone, ended, last)] == [None] * 3
    assert core_of(without) is None
    assert core_of(gone) is not None


@pytest.mark.rule("FF-14")
def test_who_is_gone_is_in_nobodys_way() -> None:
    view = view_before_flood(squad_at((3, 10), (20, 10)))
    models, core = view.table.models, core_of(view)
    assert core is not None
    up, down = ModelId("squad-1"), ModelId("squad-2")
    models[up] = replace(models[up], where=Where.GONE)

    fates = sure_fates(view, core)
    assert list(fates) == [down]
    assert fates[down].carried == Fraction(1, 2)
    assert fates[down].dies is not None


@pytest.mark.rule("FF-10", "FF-14")
@pytest.mark.parametrize(("x", "free"), [(21.0, ["squad-1"]), (21.5, ["squad-1", "squad-2"])])
def test_who_goes_five_inches_to_its_lane_may_join_one_five_beyond(
    x: float, free: list[str]
) -> None:
    """A model that bumps it on its way brings it no further; and that lane leads to the other.

    It goes from 12, 18 to the end of its lane, at 16, 21.
    """
    edge = {"class": "FloodOrigin", "polyline": [[0, 0], [48, 0]]}
    near = {"class": "Lane", "polyline": [[16, 0], [16, 21]]}
    beyond = {"class": "Lane", "polyline": [[x, 0], [x, 44]]}
    view = view_before_flood(squad_at((12, 18), (x, 40)), objects=(edge, near, beyond))

    model_ids, _ = models_without_contact(view.table)

    assert model_ids == free
