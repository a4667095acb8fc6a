"""Names and docstrings of ``game`` are plain: one meaning per name, no riddles."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import game

FOLDER = Path(game.__file__).parent

ROLES = {
    "actions", "answers", "assessment", "attacks", "base", "battles", "blast", "board",
    "cage_floor", "catalog", "charge", "combat", "core_api", "deployment", "dialogs", "dice",
    "drift", "flood_forecast", "forecasts", "hooks", "line_of_sight", "march", "melee",
    "melee_attacks", "morale", "movement", "objects", "odds", "paths", "policy",
    "position_value", "psychic", "pursuit_forecast", "queries", "reader", "registry", "ride",
    "arrange", "screen", "shooting", "state", "street_pieces", "system", "targeting", "terrain",
    "trials", "water", "wounds",
}  # fmt: skip
"""Modules of one name in several packages, each with the same role in its package."""
TWINS = {"AimedWeapon", "CoverBonus", "Hit", "MeleeAttack", "Board", "Lane"}
"""Classes of both cores, and the map classes that share a name with their board form."""

RIDDLE = re.compile(r"\s*(What|Who|Whom|Whose|Whoever|Whatever|How)\b")
DIALECT = re.compile(r"\b(whoever|whomever|somebody|so many|told|he|him|his)\b", re.IGNORECASE)


@cache
def trees() -> dict[Path, ast.Module]:
    files = sorted(FOLDER.rglob("*.py"))
    return {file: ast.parse(file.read_text("utf-8")) for file in files}


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield place and text of every docstring, including those under assignments."""
    for file, tree in trees().items():
        for node in ast.walk(tree):
            body = getattr(node, "body", None)
            for part in body if isinstance(body, list) else ():
                if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant):
                    yield f"{file.relative_to(FOLDER)}:{part.lineno}", str(part.value.value)


def test_no_module_name_has_two_meanings() -> None:
    places = defaultdict[str, list[str]](list)
    for file in trees():
        places[file.stem].append(str(file.parent.relative_to(FOLDER)))
    twice = {name: found for name, found in places.items() if len(found) > 1}
    assert {name: twice[name] for name in twice.keys() - ROLES - {"__init__"}} == {}
    assert twice.keys() >= ROLES, "a role that only one package has is none"


def test_no_class_name_has_two_meanings() -> None:
    places = defaultdict[str, list[str]](list)
    for file, tree in trees().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(str(file.relative_to(FOLDER)))
    twice = {name: found for name, found in places.items() if len(found) > 1}
    assert {name: twice[name] for name in twice.keys() - TWINS} == {}


def test_no_docstring_is_a_riddle() -> None:
    assert [place for place, text in docstrings() if RIDDLE.match(text)] == []


def test_no_docstring_speaks_of_things_as_people() -> None:
    assert [(place, text) for place, text in docstrings() if DIALECT.search(text)] == []


def test_no_file_is_too_long_to_read() -> None:
    long = [file for file in trees() if len(file.read_text("utf-8").splitlines()) > 400]
    assert long == []
    assert len(trees()) <= 560
