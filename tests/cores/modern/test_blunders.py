"""Blunders in battles of the modern core, in short stories."""

from __future__ import annotations

import pytest

from game.cores.modern.bot.blunders import EarlyReRolls, ExposedCharacters, SilentShooters
from game.table.events import Act, Acted, Event, PhaseBegan, Removed, Spent
from game.table.records import Clock, How, ModelId
from tests.cores.modern.small_tables import ARMOURY, THEM, US, A, B, unit, view_of_units
from tests.tools.blunder_stories import counted

CHARACTER = next(k for k, v in ARMOURY.kinds.items() if v.profile.has("CHARACTER"))
SHOOTER = next(
    name
    for name, kind in ARMOURY.kinds.items()
    if not kind.profile.has("CHARACTER") and any(w.range for w in kind.profile.weapons)
)
THEIR_TURN = PhaseBegan("MC-04", 1, "movement", THEM)
OUR_NEXT = PhaseBegan("MC-04", 2, "movement", US)
DIES = Removed("MC-18", ModelId("a-1"), How.FOUGHT)


def test_points_on_re_rolls_in_the_first_two_rounds() -> None:
    view = view_of_units(unit(A, US, [SHOOTER], 10, 10), points=9)
    again = Spent("MC-27", US, 1, "Re-roll")
    other = Spent("MC-27", US, 2, "Hold firm")
    assert counted(EarlyReRolls, view, again, other) == (1, 3)
    view.table.clock = Clock(3, "shooting", US)
    assert counted(EarlyReRolls, view, again, other) == (0, 0)


@pytest.mark.parametrize(
    ("distance", "story", "found"),
    [
        (10.0, (THEIR_TURN, DIES, OUR_NEXT), (1, 1)),
        (10.0, (THEIR_TURN, DIES), (1, 1)),
        (10.0, (THEIR_TURN, OUR_NEXT, DIES), (0, 1)),
        (60.0, (THEIR_TURN, DIES, OUR_NEXT), (0, 0)),
        (10.0, (), (0, 0)),
    ],
)
def test_a_character_in_charge_reach(
    distance: float, story: tuple[Event, ...], found: tuple[int, int]
) -> None:
    ours = unit(A, US, [CHARACTER], 10, 10)
    theirs = unit(B, THEM, [SHOOTER], 10 + distance, 10)
    assert counted(ExposedCharacters, view_of_units(ours, theirs), *story) == found


def test_a_unit_with_guns_that_never_attacks() -> None:
    view = view_of_units(unit(A, US, [SHOOTER], 10, 10))
    began = PhaseBegan("MC-12", 1, "shooting", US)
    assert counted(SilentShooters, view, began) == (1, 1)
    assert counted(SilentShooters, view, began, Acted("MC-12", A, Act.SHOOTS)) == (0, 1)
