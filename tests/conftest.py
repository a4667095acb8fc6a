from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

# Tests in one process draw into nothing; a test in a real window starts a process of its own.
os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
# Pictures are the same on every machine, whatever fonts it has.
os.environ["UNDERTOW_SYSTEM_FONTS"] = "0"

from game.view import give_back, share_arenas
from tests.tools.replay_check import fought, told_again, undeclared

share_arenas()

pytest_plugins = ["tests.tiers"]

# Tests create many objects and little garbage.
gc.set_threshold(50_000, 20, 10)

# The duration of an example says nothing on a busy machine.
settings.register_profile("undertow", deadline=None)
settings.load_profile("undertow")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite", action="store_true", help="write transcripts and pictures anew"
    )


def pytest_collection_finish() -> None:
    """Exclude the thousands of tests and their imports from garbage collection."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def _home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep saves, settings and caches of tests out of the user's home."""
    os.environ["UNDERTOW_HOME"] = str(tmp_path_factory.mktemp("home"))


@pytest.fixture(autouse=True, scope="module")
def _memory_is_given_back() -> Iterator[None]:
    yield
    give_back()


@pytest.fixture(autouse=True)
def _every_battle_can_be_told_again() -> Iterator[None]:
    """Replay every game of a rules test from its answers; check its transitions."""
    fought.clear()
    yield
    for battle in fought:
        assert told_again(battle).game.story == battle.game.story
        assert undeclared(battle) == []
