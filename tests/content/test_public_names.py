"""The names that users' files contain: none may change, even if the code is renamed."""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pydantic import BaseModel

import game
from game.cli.parser import parser
from game.play.decisions import Decision
from game.rules import MISSIONS, MODULES, SYSTEMS
from game.table.state import StatePage
from game.table.system_additions import event_kinds
from tests.tools.command_lines import commands_of, options_of

RECORDED = Path(__file__).parent / "golden" / "public-names.json"
STORED = re.compile(r"game\.(?:(?:systems|cores)\.\w+\.)?(?:table|content)\b")
"""Modules whose values are in saves and other files."""


def modules() -> Iterator[ModuleType]:
    """Yield every module, because subclasses are found only once their module is loaded."""
    for found in pkgutil.walk_packages(game.__path__, "game."):
        yield importlib.import_module(found.name)


def below(kind: type[Any]) -> Iterator[type[Any]]:
    for child in kind.__subclasses__():
        if child.__module__.startswith("game."):
            yield child
        yield from below(child)


def keys(model: type[BaseModel]) -> list[str]:
    return sorted(field.alias or name for name, field in model.model_fields.items())


def options(words: argparse.ArgumentParser) -> Iterator[str]:
    yield from options_of(words)
    for name, command in commands_of(words).items():
        yield from (f"{name} {option}".strip() for option in ["", *options(command)])


def public_names() -> dict[str, object]:
    """Return the names of events, decisions, enums, file keys, pages, systems and commands."""
    things = [thing for module in modules() for thing in vars(module).values()]
    pages = {thing.name: thing.blank for thing in things if isinstance(thing, StatePage)}
    enums = [one for one in below(Enum) if STORED.match(one.__module__)]
    return {
        "events": {
            event.__name__: [field.name for field in dataclasses.fields(event)]
            for event in event_kinds()
        },
        "decisions": sorted({one.__name__ for one in below(Decision)}),
        "values": sorted(sorted(str(value.value) for value in enum) for enum in enums),
        "keys": sorted(keys(model) for model in below(BaseModel)),
        "pages": {
            name: [field.name for field in dataclasses.fields(blank)]
            for name, blank in pages.items()
        },
        "systems": sorted(SYSTEMS),
        "missions": sorted(MISSIONS),
        "modules": sorted(MODULES),
        "commands": sorted({*options(parser([])), *options(parser(["demo", "campaign"]))}),
    }


@pytest.mark.slow
def test_no_public_name_changes() -> None:
    """``python -m tests.content.test_public_names`` records them again, after additions."""
    pytest.importorskip("distributed", reason="needs requirements-dev.txt")
    assert public_names() == json.loads(RECORDED.read_text("utf-8"))


if __name__ == "__main__":
    RECORDED.write_text(json.dumps(public_names(), indent=1, sort_keys=True) + "\n", "utf-8")
