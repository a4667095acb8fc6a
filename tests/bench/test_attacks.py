"""Cost of the exact odds of an attack."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from game.cores.kit import attack_odds as kit
from game.cores.kit.attack_odds import DiceCounts
from game.cores.modern.rules.odds import AttackOdds, WoundCandidate, WoundQueue, attack_odds
from game.table.records import DiceExpression
from tests.bench.time_budget import hold
from tests.cores.modern.enumerated_attacks import Group

VOLLEY = 0.005
"""Maximum seconds for a volley of ten models, with empty caches."""
CASES = {
    "ten rifles at half range": (
        [Group(20, hit=4, wound=4, save=(5,))],
        [WoundCandidate(1, 1)] * 10,
    ),
    "ten models with three weapons at what leaks": (
        [
            Group(16, hit=4, wound=4, save=(4,), leaks=True),
            Group(3, hit=5, wound=3, save=(5,), leaks=True),
            Group(1, hit=4, wound=2, save=(7,), damage=0, damage_dice=DiceExpression(1)),
        ],
        [WoundCandidate(1, 2), *[WoundCandidate(2, 2)] * 9],
    ),
    "twelve lances of d6 damage at ten of three wounds": (
        [Group(12, hit=3, wound=3, save=(6,), damage=0, damage_dice=DiceExpression(1))],
        [WoundCandidate(3, 3)] * 10,
    ),
    "twelve weapons of d6 shots and d6 damage": (
        [
            Group(
                0,
                DiceExpression(12),
                hit=3,
                wound=3,
                save=(6,),
                damage=0,
                damage_dice=DiceExpression(1),
            )
        ],
        [WoundCandidate(3, 3)] * 10,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_exact_odds_of_a_volley(benchmark: BenchmarkFixture, case: str) -> None:
    """At most 5 ms, intermediate counts included."""
    groups, bearers = CASES[case]

    def reckon() -> tuple[AttackOdds, DiceCounts]:
        for known in (kit._die, kit._hits, kit._unsaved):  # noqa: SLF001  caches are emptied, as in a new process
            known.cache_clear()
        found = attack_odds([group.lots() for group in groups], WoundQueue(bearers))
        return found, found.counts

    found, _ = benchmark(reckon)
    assert sum(found.lost) == pytest.approx(1.0)
    hold(benchmark, VOLLEY)
