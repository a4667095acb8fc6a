"""A carried unit: the costs of a move that goes through rough ground, in plain words."""

from __future__ import annotations

from typing import Any

import pytest

from game.play.decisions import Choose, CommonKind, Option
from game.play.moves.march import March
from game.play.moves.paths import MoveLimits
from game.prompts.choose import ChoosePrompt
from game.prompts.lifted import CarryPrompt
from game.prompts.pick import STILL
from game.prompts.registry import prompt_for
from game.prompts.ways_on import Way
from game.table.records import ModelId
from game.view.overlays import BoardNote
from tests.play.tables import CLAUSES, SQUAD, US, table
from tests.prompts.input_driver import click_at

A = ModelId("a")
ENTERS = Option(
    "enter", "Enter Difficult ground: roll two dice, move up to the higher", "CC-20"
)
ADVANCES = Option("advance", "Advance: roll a die, move 4 inches and that many more", "MC-05")
EVEN = (0.0, *(1 / 6,) * 6)


def carried(free: float, **dear: Any) -> CarryPrompt:
    """Return a model that moves *free* inches without dice, and up to 10 the other way."""
    laid = table({"a": (10, 10)})
    options = (Option(SQUAD, "Squad", "CC-18", SQUAD),)
    asked = Choose(US, "CC-18", "Move?", options=options, kind=CommonKind.UNIT_TO_MOVE)

    def limited(inches: float) -> March:
        limits = {A: MoveLimits(inches)}
        return March(US, "CC-18", "Move", unit=SQUAD, model_limits=limits, clauses=CLAUSES)

    ways = [
        Way((SQUAD, "keep"), limited(free), rolls=False),
        Way((SQUAD, "enter"), limited(10), rolls=True, **dear),
    ]
    return CarryPrompt(ChoosePrompt(asked, laid), ways, laid)


def planned(prompt: CarryPrompt, inches: float) -> str:
    prompt.draft.take([["a", [[10, 10], [10, 10 + inches]]]])
    return prompt.choices()[0].detail


# The higher of two dice is at least 4 in 1 - (3/6)² of the rolls, at least 5 in 1 - (4/6)².
@pytest.mark.rule("CC-20")
@pytest.mark.parametrize(
    ("inches", "chance"), [(2.5, "89%"), (3.5, "75%"), (4.0, "75%"), (4.1, "56%"), (6, "31%")]
)
def test_rough_ground_says_which_dice_fall_and_how_likely_the_end_is(
    inches: float, chance: str
) -> None:
    spread = (0.0, *[ways / 36 for ways in (1, 3, 5, 7, 9, 11)])
    prompt = carried(2.0, declared=(ENTERS,), spread=spread)

    assert planned(prompt, inches) == (
        "Enter Difficult ground: roll two dice, move up to the higher. "
        f"{chance} to get this far."
    )
    (note,) = [o.words for o in prompt.above() if isinstance(o, BoardNote)]
    assert note == f"Enter Difficult ground: {chance} to get this far"


@pytest.mark.rule("MC-05")
def test_dice_that_add_to_a_move_count_only_beyond_it() -> None:
    prompt = carried(4.0, declared=(ADVANCES,), spread=EVEN, adds=True)

    assert planned(prompt, 6.0).endswith("that many more. 83% to get this far.")


def test_a_move_that_must_roll_says_so_and_a_free_one_costs_nothing() -> None:
    prompt = carried(2.0)

    assert planned(prompt, 5.0) == "Dice decide how far it gets."
    assert planned(prompt, 1.5) == ""


def test_a_unit_that_rolls_where_it_stands_says_so_before_it_stays() -> None:
    prompt = carried(2.0)
    prompt.ways = prompt.ways[1:]

    assert prompt.choices()[0].detail == "Dice are rolled all the same."


def test_a_second_click_on_a_selected_unit_leaves_it_selected_whole() -> None:
    laid = table({"a": (10, 10), "b": (12, 10)})
    options = (Option(SQUAD, "Squad", "CC-18", SQUAD),)
    asked = Choose(US, "CC-18", "Move?", options=options, kind=CommonKind.UNIT_TO_MOVE)
    limits = {model: MoveLimits(6.0) for model in (A, ModelId("b"))}
    march = March(US, "CC-18", "Move", unit=SQUAD, model_limits=limits, clauses=CLAUSES)
    ways = [Way((SQUAD,), march, rolls=False)]
    prompt = CarryPrompt(ChoosePrompt(asked, laid), ways, laid)
    click_at(prompt, 10, 10)
    assert {*prompt.picked} == {*limits}
    click_at(prompt, 14, 14)

    assert {*prompt.draft.paths} == {*limits}


@pytest.mark.parametrize("kind", STILL)
@pytest.mark.parametrize(
    ("parts", "runs"),
    [
        (("classic",), True),
        (("classic", "flood"), True),
        (("zero_g",), False),
        (("matched", "modern"), False),
    ],
)
def test_the_keys_name_a_run_only_where_units_run(
    kind: CommonKind, parts: tuple[str, ...], *, runs: bool
) -> None:
    asked = Choose(US, "CC-18", "?", options=(Option(SQUAD, "Squad"),), kind=kind)
    hints = dict(prompt_for(asked, table({"a": (10, 10)}), parts).key_hints())
    shoots = kind is CommonKind.UNIT_TO_SHOOT
    assert ("Drag" in hints) is (runs or not shoots)
    assert (hints.get("Drag") == "run, if it may") is (runs and shoots)
