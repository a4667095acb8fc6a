"""The commands that open the title or the editor."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from pkgutil import resolve_name

from game.cli.windows import in_window, open_file, open_screen
from game.content.faults import NoScreenError, UnusableFile
from game.content.file_lookup import is_file


def title(args: argparse.Namespace) -> int:
    """Open the title screen; without a screen print a demo battle as text."""
    try:
        return open_screen("title")
    except NoScreenError as error:
        print(f"{error}. Showing a bot battle as text instead:\n")
        battle_as_text: Callable[[], int] = resolve_name("game.cli.battles:battle_as_text")
        return battle_as_text()


def open_(args: argparse.Namespace) -> int:
    """Open a file in the window, as if it had been dropped there; raise UnusableFile."""
    path: Path = args.file
    if not is_file(path):
        raise UnusableFile(str(path), [("", "there is no such file")])
    try:
        return open_file(path.absolute())
    except NoScreenError as error:
        print(f"{error}; `replay --verify` checks a save without one", file=sys.stderr)
        return 2


def edit(args: argparse.Namespace) -> int:
    """Open the editor on a map, or on a new one; repair a map that does not load.

    Without a map, autosaves left by a crash are offered first. Raise UnusableFile if the map
    cannot be read at all.
    """
    return in_window("edit", args.map)
