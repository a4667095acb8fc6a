"""Constants that stand below the first definition of their module without need."""

from __future__ import annotations

import ast
from collections.abc import Iterator

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def late_constants(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each constant of a module that could stand at its head.

    A constant made of a function or a class of the module, or of such a constant, cannot.
    """
    body = ast.parse(text).body
    bound = {one.name for one in body if isinstance(one, Definition)}
    is_below = False
    for one in body:
        if isinstance(one, Definition):
            is_below = True
        elif isinstance(one, ast.Assign | ast.AnnAssign) and one.value and is_below:
            targets = one.targets if isinstance(one, ast.Assign) else [one.target]
            names = [name.id for target in targets for name in _names(target)]
            if bound.isdisjoint(name.id for name in _names(one.value)):
                yield from ((one.lineno, name) for name in names)
            else:
                bound.update(names)


def _names(node: ast.AST) -> Iterator[ast.Name]:
    return (one for one in ast.walk(node) if isinstance(one, ast.Name))
