"""Stores that commands name."""

from __future__ import annotations

import argparse
from pathlib import Path

from game.content.faults import UnusableFile, did_you_mean
from game.content.file_lookup import files_with, is_file, without_ending
from game.content.own_folders import own_experiments
from game.lab.store import ENDING

LAB_EXTRA = "pip install 'undertow[lab]', or pip install -r requirements-dev.txt"
"""Installs the libraries that the laboratory does not need for its usual work."""


def add_store(command: argparse.ArgumentParser) -> None:
    """Add the argument that names a store."""
    command.add_argument("store", metavar="STORE", help="name or file of an experiment")


def store_path(word: str) -> Path:
    """Return the path of a store by its path or name; raise UnusableFile if there is none."""
    own = own_experiments() / f"{word}{ENDING}"
    for path in (Path(word), own):
        if is_file(path):
            return path
    names = [without_ending(path.name, ENDING) for path in files_with(own.parent, ENDING)]
    words = f"there is no experiment of this name, and no such file{did_you_mean(word, names)}"
    raise UnusableFile(word, [("", words)])
