"""Chapters "Being carried" and "The damage": ``FF-08`` to ``FF-18``."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest

from game.cores.kit.marks import CHARGED
from game.table.events import Marked, Rolled, Struck
from game.table.records import UnitId
from tests.systems.flood.flood_tables import ORIGIN, STRAIGHT, flood, squad_at

STEM = (ORIGIN, {"class": "Lane", "polyline": [[0, 10], [20, 10]]})


def arm(degrees: float) -> dict[str, Any]:
    """Return a lane from the fork, *degrees* to the right of straight on."""
    x, y = 20 + 10 * cos(radians(degrees)), 10 + 10 * sin(radians(degrees))
    return {"class": "Lane", "polyline": [[20, 10], [round(x, 3), round(y, 3)]]}


@pytest.mark.rule("FF-11")
@pytest.mark.parametrize(
    ("many", "row", "branch"),
    [
        (2, "3", 0),
        (2, "4", 1),
        (3, "2", 0),
        (3, "3", 1),
        (3, "5", 2),
        (4, "5 6 4", 3),
        (5, "6 5", 4),
        (5, "1", 0),
        (6, "1", 0),
        (6, "6", 5),
    ],
)
def test_the_die_counts_the_branches_from_the_left(many: int, row: str, branch: int) -> None:
    turns = [-75 + 30 * n for n in range(many)]
    drawn = [arm(turn) for turn in reversed(turns)]
    foe = squad_at((0.5, 40), id="foes", side="brood", where="reserve")
    session = flood(squad_at((18, 10)), foe, objects=(*STEM, *drawn), dice=f"4 4 {row} 4")

    direction = radians(turns[branch])
    at = session.table.models["squad-1"].at  # type: ignore[index]
    assert at == pytest.approx((20 + 2 * cos(direction), 10 + 2 * sin(direction)), abs=0.01)


@pytest.mark.rule("FF-16")
@pytest.mark.parametrize(
    ("sixes", "last", "strength"), [(0, 1, 1), (1, 2, 3), (3, 5, 8), (4, 4, 10), (5, 3, 10)]
)
def test_the_hit_grows_with_every_full_three_inches_up_to_ten(
    sixes: int, last: int, strength: int
) -> None:
    row = " ".join(["4", *["6"] * sixes, str(last), "1"])
    foe = squad_at((0.5, 40), id="foes", side="brood", where="reserve")
    session = flood(squad_at((1, 10)), foe, dice=row)

    struck = [e.strength for e in session.game.story if isinstance(e, Struck)]
    assert struck == [strength]


@pytest.mark.rule("FF-14", "CC-36")
@pytest.mark.parametrize("side", ["wardens", "brood"])
def test_whoever_owns_a_model_rolls_whether_it_keeps_its_feet(side: str) -> None:
    other = squad_at((14, 10), id="other", side=side)
    idle = squad_at((20, 30), id="idle")
    dry = {"class": "Gantry", "rectangle": [18, 28, 4, 4]}
    session = flood(squad_at((10, 10)), idle, other, objects=(*STRAIGHT, dry), dice="1 4 3 2 4")

    kept = [e for e in session.game.story if isinstance(e, Rolled) and e.clause == "FF-14"]
    assert [(roll.by, roll.who, roll.faces) for roll in kept] == [(side, "other-1", (2,))]


@pytest.mark.rule("FF-18")
def test_the_flood_itself_leaves_enemies_locked_and_nobody_has_charged() -> None:
    foe = squad_at((14, 10), id="pack", side="brood", profile="leaper")
    idle = squad_at((20, 30), id="idle")
    dry = {"class": "Gantry", "rectangle": [18, 28, 4, 4]}
    session = flood(squad_at((10, 10)), idle, foe, objects=(*STRAIGHT, dry), dice="1 4 5 3 4")

    marks = [(e.clause, e.who) for e in session.game.story if isinstance(e, Marked)]
    assert marks[:2] == [("FF-18", "squad"), ("FF-18", "pack")]
    assert not session.table.units[UnitId("pack")].mark(CHARGED)
