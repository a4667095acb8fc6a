from __future__ import annotations

import pytest

from tests.tiers import FLOOR, LIMITS, TEST_LIMIT, Bill, Cost


def _fast(seconds: float, name: str = "tests/view/test_x.py::test_y") -> Cost:
    return Cost(seconds, "fast", name)


def test_a_fast_test_may_take_its_limit_and_no_more() -> None:
    costs = [_fast(TEST_LIMIT), _fast(TEST_LIMIT + 0.06, "dear"), Cost(90.0, "slow", "soak")]
    assert Bill.of(costs, [FLOOR], []).overruns() == [
        f"TOO SLOW dear: 2.1 s of CPU, limit {TEST_LIMIT}"
    ]


def test_seconds_count_in_proportion_to_the_same_work_on_the_same_machine() -> None:
    # Half as fast a machine, measured three times: once it was disturbed.
    floors = [2 * FLOOR, 2 * FLOOR, 50 * FLOOR]
    assert Bill.of([_fast(2 * TEST_LIMIT)], floors, []).overruns() == []
    assert len(Bill.of([_fast(2 * TEST_LIMIT + 0.2)], floors, []).overruns()) == 1


@pytest.mark.parametrize("kind", LIMITS)
def test_each_tier_and_the_collection_are_held_to_their_totals(kind: str) -> None:
    much = LIMITS[kind] + 2
    count = int(much) + 1
    costs = [] if kind == "collection" else [Cost(much / count, kind, "t")] * count
    collecting = [much / 2] * 2 if kind == "collection" else []
    [line] = Bill.of(costs, [FLOOR], collecting).overruns()
    assert line == f"TOO MUCH {kind}: {much:.0f} s of CPU, limit {LIMITS[kind]:.0f}"


def test_the_dearest_tests_and_folders_are_named_most_first() -> None:
    costs = [
        _fast(0.5, "tests/a/x.py::p"),
        _fast(1.0, "tests/b/x.py::q"),
        _fast(0.7, "tests/a/y.py::r"),
    ]
    lines = [line.split() for line in Bill.of(costs, [FLOOR], [3.0]).lines()]
    assert lines[1:] == [
        ["collection:", "3", "s", "of", "CPU"],
        ["fast:", "2", "s", "of", "CPU"],
        ["1.2", "tests/a"],
        ["1.0", "tests/b"],
        ["1.00", "tests/b/x.py::q"],
        ["0.70", "tests/a/y.py::r"],
        ["0.50", "tests/a/x.py::p"],
    ]
