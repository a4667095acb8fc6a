"""Comparisons of paired games, worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from game.content.faults import UnusableFile
from game.lab.comparisons import Kept, compared, paired_cells
from game.lab.experiments import parse_experiment
from game.lab.store import ENDING, Store, create
from tests.lab.made_stores import BOUTS, keep
from tests.tools.texts import edited

TWO = edited(BOUTS, {'["random,random"]': '["random,random", "steady,random"]'})
MORE = "about 1836 more pairs would make the interval ±3%."


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(create(tmp_path / f"two{ENDING}", parse_experiment(TWO, "x"))) as one:
        yield one


def test_pairs_of_games_are_counted_by_hand(store: Store) -> None:
    """Seeds 2 to 8 were played on both: red won r b r - b r b, then r r b r - r b.

    Seeds 3 and 5 are gained, seed 4 is lost. In seed 6 a loss became a draw, which changes no
    win. The first side won 3 of 7, then 4 of 7.
    """
    keep(store, 1, "rrbr-brb")
    keep(store, 2, ".rrbr-rbb")
    found = compared(Kept(store, 1), Kept(store, 2))
    difference = found.difference
    assert (difference.games, difference.gained, difference.lost) == (7, 2, 1)
    assert found.shares == (3 / 7, 4 / 7)
    assert (found.turned, found.alone) == (4, 2)
    # 1 / 9 = 0.1111; the root of 3 + 1 - 1 / 9 = 3.8889 is 1.9720; 1.96 x 1.972 / 9 = 0.4295
    assert (difference.low, difference.high) == pytest.approx((-0.3184, 0.5406), abs=1e-4)
    # 4 / 9 - 1 / 81 = 0.4321; x 4268.2 is 1844.3; 9 are there.
    assert found.as_json()["more_pairs"] == 1836
    assert [*found.lines()] == [
        "A  Training cage · random, random: the first side won 42.9%",
        "B  Training cage · steady, random: it won 57.1%",
        "   +14.3% (-31.8% to +54.1%) in 7 pairs, 4 with another result",
        f"   No difference is shown: chance alone may do this; {MORE}",
        "   2 games had no partner, and did not count.",
    ]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("b" * 20, "r" * 20, "The first side of B wins more often than that of A"),
        ("r" * 20, "b" * 20, "The first side of B wins less often than that of A"),
        ("-" * 20, "-" * 20, "No difference is shown"),
        ("rb", "", "There are no games with the same seed on both sides."),
    ],
)
def test_the_verdict_follows_from_the_interval(
    store: Store, before: str, after: str, words: str
) -> None:
    keep(store, 1, before)
    keep(store, 2, after)
    assert compared(Kept(store, 1), Kept(store, 2)).verdict.startswith(words)


def test_a_cell_compared_with_itself_has_no_difference(store: Store) -> None:
    keep(store, 1, "rb-")
    found = compared(Kept(store, 1), Kept(store, 1))
    assert (found.difference.value, found.turned, found.alone) == (0.0, 0, 0)


def test_games_of_another_version_are_compared_and_that_is_said(
    store: Store, tmp_path: Path
) -> None:
    with closing(create(tmp_path / "older", parse_experiment(BOUTS, "x"))) as older:
        older.program = "older"
        keep(older, 1, "rb")
        keep(store, 1, "rr")
        found = compared(Kept(older, 1), Kept(store, 1))
        assert found.difference.gained == 1
        assert [*found.lines()][-1].strip().startswith("Another version of Undertow played B")


def test_experiments_of_unequal_size_are_not_compared() -> None:
    one, two = parse_experiment(BOUTS, "x").cells, parse_experiment(TWO, "x").cells
    assert paired_cells(two, two, ("a", "b")) == [(two[0], two[0]), (two[1], two[1])]
    with pytest.raises(UnusableFile, match="a has 1 combination and b has 2 combinations"):
        paired_cells(one, two, ("a", "b"))
