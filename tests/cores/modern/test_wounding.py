"""Wounds without shooting, and Overwatch: ``MC-18``, ``MC-19``, ``MC-21``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from game.cores.kit.attempts import Shot
from game.cores.kit.queries import TableView
from game.cores.modern.rules import OBSCURED
from game.cores.modern.rules.shooting import may_overwatch, overwatch, overwatch_of
from game.cores.modern.rules.wounds import ONE_D3, ONE_D6, lose, mortal_wounds, roll_number
from game.geometry.points import Point
from game.play.decisions import Choose
from game.play.dice_sequences import ScriptedDice
from game.play.game import Game, Rule
from game.table.board import TerrainKind, terrain
from game.table.events import Removed, Rolled
from game.table.records import DiceExpression, How, ModelId, Where
from tests.cores.modern.small_tables import THEM, US, A, B, C, unit, view_of_units, with_mark


def game_with_dice(view: TableView, dice: str = "") -> Game:
    return Game(view.rules, view.table.fork(), ScriptedDice(tuple(map(int, dice.split()))))


def carried_out(rule: Rule[Any], answers: Sequence[str] = ()) -> None:
    """Run a rule to its end; all of the given answers must be asked for."""
    left: list[str | None] = [None, *answers]
    try:
        while True:
            asked = rule.send(left.pop(0))
            assert isinstance(asked, Choose)
    except StopIteration:
        assert left == []


def wounds(at: Game) -> list[int]:
    return [m.wounds if m.where is Where.TABLE else 0 for m in at.table.models.values()]


@pytest.mark.rule("MC-19")
@pytest.mark.parametrize(
    ("many", "answers", "left"),
    [
        (0, [], [3, 3, 3]),
        (1, ["b-2"], [3, 2, 3]),
        (3, ["b-2"], [3, 0, 3]),
        (4, ["b-2", "b-3"], [3, 0, 2]),  # it spills over
        (7, ["b-2", "b-3"], [2, 0, 0]),  # the last model needs no choice
        (12, ["b-2", "b-3"], [0, 0, 0]),  # wounds beyond those of all models are lost
    ],
)
def test_mortal_wounds_spill_over(many: int, answers: list[str], left: list[int]) -> None:
    at = game_with_dice(view_of_units(unit(B, THEM, ["brute"] * 3, 20, 10)))

    carried_out(mortal_wounds(at, "MC-11", B, many, How.POWER), answers)

    assert wounds(at) == left
    assert {e.how for e in at.story if isinstance(e, Removed)} <= {How.POWER}


@pytest.mark.rule("MC-19", "MC-18")
def test_mortal_wounds_begin_with_the_wounded() -> None:
    at = game_with_dice(view_of_units(unit(B, THEM, ["brute"] * 2, 20, 10, wounds=[3, 1])))

    carried_out(mortal_wounds(at, "MC-11", B, 2, How.POWER))

    assert wounds(at) == [2, 0]


@pytest.mark.rule("MC-18")
def test_no_model_loses_more_than_it_has_and_none_twice() -> None:
    at, model_id = (
        game_with_dice(view_of_units(unit(B, THEM, ["brute"], 20, 10))),
        ModelId("b-1"),
    )

    carried_out(lose(at, "MC-18", model_id, 6, How.SHOT))
    carried_out(lose(at, "MC-18", model_id, 1, How.SHOT))

    assert [type(e).__name__ for e in at.story] == ["Wounded", "Removed"]
    assert len(at.table.losses) == 1


@pytest.mark.rule("MC-01", "CC-36")
@pytest.mark.parametrize(
    ("dice", "faces", "total"),
    [
        (ONE_D6, "5", 5),
        (ONE_D3, "1", 1),
        (ONE_D3, "4", 2),
        (DiceExpression(2, 3), "5 6", 6),
        (DiceExpression(), "", 0),
    ],
)
def test_numbers_that_are_rolled(dice: DiceExpression, faces: str, total: int) -> None:
    at = game_with_dice(view_of_units(unit(A, US, ["warden"], 10, 10)), faces)

    assert roll_number(at, "MC-01", US, "attacks", dice) == total
    assert at.table.rolls == len(faces.split())


WALL = terrain("wall", TerrainKind.WALL, (Point(0, 20), Point(40, 20)), closed=False)


@pytest.mark.rule("MC-21")
@pytest.mark.parametrize("marks", [(), ("moved",)])
def test_in_overwatch_nothing_but_a_six_hits(marks: tuple[str, ...]) -> None:
    """For any BS, and in spite of other modifiers."""
    guns = unit(A, US, ["heavy-team"], 10, 10), unit(B, THEM, ["brute"], 18, 10)
    stub = terrain("stub", TerrainKind.WALL, (Point(14, 10.1), Point(14, 20)), closed=False)
    view = with_mark(view_of_units(*guns, terrain=(stub,), system="matched"), A, *marks)
    at = game_with_dice(view, "5 5 6 3 6")
    assert [r.amount for r in OBSCURED.of(at, Shot(ModelId("a-1"), "rotary gun", B))] == [-1]

    carried_out(overwatch(at, A, B))

    hits = next(e for e in at.story if isinstance(e, Rolled))
    assert (hits.need, hits.faces, hits.clause) == (6, (5, 5, 6), "MC-15")
    assert [(r.amount, r.clause) for r in hits.reasons] == [(0, "MC-21")]


@pytest.mark.rule("MC-21", "MC-13")
def test_a_character_that_charges_is_shot_at_though_others_are_closer() -> None:
    seer = unit(B, THEM, ["seer"], 20, 10)
    view = view_of_units(
        unit(A, US, ["warden"], 10, 10), seer, unit(C, THEM, ["brute"], 10, 15)
    )

    assert may_overwatch(view, A, B)
    assert [shot.need for group in overwatch_of(view, A, B) for shot in group] == [6]


@pytest.mark.rule("MC-21", "MC-12")
def test_overwatch_keeps_to_range_sight_and_fights() -> None:
    squad, foe = unit(A, US, ["warden"], 10, 10), unit(B, THEM, ["brute"], 10, 30)
    near = unit(C, THEM, ["brute"], 12, 10)

    assert may_overwatch(view_of_units(squad, foe), A, B)
    assert not may_overwatch(view_of_units(unit(A, US, ["skitterer"], 10, 10), foe), A, B)
    assert not may_overwatch(view_of_units(squad, foe, terrain=(WALL,)), A, B)
    assert not may_overwatch(view_of_units(squad, foe, near), A, B)
    pistol, charger = unit(A, US, ["sergeant"], 10, 10), unit(B, THEM, ["brute"], 10, 20)
    assert may_overwatch(view_of_units(pistol, charger), A, B)
    assert not may_overwatch(view_of_units(pistol, charger, near), A, B)
