"""The house has floors, and arrows run down."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import game

HOUSE = Path(game.__file__).parent
ROOT = HOUSE.parent

FLOORS = {
    "geometry": 1,
    "table": 2,
    "physics": 2,
    "play": 3,
    "content": 3,
    "rules": 4,
    "bots": 5,
    "makers": 5,
    "view": 5,
    "widgets": 5,
    "prompts": 6,
    "lab": 6,
    "editor": 7,
    "screens": 8,
    "app": 9,
    "cli": 10,
}
STOREYS = {
    "kit": 1,
    "classic": 2,
    "modern": 2,
    "flood": 3,
    "pursuit": 3,
    "zero_g": 3,
    "cage": 3,
    "matched": 3,
    "missions": 4,
    # It plays events and phases of every system, and is none that a mission lies over.
    "sandbox": 4,
    "recorder": 5,
    "restoring": 5,
    "verifying": 6,
    "catalog": 6,
    "battles": 7,
    "situations": 8,
}
"""Inside ``rules``: a core may know the kit, a system may know the cores, nobody a sister."""

WINDOW = {"view", "widgets", "prompts", "editor", "screens", "app"}
HOMES = {
    "pygame": WINDOW,
    "pymunk": {"physics"},
    # Checks at the door and drawing: nothing that it computes decides a rule.
    "shapely": {"content", "makers", "view", "editor"},
    # Films, and nothing else.
    "PIL": {"screens"},
}
DECIDES = {"geometry", "table", "physics", "play", "rules"}
CHANCE = {"random", "secrets", "uuid", "time", "datetime", "math.hypot"}
"""What differs from run to run or from machine to machine: no rule may read it."""

HEADLESS = {
    "list": ["list", "--json"],
    "rules": ["rules", "CC-01"],
    "check": ["check", "assets/rosters/wardens-patrol.toml"],
    "demo": ["demo", "combat_patrol", "--headless", "--players", "random,random"],
}

FILES = [
    (file, file.relative_to(HOUSE).parts[0].removesuffix(".py"))
    for file in sorted(HOUSE.rglob("*.py"))
    if file.name != "__init__.py" or file.parent != HOUSE
]


def dotted(nodes: Iterator[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports name the whole way from game"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def imports(file: Path) -> tuple[str, ...]:
    return tuple(dotted(ast.walk(ast.parse(file.read_text("utf-8")))))


def name_of(value: object) -> str:
    return str(value.relative_to(HOUSE)) if isinstance(value, Path) else str(value)


@pytest.mark.parametrize(("file", "room"), FILES, ids=name_of)
def test_arrows_run_down(file: Path, room: str) -> None:
    for name in imports(file):
        package, _, rest = name.partition(".")
        target = rest.partition(".")[0]
        if package == "game" and target != room:
            assert FLOORS[target] < FLOORS[room], f"{room} may not import {target}: {name}"


@pytest.mark.parametrize(("file", "room"), FILES, ids=name_of)
def test_libraries_stay_in_their_rooms(file: Path, room: str) -> None:
    for library in HOMES.keys() & {name.split(".")[0] for name in imports(file)}:
        assert room in HOMES[library], f"{room} may not import {library}"


@pytest.mark.parametrize(("file", "room"), FILES, ids=name_of)
def test_what_is_seldom_needed_waits_until_it_is(file: Path, room: str) -> None:
    at_once = dotted(iter(ast.parse(file.read_text("utf-8")).body))
    assert not [name for name in at_once if name.split(".")[0] in {"networkx", "PIL"}]


@pytest.mark.parametrize(("file", "room"), FILES, ids=name_of)
def test_what_decides_is_alike_in_every_run_and_on_every_machine(file: Path, room: str) -> None:
    if room in DECIDES:
        assert not [n for n in imports(file) if n in CHANCE or n.split(".")[0] in CHANCE]


@pytest.mark.parametrize(
    "file", [f for f, room in FILES if room == "rules" and f.parent != HOUSE], ids=name_of
)
def test_rule_systems_do_not_know_each_other(file: Path) -> None:
    def storey(part: str) -> int:
        assert part in STOREYS, f"on which storey of rules does {part} stand?"
        return STOREYS[part]

    part = file.relative_to(HOUSE / "rules").parts[0].removesuffix(".py")
    if part == "__init__":
        return
    for name in imports(file):
        if name.startswith("game.rules.") and (other := name.split(".")[2]) != part:
            assert storey(other) < storey(part), f"{part} may not import {other}: {name}"


@pytest.mark.skipif(not (ROOT / "main.py").exists(), reason="there is no command line yet")
@pytest.mark.parametrize("command", HEADLESS)
def test_a_headless_command_needs_no_window(command: str) -> None:
    program = (
        "import runpy, sys\n"
        f"sys.argv = ['main.py', *{HEADLESS[command]!r}]\n"
        "try:\n"
        "    runpy.run_path('main.py', run_name='__main__')\n"
        "except SystemExit as end:\n"
        "    assert not end.code, end.code\n"
        "assert 'pygame' not in sys.modules\n"
    )
    ran = subprocess.run(  # noqa: S603  our own words
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
