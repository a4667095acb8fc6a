"""Every clause is shown by a fast test; no clause is cited that does not exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import game
from game.content.rulebook import ID, rulebook
from game.content.shipped_folders import ASSETS

HOUSE = Path(game.__file__).parent
TESTS = Path(__file__).parent
RULE = "pytest.mark.rule("
SHOWN = re.compile(r"^clauses = \[([^]]*)]", re.MULTILINE)
"""The first ``clauses`` list of a situation; expectations come later."""


def clauses_marked(file: Path) -> Iterator[str]:
    """Yield the clauses of every ``pytest.mark.rule(...)`` on a test of the fast tier."""
    text = file.read_text("utf-8")
    for node in ast.parse(text).body if RULE in text else ():
        match node:
            case ast.FunctionDef(decorator_list=marks):
                pass
            case ast.Assign(targets=[ast.Name(id="pytestmark")], value=mark):
                marks = [mark]
            case _:
                continue
        words = [ast.unparse(mark) for mark in marks]
        if "pytest.mark.slow" not in words:
            yield from (c for w in words if w.startswith(RULE) for c in ID.findall(w))


def clauses_of(file: Path) -> list[str]:
    """Return the clauses that a situation shows."""
    found = SHOWN.search(file.read_text("utf-8"))
    return ID.findall(found[1]) if found else []


@cache
def clauses_and_files() -> list[tuple[str, Path]]:
    """Return each clause that a test shows, with the file."""
    tests = sorted(TESTS.rglob("test_*.py"))
    situations = sorted((TESTS / "situations").rglob("*.toml"))
    found = [(clause, file) for file in tests for clause in clauses_marked(file)]
    return found + [(clause, file) for file in situations for clause in clauses_of(file)]


def test_every_clause_of_the_rulebook_is_shown_by_a_test() -> None:
    tested = {clause for clause, _ in clauses_and_files()}
    assert [clause.id for clause in rulebook().all if clause.id not in tested] == []


def test_no_test_shows_a_clause_that_does_not_exist() -> None:
    book = rulebook()

    assert [
        (clause, file.name) for clause, file in clauses_and_files() if clause not in book
    ] == []


@pytest.mark.parametrize(("folder", "ending"), [(HOUSE, "py"), (ASSETS, "toml")])
def test_nobody_cites_a_clause_that_does_not_exist(folder: Path, ending: str) -> None:
    book = rulebook()

    assert not [
        (clause, file.name)
        for file in sorted(folder.rglob(f"*.{ending}"))
        for clause in ID.findall(file.read_text("utf-8"))
        if clause not in book
    ]
