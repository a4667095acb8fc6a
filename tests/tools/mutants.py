"""Mutation check of the rules: do their tests notice small changes to them?

``python -m tests.tools.mutants cage --sample 20 --seed 1`` makes 20 random mutants of the cage,
the same ones for the same seed and code, and runs the situations and tests of the package
against each. All of it happens in copies of the tree. Needs ``requirements-dev.txt``, and Linux
or macOS.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import unified_diff
from math import ceil
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

ROOT = Path(__file__).parents[2]
HOMES = ("systems", "cores")
"""Folders of ``game`` and of the tests in which each system and each core has one."""
OTHER = {"bot", "content", "table", "view", "window"}
"""Folders of a core that hold no rules."""
NOT_COPIED = shutil.ignore_patterns(".git", ".venv*", ".*_cache", ".hypothesis")
ALL_TESTS = ("-n", "auto")
MEMORY_KIB = 3_000_000
"""Address space of each process: an endless game must not exhaust the machine."""
SLOWEST, LONGEST = 3, 30
"""Limits of a process, as multiples of the processor time of the tests without a mutant.

It may take 3 times as much processor time, in case its loop has no end, and 30 times as many
seconds by the clock, in case it waits for ever.
"""


ASKING = ("if_stmt", "while_stmt", "test", "ternary", "comp_if")
"""Nodes with a condition, in the words of parso."""


@dataclass(frozen=True, slots=True)
class Rewriting:
    """An operator that cosmic-ray lacks: the new text of a node, if it changes that node.

    Cosmic-ray's AddNot handles no ``elif``, no comprehensions, and negates only *a* of *a and
    b*.
    """

    rewritten: Callable[[Any], str | None]

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        if self.rewritten(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, _index: int) -> Any:
        return get_ast(f"{node.get_first_leaf().prefix}{self.rewritten(node)}")


def _swap_in(node: Any) -> str | None:
    if node.type not in ("keyword", "comp_op") or node.parent.type != "comparison":
        return None
    return {"in": "not in", "not in": "in"}.get(node.get_code().strip())


def _negate(node: Any) -> str | None:
    if node.type in ("comparison", "not_test") or not node.parent:
        return None  # Others replace the sign, or take the "not" away.
    before = node.get_previous_sibling() if node.parent.type in ASKING else None
    is_asked = before and before.type == "keyword" and before.value in ("if", "elif", "while")
    return f"not ({node.get_code(include_prefix=False)})" if is_asked else None


def _drop_call(node: Any) -> str | None:
    is_statement = node.type == "atom_expr" and node.parent.type == "simple_stmt"
    return "..." if is_statement else None


# One or two changes for each place. Left out are changes that any test notices (+ to <<),
# and those that none can (< to !=, where nothing is greater; a @cache removed).
PLAIN = """
    NumberReplacer ReplaceTrueWithFalse ReplaceFalseWithTrue
    ReplaceAndWithOr ReplaceOrWithAnd ReplaceBreakWithContinue ReplaceContinueWithBreak
    ZeroIterationForLoop ExceptionReplacer
"""
PAIRS = {
    "Unary": "Delete_Not USub_UAdd",
    "Binary": "Add_Sub Sub_Add Mul_Div Div_Mul FloorDiv_Mul Mod_FloorDiv BitOr_BitAnd"
    " BitAnd_BitOr",
    "Comparison": "Eq_NotEq NotEq_Eq Is_IsNot IsNot_Is"
    " Lt_LtE LtE_Lt Gt_GtE GtE_Gt Lt_GtE LtE_Gt Gt_LtE GtE_Lt",
}
NAMES = PLAIN.split() + [
    f"Replace{kind}Operator_{pair}" for kind, pairs in PAIRS.items() for pair in pairs.split()
]
OPERATORS = {name: get_operator(f"core/{name}")() for name in NAMES} | {
    "DropCall": Rewriting(_drop_call),
    "Negate": Rewriting(_negate),
    "SwapIn": Rewriting(_swap_in),
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """The n-th change that an operator can make to a file; its path begins at the root."""

    path: Path
    line: int
    operator: str
    occurrence: int

    @property
    def package(self) -> str:
        """Return the system or core that the file belongs to; ``""`` if it serves them all."""
        parts = self.path.parts
        return parts[2] if parts[1] in HOMES else ""

    def code(self, original: str) -> str:
        changed: str = mutate_code(original, OPERATORS[self.operator], self.occurrence)
        return changed

    def __str__(self) -> str:
        original = (ROOT / self.path).read_text("utf-8")
        lines = unified_diff(original.splitlines(), self.code(original).splitlines(), n=0)
        diff = " ".join(f"{line[0]} {line[1:].strip()}" for line in [*lines][3:])
        return f"{self.path}:{self.line} {self.operator}: {diff}"


def mutants(package: str) -> Iterator[Mutant]:
    """Yield all mutants of a file, or of the rules of a system or core; of all for ``""``."""
    for file in _files(package):
        nodes = [*ast_nodes(get_ast(file.read_text("utf-8")))]
        for name, operator in OPERATORS.items():
            positions = (node for node in nodes for _ in operator.mutation_positions(node))
            for n, node in enumerate(positions):
                if not _is_unseen(node):
                    yield Mutant(file.relative_to(ROOT), node.start_pos[0], name, n)


def _files(package: str) -> list[Path]:
    if package.endswith(".py"):
        return [file for file in [ROOT / package] if file.is_file()]
    patterns = [f"systems/{package or '*'}/rules", f"cores/{package or '*'}"]
    folders = [one for pattern in patterns for one in (ROOT / "game").glob(pattern)]
    if not package:
        folders.append(ROOT / "game/rules")
    found = (file for folder in folders for file in folder.rglob("*.py"))
    return sorted(file for file in found if not OTHER & {*file.relative_to(ROOT).parts[3:]})


def _is_unseen(node: Any) -> bool:
    """Return whether a node has no effect in play: an annotation, an assert, ``strict``."""
    while node:
        inner, node = node, node.parent
        if inner.type in ("decorator", "tfpdef", "assert_stmt"):
            return True
        if inner.type == "operator" and node.type == "parameters":
            return True
        if inner.type == "argument" and inner.get_first_leaf().value == "strict":
            return True
        if node and node.type == "funcdef" and inner is node.annotation:
            return True
        if node and node.type == "annassign" and inner is node.children[1]:
            return True
    return False


def sample(package: str, many: int, seed: int) -> list[Mutant]:
    """Return *many* random mutants, in the order of the files; all if there are fewer."""
    everyone = [*mutants(package)]
    chosen = Random(seed).sample(range(len(everyone)), min(many, len(everyone)))
    return [everyone[n] for n in sorted(chosen)]


def judges_of(package: str) -> tuple[str, ...]:
    """Return the arguments of pytest for a package: its situations, then its own tests.

    Shared modules have no situations of their own, and are judged by all of them, last.
    """
    own = [ROOT / "tests" / home / package for home in HOMES] if package else []
    tests = [folder for folder in own if folder.is_dir()]
    if not tests:
        tests = sorted((ROOT / "tests/rules").glob("test_*.py"))
    files = [str(test.relative_to(ROOT)) for test in tests]
    if package and (ROOT / "tests/situations" / package).is_dir():
        return ("tests/test_situations.py", *files, "-k", f"{package} or missions")
    return (*files, "tests/test_situations.py")


@contextmanager
def applied(mutant: Mutant, tree: Path) -> Iterator[None]:
    """Apply a mutant to a file of a tree while the context lasts."""
    file = tree / mutant.path
    original = file.read_text("utf-8")
    file.write_text(mutant.code(original), "utf-8")
    try:
        yield
    finally:
        file.write_text(original, "utf-8")


RUN = f"""
    ulimit -v {MEMORY_KIB}; ulimit -t $1
    "$0" -c "import $2" || exit 99
    shift 2; exec "$0" -m pytest -x -p no:cacheprovider "$@"
"""


def outcome(tree: Path, tests: tuple[str, ...], module: str, seconds: int) -> str:
    """Return the outcome of tests, or ``incompetent`` if the module cannot be imported."""
    # Hypothesis tries the same every time; no mutant's bytecode is taken for that of another.
    env = os.environ | {"CI": "true", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(  # noqa: S603  our own words
            ("/bin/sh", "-c", RUN, sys.executable, str(seconds), module, *tests),
            cwd=tree,
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=seconds * LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "timeout"
    ends = {0: "survived", 99: "incompetent", -signal.SIGXCPU: "timeout"}
    return ends.get(done.returncode, "killed")


def processor_time(tree: Path, tests: tuple[str, ...]) -> int:
    """Return the seconds that tests take without a mutant; they must pass."""
    before = os.times()
    if outcome(tree, tests, "game.rules", 3600) != "survived":
        sys.exit(f"without any mutant this fails: pytest {' '.join(tests)}")
    after = os.times()
    return ceil(sum(after[2:4]) - sum(before[2:4]))


def outcomes(
    chosen: list[Mutant], tests: Callable[[Mutant], tuple[str, ...]], jobs: int
) -> Iterator[tuple[Mutant, str]]:
    """Yield each mutant with its outcome; *jobs* of them run at a time, each in a copy."""
    trees = SimpleQueue[Path]()
    with TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        for n in range(jobs):
            trees.put(shutil.copytree(ROOT, Path(folder, str(n)), ignore=NOT_COPIED))
        tree = trees.get()
        needed = {ran: processor_time(tree, ran) for ran in dict.fromkeys(map(tests, chosen))}
        trees.put(tree)

        def judge(mutant: Mutant) -> str:
            tree, ran = trees.get(), tests(mutant)
            with applied(mutant, tree):
                module = ".".join(mutant.path.with_suffix("").parts)
                ends = outcome(tree, ran, module, SLOWEST * needed[ran] + 10)
            trees.put(tree)
            return ends

        yield from zip(chosen, pool.map(judge, chosen), strict=True)


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.tools.mutants", description=__doc__)
    found = parser.add_argument
    found("package", nargs="?", default="", help="system, core or file; all unless said")
    found("--sample", type=int, default=20, help="how many mutants")
    found("--seed", type=int, default=1)
    found("--jobs", type=int, default=1, help="how many at a time")
    found("--list", action="store_true", help="only list the mutants")
    found("--all-tests", action="store_true", help="run all tests against those that survive")
    options = parser.parse_args()

    chosen = sample(options.package, options.sample, options.seed)
    if not chosen:
        parser.error(f"there is nothing to mutate in {options.package}")
    if options.list:
        say(*chosen)
        return
    ended = dict[Mutant, str]()
    for mutant, ends in outcomes(
        chosen, lambda mutant: judges_of(mutant.package), options.jobs
    ):
        ended[mutant] = ends
        say(f"{ends:11} {mutant}")
    if options.all_tests:
        survivors = [mutant for mutant, ends in ended.items() if ends == "survived"]
        say(f"{len(survivors)} survivors, under all tests:")
        for mutant, ends in outcomes(survivors, lambda _: ALL_TESTS, 1):
            ended[mutant] = ends
            say(f"{ends:11} {mutant}")
    for package in dict.fromkeys(mutant.package for mutant in chosen):
        of_it = [ends for mutant, ends in ended.items() if mutant.package == package]
        say(summary(package or "beside them", of_it))
    say(summary("all", list(ended.values())))


def say(*lines: object) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def summary(name: str, ends: list[str]) -> str:
    """Return a line that counts outcomes; the share is of all that can be imported."""
    many = Counter(ends)
    able = len(ends) - many["incompetent"]
    share = f"{1 - many['survived'] / able:.0%} die" if able else "none can be imported"
    counts = ", ".join(f"{n} {end}" for end, n in sorted(many.items()))
    return f"{name:11} {len(ends)} mutants, {share}: {counts}"


if __name__ == "__main__":
    main()
