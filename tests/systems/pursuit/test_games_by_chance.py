"""Whole pursuits of random bots: no overlaps, and each save restores the same game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.bots.simple_bots import RandomBot
from game.geometry.points import Point
from game.table.apply import apply
from game.table.events import Placed
from tests.systems.pursuit.pursuit_tables import RULES, mustered, piece, rectangle, street
from tests.tools.fuzz_pursuit import chases, overlaps, watched


@pytest.mark.slow
@pytest.mark.rule("PU-05", "PU-30")
@pytest.mark.parametrize("seed", [2, 5])
def test_a_chase_comes_to_its_end_and_opens_from_any_save(seed: int) -> None:
    ((_, battle),) = chases(1, seed)
    assert list(watched(battle, RandomBot())) == []


@pytest.mark.rule("PU-06")
def test_both_sides_act_in_three_phases() -> None:
    course = RULES.phases.course(mustered(street()))
    assert [(phase.name, side) for phase, side in course] == [
        ("pursuit", None),
        ("movement", None),
        ("shooting", None),
    ]


@pytest.mark.rule("PU-03")
def test_faults_are_seen() -> None:
    mill, hall = (
        piece(name, rectangle(x, 21, 6, 6)) for name, x in (("mill", 40), ("hall", 52))
    )
    table = mustered(street(mill, hall))
    bike, imp, drop, *_ = table.models
    assert list(overlaps(table)) == []

    table.pieces["hall"] = replace(table.pieces["hall"], at=Point(48.0, 24.0))
    for model_id, at in ((bike, (39.3, 24)), (imp, (38.1, 24)), (drop, (0.7, 3))):
        apply(table, Placed("PU-04", model=model_id, at=Point(*at), facing=90.0))
    assert list(overlaps(table)) == [
        f"{bike} overlaps {imp}",
        "mill overlaps hall",
        f"{bike} is in mill at 39.3, 24",
        f"{drop} is off the table at 0.7, 3",
    ]
