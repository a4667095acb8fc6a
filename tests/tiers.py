"""The tiers of the tests: which run when, and what they may cost.

==========  ====================================  ============================================
fast        every rule, situation and format      ``python -m pytest -n auto``, the default
``slow``    only widens coverage                  ``python -m pytest -n auto -m slow``
``bench``   measures, on a quiet machine          ``python -m pytest -n 0 -m bench``
==========  ====================================  ============================================

Slow are whole games of bots, full matrices of window sizes, long random runs, real windows and
spawned interpreters. Tests of tiers that ``-m`` leaves out are not even collected, unless some
test is asked for by its name. ``--budget`` holds a run to what `LIMITS` and `TEST_LIMIT` allow,
and prints the dearest tests and folders.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import pytest

TIERS = {
    "slow": "only widens coverage: the gate runs it",
    "bench": "measures: run by itself on a quiet machine",
}
FOLDERS = {"bench": "bench", "window": "slow"}
"""Folders of ``tests`` that are of one tier as a whole."""
TESTS = Path(__file__).parent

LIMITS = {"fast": 450.0, "slow": 2150.0, "collection": 40.0}
"""CPU seconds that each tier may take in all, and that collecting takes in all processes.

A change that needs more raises the figure here and says why in its commit message.
"""
TEST_LIMIT = 2.0
"""CPU seconds that one fast test may take."""
FLOOR = 0.0100
"""CPU seconds of `_fixed_work` on the machine whose seconds all limits are given in.

A run measures what the same work takes, among its tests, and counts every second in proportion:
a slower or busier machine is granted more time.
"""
EVERY = 100
"""Number of tests of a process between two measurements of the floor."""
DEAREST = 10
"""Number of tests and of folders that are printed."""


class Cost(NamedTuple):
    """The cost of one test: CPU seconds with its fixtures, its tier and its name."""

    seconds: float
    tier: str
    name: str


_began = pytest.StashKey[float]()
_runs = pytest.StashKey[int]()
"""Number of tests that a process has begun."""
_left_out: set[str] = set()
"""The tiers whose tests are not collected in this run."""
_costs = list[Cost]()
_floors = list[float]()
_collecting = list[float]()
"""CPU seconds of each process until its first test."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--budget",
        action="store_true",
        help="fail if a fast test or a tier takes more CPU than it may; print the dearest",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Run the fast tier unless ``-m`` asks for another."""
    for tier, text in TIERS.items():
        config.addinivalue_line("markers", f"{tier}: {text}")
    if not config.option.markexpr:
        config.option.markexpr = " and ".join(f"not {tier}" for tier in TIERS)
    _left_out.clear()
    if not any("::" in argument for argument in config.args):
        _left_out.update(left_out_by(config.option.markexpr))


def left_out_by(expression: str) -> set[str]:
    """Return the tiers that ``-m`` leaves out, if it says nothing but ``not a and not b``."""
    terms = [term.split() for term in re.split(r"\band\b", expression)]
    if any(len(term) != 2 or term[0] != "not" for term in terms):
        return set()
    return {name for _, name in terms} & TIERS.keys()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out folders and files whose tests are all of a tier that does not run."""
    if not _left_out:
        return None
    if collection_path.parent == TESTS:
        return FOLDERS.get(collection_path.name) in _left_out or None
    if collection_path.suffix != ".py":
        return None
    text = collection_path.read_text("utf-8")
    return any(f"\npytestmark = pytest.mark.{tier}\n" in text for tier in _left_out) or None


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(obj: object) -> list[pytest.Item] | None:
    """Make no tests of a function whose mark is of a tier that does not run."""
    marks = getattr(obj, "pytestmark", ()) if _left_out else ()
    if isinstance(marks, list) and any(mark.name in _left_out for mark in marks):
        return []
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of whole folders, before ``-m`` selects; the slow ones run first.

    Short tests at the end keep all processes busy.
    """
    for item in items:
        # A file's path is under that of the tests; `Path` would take longer to say so.
        if tier := FOLDERS.get(item.nodeid.split("/", 2)[1]):
            item.add_marker(tier)
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def few(values: Iterable[Any], fast: int = 1) -> list[Any]:
    """Return parameters of which only the first ``fast`` ones are of the fast tier."""
    listed = [*values]
    if fast and "slow" in _left_out:
        return listed[:fast]
    return listed[:fast] + [_slow(value) for value in listed[fast:]]


def _slow(value: Any) -> Any:
    """Return a parameter, a tuple of them or a ``pytest.param`` as one of the slow tier."""
    if isinstance(value, type(pytest.param())):
        marks = (*value.marks, pytest.mark.slow)
        return pytest.param(*value.values, marks=marks, id=value.id)
    return pytest.param(
        *(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.slow
    )


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and of the children that it waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _fixed_work() -> int:
    """Do the same work each time, of the kind that tests do: calls, small objects, sums."""
    found: dict[int, tuple[int, int]] = {}
    for number in range(50_000):
        found[number % 997] = number, number * number % 7
    return sum(first + second for first, second in found.values())


def _floor() -> float:
    began = time.process_time()
    _fixed_work()
    return time.process_time() - began


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    runs = item.config.stash.setdefault(_runs, 0)
    item.config.stash[_runs] = runs + 1
    if not runs:
        item.user_properties.append(("collecting", cpu_seconds()))
    if item.config.option.budget and runs % EVERY == 0:
        item.user_properties.append(("floor", _floor()))
    item.stash[_began] = cpu_seconds()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Record in the last report of a test the CPU time it took, fixtures included."""
    if call.when == "teardown":
        marked = (tier for tier in TIERS if item.get_closest_marker(tier))
        item.user_properties.append(("tier", next(marked, "fast")))
        item.user_properties.append(("cpu", cpu_seconds() - item.stash[_began]))
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when != "teardown":
        return
    said = {key: str(value) for key, value in report.user_properties}
    _costs.append(Cost(float(said["cpu"]), said["tier"], report.nodeid))
    if "floor" in said:
        _floors.append(float(said["floor"]))
    if "collecting" in said:
        _collecting.append(float(said["collecting"]))


class Bill(NamedTuple):
    """The cost of a run, in seconds of the machine whose floor is `FLOOR`."""

    costs: list[Cost]
    totals: dict[str, float]
    factor: float
    """Seconds of that machine for a second of this one."""

    @classmethod
    def of(
        cls, costs: Iterable[Cost], floors: Iterable[float], collecting: Iterable[float]
    ) -> Bill:
        """Return the bill of tests, from the floors that were measured between them."""
        factor = FLOOR / median([*floors] or [FLOOR])
        fair = [cost._replace(seconds=cost.seconds * factor) for cost in costs]
        totals = {"collection": sum(collecting) * factor}
        for cost in fair:
            totals[cost.tier] = totals.get(cost.tier, 0.0) + cost.seconds
        return cls(fair, totals, factor)

    def overruns(self) -> list[str]:
        """Return a line for each fast test, each tier and the collection that cost too much."""
        slow = sorted(c for c in self.costs if c.tier == "fast" and c.seconds > TEST_LIMIT)
        return [
            f"TOO SLOW {name}: {seconds:.1f} s of CPU, limit {TEST_LIMIT}"
            for seconds, _, name in slow
        ] + [
            f"TOO MUCH {kind}: {self.totals[kind]:.0f} s of CPU, limit {limit:.0f}"
            for kind, limit in LIMITS.items()
            if self.totals.get(kind, 0.0) > limit
        ]

    def lines(self) -> Iterator[str]:
        """Yield the totals, the dearest tests and the dearest folders of each tier."""
        yield f"a second of CPU here counts as {self.factor:.2f} s"
        for kind, total in self.totals.items():
            yield f"{kind}: {total:.0f} s of CPU"
            mine = [cost for cost in self.costs if cost.tier == kind]
            folders = dict[str, float]()
            for cost in mine:
                folder = "/".join(cost.name.split("::")[0].split("/")[:2])
                folders[folder] = folders.get(folder, 0.0) + cost.seconds
            for folder in sorted(folders, key=folders.__getitem__, reverse=True)[:DEAREST]:
                yield f"  {folders[folder]:6.1f}  {folder}"
            for seconds, _, name in sorted(mine, reverse=True)[:DEAREST]:
                yield f"  {seconds:6.2f}  {name}"


def pytest_sessionfinish(session: pytest.Session) -> None:
    held = session.config.option.budget and session.exitstatus == pytest.ExitCode.OK
    if held and Bill.of(_costs, _floors, _collecting).overruns():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if terminalreporter.config.option.budget:
        bill = Bill.of(_costs, _floors, _collecting)
        for line in (*bill.lines(), *bill.overruns()):
            terminalreporter.write_line(line)
