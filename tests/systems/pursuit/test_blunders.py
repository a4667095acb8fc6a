"""Blunders in a pursuit, in short stories."""

from __future__ import annotations

import pytest

from game.cores.kit.queries import TableView
from game.systems.pursuit.bot.blunders import (
    RidesThroughRubble,
    SlowingFarBack,
    SwarmKilledByRubble,
)
from game.table.events import Act, Acted, Event, Removed, Rolled, RollKind, Struck
from game.table.records import How, Model, Side
from tests.systems.pursuit.pursuit_tables import RIDERS, RULES, SWARM, mustered, street
from tests.tools.blunder_stories import counted


def first(view: TableView, side: Side) -> Model:
    return next(m for m in view.table.models.values() if m.side == side)


@pytest.fixture(scope="module")
def view() -> TableView:
    return TableView(mustered(street()), RULES)


def test_a_ride_through_rubble_that_kills(view: TableView) -> None:
    rider = first(view, RIDERS)
    rides = Acted("PU-18", rider.unit, Act.RIDES)
    die = Rolled("PU-22", RIDERS, "rubble", faces=(1,), who=rider.unit, kind=RollKind.ROUTINE)
    hit = Struck("PU-22", rider.id, 5, by="rubble")
    crash = Struck("PU-21", rider.id, 5, by="a wall")
    falls = Removed("CC-14", rider.id, How.HAZARD)
    blast = Rolled("PU-24", SWARM, "to wound", faces=(6,), target=rider.id, weapon="mines")
    escape = Rolled(
        "PU-23", RIDERS, "to get away", faces=(4,), who=rider.unit, kind=RollKind.ESCAPE
    )
    stories: dict[tuple[Event, ...], tuple[int, int]] = {
        (rides, die, hit, falls): (1, 1),
        (rides, die, hit): (0, 1),
        (rides, die, crash, falls): (0, 1),
        (rides, die, hit, blast, falls): (0, 1),
        (rides,): (0, 0),
        (escape, rides, die, hit, falls): (0, 0),
        (die, hit, falls): (0, 0),
    }
    for story, found in stories.items():
        assert counted(RidesThroughRubble, view, *story) == found, story


def test_riders_that_slow_down_far(view: TableView) -> None:
    def slows(side: Side, *faces: int) -> Rolled:
        return Rolled("PU-11", side, "slows down", faces=faces, kind=RollKind.SLOWS)

    story = slows(RIDERS, 5, 6), slows(RIDERS, 4, 6), slows(SWARM, 6, 6)
    assert counted(SlowingFarBack, view, *story) == (1, 2)


@pytest.mark.parametrize(
    ("by", "how", "found"),
    [
        ("rubble", How.HAZARD, (1, 1)),
        ("a piece", How.HAZARD, (0, 1)),
        ("rubble", How.SHOT, (0, 1)),
    ],
)
def test_swarm_models_that_die_of_rubble(
    view: TableView, by: str, how: How, found: tuple[int, int]
) -> None:
    model = first(view, SWARM)
    hit, falls = Struck("PU-14", model.id, 5, by=by), Removed("CC-14", model.id, how)
    assert counted(SwarmKilledByRubble, view, hit, falls, side=SWARM) == found
    blast = Rolled("PU-24", SWARM, "to wound", faces=(6,), target=model.id, weapon="mines")
    assert counted(SwarmKilledByRubble, view, hit, blast, falls, side=SWARM) == (0, 1)
