from __future__ import annotations

from pathlib import Path

import pytest

from tests.tiers import (
    FLOOR,
    LIMITS,
    TEST_LIMIT,
    TESTS,
    Bill,
    Cost,
    few,
    left_out_by,
    pytest_ignore_collect,
    pytest_pycollect_makeitem,
)


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


@pytest.mark.parametrize(
    ("expression", "tiers"),
    [
        ("not slow and not bench", {"slow", "bench"}),
        ("not bench", {"bench"}),
        ("not bench and not rule", {"bench"}),
        ("slow", set()),
        ("slow or not slow", set()),
        ("not slow or rule", set()),
        ("not (slow and bench)", set()),
        ("not slow and rule", set()),
        ("", set()),
    ],
)
def test_a_tier_is_left_out_only_if_none_of_its_tests_can_be_selected(
    expression: str, tiers: set[str]
) -> None:
    assert left_out_by(expression) == tiers


@pytest.fixture
def without_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.tiers._left_out", {"slow"})


@pytest.mark.usefixtures("without_slow")
def test_what_is_slow_as_a_whole_is_left_out_with_its_imports(tmp_path: Path) -> None:
    whole, part = tmp_path / "test_whole.py", tmp_path / "test_part.py"
    whole.write_text("import pytest\n\npytestmark = pytest.mark.slow\n\n", "utf-8")
    part.write_text("import pytest\n\n@pytest.mark.slow\ndef test_it(): ...\n", "utf-8")

    paths = [TESTS / "window", TESTS / "bench", TESTS / "view", whole, part]
    assert [pytest_ignore_collect(path) for path in paths] == [True, None, None, True, None]


@pytest.mark.usefixtures("without_slow")
def test_no_tests_are_made_of_functions_and_parameters_that_are_slow() -> None:
    @pytest.mark.slow
    def whole() -> None: ...

    @pytest.mark.rule("CC-01")
    def other() -> None: ...

    assert pytest_pycollect_makeitem(whole) == []
    assert pytest_pycollect_makeitem(other) is None
    assert few([1, 2, 3]) == [1]
    # Without any parameter pytest would report the test as skipped.
    assert len(few([1, 2, 3], 0)) == 3


def test_slow_parameters_keep_their_names_and_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.tiers._left_out", set())
    rule = pytest.mark.rule("CC-01")
    first, second = few(
        [pytest.param(1, 2, id="one"), pytest.param(3, 4, id="two", marks=rule)]
    )

    assert (first.values, first.id, [*first.marks]) == ((1, 2), "one", [])
    assert (second.values, second.id) == ((3, 4), "two")
    assert [mark.name for mark in second.marks] == ["rule", "slow"]


def test_nothing_is_left_out_if_its_tier_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.tiers._left_out", set())

    assert pytest_ignore_collect(TESTS / "window") is None
    assert pytest_pycollect_makeitem(pytest.mark.slow(lambda: None)) is None
    assert len(few([1, 2, 3])) == 3
