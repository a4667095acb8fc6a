"""Lazy imports: a rule system is imported when it is played, and no other."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest

from game.bots.registry import BOTS_OF_LEVEL, POLICIES, policy
from game.bots.steady.hazards import HAZARDS
from game.bots.steady.policy import DELEGATES, JUDGES
from game.cli.check import DOORS
from game.cli.parser import parser
from game.content.scenarios import load_scenario
from game.content.shipped_folders import ROOT
from game.cores.classic.rules.core_api import ODDS
from game.cores.kit.core import Core
from game.cores.kit.modules import Module
from game.entry_points import EntryPoints
from game.rules import BOARDS_OF, EVENTS_BY_HAND, MISSIONS, MODULES, PLAYED, SYSTEMS
from game.rules.battles import prepare
from game.rules.catalog import rules_of
from game.rules.saving import saved_text
from game.systems import NAMES, package_of
from tests.tools.command_lines import commands_of

HEAVY = {"numpy", "pydantic", "pymunk", "pygame", "shapely"}
SYSTEM_PACKAGES = {f"{package_of(name)}.rules" for name in NAMES}

LOADED = """
import json, sys
import game.rules.catalog
print(json.dumps(sorted(sys.modules)))
"""
REOPENED = """
import json, os, sys
from pathlib import Path
from game.content.save_format import load_save
from game.rules.battles import battle_of
from game.rules.saving import verify

for name in sys.argv[1:]:
    sys.stdout.flush()
    if child := os.fork():
        assert os.waitpid(child, 0)[1] == 0, name
        continue
    save = load_save(Path(name))
    battle = battle_of(save)
    assert not verify(save, battle.rules(), battle.opening), name
    print(json.dumps([Path(name).stem, sorted(sys.modules)]))
    sys.stdout.flush()
    os._exit(0)
"""
"""Code that opens a save in a process that has not seen any other."""
DUEL = """
import contextlib, io, json, sys
from game.cli import main
with contextlib.redirect_stdout(io.StringIO()):
    assert main(["demo", "cage", "--headless", "--seed", "1"]) == 0
print(json.dumps(sorted(sys.modules)))
"""

SAVED = {
    "combat_patrol": {"classic"},
    "the_nest": {"classic", "flood"},
    "adrift": {"classic", "zero_g"},
    "pursuit": {"pursuit"},
    "cage": {"cage"},
    "no_mercy": {"modern", "matched"},
    "sandbox": {"flood", "pursuit", "sandbox"},
}
"""Scenarios of all systems, and the rulebooks that each needs."""
ANSWERS = 12


def fresh(code: str, *args: str) -> list[Any]:
    """Run Python code in a new interpreter; return its output lines, each parsed as JSON."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code, *args]
    ran = subprocess.run(  # noqa: S603  our own words
        command, cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


def rulebooks(modules: list[str]) -> set[str]:
    """Return the systems that are assembled among these modules."""
    return {name.split(".")[2] for name in modules if name.endswith(".rules.system")}


def test_the_catalog_is_imported_without_any_system() -> None:
    (loaded,) = fresh(LOADED)

    assert not HEAVY & set(loaded)
    assert not SYSTEM_PACKAGES & set(loaded)
    assert not [name for name in loaded if name.startswith("game.bots")]


@pytest.mark.slow
def test_a_duel_is_fought_without_what_other_systems_need() -> None:
    (loaded,) = fresh(DUEL)

    assert rulebooks(loaded) == {"cage"}
    assert not {"numpy", "pymunk", "pygame", "shapely"} & set(loaded)
    assert not [name for name in loaded if name.startswith("game.lab")]


@pytest.mark.slow
def test_a_save_of_any_system_opens_where_no_other_was_loaded(tmp_path: Path) -> None:
    files = list[str]()
    for scenario in SAVED:
        battle = prepare(scenario, seed=2)
        session, bot = battle.session(), policy("random")
        while session.pending and session.answers_given < ANSWERS:
            session.answer(bot.answer(session))
        file = tmp_path / f"{scenario}.undertow"
        file.write_text(saved_text(session, battle.header({})), "utf-8")
        files.append(str(file))

    opened = dict(fresh(REOPENED, *files))

    assert {name: rulebooks(modules) for name, modules in opened.items()} == SAVED
    played = {load_scenario(name, PLAYED).system for name in SAVED}
    assert played == set(SYSTEMS) - {"modern"}, "no scenario is of the bare modern core"


@pytest.mark.parametrize(
    "entries",
    [
        SYSTEMS,
        MISSIONS,
        MODULES,
        EVENTS_BY_HAND,
        BOARDS_OF,
        ODDS,
        POLICIES,
        BOTS_OF_LEVEL,
        DELEGATES,
        JUDGES,
        HAZARDS,
        DOORS,
    ],
)
def test_every_entry_point_leads_somewhere(entries: Mapping[str, object]) -> None:
    assert entries
    for name in entries:
        assert entries[name] is not None


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_is_what_it_is_called(system: str) -> None:
    assert SYSTEMS[system].build({}).name == system
    assert isinstance(SYSTEMS[system].core, Core)


@pytest.mark.parametrize("mission", MISSIONS)
def test_every_mission_is_what_it_is_called(mission: str) -> None:
    made = MISSIONS[mission].build({})
    assert isinstance(made, Module)
    assert made.name == mission


def test_every_command_does_something() -> None:
    top = parser(["generate"])
    found = commands_of(top)
    makers = commands_of(found.pop("generate"))
    for command in (top, *found.values(), *makers.values()):
        assert callable(resolve_name(str(command.get_default("does"))))


def test_entry_points_are_imported_when_they_are_looked_up() -> None:
    entries: Mapping[str, Any] = EntryPoints(
        {"there": "game.rules.catalog:SYSTEMS", "not there": "game.rules.nowhere:nothing"}
    )

    assert list(entries) == ["there", "not there"]
    assert len(entries) == 2
    assert "not there" in entries
    assert entries["there"] is SYSTEMS
    assert entries.get("unknown") is None
    with pytest.raises(KeyError):
        entries["unknown"]
    with pytest.raises(ModuleNotFoundError):
        entries["not there"]


def test_rules_name_all_their_parts() -> None:
    """The other layers find by these names what a system, mission or module adds to them."""
    assert rules_of("matched", "deadlock", ["twist"], {"flood": True}).parts == (
        "matched",
        "modern",
        "deadlock",
        "twist",
        "flood",
    )
    assert rules_of("sandbox", options={"rules": 5}).parts == (
        "sandbox",
        "cage",
        "flood",
        "pursuit",
        "zero_g",
        "doors",
    )
