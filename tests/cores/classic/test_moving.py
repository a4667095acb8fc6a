"""Chapter "Moving": distances, ground, and slowed models: ``CC-18``, ``CC-20``."""

from __future__ import annotations

import pytest

from game.cores.classic.rules.assault import charge_move
from game.cores.classic.rules.movement import normal_move
from game.cores.kit.difficult_ground import difficult_ground_limit, goes_over, is_slowed
from game.table.records import ModelId, UnitId
from tests.cores.classic.small_tables import model_at, shooting_game

TYPES = (
    "infantry",
    "jump infantry",
    "jetpack",
    "bike",
    "beast",
    "cavalry",
    "skimmer",
    "flier",
    "monstrous creature",
    "vehicle",
)


@pytest.mark.rule("CC-18", "CC-23")
@pytest.mark.parametrize(
    ("kind", "moves", "charges", "over"),
    [
        ("infantry", 6, 6, False),
        ("jetpack", 6, 6, False),
        ("monstrous creature", 6, 6, False),
        ("bike", 12, 6, False),
        ("jump infantry", 12, 6, True),
        ("skimmer", 12, 6, True),
        ("flier", 12, 6, True),
        ("beast", 6, 12, False),
        ("cavalry", 6, 12, False),
        ("vehicle", 6, 6, False),
    ],
)
def test_how_far_each_type_moves_and_charges_and_what_goes_over_everything(
    kind: str, moves: float, charges: float, *, over: bool
) -> None:
    mover = model_at("hale", "squad", (10, 10), types=(kind,))

    assert (normal_move(mover), charge_move(mover), goes_over(mover)) == (moves, charges, over)


@pytest.mark.rule("CC-18")
def test_a_beast_that_jumps_moves_as_the_faster_of_its_types() -> None:
    mover = model_at("hale", "squad", (10, 10), types=("beast", "jump infantry"))

    assert (normal_move(mover), charge_move(mover)) == (12, 12)


@pytest.mark.rule("CC-20")
@pytest.mark.parametrize("kind", TYPES)
def test_only_bikes_and_jump_infantry_are_not_slowed(kind: str) -> None:
    mover = model_at("hale", "squad", (10, 10), types=(kind,))

    assert is_slowed(mover) is (kind not in {"bike", "jump infantry"})


@pytest.mark.rule("CC-20")
@pytest.mark.parametrize(
    ("normal", "higher", "most"), [(6, 3, 3), (6, 6, 6), (4, 6, 4), (4, 3, 3), (12, 6, 6)]
)
def test_a_die_above_the_normal_move_has_no_effect(
    normal: float, higher: int, most: float
) -> None:
    game = shooting_game(model_at("hale", "squad", (10, 10)))

    leave = difficult_ground_limit(
        game.table, UnitId("squad"), {ModelId("hale"): normal}, higher
    )

    assert leave.model_limits[ModelId("hale")].distance == most


@pytest.mark.rule("CC-20")
def test_in_one_unit_the_dice_slow_only_who_can_be_slowed() -> None:
    game = shooting_game(
        model_at("hale", "squad", (10, 10)),
        model_at("orr", "squad", (12, 10), types=("jump infantry",)),
    )
    distances = {ModelId("hale"): 6.0, ModelId("orr"): 12.0}

    leave = difficult_ground_limit(game.table, UnitId("squad"), distances, 2)

    assert [going.distance for going in leave.model_limits.values()] == [2, 12]
