"""Finds code that decides by the id of a clause."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

CLAUSE = re.compile(r"(CC|FF|ZG|TC|PU|MC|MP|MI|SB)-\d*")
"""A clause id, or the prefix of a chapter."""
QUOTED = re.compile(rf"""["']{CLAUSE.pattern}["']""")
TESTS = {"startswith", "endswith", "removeprefix", "partition", "split", "get", "fromkeys"}
"""Methods that compare their arguments with something."""


def steering_clauses(code: str) -> Iterator[tuple[int, str]]:
    """Yield line and code of each comparison, case, key or prefix test with a clause id."""
    if not QUOTED.search(code):
        return
    nodes = [*ast.walk(ast.parse(code))]
    names = {
        target.id
        for node in nodes
        if isinstance(node, ast.Assign | ast.AnnAssign) and _holds(node.value, frozenset())
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for node in nodes:
        if any(_holds(part, names) for part in _decisive(node)):
            yield getattr(node, "lineno", 0), ast.unparse(node)


def _decisive(node: ast.AST) -> list[ast.expr | None]:
    """Return the parts of a node that decide what happens."""
    match node:
        case ast.Compare():
            return [node.left, *node.comparators]
        case ast.Call(func=ast.Attribute(attr=name), args=args) if name in TESTS:
            return [*args]
        case ast.Dict(keys=keys):
            return keys
        case ast.Subscript(slice=key):
            return [key]
        case ast.MatchValue(value=value):
            return [value]
        case _:
            return []


def _holds(part: ast.expr | None, names: set[str] | frozenset[str]) -> bool:
    """Return whether an expression is a clause id, its name, or a collection of ids."""
    match part:
        case ast.Constant(value=str(text)):
            return bool(CLAUSE.fullmatch(text))
        case ast.Name(id=name):
            return name in names
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return any(_holds(one, names) for one in parts)
        case ast.Call(func=ast.Name(id="frozenset" | "set"), args=[one]):
            return _holds(one, names)
        case _:
            return False
