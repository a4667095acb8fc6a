"""Chapter "Shooting": ``CC-05`` to ``CC-11``, where tables say more than situations."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin

import pytest

from game.cores.classic.rules import SNAPS
from game.cores.classic.rules.targeting import ClassicAim, reroll_reason
from game.cores.classic.rules.unit_state import to_shoot
from game.cores.kit.aimed_weapons import AimedWeapon
from game.cores.kit.attempts import REFUSED, Attempt, Shot
from game.cores.kit.dice import random_direction, roll_off, scatter
from game.cores.kit.dice_chances import NEVER
from game.cores.kit.marks import MOVED, marked
from game.cores.kit.modules import Module
from game.cores.kit.sight_lines import sees
from game.cores.kit.traits import TRAIT, Trait
from game.geometry.points import Disc, Point
from game.play.decisions import Refusal
from game.play.game import GameView
from game.table.board import Terrain, TerrainKind, terrain
from game.table.events import Act, Reason
from game.table.records import Fire, UnitId, Weapon
from tests.cores.classic.small_tables import (
    BROOD,
    WARDENS,
    all_dice_are_used,
    model_at,
    shooting_game,
)
from tests.tools.situations import add_module, played_text

GUN = Weapon("gun", fire=Fire.ASSAULT, range=24, shots=1, strength=4)
TWIN = Weapon(
    "twin gun", fire=Fire.ASSAULT, range=24, shots=1, strength=4, rules=("twin-linked",)
)

FIRE = """
title = "A shot in a test"
clauses = ["CC-05"]
system = "classic"
armoury = "tests/armouries/proving-ground.toml"
options = {{ morale = false }}
modules = {modules}
dice = "{dice}"
answers = {answers}

[[unit]]
id = "squad"
side = "wardens"
profile = "trooper"
BS = {bs}
weapons = {weapons}
at = [[10, 10]]

[[unit]]
id = "foes"
side = "brood"
profile = "target"
W = 9
at = [[20, 10]]

[clock]
phase = "shooting"
side = "wardens"

[expect]
{expect}
"""


def fire(
    dice: str,
    expect: str = "",
    *,
    bs: int = 4,
    weapons: str = '["gun"]',
    modules: str = "[]",
    answers: str = '["squad", "foes"]',
) -> list[str]:
    """Let one trooper fire at a target of nine wounds; return the faults of the situation."""
    raw = {"dice": dice, "expect": expect, "bs": bs, "weapons": weapons}
    outcome = played_text(FIRE.format(**raw, modules=modules, answers=answers))
    return list(outcome.faults)


@pytest.mark.rule("CC-05")
@pytest.mark.parametrize(
    ("bs", "need", "second"),
    [
        (0, NEVER, None),
        (1, 6, None),
        (2, 5, None),
        (3, 4, None),
        (4, 3, None),
        (5, 2, None),
        (6, 2, 6),
        (7, 2, 5),
        (8, 2, 4),
        (9, 2, 3),
        (10, 2, 2),
    ],
)
def test_what_each_skill_needs(bs: int, need: int, second: int | None) -> None:
    assert to_shoot(bs) == need
    again = reroll_reason(GUN, bs, need)
    assert (again.need if again else None) == second


@pytest.mark.rule("CC-05", "CC-04")
@pytest.mark.parametrize(("bs", "second"), [(6, 6), (7, 5), (8, 4), (9, 3), (10, 2)])
def test_a_miss_of_the_skilled_is_rolled_again_and_needs_less_with_skill(
    bs: int, second: int
) -> None:
    assert not fire(f"1 | {second} | 3", 'clauses = ["CC-05", "CC-12"]', bs=bs)
    assert not fire(f"1 | {second - 1}", 'never = ["CC-12"]', bs=bs)
    assert not fire("2 | 3", 'unsaid = ["re-roll"]', bs=bs)


@pytest.mark.rule("CC-05", "CC-09")
@pytest.mark.parametrize("bs", range(1, 11))
def test_twin_linked_rolls_again_at_the_first_need_if_that_is_better(bs: int) -> None:
    again = reroll_reason(TWIN, bs, to_shoot(bs))

    assert again
    assert again.need == to_shoot(bs)
    assert again.clause == "CC-09"


def mist() -> Module:
    """Return a module that limits all models to snap fire."""

    def snaps(view: GameView, shot: Shot) -> Iterator[Reason]:
        yield Reason(0, "mist", "CC-06")

    return Module("mist", hooks=(SNAPS.gets(snaps),))


@pytest.fixture
def _mist(monkeypatch: pytest.MonkeyPatch) -> None:
    add_module(monkeypatch, mist())


MIST = '["mist"]'


@pytest.mark.rule("CC-06")
@pytest.mark.usefixtures("_mist")
@pytest.mark.parametrize("bs", [0, 1, 4, 5, 6, 10])
def test_a_snap_shot_hits_on_a_6_whatever_the_skill(bs: int) -> None:
    said = 'log = ["6+: 5 6 1, 1 of 3 hit (BS 1, mist)"]\nunsaid = ["re-roll"]'

    assert not fire("5 6 1 | 3", said, bs=bs, weapons='["gun 3"]', modules=MIST)


@pytest.mark.rule("CC-06", "CC-09")
@pytest.mark.usefixtures("_mist")
def test_a_twin_linked_snap_shot_rolls_again_for_another_6() -> None:
    said = 'log = ["6+: 5", "the 5: 6", "to wound"]'

    assert not fire("5 | 6 | 3", said, weapons='["twin gun"]', modules=MIST)
    assert not fire("5 | 5", 'never = ["CC-12"]', weapons='["twin gun"]', modules=MIST)


@pytest.mark.rule("CC-06")
@pytest.mark.usefixtures("_mist")
@pytest.mark.parametrize("weapon", ["mortar", "battery"])
def test_blast_weapons_cannot_snap_fire(weapon: str) -> None:
    refused = 'refused = { clause = "CC-06" }'

    assert not fire("", refused, weapons=f'["{weapon}"]', modules=MIST)


@pytest.mark.rule("CC-06")
@pytest.mark.usefixtures("_mist")
def test_who_carries_a_gun_beside_a_mortar_snap_fires_the_gun_unasked() -> None:
    assert not fire("6 | 3", 'log = ["with gun"]', weapons='["mortar", "gun"]', modules=MIST)


@pytest.mark.rule("CC-05", "CC-01")
def test_skill_counts_as_it_is_now() -> None:
    def dazzled(view: GameView, asked: Trait) -> Iterator[Reason]:
        if asked.name == "bs":
            yield Reason(-1, "dazzled", "CC-05")

    squad = model_at("hale", "squad", (10, 10), weapons=(GUN,))
    foe = model_at("foe", "foes", (20, 10))
    game = shooting_game(squad, foe, modules=(Module("dazzle", hooks=(TRAIT.gets(dazzled),)),))

    shot = ClassicAim(game, squad, GUN, foe.unit).aimed()

    assert isinstance(shot, AimedWeapon)
    assert shot.need == 4
    assert [r.why for r in shot.reasons] == ["BS 3", "dazzled"]


@pytest.mark.rule("CC-07")
def test_a_module_may_refuse_to_shoot(monkeypatch: pytest.MonkeyPatch) -> None:
    def truce(view: GameView, attempt: Attempt) -> Iterator[Refusal]:
        if attempt.act is Act.SHOOTS:
            yield Refusal("there is a truce", "MI-03")

    add_module(monkeypatch, Module("truce", hooks=(REFUSED.gets(truce),)))

    assert not fire("", 'refused = { clause = "MI-03" }', modules='["truce"]')


EYE, BASE = Disc(Point(10, 10), 0.5), Disc(Point(20, 10), 0.5)


def strip_of(kind: TerrainKind, left: float, right: float) -> Terrain:
    corners = Point(left, 5), Point(right, 5), Point(right, 15), Point(left, 15)
    return terrain("piece", kind, corners)


@pytest.mark.rule("CC-08", "CC-37")
@pytest.mark.parametrize("kind", [TerrainKind.RUIN, TerrainKind.WOOD])
@pytest.mark.parametrize(
    ("left", "right", "seen"),
    [
        (12, 18, False),  # between them
        (8, 18, True),  # the eye stands in it
        (12, 22, True),  # the base stands in it
        (8, 22, True),  # both do
        (10.5, 19.5, False),  # both only touch it
        (10.49, 19.5, True),
        (10.5, 19.51, True),
        (21, 24, True),  # behind the base
        (2, 9, True),  # behind the eye
    ],
)
def test_into_and_out_of_ruins_and_woods_not_through(
    kind: TerrainKind, left: float, right: float, *, seen: bool
) -> None:
    game = shooting_game(terrain=[strip_of(kind, left, right)])

    assert sees(game.table, EYE, BASE) is seen
    assert sees(game.table, BASE, EYE) is seen


@pytest.mark.rule("CC-08")
@pytest.mark.parametrize(("deeper", "seen"), [(0.0, False), (0.01, True)])
def test_contact_with_a_slanting_edge_is_not_in_the_area(deeper: float, *, seen: bool) -> None:
    # The edge runs 4 inches left for 3 down, half an inch off the eye.
    x, y = 10.3 - 0.6 * deeper, 10.4 - 0.8 * deeper
    corners = (
        Point(x + 4, y - 3),
        Point(19, 10),
        Point(x + 4, 20),
        Point(x - 4, y + 3),
    )
    game = shooting_game(terrain=[terrain("ruin", TerrainKind.RUIN, corners)])

    assert sees(game.table, EYE, BASE) is seen


@pytest.mark.rule("CC-08")
def test_what_is_hidden_depends_on_the_base_that_is_looked_at() -> None:
    wall = terrain("wall", TerrainKind.WALL, (Point(15, 9.6), Point(15, 20)), closed=False)
    game = shooting_game(terrain=[wall])

    assert not sees(game.table, EYE, BASE)
    assert sees(game.table, EYE, BASE._replace(radius=1.0))
    # A wider base looks out from the same point.
    assert not sees(game.table, EYE._replace(radius=1.0), BASE)


@pytest.mark.rule("CC-08")
def test_seeing_need_not_be_mutual() -> None:
    near = terrain("wall", TerrainKind.WALL, (Point(11, 9.9), Point(11, 20)), closed=False)
    game = shooting_game(terrain=[near])

    # From (10, 10) the wall hides all below 9.95 at its own place, and so the whole base.
    assert not sees(game.table, EYE, BASE)
    # From (20, 10) the upper rim of the base behind the wall shows.
    assert sees(game.table, BASE, EYE)


@pytest.mark.rule("CC-10", "CC-36")
@pytest.mark.parametrize("first", range(1, 7))
@pytest.mark.parametrize("second", range(1, 7))
def test_a_random_direction_is_one_of_36(first: int, second: int) -> None:
    game = shooting_game(dice=f"{first} {second}")

    toward = random_direction(game, "CC-10", WARDENS, "squad")

    turn = radians(((first - 1) * 6 + second - 1) * 10)
    assert toward == pytest.approx((sin(turn), -cos(turn)))


@pytest.mark.rule("CC-10", "CC-36")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_scatter_die_hits_on_1_and_2(die: int) -> None:
    game = shooting_game(dice=f"{die} 3 4" + (" 2 4" if die > 2 else ""))

    thrown = scatter(game, "CC-10", WARDENS, "squad")

    assert thrown.hit is (die <= 2)
    assert thrown.distance == 7
    assert die <= 2 or thrown.toward == Point(1, 0)
    assert all_dice_are_used(game)


@pytest.mark.rule("CC-36")
@pytest.mark.parametrize(
    ("dice", "winner"), [("4 3", WARDENS), ("3 4", BROOD), ("2 2 5 5 1 6", BROOD)]
)
def test_a_roll_off_is_the_acting_sides_die_first_again_while_equal(
    dice: str, winner: str
) -> None:
    game = shooting_game(dice=dice)

    assert roll_off(game, "CC-33", "roll-off", WARDENS) == winner
    assert all_dice_are_used(game)
    assert [getattr(event, "by", "") for event in game.story][:2] == [WARDENS, BROOD]


@pytest.mark.rule("CC-09")
@pytest.mark.parametrize("moved", [False, True])
@pytest.mark.parametrize("steady", ["", "relentless", "bike"])
@pytest.mark.parametrize(
    ("weapon", "gap", "still", "after_a_move"),
    [
        (Weapon("assault", fire=Fire.ASSAULT, range=18, shots=2, strength=4), 18.0, 2, 2),
        (Weapon("assault", fire=Fire.ASSAULT, range=18, shots=2, strength=4), 18.001, 0, 0),
        (Weapon("pistol", fire=Fire.PISTOL, range=12, shots=1, strength=4), 12.0, 1, 1),
        (Weapon("pistol", fire=Fire.PISTOL, range=12, shots=1, strength=4), 12.001, 0, 0),
        (Weapon("rapid", fire=Fire.RAPID, range=24, shots=1, strength=4), 12.0, 2, 2),
        (Weapon("rapid", fire=Fire.RAPID, range=24, shots=1, strength=4), 12.001, 1, 0),
        (Weapon("rapid", fire=Fire.RAPID, range=24, shots=1, strength=4), 24.0, 1, 0),
        (Weapon("rapid", fire=Fire.RAPID, range=24, shots=1, strength=4), 24.001, 0, 0),
        (Weapon("heavy", fire=Fire.HEAVY, range=36, shots=3, strength=4), 36.0, 3, 0),
        (Weapon("heavy", fire=Fire.HEAVY, range=36, shots=3, strength=4), 36.001, 0, 0),
        (Weapon("blade", Fire.MELEE), 0.5, 0, 0),
    ],
)
def test_how_many_shots_a_weapon_has(
    weapon: Weapon, gap: float, still: int, after_a_move: int, *, moved: bool, steady: str
) -> None:
    squad = model_at("hale", "squad", (1, 10), rules=(steady,), weapons=(weapon,))
    foe = model_at("foe", "foes", (round(2 + gap, 3), 10))
    game = shooting_game(squad, foe)
    if moved:
        game.do(marked("CC-09", UnitId("squad"), MOVED))

    shot = ClassicAim(game, squad, weapon, foe.unit).aimed()

    shots = shot.shots if isinstance(shot, AimedWeapon) else 0
    assert shots == (after_a_move if moved and not steady else still)
