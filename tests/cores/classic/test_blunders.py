"""Blunders in battles of the classic core, in short stories."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.bots.blunder_counting import AnsweredQuestion
from game.cores.classic.bot.blunders import (
    ExposedMeleeUnits,
    IdleUnits,
    LostBeforeAttack,
    RiflesThatHoldFire,
)
from game.cores.kit.marks import LOCKED
from game.cores.kit.queries import TableView
from game.play.decisions import PASS, Choose, CommonKind, Option, pass_option
from game.table.events import Act, Acted, Event, PhaseBegan, Removed
from game.table.records import Fire, How, Mark, Model, ModelId, UnitId, Weapon
from tests.cores.classic.small_tables import BROOD, WARDENS, model_at, shooting_game
from tests.tools.blunder_stories import counted

RIFLE = Weapon("rifle", Fire.RAPID, 24.0, strength=4)
OURS = UnitId("ours")
ENEMY_TURN = PhaseBegan("CC-18", 1, "movement", BROOD)
SHOOTS = Acted("CC-07", OURS, Act.SHOOTS, target="foes")
CHARGES = Acted("CC-23", OURS, Act.CHARGES, target="foes")
FALLS = Removed("CC-14", ModelId("a"), How.SHOT)


def view_of(*models: Model) -> TableView:
    game = shooting_game(*models)
    return TableView(game.table, game.rules)


def view(
    distance: float,
    ours: tuple[Weapon, ...] = (),
    foes: tuple[Weapon, ...] = (RIFLE,),
) -> TableView:
    return view_of(
        model_at("a", "ours", (10.0, 10.0), weapons=ours),
        model_at("x", "foes", (11.0 + distance, 10.0), weapons=foes),
    )


@pytest.mark.parametrize(
    ("table", "story", "found"),
    [
        (view(11.0), (), (1, 1)),
        (view(13.0), (), (0, 1)),
        (view(11.0, foes=()), (), (0, 1)),
        (view(11.0, ours=(RIFLE,)), (), (0, 0)),
        (view(11.0), (CHARGES,), (0, 0)),
    ],
)
def test_a_melee_unit_that_ends_under_close_fire(
    table: TableView, story: tuple[Event, ...], found: tuple[int, int]
) -> None:
    assert counted(ExposedMeleeUnits, table, *story, ENEMY_TURN) == found


def test_a_melee_unit_in_combat_is_not_exposed() -> None:
    table = view(11.0)
    units = table.table.units
    units[OURS] = replace(units[OURS], marks=(Mark(LOCKED),))
    assert counted(ExposedMeleeUnits, table, ENEMY_TURN) == (0, 0)


def test_losses_before_the_first_attack_of_the_unit() -> None:
    assert counted(LostBeforeAttack, view(11.0), FALLS, SHOOTS) == (1, 1)
    assert counted(LostBeforeAttack, view(11.0), SHOOTS, FALLS) == (0, 1)
    assert counted(LostBeforeAttack, view(11.0), replace(FALLS, how=How.LEFT)) == (0, 0)


@pytest.mark.parametrize(
    ("distance", "ours", "story", "found"),
    [
        (11.0, (), (), (1, 1)),
        (13.0, (), (), (0, 0)),
        (13.0, (RIFLE,), (), (1, 1)),
        (13.0, (RIFLE,), (SHOOTS,), (0, 1)),
    ],
)
def test_units_that_never_attack(
    distance: float,
    ours: tuple[Weapon, ...],
    story: tuple[Event, ...],
    found: tuple[int, int],
) -> None:
    turn = PhaseBegan("CC-18", 3, "movement", WARDENS)
    assert counted(IdleUnits, view(distance, ours), turn, *story) == found
    early = replace(turn, round=2)
    assert counted(IdleUnits, view(distance, ours), early, *story) == (0, 0)


@pytest.mark.parametrize(
    ("distance", "answer", "story", "found"),
    [
        (11.0, PASS, (CHARGES,), (1, 1)),
        (11.0, PASS, (), (0, 1)),
        (11.0, "foes", (SHOOTS,), (0, 1)),
        (13.0, PASS, (CHARGES,), (0, 0)),
    ],
)
def test_rifles_that_hold_fire_to_charge(
    distance: float, answer: str, story: tuple[Event, ...], found: tuple[int, int]
) -> None:
    asked = Choose(
        WARDENS,
        "CC-07",
        "shoot at whom?",
        options=(Option("foes", "foes"), pass_option("Hold fire")),
        about="ours",
        kind=CommonKind.TARGET,
    )
    given = [AnsweredQuestion(asked, answer, 0)]
    table = view(distance, ours=(RIFLE,))
    assert counted(RiflesThatHoldFire, table, *story, ENEMY_TURN, answered=given) == found
