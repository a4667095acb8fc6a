"""A process that has loaded the program, and runs each command in a fork of itself.

Python and the modules that most commands need are loaded once, and what checks files is built
once, which is most of what a short command costs. Where there are no forks, each command runs
in a new process.
"""

from __future__ import annotations

import gc
import json
import os
import runpy
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, NamedTuple

ROOT = Path(__file__).parents[2]
LOADED = (
    "numpy",
    "pygame",
    "pymunk",
    "shapely",
    "game.bots.match",
    "game.bots.steady.policy",
    "game.cli.battles",
    "game.cli.experiment_commands",
    "game.cli.check",
    "game.cli.lab",
    "game.cli.pictures",
    "game.rules.battles",
    "game.rules.packing",
    "game.rules.situation_runner",
)
BEGUN = "first_patrol", "beachhead"
"""Scenarios that are prepared: their files hold the tables that most files hold."""


class Ran(NamedTuple):
    """The outcome of a command."""

    status: int
    said: str
    """Its output and its errors."""


class Prepared:
    """The process, as those see it who have commands run."""

    def __init__(self, process: subprocess.Popen[str] | None) -> None:
        self._process = process

    def run(self, *words: str, cwd: Path, env: Mapping[str, str] | None = None) -> Ran:
        """Run Python with these words, ``FILE ...`` or ``-m MODULE ...``, to its end.

        *env*: what is changed of the environment.
        """
        if self._process is None:
            return _spawned(words, cwd, os.environ | (env or {}))
        assert self._process.stdin
        assert self._process.stdout
        request = {"words": words, "cwd": str(cwd), "env": dict(env or {})}
        self._process.stdin.write(f"{json.dumps(request)}\n")
        self._process.stdin.flush()
        return Ran(*json.loads(self._process.stdout.readline()))


@contextmanager
def prepared_process(*more: str) -> Iterator[Prepared]:
    """Yield a process that has loaded `LOADED` and more modules."""
    if not hasattr(os, "fork"):
        yield Prepared(None)
        return
    command = [sys.executable, "-m", "tests.tools.prepared_process", *more]
    with subprocess.Popen(  # noqa: S603  our own program
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Prepared(process)
        assert process.stdin
        process.stdin.close()


def _spawned(words: Sequence[str], cwd: Path, env: Mapping[str, str]) -> Ran:
    command = [sys.executable, *words]
    env = {**env, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(  # noqa: S603  our own program
        command, cwd=cwd, env=env, capture_output=True, text=True, check=False
    )
    return Ran(done.returncode, done.stdout + done.stderr)


def _forked(words: Sequence[str], cwd: str, env: Mapping[str, str]) -> Ran:
    """Run a command in a fork of this process."""
    with TemporaryFile() as printed:
        if (child := os.fork()) == 0:
            _begin(words, cwd, env, printed)
            sys.exit()
        _, status = os.waitpid(child, 0)
        printed.seek(0)
        return Ran(os.waitstatus_to_exitcode(status), printed.read().decode(errors="replace"))


def _begin(words: Sequence[str], cwd: str, env: Mapping[str, str], printed: IO[bytes]) -> None:
    """Become a process that runs a command and has nothing to read."""
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123  for its number
        os.dup2(nothing.fileno(), 0)
    for stream in (1, 2):
        os.dup2(printed.fileno(), stream)
    os.chdir(cwd)
    os.environ.update(env)
    if words[0] == "-m":
        sys.argv = [*words[1:]]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = [*words]
        runpy.run_path(words[0], run_name="__main__")


def main() -> None:
    sys.path[0] = str(ROOT)
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever a module prints is no reply
    for name in (*LOADED, *sys.argv[1:]):
        import_module(name)
    battles = import_module("game.rules.battles")
    for name in BEGUN:
        battles.prepare(name, seed=1)
    gc.freeze()  # a collection in a fork would copy all pages that it shares
    for request in sys.stdin:
        replies.write(f"{json.dumps(_forked(**json.loads(request)))}\n")
        replies.flush()


if __name__ == "__main__":
    main()
