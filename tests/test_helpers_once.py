"""Helpers of tests are written once, and say by their name what they do."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

TESTS = Path(__file__).parent
HELPER = re.compile(r"^(?:@.+\n)*def (?!test_)(\w+)\(.*\n(?:(?:[ )].*)?\n)*", re.MULTILINE)
"""A function of a module that is no test, with its decorators and its body."""
SHORT = 3
"""Lines of a helper that may stand in several files."""
FILES = 3
"""Files that may have a helper by the same name."""
ANY_NUMBER = {"main"}
"""Names that mean the same in all files."""


def helpers_of(text: str) -> list[tuple[str, str]]:
    """Return name and text of each helper that a module defines."""
    return [(found[1], found[0].rstrip()) for found in HELPER.finditer(text)]


def files_by_helper() -> dict[tuple[str, str], list[str]]:
    files = defaultdict[tuple[str, str], list[str]](list)
    for file in sorted(TESTS.rglob("*.py")):
        for helper in helpers_of(file.read_text("utf-8")):
            files[helper].append(file.relative_to(TESTS).as_posix())
    return files


def test_a_helper_has_its_decorators_and_ends_where_its_body_does() -> None:
    fixture = "@pytest.fixture\ndef a(\n    b: int,\n) -> int:\n    c = b\n\n    return c"
    text = (
        f"B = 1\n\n\n{fixture}\n\n\ndef test_d() -> None:\n    pass\n\n\ndef e() -> None: ...\n"
    )

    assert helpers_of(text) == [("a", fixture), ("e", "def e() -> None: ...")]


def test_no_two_files_define_the_same_helper() -> None:
    files = files_by_helper()

    assert len(files) > 1000
    assert [
        f"{name}: {', '.join(found)}"
        for (name, text), found in files.items()
        if len(found) > 1 and text.count("\n") >= SHORT
    ] == []


def test_no_name_stands_for_a_helper_in_each_of_many_files() -> None:
    """A name that fits so many helpers says of none what it does; fixtures do not count."""
    files = defaultdict[str, list[str]](list)
    for (name, text), found in files_by_helper().items():
        if name not in ANY_NUMBER and not text.startswith("@pytest.fixture"):
            files[name] += found

    assert [
        f"{name}: {', '.join(found)}" for name, found in files.items() if len(found) > FILES
    ] == []
