"""Chapter "Profiles and tests": ``CC-01`` to ``CC-04``."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.cores.classic.rules.unit_state import leadership, leadership_test, unit_trait
from game.cores.kit.dice import ROLLED, Again, Roll, reroll, roll
from game.cores.kit.interrupt_offers import InterruptOffer
from game.cores.kit.modules import Module
from game.cores.kit.traits import TRAIT, Trait, strength_test, trait
from game.play.game import Game, GameView, Rule
from game.table.events import Reason, Rolled
from game.table.records import ModelId, UnitId
from tests.cores.classic.small_tables import (
    WARDENS,
    all_dice_are_used,
    done,
    model_at,
    shooting_game,
)

HALE, SQUAD = ModelId("hale"), UnitId("squad")


def changing_module(amount: int, name: str = "s") -> Module:
    """Return a module that changes a characteristic of all models."""

    def change(view: GameView, asked: Trait) -> Iterator[Reason]:
        if asked.name == name:
            yield Reason(amount, "a draught", "CC-01")

    return Module("draught", hooks=(TRAIT.gets(change),))


def hale(amount: int = 0, name: str = "s", dice: str = "", **profile: int) -> Game:
    return shooting_game(
        model_at("hale", "squad", (10, 10), **profile),
        dice=dice,
        modules=(changing_module(amount, name),) if amount else (),
    )


@pytest.mark.rule("CC-01")
@pytest.mark.parametrize(
    ("strength", "amount", "now"),
    [(3, 0, 3), (3, 2, 5), (9, 1, 10), (9, 2, 10), (1, -1, 0), (1, -2, 0)],
)
def test_a_characteristic_is_0_to_10_whatever_changes_it(
    strength: int, amount: int, now: int
) -> None:
    game = hale(amount, s=strength)

    assert trait(game, game.table.models[HALE], "s").now == now


@pytest.mark.rule("CC-01")
def test_only_the_characteristic_that_is_meant_changes() -> None:
    game = hale(2, "s", s=3, t=4)

    assert trait(game, game.table.models[HALE], "t").now == 4


@pytest.mark.rule("CC-02")
@pytest.mark.parametrize("value", range(1, 11))
@pytest.mark.parametrize("face", range(1, 7))
def test_the_value_or_less_passes_but_never_a_6(value: int, face: int) -> None:
    game = hale(dice=str(face), s=value)

    passed = strength_test(game, "CC-02", HALE)

    assert passed is (face <= value and face < 6)
    (rolled,) = game.story
    assert isinstance(rolled, Rolled)
    assert rolled.need == min(value, 5)


@pytest.mark.rule("CC-02")
def test_a_value_of_0_fails_without_a_roll() -> None:
    game = hale(s=0)

    assert not strength_test(game, "CC-02", HALE)
    assert game.story == []


@pytest.mark.rule("CC-02")
@pytest.mark.parametrize(("amount", "passes"), [(1, True), (0, False), (-3, False)])
def test_the_value_is_tested_as_it_is_now(amount: int, *, passes: bool) -> None:
    game = hale(amount, dice="4", s=3)

    assert strength_test(game, "CC-02", HALE) is passes
    assert all_dice_are_used(game) is (amount != -3)


@pytest.mark.rule("CC-03")
@pytest.mark.parametrize(
    ("ld", "worse", "dice", "passed"),
    [
        (7, 0, "3 4", True),
        (7, 0, "4 4", False),
        (7, -2, "2 3", True),
        (7, -2, "3 3", False),
        (7, -6, "1 1", True),
        (7, -6, "1 2", False),
        (7, -9, "1 1", True),
        (10, 0, "6 4", True),
        (10, 0, "6 5", False),
        (10, 2, "6 6", True),
    ],
)
def test_leadership_or_less_passes_and_a_double_1_always(
    ld: int, worse: int, dice: str, *, passed: bool
) -> None:
    game = hale(dice=dice, ld=ld)
    reasons = (Reason(worse, "lost", "CC-29"),) if worse else ()

    assert leadership_test(game, "CC-29", SQUAD, reasons) is passed
    assert all_dice_are_used(game)


@pytest.mark.rule("CC-03")
def test_a_unit_tests_on_the_best_leadership_as_it_is_now() -> None:
    game = shooting_game(
        model_at("hale", "squad", (10, 10), ld=7),
        model_at("orr", "squad", (12, 10), ld=9),
        modules=(changing_module(-1, "ld"),),
    )

    assert leadership(game, game.table.units[SQUAD]).now == 8


@pytest.mark.rule("CC-12", "CC-27")
@pytest.mark.parametrize(
    ("toughness", "majority"),
    [((4,), 4), ((4, 4, 5), 4), ((4, 5, 5), 5), ((4, 5), 5), ((3, 4, 5), 5), ((3, 3, 5, 5), 5)],
)
def test_the_majority_counts_and_of_equal_ones_the_highest(
    toughness: tuple[int, ...], majority: int
) -> None:
    game = shooting_game(
        *(model_at(f"m{n}", "squad", (n, 10), t=t) for n, t in enumerate(toughness))
    )

    assert unit_trait(game, SQUAD, "t") == majority


def cast(again: Again | None = None) -> Roll:
    return Roll("CC-05", by=WARDENS, what="to hit", need=4, again=again)


AGAIN = Again("twin-linked", "CC-09", 4)


@pytest.mark.rule("CC-04")
def test_every_failure_is_rolled_again_once_and_the_second_result_stands() -> None:
    game = hale(dice="3 4 1 5 | 6 2".replace("|", ""))

    rolled = done(roll(game, 4, cast(AGAIN)))

    assert rolled.faces == (6, 4, 2, 5)
    assert rolled.successes == (0, 1, 3)
    assert rolled.failures() == []
    assert all_dice_are_used(game)


@pytest.mark.rule("CC-04")
def test_the_second_result_may_need_another_face() -> None:
    game = hale(dice="3 3 4 5")

    rolled = done(roll(game, 2, cast(Again("BS 6", "CC-05", 5))))

    assert rolled.faces == (4, 5)
    assert rolled.successes == (1,)


@pytest.mark.rule("CC-04")
def test_no_second_rule_takes_a_die_up_that_was_taken_up() -> None:
    seen = list[list[int]]()

    async def use(game: Game, cast: Roll) -> Roll:
        seen.append(cast.failures())
        return reroll(game, cast, cast.failures()[0], "a charm", "CC-04")

    def charm(view: GameView, cast: Roll) -> Iterator[InterruptOffer[Roll]]:
        if cast.failures():
            yield InterruptOffer("charm", clause="CC-04", by=WARDENS, does=use)

    game = shooting_game(
        model_at("hale", "squad", (10, 10)),
        dice="1 2 5 3 3",
        modules=(Module("charm", hooks=(ROLLED.gets(charm),)),),
    )
    rule: Rule[Roll] = roll(game, 3, cast())
    asked = [rule.send(None), rule.send("charm")]
    with pytest.raises(StopIteration) as end:
        _ = rule.send("charm")

    assert [question.by for question in asked] == [WARDENS, WARDENS]
    assert end.value.value.faces == (3, 3, 5)
    assert seen == [[0, 1], [1]]
