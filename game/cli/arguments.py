"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeAlias

from game.content.faults import UnusableFile
from game.content.file_lookup import is_file
from game.content.file_names import naming_fault
from game.content.shipped_folders import ROOT

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001  it has no public name

MAX_SEED = 2**62


def new_command(commands: Commands, name: str, about: str) -> argparse.ArgumentParser:
    return commands.add_parser(name, help=about, description=about, allow_abbrev=False)


def add_output(command: argparse.ArgumentParser, name: str, **details: Any) -> None:
    """Add an argument for a file to write, and one to overwrite it if it exists."""
    written = command.add_argument(name, type=Path, **details)
    add_force(command)
    command.set_defaults(writes=written.dest)


def add_force(command: argparse.ArgumentParser) -> None:
    """Add the argument that lets a command overwrite files."""
    command.add_argument("--force", action="store_true", help="overwrite without asking")


def refuse_overwriting(args: argparse.Namespace) -> None:
    """Ask before the file that a command writes is overwritten; raise UnusableFile if not."""
    if path := getattr(args, getattr(args, "writes", ""), None):
        ask_to_overwrite([path], args)


def ask_to_overwrite(paths: Iterable[Path], args: argparse.Namespace) -> None:
    """Ask whether files may be overwritten that exist, without ``--force``.

    Raise UnusableFile if they may not, or if nobody is there to be asked. Pipes and devices are
    written into.
    """
    there = [path for path in paths if is_file(path)]
    if args.force or not there:
        return
    if sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty():
        names = ", ".join(str(path) for path in there)
        print(f"Overwrite {names}? [y/N] ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().casefold() in {"y", "yes"}:
            return
    raise UnusableFile(str(there[0]), [("", "exists already; --force overwrites it")])


def add_where(command: argparse.ArgumentParser) -> None:
    """Add the arguments on where the games of an experiment are played."""
    command.add_argument("--workers", type=number, metavar="K", help="default: all cores")
    command.add_argument(
        "--on", metavar="URL", help="scheduler of a Dask cluster: tcp://localhost:8786"
    )
    command.add_argument("--json", action="store_true")


def add_playing(command: argparse.ArgumentParser) -> None:
    """Add the arguments on where and how long the games of an experiment are played."""
    add_where(command)
    command.add_argument(
        "--until",
        type=_percent,
        metavar="P",
        help="stop when each interval is this narrow to each side, e.g. 3%%",
    )


def _percent(text: str) -> float:
    try:
        found = float(text.removesuffix("%"))
    except ValueError:
        found = 0.0
    if not 0.0 < found <= 50.0:
        raise argparse.ArgumentTypeError(f"must be more than 0% and up to 50%, not {text!r}")
    return found


def number(text: str) -> int:
    found = int(text)
    if not 1 <= found <= 1_000_000:
        raise argparse.ArgumentTypeError(f"must be 1 to 1000000, not {text}")
    return found


def seed(text: str) -> int:
    found = int(text)
    if not 0 <= found <= MAX_SEED:
        raise argparse.ArgumentTypeError(f"must be 0 to {MAX_SEED}, not {text}")
    return found


def file_or_name(text: str) -> str:
    """Return a name or path; that of a file in the current folder as an absolute path.

    Other relative paths begin in the program's folder, as those inside of files do. Those that
    no file could have, such as ``../yard.tmj``, become absolute, too: they are the user's own.
    """
    path, is_plain = Path(text), not naming_fault(text)
    if is_file(path) and not (is_plain and is_file(ROOT / path)):
        return str(path.resolve())
    return str((ROOT / path).resolve()) if not is_plain and is_file(ROOT / path) else text


def side_roster(text: str) -> str:
    """Return ``SIDE=R`` with the roster as a name or path; any other text as it is."""
    side, equals, path = text.partition("=")
    return f"{side}{equals}{file_or_name(path)}" if equals else text
