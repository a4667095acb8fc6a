"""Situations in tests: from files, and written in a test itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.content.situations.situation_files import load_situation, parse_situation
from game.cores.kit.declarations import AddOn
from game.cores.kit.modules import Module
from game.rules import MODULES, PLAYED, catalog
from game.rules.situation_runner import SituationResult, play_situation
from tests.tools.replay_check import fought

ROOT = Path(__file__).parents[2]
SITUATIONS = ROOT / "tests" / "situations"


def files() -> list[Path]:
    return sorted(SITUATIONS.rglob("*.toml"))


def situation_result(file: Path) -> SituationResult:
    """Play the situation of a file; it is replayed after the test."""
    return _remembered(play_situation(load_situation(str(file))))


def played_text(text: str) -> SituationResult:
    """Play a situation that is written in a test."""
    return _remembered(play_situation(parse_situation(text, "a test")))


def _remembered(outcome: SituationResult) -> SituationResult:
    if outcome.session:
        fought.append(outcome.session)
    return outcome


def add_module(monkeypatch: pytest.MonkeyPatch, module: Module) -> None:
    """Register a module that only situations of one test may name."""
    more = {**MODULES, module.name: AddOn(lambda _options, _core: module, "", ())}
    monkeypatch.setattr(catalog, "MODULES", more)
    monkeypatch.setitem(PLAYED, "modules", (*PLAYED["modules"], module.name))
