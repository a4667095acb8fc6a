"""Sizes in the window have roles: screens lay themselves out and invent few numbers."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import game

FOLDER = Path(game.__file__).parent
MAX_BOXES, MAX_CONSTANTS, MAX_GIVEN = 40, 80, 10
"""Boxes typed by hand, constants of the layout, and numbers given to the layout directly."""
SIZES = {
    *("gap", "down", "pad", "size", "width", "height", "row_height", "picture_size"),
    *("least", "most"),
}
"""Arguments that are sizes in units."""
MEASURING = {
    "sized",
    "space",
    "row",
    "column",
    "grid",
    "Label",
    "Paragraph",
    "Button",
    "Dialog",
}
"""Calls whose arguments *least* and *most* are sizes, not numbers of a rule."""
LAYOUT = re.compile(
    r"(^|_)(WIDE|HIGH|WIDTH|HEIGHT|GAP|EDGES?|PAD|MARGIN|ROW|SIZE|BUTTON|LABEL|SMALL|COLUMN)(_|$)"
)
"""Names of whole numbers that are sizes; others are counts or pixels."""
NO_SIZE = re.compile(
    r"(^|_)(SECONDS|MS|SHARES?|INCHES|PIXELS|LETTERS|RADIUS|SCALES?)$|^(MAX|MIN)_|_IN_ROW$"
)
"""Names of numbers that say that they are no size in units."""


def modules() -> list[Path]:
    """Return the modules of all screens."""
    return sorted([*FOLDER.glob("screens/**/*.py"), *FOLDER.glob("systems/*/screens/**/*.py")])


def is_number(node: ast.AST) -> bool:
    """Return whether an expression is a number other than 0, or contains one."""
    if isinstance(node, ast.Constant):
        return (
            isinstance(node.value, int | float) and bool(node.value) and node.value is not True
        )
    if isinstance(node, ast.Tuple):
        return any(is_number(part) for part in node.elts)
    if isinstance(node, ast.BinOp):
        return is_number(node.left) or is_number(node.right)
    if isinstance(node, ast.IfExp):
        return is_number(node.body) or is_number(node.orelse)
    return isinstance(node, ast.UnaryOp) and is_number(node.operand)


def boxes(tree: ast.AST) -> Iterator[str]:
    """Yield tuples of four with a number or arithmetic in them."""
    for node in ast.walk(tree):
        parts = node.elts if isinstance(node, ast.Tuple) else []
        if len(parts) == 4 and any(isinstance(p, ast.BinOp) or is_number(p) for p in parts):
            yield ast.unparse(node)


def constants(tree: ast.Module) -> Iterator[str]:
    """Yield the names of numbers of units at the head of a module, alone or in tuples."""
    for node in tree.body:
        if not isinstance(node, ast.Assign):
            continue
        names = [part.id for part in ast.walk(node.targets[0]) if isinstance(part, ast.Name)]
        values = [node.value]
        if isinstance(node.value, ast.Tuple):
            values = node.value.elts
            names = names if len(names) > 1 else names * len(values)
        for name, value in zip(names, values, strict=False):
            if is_number(value) and not NO_SIZE.search(name) and _is_size(name, value):
                yield name


def _is_size(name: str, value: ast.AST) -> bool:
    """Return whether a number is a size: sizes are floats, or their names say so."""
    parts = (part for part in ast.walk(value) if isinstance(part, ast.Constant))
    return any(isinstance(part.value, float) for part in parts) or bool(LAYOUT.search(name))


def given(tree: ast.AST) -> Iterator[str]:
    """Yield numbers that are given as sizes where a part is described."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = getattr(node.func, "id", getattr(node.func, "attr", ""))
        for one in node.keywords:
            is_size = one.arg in SIZES and (
                one.arg not in {"least", "most"} or called in MEASURING
            )
            if is_size and is_number(one.value):
                yield f"{called}(… {one.arg}={ast.unparse(one.value)})"
        if called == "space" and any(map(is_number, node.args)):
            yield ast.unparse(node)


def found_in(what: Callable[[ast.Module], Iterator[str]]) -> list[str]:
    return [
        f"{path.relative_to(FOLDER)}: {one}"
        for path in modules()
        for one in what(ast.parse(path.read_text("utf-8")))
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "most"), [(boxes, MAX_BOXES), (constants, MAX_CONSTANTS), (given, MAX_GIVEN)]
)
def test_screens_invent_few_sizes(
    what: Callable[[ast.Module], Iterator[str]], most: int
) -> None:
    found = found_in(what)
    assert len(found) <= most, "\n".join(found)


def test_numbers_of_the_layout_are_found_and_others_are_not() -> None:
    text = """
ROW, WAIT_SECONDS, MANY = 30.0, 0.5, 4
EDGE = 12
PAD = 8.0, 4.0
DOUBLE = 2.0 * GAP
BOX = (0, TOP, wide - TOP, 40)
view = column(a, gap=8, pad=EDGE)
field = number(least=24, most=120)
other = sized(space(6), least=30, height=0)
"""
    tree = ast.parse(text)

    assert [*constants(tree)] == ["ROW", "EDGE", "PAD", "PAD", "DOUBLE"]
    assert [*boxes(tree)] == ["(0, TOP, wide - TOP, 40)"]
    assert [*given(tree)] == ["column(… gap=8)", "sized(… least=30)", "space(6)"]
