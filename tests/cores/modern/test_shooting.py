"""Chapter "Shooting" of the modern core, where tables and modules show more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.cores.kit.attempts import REFUSED, UNIT_SHOT, Attempt, Shot
from game.cores.kit.dice import Again
from game.cores.kit.dice_chances import NEVER
from game.cores.kit.modules import Module
from game.cores.modern.rules import COVER, HIT_AGAIN, REACH, SAVE_AGAIN, SHOT, CoverBonus
from game.cores.modern.rules.targeting import aims, can_shoot, enemies_close_by, targets
from game.cores.modern.rules.wounds import to_hit, to_save, to_wound
from game.geometry.points import Point
from game.play.decisions import Refusal
from game.play.game import Game, GameView
from game.table.board import TerrainKind, terrain
from game.table.events import Act, Announced, Reason
from game.table.records import Side, UnitId
from tests.cores.modern.small_tables import THEM, US, unit, view_of_units
from tests.tools.situations import add_module, played_text

FIRE = """
title = "A shot in a test"
clauses = ["MC-12"]
system = "modern"
armoury = "tests/armouries/firing-ground.toml"
modules = ["{module}"]
dice = "{dice}"
answers = {answers}

[[unit]]
id = "squad"
side = "wardens"
profile = "trooper"
weapons = {weapons}
at = {at}

[[unit]]
id = "foes"
side = "brood"
profile = "target"
at = [[20, 10]]

[clock]
phase = "shooting"
side = "wardens"

[expect]
{expect}
"""


def fire(
    module: str,
    dice: str,
    expect: str,
    *,
    weapons: str = '["gun"]',
    at: str = "[[10, 10]]",
    answers: str = '["squad", "foes"]',
) -> list[str]:
    """Let troopers fire at a target under a test's module; return the unmet expectations."""
    found = {"module": module, "dice": dice, "expect": expect, "weapons": weapons, "at": at}
    return list(played_text(FIRE.format(**found, answers=answers)).faults)


@pytest.mark.rule("MC-15", "MC-03")
@pytest.mark.parametrize(
    ("skill", "bonus", "need"),
    [
        (4, 0, 4),
        (4, -1, 5),
        (4, 1, 3),
        (2, 1, 2),
        (2, 2, 2),
        (6, -1, 7),
        (3, -2, 5),
        (0, 3, NEVER),
    ],
)
def test_what_is_added_to_the_die_is_taken_from_the_need(
    skill: int, bonus: int, need: int
) -> None:
    assert to_hit(skill, bonus) == need


@pytest.mark.rule("MC-16")
@pytest.mark.parametrize(
    ("strength", "needs"),
    [
        # Against T 1, 2, 3, ... 10.
        (1, (4, 6, 6, 6, 6, 6, 6, 6, 6, 6)),
        (3, (2, 3, 4, 5, 5, 6, 6, 6, 6, 6)),
        (4, (2, 2, 3, 4, 5, 5, 5, 6, 6, 6)),
        (5, (2, 2, 3, 3, 4, 5, 5, 5, 5, 6)),
        (8, (2, 2, 2, 2, 3, 3, 3, 4, 5, 5)),
        (9, (2, 2, 2, 2, 3, 3, 3, 3, 4, 5)),
    ],
)
def test_wounds_by_strength_and_toughness(strength: int, needs: tuple[int, ...]) -> None:
    assert tuple(to_wound(strength, tough) for tough in range(1, 11)) == needs


@pytest.mark.rule("MC-17", "MC-03")
@pytest.mark.parametrize(
    ("armour", "ap", "cover", "need"),
    [
        (3, 0, 0, 3),
        (3, -1, 0, 4),
        (3, -1, 1, 3),
        (3, 0, 2, 2),
        (2, 0, 2, 2),
        (5, -3, 0, 8),
        (5, -3, 2, 6),
        (6, -1, 0, 7),
        (None, 0, 3, NEVER),
    ],
)
def test_ap_and_cover_are_added_to_the_save(
    armour: int | None, ap: int, cover: int, need: int
) -> None:
    assert to_save(armour, ap, cover) == need


def again_ones(view: GameView, shot: Shot) -> Iterator[Again]:
    yield Again("relay", "MP-08", 0, below=2)


def again_misses(view: GameView, shot: Shot) -> Iterator[Again]:
    """Yield a re-roll of 3 or less, for a model that hits on 4+ before modifiers."""
    yield Again("guidance", "MC-03", 0, below=4)


def worse(view: GameView, shot: Shot) -> Iterator[Reason]:
    yield Reason(-1, "haze", "MP-13")


def better(view: GameView, shot: Shot) -> Iterator[Reason]:
    yield Reason(1, "lamp", "MP-13")


@pytest.mark.rule("MC-03")
def test_ones_to_hit_are_rolled_again_once(monkeypatch: pytest.MonkeyPatch) -> None:
    add_module(monkeypatch, Module("relay", hooks=(HIT_AGAIN.gets(again_ones),)))
    log = 'log = ["to hit foes with gun, 4+: 1 2 4", "re-roll the 1: 1"]'

    dice = "1 2 4 | 1 | 4 | 5"
    assert not fire("relay", dice, log, at="[[10, 10], [10, 12], [10, 14]]")


@pytest.mark.rule("MC-03")
def test_a_roll_again_must_reach_what_the_first_had_to(monkeypatch: pytest.MonkeyPatch) -> None:
    hooks = HIT_AGAIN.gets(again_ones), SHOT.gets(worse)
    add_module(monkeypatch, Module("relay", hooks=hooks))
    log = 'log = ["to hit foes with gun, 5+: 1 (BS 4+, haze −1)", "re-roll the 1: 4"]'

    assert not fire("relay", "1 | 4", log)


@pytest.mark.rule("MC-03")
def test_a_roll_that_fails_by_its_modifier_alone_is_not_rolled_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Re-rolls are made before modifiers: then a 4 is a hit, and a 3 a miss."""
    hooks = HIT_AGAIN.gets(again_misses), SHOT.gets(worse)
    add_module(monkeypatch, Module("guided", hooks=hooks))
    log = 'log = ["foes with gun, 5+: 4 3", "re-roll the 3: 2"]\nunsaid = ["re-roll the 4"]'

    assert not fire("guided", "4 3 | 2", log, at="[[10, 10], [10, 12]]")


@pytest.mark.rule("MC-03")
def test_a_roll_that_succeeds_by_its_modifier_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    hooks = HIT_AGAIN.gets(again_misses), SHOT.gets(better)
    add_module(monkeypatch, Module("guided", hooks=hooks))

    log = 'log = ["to hit foes with gun, 3+: 3"]\nunsaid = ["re-roll"]'
    assert not fire("guided", "3 | 4 | 5", log)


@pytest.mark.rule("MC-03")
def test_no_bonus_makes_a_1_hit(monkeypatch: pytest.MonkeyPatch) -> None:
    add_module(monkeypatch, Module("lamps", hooks=(SHOT.gets(better),) * 4))

    assert not fire("lamps", "1", 'log = ["to hit foes with gun, 2+: 1"]')


def again_saves(view: GameView, unit: UnitId) -> Iterator[Again]:
    yield Again("field", "MP-08", 0, below=2)


@pytest.mark.rule("MC-03", "MC-17")
def test_ones_to_save_are_rolled_again_once(monkeypatch: pytest.MonkeyPatch) -> None:
    add_module(monkeypatch, Module("field", hooks=(SAVE_AGAIN.gets(again_saves),)))
    log = 'log = ["foes to save, 5+: 1 2", "re-rolls the 1: 4"]'

    dice = "4 4 | 4 4 | 1 2 | 4"
    wounds = 'model = [{ id = "foes-1", wounds = 7 }]'
    assert not fire("field", dice, f"{log}\n{wounds}", at="[[10, 10], [10, 12]]")


def nine(view: GameView, side: Side) -> Iterator[Reason]:
    yield Reason(9, "night", "MP-21")


def eight(view: GameView, side: Side) -> Iterator[Reason]:
    yield Reason(8, "fog", "MP-21")


@pytest.mark.rule("MC-12")
def test_a_limit_of_shots_counts_like_a_range(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The target is 9 inches away."""
    add_module(monkeypatch, Module("night", hooks=(REACH.gets(nine),)))
    assert not fire("night", "3", 'log = ["to hit foes with gun, 4+: 3"]')

    add_module(monkeypatch, Module("fog", hooks=(REACH.gets(nine), REACH.gets(eight))))
    asks = 'unsaid = ["shoots"]\nasks = { clause = "MC-20" }'
    assert not fire("fog", "", asks, answers="[]")


def spared(view: GameView, attempt: Attempt) -> Iterator[Refusal]:
    if attempt.act is Act.SHOOTS and attempt.target == "foes":
        yield Refusal("under a flag", "MP-13")


@pytest.mark.rule("MC-12")
def test_a_module_may_forbid_a_shot(monkeypatch: pytest.MonkeyPatch) -> None:
    add_module(monkeypatch, Module("flag", hooks=(REFUSED.gets(spared),)))

    assert not fire("flag", "", 'unsaid = ["shoots"]', answers="[]")


def screen(view: GameView, shot: Shot) -> Iterator[CoverBonus]:
    yield CoverBonus(3, better=3, by="smoke", clause="MP-13")


@pytest.mark.rule("MC-17")
def test_a_module_may_say_what_cover_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    add_module(monkeypatch, Module("smoke", hooks=(COVER.gets(screen),)))

    log = 'log = ["foes to save, 2+: 2 (armour, cover: smoke +3)"]'
    assert not fire("smoke", "4 | 4 | 2", log)


async def announce_shot(game: Game, attempt: Attempt) -> None:
    game.do(Announced("MP-13", f"{attempt.unit} has shot at {attempt.target}"))


@pytest.mark.rule("MC-12")
def test_after_its_last_shot_a_unit_has_shot(monkeypatch: pytest.MonkeyPatch) -> None:
    add_module(monkeypatch, Module("herald", hooks=(UNIT_SHOT.then(announce_shot),)))

    log = 'log = ["loses 1 wound", "squad has shot at foes"]'
    assert not fire("herald", "4 | 4 | 1", log)


KINDS = ("warden", "sergeant", "heavy-team", "commander", "skitterer", "brute", "seer")
numbers = st.integers(0, 30)
bands = st.tuples(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3), numbers, numbers)


@pytest.mark.rule("MC-12")
@given(st.lists(bands, min_size=2, max_size=5))
def test_a_unit_may_be_shot_at_if_one_weapon_of_one_model_may_be_fired_at_it(
    placed: list[tuple[list[str], int, int]],
) -> None:
    """Even though only a few of the weapons are checked to find out."""
    wall = terrain("wall", TerrainKind.WALL, (Point(15, 0), Point(15, 12)), closed=False)
    sides = [US, THEM, THEM, US, THEM]
    units = [
        unit(UnitId(f"u{n}"), side, kinds, x, y)
        for n, ((kinds, x, y), side) in enumerate(zip(placed, sides, strict=False))
    ]
    view = view_of_units(*units, terrain=(wall,), system="matched")
    close = enemies_close_by(view.table)
    for one in view.table.fielded(US):
        foes = [foe.id for foe in view.table.fielded(THEM)]
        may = [foe for foe in foes if aims(view, one.id, foe, close)]
        assert targets(view, one.id, close)[0] == may
        assert can_shoot(view, one.id, close) is bool(may)
        fired = [shot for foe in may for shot in aims(view, one.id, foe, close)]
        assert all(2 <= shot.need <= 6 for shot in fired)
