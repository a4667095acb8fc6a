"""Limits of the rules that the steady bot applies to its estimates."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.cores.classic.bot.assessment import ClassicAssessment
from game.cores.classic.bot.expected_damage import shots_at
from game.cores.classic.bot.expected_losses import expected_loss
from game.cores.classic.bot.shooting import may_charge_after
from game.cores.classic.bot.unit_placement import UnitPlacement
from game.cores.kit.marks import OUT_OF_COHERENCY
from game.cores.modern.bot.assessment import ModernAssessment
from game.table.records import Fire, Mark, ModelId, UnitId, Weapon
from tests.bots.shipped_weights import CLASSIC, MODERN
from tests.cores.classic.small_tables import WARDENS, model_at, shooting_game
from tests.cores.modern.small_tables import THEM, US, A, B, unit
from tests.cores.modern.small_tables import view_of_units as modern_field

RIFLE = Weapon("rifle", Fire.RAPID, 24.0, strength=4)
CANNON = Weapon("cannon", Fire.HEAVY, 24.0, strength=8)
PISTOL = Weapon("pistol", Fire.PISTOL, 12.0, strength=4)


@pytest.mark.rule("CC-09")
@pytest.mark.parametrize(
    ("weapon", "keywords", "may"),
    [
        (RIFLE, (), False),
        (CANNON, (), False),
        (PISTOL, (), True),
        (RIFLE, ("relentless",), True),
        (CANNON, ("bike",), True),
    ],
)
def test_only_who_is_relentless_charges_after_rapid_fire_or_heavy_weapons(
    weapon: Weapon, keywords: tuple[str, ...], *, may: bool
) -> None:
    firer = model_at("a", "squad", (10, 10), weapons=(weapon,), keywords=keywords)

    assert may_charge_after([firer]) is may


@pytest.mark.rule("CC-09")
@pytest.mark.parametrize(
    ("weapon", "inches", "moved", "shots"),
    [
        (RIFLE, 12.0, False, 2),
        (RIFLE, 12.5, False, 1),
        (RIFLE, 24.0, False, 1),
        (RIFLE, 24.5, False, 0),
        (RIFLE, 12.0, True, 2),
        (RIFLE, 12.5, True, 0),
        (CANNON, 24.0, False, 1),
        (CANNON, 1.0, True, 0),
        (PISTOL, 12.0, True, 1),
    ],
)
def test_shots_go_by_the_distance_and_by_a_move(
    weapon: Weapon, inches: float, shots: int, *, moved: bool
) -> None:
    assert shots_at(weapon, inches, moved=moved) == shots


@pytest.mark.rule("CC-09")
@pytest.mark.parametrize(("keywords", "feared"), [((), False), (("relentless",), True)])
def test_a_heavy_weapon_out_of_range_is_feared_if_it_may_come_nearer_and_fire(
    keywords: tuple[str, ...], *, feared: bool
) -> None:
    """The cannon is 27" away, from edge to edge, and reaches 24"; it may move 6"."""
    target = model_at("a", "squad", (10, 10))
    gun = model_at("b", "foes", (38, 10), weapons=(CANNON,), keywords=keywords)
    assessment = ClassicAssessment(shooting_game(target, gun), WARDENS, CLASSIC)
    squad = assessment.summary(UnitId("squad"))

    loss = expected_loss(UnitPlacement(assessment, squad, (target.at,)))

    assert (loss > 0.0) is feared


@pytest.mark.rule("MC-06")
@pytest.mark.parametrize(("marks", "engaged"), [((), True), ((Mark(OUT_OF_COHERENCY),), False)])
def test_an_enemy_beside_a_model_out_of_coherency_holds_no_unit(
    marks: tuple[Mark, ...], *, engaged: bool
) -> None:
    """The enemy is within 1" of the second model only."""
    view = modern_field(
        unit(A, US, ["warden", "warden"], 10.0, 10.0, apart=6.0),
        unit(B, THEM, ["skitterer"], 17.5, 10.0),
    )
    second = ModelId("a-2")
    view.table.models[second] = replace(view.table.models[second], marks=marks)
    assessment = ModernAssessment(view, US, MODERN)

    assert assessment.engaged(assessment.summary(A)) is engaged
