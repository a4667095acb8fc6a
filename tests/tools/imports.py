"""The import graph of ``game``: which module imports which, when, and on which line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from pathlib import Path
from typing import Any

ENTRY_POINT = re.compile(r"game(\.\w+)+:\w+")
"""A string that names an object to import later, as ``pkgutil.resolve_name`` reads it."""
DEFINITION = re.compile(r"^(?:class |def |async def |@)", re.MULTILINE)
IMPORT = re.compile(r"^\s*(?:import|from)\s", re.MULTILINE)
REASON = re.compile(r"# noqa: PLC0415  (\S.*)")


class When(Enum):
    """The moment at which an import is executed."""

    EAGERLY = auto()
    """As soon as the importing module is imported."""
    LATE = auto()
    """When the function around it is called."""
    BY_NAME = auto()
    """When the entry point is resolved, if ever; another module may have loaded it already."""
    NEVER = auto()
    """Only for the type checker."""


@dataclass(frozen=True, slots=True)
class Import:
    """One name that a module imports."""

    importer: str
    line: int
    name: str
    """The full name: ``game.table.apply.apply``, ``math.hypot``."""
    when: When
    target: str
    """The module of ``game`` that the name leads to, or the library; empty if none exists."""
    reason: str
    """The reason for an import inside a function, from its line; empty if there is none."""


class ImportGraph:
    """All imports of a package, each file parsed once."""

    def __init__(self, folder: Path) -> None:
        files = sorted(folder.rglob("*.py"))
        self.modules = {_module(file.relative_to(folder.parent)): file for file in files}
        self.root = folder.name
        self.imports = [
            one for module, file in self.modules.items() for one in self._read(module, file)
        ]

    def within(self) -> Iterator[Import]:
        """Yield the imports that lead to modules of the package itself."""
        return (one for one in self.imports if one.target in self.modules)

    def late(self) -> Iterator[Import]:
        """Yield the imports inside functions."""
        return (one for one in self.imports if one.when is When.LATE)

    def loaded_by(self, module: str) -> set[str]:
        """Return all modules and libraries that are loaded when a module is imported."""
        import networkx as nx  # noqa: PLC0415  slow to load, and only a few tests need it

        known = module in self._eager
        return {module, *(nx.descendants(self._eager, module) if known else ())}

    def arrows_in_cycles(self) -> Iterator[Import]:
        """Yield the imports between modules that import each other, whenever they do."""
        import networkx as nx  # noqa: PLC0415  slow to load, and only a few tests need it

        arrows: nx.DiGraph[str] = nx.DiGraph()
        for one in self.within():
            arrows.add_edges_from((one.importer, module) for module in _executed(one))
        for group in nx.strongly_connected_components(arrows):
            if len(group) > 1:
                yield from (
                    one
                    for one in self.within()
                    if one.importer in group and not group.isdisjoint(_executed(one))
                )

    @cached_property
    def _eager(self) -> Any:
        """Return a graph with an arrow from each module to each one that it loads on import."""
        import networkx as nx  # noqa: PLC0415  slow to load, and only a few tests need it

        arrows: nx.DiGraph[str] = nx.DiGraph()
        for module in self.modules:
            arrows.add_edges_from((module, package) for package in packages(module))
        arrows.add_edges_from(
            (one.importer, one.target) for one in self.imports if one.when is When.EAGERLY
        )
        return arrows

    def _read(self, module: str, file: Path) -> Iterator[Import]:
        text = file.read_text("utf-8")
        lines = text.splitlines()
        tree = ast.parse(_importing(text))
        for node, when in _statements(tree.body, When.EAGERLY):
            said = REASON.search("\n".join(lines[node.lineno - 1 : node.end_lineno]))
            reason = said[1] if said else ""
            for name, target in self._names(node):
                yield Import(module, node.lineno, name, when, target, reason)
        if ENTRY_POINT.search(text):
            for line, name in _entry_points(tree):
                source = name.partition(":")[0]
                target = source if source in self.modules else ""
                yield Import(module, line, name, When.BY_NAME, target, "")

    def _names(self, node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
        """Yield the whole name of everything imported, and the module that it leads to."""
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, self._target(alias.name, alias.name)
        else:
            source = "." * node.level + (node.module or "")
            for alias in node.names:
                name = f"{source}.{alias.name}"
                yield name, self._target(name, source)

    def _target(self, name: str, source: str) -> str:
        library = name.partition(".")[0]
        if library and library != self.root:
            return library
        return next((module for module in (name, source) if module in self.modules), "")


def packages(module: str) -> list[str]:
    """Return the packages that a module is in: their ``__init__`` is executed before it."""
    parts = module.split(".")
    return [".".join(parts[:n]) for n in range(1, len(parts))]


def _executed(one: Import) -> set[str]:
    """Return the modules that an import executes: its target, and the packages around it."""
    entered = {*packages(one.target), one.target}
    return {*(entered - {*packages(one.importer), one.importer}), one.target}


def _importing(text: str) -> str:
    """Return the part of a module that may import: all before its definitions, or else all."""
    first = DEFINITION.search(text)
    if not first or IMPORT.search(text, first.start()) or ENTRY_POINT.search(text):
        return text
    return text[: first.start()]


def _module(file: Path) -> str:
    return ".".join(file.with_suffix("").parts).removesuffix(".__init__")


def _statements(
    body: Iterable[ast.AST], when: When
) -> Iterator[tuple[ast.Import | ast.ImportFrom, When]]:
    """Yield the import statements of a body, however deep, and when they are executed."""
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, when
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _statements(node.body, When.LATE)
        elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            yield from _statements(node.body, When.NEVER)
            yield from _statements(node.orelse, when)
        else:
            for part in ("body", "handlers", "cases", "orelse", "finalbody"):
                yield from _statements(getattr(node, part, ()), when)


def _entry_points(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if ENTRY_POINT.fullmatch(text):
                yield node.lineno, text
