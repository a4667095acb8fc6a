"""Chains of attributes, by which code reaches a thing through another's insides."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def long_chains(text: str, least: int) -> Iterator[tuple[int, str]]:
    """Yield line and code of each chain of at least *least* attributes: ``a.b.c`` has two."""
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)]
    inner = {id(node.value) for node in nodes}
    for node in nodes:
        if id(node) not in inner and _length(node) >= least:
            yield node.lineno, ast.unparse(node)


def _length(node: ast.expr) -> int:
    return 1 + _length(node.value) if isinstance(node, ast.Attribute) else 0
