"""Blunders in zero-g, in short stories."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.bots.blunder_counting import AnsweredQuestion
from game.cores.kit.queries import TableView
from game.geometry.points import Point
from game.play.decisions import Choose, CommonKind, Option, pass_option
from game.systems.zero_g.bot.blunders import (
    ChargesForgone,
    ShotsBeyondRange,
    ShotsOnTheMove,
    SteeringOutOfRange,
    UnaimedHeavyWeapons,
)
from game.table.events import Act, Acted, Moved, PhaseBegan, Rolled, RollKind
from game.table.records import Clock, Fire, Model, ModelId, UnitId, Weapon
from tests.systems.zero_g.zero_g_tables import BROOD, RULES, WARDENS, drifter, table_of, void
from tests.tools.blunder_stories import counted

GUN = Weapon("gun", Fire.HEAVY, 24.0, shots=3, strength=5)
SHOOTING = PhaseBegan("CC-07", 1, "shooting", WARDENS)


def gunner_at(at: tuple[float, float]) -> Model:
    model = drifter("gunner", at)
    return replace(model, profile=replace(model.profile, weapons=(GUN,)))


def view(distance: float) -> TableView:
    foe = drifter("foe", (10.0 + distance, 10.0), side=BROOD)
    return TableView(table_of(void(width=96.0), gunner_at((10.0, 10.0)), foe), RULES)


def to_hit(need: int) -> Rolled:
    return Rolled(
        "CC-05",
        by=WARDENS,
        what="to hit",
        faces=(1, 2, 6),
        need=need,
        who="gunner",
        target="foe",
        weapon="gun",
        kind=RollKind.HIT,
    )


@pytest.mark.parametrize(
    ("need", "distance", "beyond", "moving"),
    [
        (6, 30.0, (3, 3), (0, 3)),
        (6, 20.0, (0, 3), (3, 3)),
        (4, 20.0, (0, 3), (0, 3)),
    ],
)
def test_dice_at_six_count_by_their_reason(
    need: int, distance: float, beyond: tuple[int, int], moving: tuple[int, int]
) -> None:
    table, roll = view(distance), to_hit(need)
    assert counted(ShotsBeyondRange, table, SHOOTING, roll) == beyond
    assert counted(ShotsOnTheMove, table, SHOOTING, roll) == moving


def test_a_heavy_gunner_aims_with_one_roll_below_six() -> None:
    assert counted(UnaimedHeavyWeapons, view(20.0), SHOOTING, to_hit(6)) == (1, 1)
    assert counted(UnaimedHeavyWeapons, view(20.0), SHOOTING, to_hit(6), to_hit(4)) == (0, 1)


@pytest.mark.parametrize(
    ("distance", "act", "end", "found"),
    [
        (40.0, Act.TURNS, 12.0, (1, 1)),
        (40.0, Act.DRIFTS, 12.0, (0, 1)),
        (40.0, Act.TURNS, 30.0, (0, 1)),
        (20.0, Act.TURNS, 12.0, (0, 0)),
    ],
)
def test_steering_counts_only_of_models_that_never_come_into_range(
    distance: float, act: Act, end: float, found: tuple[int, int]
) -> None:
    path = (Point(10.0, 10.0), Point(end, 10.0))
    moved = Moved("ZG-07", ModelId("gunner-1"), path, facing=0.0)
    steered = Acted("ZG-09", UnitId("gunner"), act)
    again = replace(SHOOTING, round=2)
    assert counted(SteeringOutOfRange, view(distance), SHOOTING, steered, moved, again) == found


def test_a_chance_to_charge_is_taken_by_declaring_it() -> None:
    asked = Choose(
        WARDENS,
        "CC-23",
        "Charge with which unit?",
        options=(Option("gunner", "gunner"), pass_option("End charges")),
        kind=CommonKind.UNIT_TO_CHARGE,
    )
    table = view(3.0)
    table.table.clock = Clock(1, "assault", WARDENS)
    given = [AnsweredQuestion(asked, "gunner", 0)]
    charge = Acted("ZG-20", UnitId("gunner"), Act.CHARGES, target="foe")
    no = Acted("CC-23", UnitId("gunner"), Act.DOES_NOT_CHARGE)
    assert counted(ChargesForgone, table, charge, answered=given) == (0, 1)
    assert counted(ChargesForgone, table, no, answered=given) == (1, 1)
