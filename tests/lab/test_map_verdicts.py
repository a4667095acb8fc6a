"""Verdicts on maps: errors of the sequential rule by simulation, effects, causes, advice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pytest

from game.lab.confidence import mean_difference, paired_difference
from game.lab.heat_maps import Heat
from game.lab.map_verdicts import (
    LOOKS,
    SURE,
    TOLERANCE,
    Factor,
    SwapEffect,
    block_differences,
    changes,
    even_sure,
    gap_interval,
    verdict_of,
)
from game.lab.squares import Squares
from game.lab.swapped_games import BLOCK, ModelLoss, SwappedGame, SwapPlan, swaps_of
from game.rules.battles import GameSetup
from game.table.records import How

NONE = Squares(1.0, 2, 1).none()
HEAT = Heat(Squares(1.0, 2, 1), fallen=NONE, passed=NONE, fought=NONE, seen=NONE, looks=1)
SETUP = GameSetup("patrol")
PLAN = SwapPlan(
    {(False, False): SETUP, (False, True): SETUP}, ("Wardens", "Brood"), ("picket", "pack")
)


def game(number: int, winner: int | None, held: str = "") -> SwappedGame:
    """Return the result of a game that was played as it was planned."""
    swaps = swaps_of(number, with_rosters=True)
    loss = ModelLoss(swaps.place ^ 1, How.HAZARD, 0)
    return SwappedGame(
        number,
        winner,
        place=swaps.place,
        zones=("north", "south"),
        first=swaps.first,
        has_swapped_rosters=swaps.rosters,
        margin=number % 7,
        turns=5,
        markers=("objective-1", "objective-2"),
        held=frozenset((one, 0) for one in held.split()),
        losses=(loss,) * 3,
        heat=HEAT,
    )


def won_by_north(number: int, often: int = 10) -> SwappedGame:
    """Return a game that the side in the north wins, but for every so many."""
    place = swaps_of(number, with_rosters=True).place
    return game(number, place if number % often else 1 - place, "objective-1")


REPEATS = 600
Numbers: TypeAlias = npt.NDArray[np.float64]


def signs_of(member: str) -> Numbers:
    """Return 1 or -1 for each game: the level of a factor that the first side has."""
    plans = [[swaps_of(n * BLOCK + k, with_rosters=True) for k in range(BLOCK)] for n in (0, 1)]
    signs = [[1.0 - 2.0 * int(getattr(one, member)) for one in row] for row in plans]
    return np.array(signs)[np.arange(LOOKS[-1]) % 2]


def random_scores(side: float, drawn: float, place: float = 0.0, alike: float = 0.0) -> Numbers:
    """Return the scores of the first side, by repeat, block and game.

    *side*: its chance; *place*: how much the better zone adds to it; *alike*: the share of
    blocks in which the same dice decide all games.
    """
    dice, shape = np.random.default_rng(1), (REPEATS, LOOKS[-1], BLOCK)
    rolls, common = dice.random(shape), dice.random((*shape[:2], 1))
    rolls = np.where(dice.random(common.shape) < alike, common, rolls)
    scores = np.where(rolls < side + place * signs_of("place"), 1.0, -1.0)
    scores[dice.random(shape) < drawn] = 0.0
    return scores


def looked_at(scores: Numbers, member: str) -> Iterator[tuple[int, Numbers, Numbers]]:
    """Yield each look, with the mean difference by a factor and its standard error.

    They are as ``mean_difference`` has them, for all repeats at once.
    """
    found = (scores * signs_of(member)).mean(axis=2)
    sums, squares = found.cumsum(axis=1), (found**2).cumsum(axis=1)
    for look in LOOKS:
        middle = sums[:, look - 1] / (look + 2)
        spread = np.sqrt((squares[:, look - 1] + 1) / (look + 2) - middle**2)
        yield look, middle, spread / np.sqrt(look + 2)


def simulated(side: float, drawn: float) -> float:
    """Return how often places, turns or rosters are called unfair although they are fair."""
    scores, is_wrong = random_scores(side, drawn), np.zeros(REPEATS, dtype=bool)
    for member in ("place", "first", "rosters"):
        for _, middle, error in looked_at(scores, member):
            is_wrong |= abs(middle) > SURE * error
    return float(is_wrong.mean())


def judged_places(scores: Numbers) -> tuple[float, float]:
    """Return how often places are called fair, and how often they stay undecided."""
    is_open, is_fair = np.ones(REPEATS, dtype=bool), np.zeros(REPEATS, dtype=bool)
    for look, middle, error in looked_at(scores, "place"):
        even = abs(middle) + even_sure(look) * error <= 2 * TOLERANCE
        is_fair |= is_open & even
        is_open &= ~even & (abs(middle) <= SURE * error)
    return float(is_fair.mean()), float(is_open.mean())


@pytest.mark.parametrize(("side", "drawn"), [(0.5, 0.0), (0.5, 0.3), (0.7, 0.0), (0.9, 0.1)])
def test_a_fair_map_is_called_unfair_in_fewer_than_5_of_100_cases(
    side: float, drawn: float
) -> None:
    """Eight looks at three effects each; 95% intervals would be wrong in 35 of 100."""
    assert simulated(side, drawn) < 0.05


@pytest.mark.parametrize(
    ("side", "place", "drawn", "alike"),
    [(0.5, 0.1, 0.0, 0.0), (0.5, 0.125, 0.2, 0.0), (0.7, 0.1, 0.0, 0.0), (0.5, 0.1, 0.0, 0.6)],
)
def test_a_zone_that_wins_60_of_100_is_called_fair_in_fewer_than_5_of_100_cases(
    side: float, place: float, drawn: float, alike: float
) -> None:
    """Two standard errors at each look would be wrong in up to 12 of 100."""
    assert judged_places(random_scores(side, drawn, place, alike))[0] < 0.05


@pytest.mark.parametrize(("side", "drawn"), [(0.5, 0.0), (0.5, 0.3), (0.7, 0.0), (0.9, 0.1)])
def test_few_fair_maps_stay_undecided(side: float, drawn: float) -> None:
    """With three standard errors at each look a third would."""
    fair, undecided = judged_places(random_scores(side, drawn))
    assert fair > 0.9
    assert undecided < 0.1


def test_a_block_holds_everything_against_everything() -> None:
    for first in (0, BLOCK):
        block = [swaps_of(first + n, with_rosters=True) for n in range(BLOCK)]
        for member in ("place", "first", "rosters"):
            assert sum(int(getattr(one, member)) for one in block) == 2
        assert len({one.seed for one in block}) == 1
        assert len({(one.place, one.rosters) for one in block}) == BLOCK
    both = [swaps_of(n, with_rosters=True)[1:] for n in range(2 * BLOCK)]
    assert len(set(both)) == 2 * BLOCK


def test_graded_differences_have_the_interval_of_pairs() -> None:
    pairs = paired_difference(5, 2, 20)
    graded = mean_difference([1.0] * 5 + [-1.0] * 2 + [0.0] * 13)
    assert graded[:4] == pytest.approx((20, pairs.value, pairs.low, pairs.high))
    assert mean_difference([])[:4] == (0, 0.0, -1.0, 1.0)


def test_a_better_zone_is_named_first_with_its_cause() -> None:
    found = verdict_of([won_by_north(n) for n in range(LOOKS[0] * BLOCK)], PLAN)
    assert found.is_decided
    assert found.headline().startswith("Not fair: the north zone wins 88% ±")
    assert "whoever holds it: 0.0 of its models a game are killed by hazards, 3.0" in (
        found.headline()
    )
    assert found.effects[0].factor is Factor.PLACE


def hazardous(number: int, more: int, fewer: int, phase: str = "flood") -> SwappedGame:
    """Return a game that the dice decide, in which the south loses more to the ground."""
    one = game(number, number // BLOCK % 2, "objective-1 objective-2")
    south, north = (one.place or 0) ^ 1, one.place or 0
    lost = ((south, more), (north, fewer))
    losses = [
        ModelLoss(side, how, 0, phase if how is How.HAZARD else "assault")
        for side, many in lost
        for how in (How.HAZARD, How.FOUGHT)
        for _ in range(many)
    ]
    return replace(one, losses=tuple(losses))


def test_a_danger_is_named_with_its_interval_before_the_shares_are_known() -> None:
    games = [hazardous(n, 2 + n % 3, n % 2) for n in range(LOOKS[0] * BLOCK)]
    found = verdict_of(games, PLAN)
    assert not found.is_decided
    assert found.headline().startswith(
        "A zone is more dangerous: 3.0 models a game of the south zone are lost in the flood "
        "phase, 0.5 of the north zone (2.5 ± "
    )
    assert "zone wins 50% ±" in found.headline()
    (danger,) = found.dangers
    assert danger.low < 2.5 < danger.high
    # Those killed by the enemy are no danger of the ground, however uneven they are.
    assert {one.how for one in found.losses} == {How.HAZARD, How.FOUGHT}
    tilted = [replace(won_by_north(n), losses=games[n].losses) for n in range(len(games))]
    both = verdict_of(tilted, PLAN)
    assert "are lost in the flood phase, 3.0 of the other's" in both.headline()
    assert len(both.dangers) == len([*both.causes()]) == 1
    few = [hazardous(n, n % 8 == 0, 0) for n in range(LOOKS[-1] * BLOCK)]
    assert not verdict_of(few, PLAN).dangers


@pytest.mark.parametrize(("rate", "alike"), [(1.0, 1), (0.3, 1), (2.0, 6)])
def test_even_dangers_are_named_in_fewer_than_5_of_100_cases(rate: float, alike: int) -> None:
    """*alike*: how many models a danger takes at once."""
    dice, wrong, repeats = np.random.default_rng(2), 0, 400
    for _ in range(repeats):
        lost = alike * dice.poisson(rate / alike, (2, LOOKS[-1], BLOCK)).sum(axis=2)
        gaps = [int(a) - int(b) for a, b in lost.T]
        ends = (gap_interval(gaps[:look]) for look in LOOKS)
        wrong += any(low > 0 or high < 0 for low, high in ends)
    assert wrong < 0.05 * repeats


def test_a_marker_that_nobody_holds_is_named() -> None:
    games = [game(n, n % 2 ^ n // 4 % 2, "objective-1") for n in range(LOOKS[3] * BLOCK)]
    found = verdict_of(games, PLAN)
    words = "A marker is useless: objective 2 was held in 0 of 76 games."
    assert found.headline() == words
    assert not found.is_fair


def test_even_places_are_fair_although_the_first_turn_is_not_known_yet() -> None:
    place, first = (
        SwapEffect(factor, name, 0, share=0.5, low=1 - high, high=high, spread=0.3, blocks=19)
        for factor, name, high in (
            (Factor.PLACE, "the north zone", 0.58),
            (Factor.FIRST, "the first turn", 0.64),
        )
    )
    none = verdict_of([game(0, 0)], PLAN)
    found = none._replace(games=76, effects=(place, first))
    assert (found.is_decided, found.is_fair) == (True, True)
    assert found.headline().startswith("Fair: the north zone wins 50%, surely at most 60%, who")
    open_ = place._replace(share=0.55, low=0.47, high=0.63)
    last = found._replace(effects=(open_, first), games=LOOKS[-1] * BLOCK)
    assert (last.is_decided, last.is_fair) == (False, False)
    assert last.headline().startswith("No clear tilt in all 380 games: the north zone wins 55%")
    side = open_._replace(factor=Factor.SIDE, name="Wardens")
    alone = found._replace(effects=(side,)).headline()
    assert alone == "Not decided yet after 76 games; Wardens win 55% ± 8."
    late = open_._replace(high=0.62, blocks=LOOKS[-1])
    assert late.is_even
    assert not late._replace(blocks=LOOKS[-2]).is_even
    sure = found._replace(effects=(place, first._replace(share=0.7, low=0.6, high=0.8)))
    assert (sure.is_decided, sure.is_fair) == (True, False)
    assert sure.headline().startswith("Not fair: the first turn wins 70%")


def test_games_between_looks_change_nothing_and_their_order_neither() -> None:
    games = [won_by_north(n, 3) for n in range(LOOKS[0] * BLOCK)]
    more = [game(n, 0) for n in range(LOOKS[0] * BLOCK, LOOKS[1] * BLOCK - 1)]
    plain = verdict_of(games, PLAN)
    assert verdict_of([*more, *games[::-1]], PLAN) == plain
    assert verdict_of(games[1:], PLAN).games == 0
    assert verdict_of(games[1:], PLAN).headline().startswith("No verdict yet")


def test_two_versions_are_compared_on_the_same_dice() -> None:
    before = [won_by_north(n) for n in range(40)]
    after = [game(n, n // 4 % 2) for n in range(48)]
    place = next(one for one in changes(before, after, PLAN) if one.factor is Factor.PLACE)
    assert (place.before, place.after) == (0.9, 0.5)
    assert place.words.startswith("the north zone: 90% before, 50% now, −40 points")
    assert place.words.endswith("more than chance")


def test_what_is_not_swapped_has_no_effect_of_its_own() -> None:
    blocks = [[game(n, 0)] * BLOCK for n in range(6)]
    alone = PLAN._replace(setups={(False, False): SETUP})
    assert block_differences(blocks, Factor.FORCE, alone) == []
    assert block_differences([[game(0, 0)] * BLOCK], Factor.PLACE, PLAN) == []
