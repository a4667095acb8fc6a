"""Names and docstrings of ``game`` are plain: one meaning per name, no riddles."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import game

FOLDER = Path(game.__file__).parent

ROLES = {
    "animation", "answers", "arrange", "assessment", "attacks", "battles", "charge",
    "charge_odds", "combat", "cover", "deployment", "forecasts", "march",
    "melee_attacks", "morale", "movement", "odds", "painting", "position_value", "probes",
    "queries", "reader", "registry", "screen", "shooting", "state", "system", "targeting",
    "trials", "wounds",
}  # fmt: skip
"""Modules of one name in several packages, each with the same role in its package."""
PARTS = {
    "battle", "blunders", "bot", "chances", "content", "editor", "forecast", "keys",
    "map_checks", "map_classes", "mapgen", "old_events", "panels", "prompts", "rules", "screen",
    "table", "view", "weights", "window",
}  # fmt: skip
"""Modules of one name in several systems, each the same part of its system."""
TWINS = {"CoverBonus", "Board", "Lane", "Window"}
"""Classes of both cores, and the map classes that share a name with their board form.

A window of a map is named as in other programs; that of the program is its frame.
"""

DOCSTRING = re.compile(r'^[ \t]*"""(?=\S)(.*?)"""', re.MULTILINE | re.DOTALL)
"""Its form is held by ruff; to parse all files would take ten times as long."""
CLASS = re.compile(r"^class ([A-Z]\w*)", re.MULTILINE)
RIDDLE = re.compile(r"\s*(What|Who|Whom|Whose|Whoever|Whatever|How)\b")
DIALECT = re.compile(r"\b(whoever|whomever|somebody|so many|told|he|him|his)\b", re.IGNORECASE)


@cache
def texts() -> dict[Path, str]:
    return {file: file.read_text("utf-8") for file in sorted(FOLDER.rglob("*.py"))}


PACKAGES = sorted({file.relative_to(FOLDER).parts[0] for file in FOLDER.rglob("*.py")})


def docstrings(package: str) -> Iterator[tuple[str, str]]:
    """Yield place and text of every docstring, also of those under assignments."""
    for file, text in texts().items():
        name = file.relative_to(FOLDER)
        if name.parts[0] == package:
            for found in DOCSTRING.finditer(text):
                yield f"{name}:{text.count(chr(10), 0, found.start(1)) + 1}", found[1]


def repeated(places: dict[str, list[str]]) -> dict[str, list[str]]:
    return {name: found for name, found in places.items() if len(found) > 1}


def test_no_module_name_has_two_meanings() -> None:
    places = defaultdict[str, list[str]](list)
    for file in texts():
        places[file.stem].append(str(file.parent.relative_to(FOLDER)))
    twice = repeated(places)
    assert {name: twice[name] for name in twice.keys() - ROLES - PARTS - {"__init__"}} == {}
    assert twice.keys() >= ROLES, "a role that only one package has is none"


def test_no_class_name_has_two_meanings() -> None:
    places = defaultdict[str, list[str]](list)
    for file, text in texts().items():
        for name in CLASS.findall(text):
            places[name].append(str(file.relative_to(FOLDER)))
    twice = repeated(places)
    assert {name: twice[name] for name in twice.keys() - TWINS} == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_docstrings_are_plain(package: str) -> None:
    found = [*docstrings(package)]
    assert [place for place, text in found if RIDDLE.match(text)] == []
    assert [(place, text) for place, text in found if DIALECT.search(text)] == []


def test_a_module_has_one_subject_in_one_sentence() -> None:
    """Further paragraphs may say what a reader has to know."""
    for file, text in texts().items():
        subject = text.split('"""')[1].split("\n\n")[0].strip()
        assert re.fullmatch(r"[^.]+(\.\w[^.]*)*\.", subject), (file, subject)
        assert not re.search(r"\band\b|;", subject), (file, subject)
