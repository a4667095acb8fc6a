"""The characteristics of profiles and weapons on a card: ``CC-01``, ``MC-01``, ``MC-14``."""

from __future__ import annotations

import pytest

from game.cores.kit.queries import Characteristic
from game.screens.battle.model_card import changed, characteristics, described, kinds
from game.table.records import DiceExpression, Fire, Profile, Weapon

CLASSIC = Profile("Rider", ws=4, bs=3, t=5, own_t=4, sv=4, types=("bike",), rules=("scout",))
MODERN = Profile(
    "Beast",
    ws=4,
    bs=0,
    s=6,
    t=7,
    w=8,
    m=7,
    a=2,
    ld=6,
    sv=3,
    inv=5,
    a_dice=DiceExpression(1, 3),
    keywords=("MONSTER", "PSYKER", "WARLORD"),
    powers=2,
)


@pytest.mark.rule("CC-01")
def test_a_classic_card_has_initiative_and_plain_skills() -> None:
    text = " ".join(f"{name} {number}" for name, number in characteristics(CLASSIC))

    assert text == "WS 4 BS 3 S 3 T 5(4) W 1 I 3 A 1 LD 7 SV 4+"
    assert kinds(CLASSIC) == ("bike", "scout")


@pytest.mark.rule("MC-01")
def test_a_modern_card_has_move_rolls_and_dice_and_names_the_warlord_first() -> None:
    text = " ".join(f"{name} {number}" for name, number in characteristics(MODERN))

    assert text == 'M 7" WS 4+ BS – S 6 T 7 W 8 A 2+d3 LD 6 SV 3+ INV 5+'
    assert kinds(MODERN) == ("WARLORD", "MONSTER", "PSYKER", "2 powers")


@pytest.mark.rule("MC-01")
def test_a_changed_number_is_written_as_the_others_are() -> None:
    assert changed(MODERN, Characteristic("ws", 4, 5)) == ("WS", "5+")
    assert changed(MODERN, Characteristic("inv", 5, 2)) == ("INV", "2+")
    assert changed(MODERN, Characteristic("m", 7, 9)) == ("M", '9"')
    assert changed(MODERN, Characteristic("a", 2, 3)) == ("A", "3+d3")
    assert changed(CLASSIC, Characteristic("ws", 4, 5)) == ("WS", "5")


@pytest.mark.rule("MC-14", "MC-18")
def test_a_weapon_tells_its_damage_in_the_modern_core() -> None:
    gun = Weapon(
        "cannon",
        Fire.HEAVY,
        48,
        shots=0,
        strength=9,
        ap=-3,
        shots_dice=DiceExpression(2, 6),
        damage=0,
        damage_dice=DiceExpression(1),
    )
    fist = Weapon("fist", Fire.MELEE, ap=-3, times=2, damage=2)

    assert described(gun, modern=True) == '48" S9 AP-3 Dd6 heavy 2d6'
    assert described(fist, modern=True) == "S user x2 AP-3 D2"
    assert (
        described(Weapon("bow", fire=Fire.RAPID, range=24, shots=1, strength=3))
        == '24" S3 AP– rapid fire'
    )
