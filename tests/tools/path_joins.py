"""Finder of code that makes paths out of texts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

KNOWS_PATHS = re.compile(
    r"""pathlib|content\.(own|shipped)_folders|\bopen\("""
    r"""|/ f?["']|\.(path|folder|file|root|parent) /"""
)
"""Text of a module that could make a path."""
JOINING = {"joinpath", "with_name", "with_stem", "with_suffix"}
"""Methods of a path that take a part of the path that they return."""
MAKING = {"Path", "PosixPath", "WindowsPath"}
KEEPING = {"absolute", "resolve", "expanduser", "relative_to", *JOINING}
"""Methods of a path that return one."""


@dataclass(frozen=True, order=True)
class PathJoin:
    """A place where a path is made of a text that is no constant."""

    where: str
    """File below ``game``, and the function: ``cli/check.py: Class.method``."""
    code: str


def path_joins(folder: Path) -> list[PathJoin]:
    """Return all places in a package, in order."""
    trees = {
        file.relative_to(folder).as_posix(): ast.parse(text)
        for file in sorted(folder.rglob("*.py"))
        if KNOWS_PATHS.search(text := file.read_text("utf-8"))
    }
    returning = {
        one.name
        for tree in trees.values()
        for one in ast.walk(tree)
        if isinstance(one, ast.FunctionDef) and _is_path(one.returns)
    }
    return sorted(
        {join for name, tree in trees.items() for join in Finder(name, tree, returning).found}
    )


def _is_path(annotation: ast.expr | None) -> bool:
    words = ast.unparse(annotation) if annotation else ""
    return "Path" in words.replace("|", " ").split()


@dataclass
class Finder(ast.NodeVisitor):
    """A walk through one module."""

    name: str
    tree: ast.Module
    returning: set[str]
    found: list[PathJoin] = field(default_factory=list)
    within: list[str] = field(default_factory=list)
    nodes: list[ast.AST] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    """Names of variables and attributes of the module that are paths somewhere in it."""

    def __post_init__(self) -> None:
        kinds = ast.arg | ast.AnnAssign | ast.Assign | ast.NamedExpr
        self.nodes = [one for one in ast.walk(self.tree) if isinstance(one, kinds)]
        before = -1
        while len(self.known) > before:  # one may be assigned from another
            before = len(self.known)
            self.known |= {*self._paths()}
        self.visit(self.tree)

    def _paths(self) -> Iterator[str]:
        for one in self.nodes:
            match one:
                case ast.arg(arg=name, annotation=said) if _is_path(said):
                    yield name
                case ast.AnnAssign(target=target, annotation=said) if _is_path(said):
                    yield _last(target)
                case ast.Assign(targets=[target], value=value) if self.is_path(value):
                    yield _last(target)
                case ast.NamedExpr(target=target, value=value) if self.is_path(value):
                    yield _last(target)

    def is_path(self, one: ast.expr) -> bool:
        """Return whether an expression is a path, by the names in it."""
        found = False
        match one:
            case ast.BinOp(op=ast.Div(), left=left, right=right):
                found = any(self.is_path(part) or _is_text(part) for part in (left, right))
            case ast.Call(func=ast.Attribute(attr=name, value=value)):
                keeps = name in KEEPING and self.is_path(value)
                found = keeps or name in MAKING or name in self.returning
            case ast.Call(func=ast.Name(id=name)):
                found = name in MAKING or name in self.returning
            case ast.Attribute(attr=name) | ast.Name(id=name):
                found = name == "parent" or name in self.known
            case ast.IfExp(body=body, orelse=other):
                found = self.is_path(body) or self.is_path(other)
            case ast.BoolOp(values=values):
                found = any(map(self.is_path, values))
            case _:
                pass
        return found

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._enter(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._enter(node)

    def _enter(self, node: ast.ClassDef | ast.FunctionDef) -> None:
        self.within.append(node.name)
        self.generic_visit(node)
        self.within.pop()

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Div) and self.is_path(node) and _varies(node.right):
            self._add(node)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        match node.func:
            case ast.Attribute(attr=name, value=value) if name in JOINING:
                joins = self.is_path(value)
            case ast.Name(id=name):
                joins = name in MAKING | {"open"}
            case _:
                joins = False
        if joins and any(map(_varies, node.args)):
            self._add(node)
        self.generic_visit(node)

    def _add(self, node: ast.expr) -> None:
        self.found.append(PathJoin(f"{self.name}: {'.'.join(self.within)}", ast.unparse(node)))


def _last(target: ast.expr) -> str:
    return target.attr if isinstance(target, ast.Attribute) else ast.unparse(target)


def _is_text(one: ast.expr) -> bool:
    return isinstance(one, ast.JoinedStr) or (
        isinstance(one, ast.Constant) and isinstance(one.value, str)
    )


def _varies(one: ast.expr) -> bool:
    """Return whether an expression is neither a constant nor made of such.

    The name of a file that has a path leads nowhere else, and random digits lead nowhere.
    """
    varies = True
    match one:
        case ast.Constant():
            varies = False
        case ast.Name(id=name):
            varies = not name.isupper() and name != "__file__"
        case ast.JoinedStr(values=values):
            varies = any(map(_varies, values))
        case ast.FormattedValue(value=value):
            varies = _varies(value)
        case ast.Attribute(attr="name" | "stem" | "suffix", value=ast.Name(id="path")):
            varies = False
        case ast.Call(func=ast.Attribute(value=ast.Name(id="secrets" | "TEMPORARY_NAME"))):
            varies = False
        case _:
            pass
    return varies
