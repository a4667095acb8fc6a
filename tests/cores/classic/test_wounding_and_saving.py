"""Chapter "Wounding and saving": ``CC-12`` to ``CC-17``, where tables show more."""

from __future__ import annotations

from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

from game.cores.classic.rules import COVER, ClassicHit, CoverBonus
from game.cores.classic.rules.cover import unit_cover
from game.cores.classic.rules.unit_state import pierces, to_wound
from game.cores.classic.rules.wounds import ClassicAttacks, is_slain
from game.cores.kit.attacks import Hit
from game.cores.kit.attempts import Shot
from game.cores.kit.dice_chances import NEVER
from game.cores.kit.modules import Module
from game.cores.kit.traits import TRAIT, Trait
from game.geometry.points import Point
from game.geometry.polygons import crosses
from game.play.decisions import Decision
from game.play.game import GameView
from game.table.board import Terrain, TerrainKind, terrain
from game.table.events import Reason, Removed, Rolled, Wounded
from game.table.records import Model, ModelId, UnitId
from tests.cores.classic.small_tables import (
    WARDENS,
    all_dice_are_used,
    done,
    model_at,
    shooting_game,
)


def save_need(view: GameView, model: Model, wound: ClassicHit) -> int:
    return ClassicAttacks().save_roll(view, model, wound).need


TO_WOUND = """
    1  2  3  4  5  6  7  8  9 10
 1  4  5  6  6  -  -  -  -  -  -
 2  3  4  5  6  6  -  -  -  -  -
 3  2  3  4  5  6  6  -  -  -  -
 4  2  2  3  4  5  6  6  -  -  -
 5  2  2  2  3  4  5  6  6  -  -
 6  2  2  2  2  3  4  5  6  6  -
 7  2  2  2  2  2  3  4  5  6  6
 8  2  2  2  2  2  2  3  4  5  6
 9  2  2  2  2  2  2  2  3  4  5
10  2  2  2  2  2  2  2  2  3  4
"""
"""One row for each strength, one column for each toughness."""


def cells() -> Iterator[tuple[int, int, int]]:
    for line in TO_WOUND.strip().splitlines()[1:]:
        strength, *needs = line.split()
        for toughness, need in enumerate(needs, 1):
            yield int(strength), toughness, NEVER if need == "-" else int(need)


@pytest.mark.rule("CC-12")
def test_the_table_to_wound() -> None:
    assert len(list(cells())) == 100
    assert [(s, t, to_wound(s, t)) for s, t, _ in cells()] == list(cells())


@pytest.mark.rule("CC-13")
@pytest.mark.parametrize("sv", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("ap", [1, 2, 3, 4, 5, 6])
def test_ap_equal_to_sv_or_lower_allows_no_armour_save(ap: int, sv: int) -> None:
    assert pierces(ap, sv) is (ap <= sv)


@pytest.mark.rule("CC-13")
def test_without_ap_nothing_is_pierced() -> None:
    assert not any(pierces(None, sv) for sv in (2, 3, 4, 5, 6, None))
    assert not pierces(1, None)


@pytest.mark.rule("CC-13", "CC-14")
@pytest.mark.parametrize(
    ("sv", "inv", "cover", "ap", "save", "why"),
    [
        (4, None, 0, None, 4, "armour"),
        (4, None, 0, 5, 4, "armour"),
        (4, None, 0, 4, NEVER, "no save"),
        (None, None, 0, None, NEVER, "no save"),
        (None, None, 5, None, 5, "cover: hedge"),
        (4, None, 5, None, 4, "armour"),
        (4, None, 5, 4, 5, "cover: hedge"),
        (5, None, 4, 6, 4, "cover: hedge"),
        (4, 5, 0, 2, 5, "invulnerable"),
        (4, 5, 0, 6, 4, "armour"),
        (6, 5, 0, None, 5, "invulnerable"),
        (None, 5, 4, 1, 4, "cover: hedge"),
        (None, 4, 5, 1, 4, "invulnerable"),
        (3, 4, 5, 3, 4, "invulnerable"),
        (2, 2, 2, 2, 2, "cover: hedge"),
    ],
)
def test_the_best_of_armour_cover_and_invulnerable(
    sv: int | None, inv: int | None, cover: int, ap: int | None, save: int, why: str
) -> None:
    foe = model_at("foe", "foes", (20, 10), sv=sv, inv=inv)
    covered = Hit(WARDENS, strength=4, ap=ap, cover=CoverBonus(cover, "hedge"))
    cast = ClassicAttacks().save_roll(shooting_game(foe), foe, covered)
    need, (reason,) = cast.need, cast.reasons

    assert (need, reason.why) == (save, why)
    assert reason.about == ("hedge" if why.startswith("cover") else "")


@pytest.mark.rule("CC-14")
def test_a_hit_may_allow_no_armour_or_no_save_at_all() -> None:
    foe = model_at("foe", "foes", (20, 10), sv=3, inv=5)
    game = shooting_game(foe)

    assert save_need(game, foe, Hit(WARDENS, 4, no_armour=True)) == 5
    assert save_need(game, foe, Hit(WARDENS, 4, cover=CoverBonus(2), no_save=True)) == NEVER


@pytest.mark.rule("CC-14", "CC-15")
@pytest.mark.parametrize(("cover", "need"), [(6, 5), (5, 4), (4, 3), (3, 2), (2, 2)])
def test_stealth_is_one_better_and_never_better_than_2(cover: int, need: int) -> None:
    foe = model_at("foe", "foes", (20, 10), rules=("stealth",))

    assert save_need(shooting_game(foe), foe, Hit(WARDENS, 4, cover=CoverBonus(cover))) == need


def crater(n: int, cover: int = 4) -> Terrain:
    """Return a crater around the n-th of the models of ``ranked``."""
    y = 10.0 + 2 * n
    corners = Point(19, y - 0.9), Point(21, y - 0.9), Point(21, y + 0.9), Point(19, y + 0.9)
    return terrain(f"crater-{n}", TerrainKind.CRATER, corners, cover=cover)


def ranked(*covers: int) -> tuple[list[Model], list[Terrain]]:
    """Return a firer and its target, and craters that give these cover saves, 0 for none."""
    foes = [model_at(f"foe-{n}", "foes", (20, 10 + 2 * n)) for n in range(len(covers))]
    return [model_at("hale", "squad", (10, 10)), *foes], [
        crater(n, cover) for n, cover in enumerate(covers) if cover
    ]


@pytest.mark.rule("CC-15")
@pytest.mark.parametrize(
    ("covers", "save"),
    [
        ((0,), 0),
        ((4,), 4),
        ((4, 0), 4),
        ((4, 0, 0), 0),
        ((4, 4, 0), 4),
        ((4, 0, 0, 4), 4),
        ((0, 4, 0, 0), 0),
        ((4, 4, 0, 0, 0), 0),
        ((4, 4, 4, 0, 0), 4),
        ((4, 5), 4),
        ((5, 4), 4),
        ((4, 5, 0), 5),
        ((4, 5, 5), 5),
        ((4, 4, 5), 4),
        ((4, 5, 0, 0), 5),
        ((4, 5, 5, 4), 4),
        ((4, 5, 6), 5),
        ((3, 4, 5, 6), 4),
        ((3, 6, 0, 0), 6),
    ],
)
def test_the_best_cover_that_half_of_the_unit_has_at_least(
    covers: tuple[int, ...], save: int
) -> None:
    models, craters = ranked(*covers)
    game = shooting_game(*models, terrain=craters)

    assert unit_cover(game, models[0], "gun", UnitId("foes")).save == save


@pytest.mark.rule("CC-15")
@pytest.mark.parametrize(("better", "save"), [(1, 3), (2, 2), (3, 2), (-1, 5), (-3, 7)])
def test_a_module_may_make_cover_better_or_worse(better: int, save: int) -> None:
    def more(view: GameView, shot: Shot) -> Iterator[Reason]:
        if shot.weapon == "gun":
            yield Reason(better, "dust", "CC-15")

    models, craters = ranked(4)
    dust = Module("dust", hooks=(COVER.gets(more),))
    game = shooting_game(*models, terrain=craters, modules=(dust,))
    covers = [unit_cover(game, models[0], w, UnitId("foes")) for w in ("gun", "sling")]

    assert covers == [CoverBonus(save, "crater-0"), CoverBonus(4, "crater-0")]
    assert not unit_cover(
        shooting_game(models[0], models[1], modules=(dust,)), *HALE_S_GUN
    ).save


HALE_S_GUN = model_at("hale", "squad", (10, 10)), "gun", UnitId("foes")


def hedge(*corners: tuple[float, float], closed: bool = False) -> Terrain:
    outline = tuple(Point(*corner) for corner in corners)
    kind = TerrainKind.BLOCK if closed else TerrainKind.HEDGE
    return terrain("hedge", kind, outline, closed=closed, cover=5)


@pytest.mark.rule("CC-15")
@pytest.mark.parametrize(
    ("piece", "crossed"),
    [
        (hedge((15, 5), (15, 15)), True),
        (hedge((15, 10.001), (15, 15)), False),
        (hedge((15, 9.999), (15, 15)), True),
        (hedge((9, 5), (9, 15)), False),
        (hedge((20.001, 5), (20.001, 15)), False),
        (hedge((19.999, 5), (19.999, 15)), True),
        (hedge((15, 5), (15, 10), (15, 15)), True),
        (hedge((14, 5), (15, 10), (16, 5)), False),
        (hedge((14, 5), (15, 10), (16, 5), (16, 15)), True),
        (hedge((13, 5), (13, 10), (16, 10), (16, 15)), True),
        (hedge((13, 5), (13, 10), (16, 10), (16, 5)), False),
        (hedge((13, 10), (16, 10)), False),
        (hedge((25, 5), (25, 10), (25, 15)), False),
        (hedge((25, 5), (25, 10), (15, 10), (15, 5)), False),
        (hedge((5, 5), (12, 10), (5, 15)), True),
        (hedge((15, 5), (25, 10), (15, 15)), False),
        (hedge((14, 6), (16, 6), (16, 14), (14, 14), closed=True), True),
        (hedge((14, 10), (15, 9), (16, 10), (15, 11), closed=True), True),
        (hedge((16, 10), (15, 11), (14, 10), (15, 9), closed=True), True),
        (hedge((14, 10), (16, 10), (15, 12), closed=True), False),
        (hedge((14, 11), (16, 11), (15, 12), closed=True), False),
    ],
)
def test_a_line_of_fire_crosses_what_it_comes_to_the_other_side_of(
    piece: Terrain, *, crossed: bool
) -> None:
    here, there = Point(10, 10), Point(20, 10)

    assert crosses(here, there, piece.outline, piece.box) is crossed
    assert crosses(there, here, piece.outline, piece.box) is crossed


@pytest.mark.rule("CC-15")
def test_a_slanting_line_of_fire_through_a_corner_crosses_too() -> None:
    bend = hedge((17.117, 12.003), (13.333, 11.111), (10.001, 12.999))

    assert crosses(Point(10, 7.778), Point(16.666, 14.444), bend.outline, bend.box)
    assert not crosses(Point(10, 7.778), Point(13.332, 11.11), bend.outline, bend.box)


@pytest.mark.rule("CC-15")
@pytest.mark.parametrize(
    ("off", "save"), [(0.5, 0), (0.49, 4), (0.0, 4), (-0.49, 4), (-0.5, 0)]
)
def test_a_slanting_line_of_fire_over_the_base_of_another_unit(off: float, save: int) -> None:
    beside = 14 - 0.6 * off, 13 + 0.8 * off  # the line goes 8 inches right and 6 down
    hale, guard = model_at("hale", "squad", (10, 10)), model_at("guard", "guards", beside)
    foe = model_at("foe", "foes", (18, 16))
    game = shooting_game(hale, guard, foe)

    assert unit_cover(game, hale, "gun", foe.unit).save == save


@pytest.mark.rule("CC-16")
@pytest.mark.parametrize(
    ("strength", "t", "own_t", "slain"),
    [
        (8, 4, None, True),
        (7, 4, None, False),
        (9, 5, None, False),
        (10, 5, None, True),
        (2, 1, None, True),
        (8, 5, 4, True),
        (7, 5, 4, False),
        (8, 4, 5, False),
    ],
)
def test_at_least_twice_the_toughness_slays(
    strength: int, t: int, own_t: int | None, *, slain: bool
) -> None:
    foe = model_at("foe", "foes", (20, 10), t=t, own_t=own_t, w=3)

    assert is_slain(shooting_game(foe), foe, Hit(WARDENS, strength)) is slain


@pytest.mark.rule("CC-16")
def test_toughness_counts_as_it_is_now() -> None:
    def frail(view: GameView, asked: Trait) -> Iterator[Reason]:
        if asked.name == "t":
            yield Reason(-1, "a curse", "CC-01")

    foe = model_at("foe", "foes", (20, 10), t=4, w=3)
    game = shooting_game(foe, modules=(Module("curse", hooks=(TRAIT.gets(frail),)),))

    assert is_slain(game, foe, Hit(WARDENS, 6))


@pytest.mark.rule("CC-13", "CC-36")
def test_all_wounds_of_one_model_are_saved_before_any_is_taken() -> None:
    foe = model_at("foe", "foes", (20, 10), sv=4, w=2)
    game = shooting_game(foe, dice="3 4 3")

    done(ClassicAttacks().strike_saved(game, [Hit(WARDENS, 4)] * 3, foe.id))

    assert [type(event) for event in game.story] == [Rolled, Wounded, Wounded, Removed]
    assert all_dice_are_used(game)


@pytest.mark.rule("CC-17")
def test_who_is_gone_takes_no_more_wounds() -> None:
    foe = model_at("foe", "foes", (20, 10), sv=4, w=2)
    game = shooting_game(foe, dice="3 3 3")

    done(ClassicAttacks().strike_saved(game, [Hit(WARDENS, 4)] * 3, foe.id))

    assert [type(event) for event in game.story] == [Rolled, Wounded, Wounded, Removed]


@pytest.mark.rule("CC-12", "CC-36")
def test_hits_of_different_strength_wound_by_their_own_in_their_order() -> None:
    foe = model_at("foe", "foes", (20, 10), w=9)
    game = shooting_game(foe, dice="4 3 3 4")
    hits: list[ClassicHit] = [Hit(WARDENS, strength) for strength in (4, 4, 5, 4)]

    done(ClassicAttacks().strike(game, hits, UnitId("foes")))

    rolls = [(e.faces, e.need) for e in game.story if isinstance(e, Rolled)]
    assert rolls == [((4, 3), 4), ((3,), 3), ((4,), 4)]
    assert game.table.models[ModelId("foe")].wounds == 6


@pytest.mark.rule("CC-17")
def test_the_wounds_inflicted_are_counted() -> None:
    foe = model_at("foe", "foes", (20, 10), w=5)
    game, tally = shooting_game(foe, dice="4 4 2"), ClassicAttacks()

    done(tally.strike(game, [Hit(WARDENS, 4)] * 2, UnitId("foes")))
    assert tally.wounds == 2

    done(tally.strike(game, [Hit(WARDENS, 8)], UnitId("foes")))
    assert tally.wounds == 5


@pytest.mark.rule("CC-17")
def test_the_owner_of_a_wounded_unit_reads_how_many_wounds_it_takes() -> None:
    foes = [model_at(f"foe-{n}", "foes", (20 + 2 * n, 10), w=3) for n in range(3)]
    game = shooting_game(*foes, dice="4 4")
    strike = ClassicAttacks().strike(game, [Hit(WARDENS, 4)] * 2, UnitId("foes"))

    assert _asks(strike, None) == "foes: which model takes the wound? (1 of 2 wounds)"
    assert _asks(strike, "foe-0") == "foes: which model takes the wound? (2 of 2 wounds)"


def _asks(rule: Coroutine[Decision[Any], Any, Any], answer: str | None) -> str:
    return rule.send(answer).asks
