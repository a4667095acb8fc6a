"""Runs commands of the program one after the other, each in a fork of one process.

Reads them as a JSON list of lists of words, in the folder of a copy of the program, and prints
for each a line of JSON: its exit status, and what it printed. Python and the modules that most
commands need are loaded once, which is most of what a short command costs.
"""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from importlib import import_module
from tempfile import TemporaryFile

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
)

MANY = 4
"""Commands from which on it pays to load modules that not each of them needs."""


def forked(words: list[str]) -> tuple[int, str]:
    """Run ``main.py`` with these words in a fork; return its exit status and output."""
    with TemporaryFile() as printed:
        if (child := os.fork()) == 0:
            for stream in (1, 2):
                os.dup2(printed.fileno(), stream)
            sys.argv = ["main.py", *words]
            runpy.run_path("main.py", run_name="__main__")
            sys.exit()
        _, status = os.waitpid(child, 0)
        printed.seek(0)
        return os.waitstatus_to_exitcode(status), printed.read().decode(errors="replace")


def spawned(words: list[str]) -> tuple[int, str]:
    """Do the same in a new process, where there are no forks."""
    command = [sys.executable, "main.py", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return done.returncode, done.stdout + done.stderr


def main() -> None:
    sys.path[0] = os.getcwd()  # noqa: PTH109  as for main.py
    told = os.fdopen(os.dup(1), "w", encoding="utf-8")
    can_fork = hasattr(os, "fork")
    examples = json.load(sys.stdin)
    for name in LOADED if can_fork and len(examples) >= MANY else ():
        import_module(name)
    for words in examples:
        told.write(f"{json.dumps(forked(words) if can_fork else spawned(words))}\n")
        told.flush()


if __name__ == "__main__":
    main()
