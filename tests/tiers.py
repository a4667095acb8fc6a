"""The tiers of the tests: which run when, and how long one may take.

==========  ====================================  ============================================
fast        every rule, situation and format      ``python -m pytest -n auto``, the default
``slow``    only widens coverage                  ``python -m pytest -n auto -m slow``
``bench``   measures, on a quiet machine          ``python -m pytest -n 0 -m bench``
==========  ====================================  ============================================

Slow are whole games of bots, full matrices of window sizes, long random runs, real windows and
spawned interpreters. ``--cpu-limit 2`` fails a run in which a test takes more CPU seconds.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

TIERS = {
    "slow": "only widens coverage: the gate runs it",
    "bench": "measures: run by itself on a quiet machine",
}
FOLDERS = {"bench": "bench", "window": "slow"}
"""Folders of ``tests`` that are of one tier as a whole."""
TESTS = Path(__file__).parent

_began = pytest.StashKey[float]()
_took = list[tuple[float, str]]()
"""CPU seconds and names of the tests that have run."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cpu-limit",
        type=float,
        metavar="SECONDS",
        help="fail the run if a test takes more seconds of CPU, by its name",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Run the fast tier unless ``-m`` asks for another."""
    for tier, text in TIERS.items():
        config.addinivalue_line("markers", f"{tier}: {text}")
    if not config.option.markexpr:
        config.option.markexpr = " and ".join(f"not {tier}" for tier in TIERS)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of whole folders, before ``-m`` selects."""
    for item in items:
        if tier := FOLDERS.get(item.path.relative_to(TESTS).parts[0]):
            item.add_marker(tier)


def few(values: Iterable[Any], fast: int = 1) -> list[Any]:
    """Return parameters of which only the first ``fast`` ones are of the fast tier."""
    listed = [*values]
    return listed[:fast] + [
        pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.slow)
        for value in listed[fast:]
    ]


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and of the children that it waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    item.stash[_began] = cpu_seconds()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Record in the last report of a test the CPU time it took, fixtures included."""
    if call.when == "teardown":
        item.user_properties.append(("cpu", cpu_seconds() - item.stash[_began]))
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "teardown":
        seconds = dict(report.user_properties)["cpu"]
        assert isinstance(seconds, float)
        _took.append((seconds, report.nodeid))


def too_long(limit: float | None) -> list[tuple[float, str]]:
    """Return the CPU seconds and names of the tests that took more than the limit."""
    return sorted(test for test in _took if limit is not None and test[0] > limit)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.exitstatus == pytest.ExitCode.OK and too_long(session.config.option.cpu_limit):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    limit = terminalreporter.config.option.cpu_limit
    for seconds, name in too_long(limit):
        terminalreporter.write_line(f"TOO SLOW {name}: {seconds:.1f} s of CPU, limit {limit}")
