"""Chapter "Assault": fighters, attacks, weapons: ``CC-23`` to ``CC-31``, ``CC-34``."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.cores.classic.rules.assault import charging, refused_charge
from game.cores.classic.rules.melee_attacks import arms, attacks_of, engaged
from game.cores.classic.rules.unit_state import strength_of, to_strike
from game.cores.kit.attempts import REFUSED, Attempt
from game.cores.kit.modules import Module
from game.cores.kit.units import sorted_by_distance
from game.play.decisions import Refusal
from game.play.game import GameView
from game.table.events import Act
from game.table.records import Fire, ModelId, UnitId, Weapon
from tests.cores.classic.small_tables import WARDENS, model_at, shooting_game

BLADE = Weapon("blade", Fire.MELEE)
AXE = Weapon("axe", Fire.MELEE)
PISTOL = Weapon("pistol", Fire.PISTOL, 12.0, strength=7, ap=2, rules=("gets hot",))
RIFLE = Weapon("rifle", Fire.RAPID, 24.0, strength=4)
POWER = Weapon("power blade", Fire.MELEE, rules=("power weapon",))
FIST = Weapon("power fist", Fire.MELEE, rules=("power fist",))
CLAWS = Weapon("rending claws", Fire.MELEE, rules=("rending",))
LANCE = Weapon("lance", Fire.MELEE, rules=("lance",))


@pytest.mark.rule("CC-27")
@pytest.mark.parametrize(
    ("ws", "against", "need"),
    [
        (5, 4, 3),
        (10, 1, 3),
        (4, 4, 4),
        (4, 5, 4),
        (4, 8, 4),  # exactly twice
        (4, 9, 5),  # more than twice
        (1, 1, 4),
        (1, 2, 4),
        (1, 3, 5),
        (0, 1, 5),
        (3, 0, 1),  # without a roll
        (0, 0, 1),
    ],
)
def test_what_hits_in_close_combat(ws: int, against: int, need: int) -> None:
    assert to_strike(ws, against) == need


@pytest.mark.rule("CC-28")
@pytest.mark.parametrize(
    ("weapon", "user", "strength"),
    [(BLADE, 4, 4), (FIST, 3, 6), (FIST, 5, 10), (FIST, 6, 10), (FIST, 0, 0), (POWER, 4, 4)],
)
def test_a_power_fist_doubles_its_users_strength_to_ten_at_most(
    weapon: Weapon, user: int, strength: int
) -> None:
    assert strength_of(weapon, user) == strength


@pytest.mark.rule("CC-25")
@pytest.mark.parametrize(
    ("weapons", "charged", "attacks"),
    [
        ((), False, 2),
        ((RIFLE,), False, 2),
        ((RIFLE, BLADE), False, 2),
        ((BLADE,), True, 3),
        ((BLADE, PISTOL), False, 3),
        ((PISTOL, PISTOL), False, 3),
        ((BLADE, AXE, PISTOL), True, 4),
    ],
)
def test_how_often_a_model_with_two_attacks_strikes(
    weapons: tuple[Weapon, ...], *, charged: bool, attacks: int
) -> None:
    game = shooting_game(model_at("hale", "squad", (10, 10), a=2, weapons=weapons))

    assert attacks_of(game, game.table.models[ModelId("hale")], charged=charged) == attacks


@pytest.mark.rule("CC-28")
@pytest.mark.parametrize(
    ("weapons", "choice"),
    [
        ((), ["bare hands"]),
        ((RIFLE,), ["bare hands"]),
        ((BLADE, AXE), ["blade"]),
        ((PISTOL, BLADE), ["blade"]),
        ((BLADE, POWER), ["power blade"]),
        ((POWER, CLAWS, LANCE), ["power blade", "rending claws", "lance"]),
        ((BLADE, FIST), ["power fist", "blade"]),
        ((FIST, PISTOL), ["power fist", "pistol"]),
        ((FIST, POWER, BLADE), ["power fist", "power blade"]),
    ],
)
def test_what_a_model_may_choose_to_strike_with(
    weapons: tuple[Weapon, ...], choice: list[str]
) -> None:
    hale = model_at("hale", "squad", (10, 10), weapons=weapons)

    assert [w.name for w in arms(hale.profile)] == choice


@pytest.mark.rule("CC-25", "CC-09")
def test_nothing_of_a_pistol_is_left_in_the_hand_but_its_name() -> None:
    hale = model_at("hale", "squad", (10, 10), weapons=(PISTOL,))

    (weapon,) = arms(hale.profile)
    assert (weapon.strength, weapon.ap, weapon.rules) == (0, None, ())


@pytest.mark.rule("CC-24", "CC-25")
def test_whom_a_model_may_strike_is_whom_it_or_a_mate_beside_it_touches() -> None:
    game = shooting_game(
        model_at("hale", "squad", (10, 10)),
        model_at("orr", "squad", (12, 10)),
        model_at("vane", "squad", (16, 10)),
        model_at("rat", "foes", (10, 9)),
        model_at("hog", "foes-too", (12, 11)),
        model_at("boar", "foes-far", (16, 13)),
    )
    combat = tuple(game.table.units)

    def touched(id_: str) -> tuple[UnitId, ...]:
        return engaged(game.table, game.table.models[ModelId(id_)], combat)

    assert touched("hale") == touched("orr") == ("foes", "foes-too")
    assert touched("vane") == touched("boar") == ()
    assert touched("hog") == ("squad",)


@pytest.mark.rule("CC-23")
def test_a_module_may_forbid_a_charge_and_say_why() -> None:
    def mud(view: GameView, attempt: Attempt) -> Iterator[Refusal]:
        if attempt.act is Act.CHARGES:
            yield Refusal("the mud is too deep", "FF-01")

    module = Module("mud", hooks=(REFUSED.gets(mud),))
    models = model_at("hale", "squad", (10, 10)), model_at("rat", "foes", (14, 10))
    dry, muddy = shooting_game(*models), shooting_game(*models, modules=(module,))

    assert [u.id for u in charging(dry, WARDENS)] == ["squad"]
    assert refused_charge(dry, UnitId("squad"), UnitId("foes")) is None
    assert charging(muddy, WARDENS) == []
    no = refused_charge(muddy, UnitId("squad"), UnitId("foes"))
    assert no == Refusal("the mud is too deep", "FF-01")


@pytest.mark.rule("CC-30", "CC-32")
@pytest.mark.parametrize(
    ("offs", "order"),
    [
        ([3.0, 1.0, 2.0], [1.0, 2.0, 3.0]),
        ([1.01, 1.0], [1.01, 1.0]),
        ([1.011, 1.0], [1.0, 1.011]),
        ([1.015, 1.005, 1.0], [1.005, 1.0, 1.015]),
        ([], []),
    ],
)
def test_what_is_nearer_by_a_hundredth_or_less_is_no_nearer(
    offs: list[float], order: list[float]
) -> None:
    assert sorted_by_distance(offs, lambda distance: distance) == order
