from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

# Tests in one process draw into nothing; a test in a real window starts a process of its own.
os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
# Pictures are the same on every machine, whatever fonts it has.
os.environ["UNDERTOW_SYSTEM_FONTS"] = "0"

pytest_plugins = ["tests.tiers"]
pytest.register_assert_rewrite("tests.tools.replay_check")

# Tests create many objects and little garbage. A collection of so many takes a tenth of a
# second at most, so that no test pays for those before it.
gc.set_threshold(100_000, 20, 10)

FILES_AT_ONCE = 8
"""Number of files of tests after which memory is returned.

The next file asks for most of it again, which the system clears page by page.
"""
_files = count(1)

# The duration of an example says nothing on a busy machine. It is read when a test is declared.
settings.register_profile("undertow", deadline=None)
settings.load_profile("undertow")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite", action="store_true", help="write transcripts and pictures anew"
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Keep the thousands of tests and their imports out of garbage collection."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@settings(max_examples=1, database=None)
@given(st.text())
def _draws(_: str) -> None:
    """Let Hypothesis read all modules and sort all letters: 3 s in a new copy."""


def pytest_collection_finish(session: pytest.Session) -> None:
    """Do once, in no test's time, what the first test with Hypothesis would do."""
    if any(item.get_closest_marker("hypothesis") for item in session.items):
        _draws()


@pytest.fixture(autouse=True, scope="session")
def _process(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep saves, settings and caches of tests out of the user's home, and memory low."""
    from game.view.memory import share_arenas  # noqa: PLC0415  collection does without it

    os.environ["UNDERTOW_HOME"] = str(tmp_path_factory.mktemp("home"))
    share_arenas()


@pytest.fixture
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a user folder for this test only."""
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def usual_keys_again() -> Iterator[None]:
    """Undo what a test changes of the keys, which are the same in all of a process."""
    from game.content.user_keys import DEFAULT_KEYS  # noqa: PLC0415  as above
    from game.widgets.key_bindings import use_keys  # noqa: PLC0415  as above

    yield
    use_keys(DEFAULT_KEYS)


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the disk cache of painted boards, which all processes of a run share."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return tmp_path_factory.mktemp("cache")
    shelf = tmp_path_factory.getbasetemp().parent / "cache"
    shelf.mkdir(exist_ok=True)
    return shelf


@pytest.fixture(autouse=True, scope="module")
def _memory_is_given_back() -> Iterator[None]:
    from game.view.memory import give_back  # noqa: PLC0415  collection does without it

    yield
    if next(_files) % FILES_AT_ONCE:
        return
    # What files leave in caches stays: no collection looks at it again.
    gc.collect()
    gc.freeze()
    give_back()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Forget the games of the test before; fixtures may begin some."""
    if check := _replay_check():
        check.fought.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """Replay every game of a rules test from its answers; check its transitions.

    By then the fixtures have undone what a test has broken.
    """
    yield
    if check := _replay_check():
        check.check_replays()


def _replay_check() -> Any:
    """Return the module if any test imports it: without it no test adds games to it."""
    return sys.modules.get("tests.tools.replay_check")
