"""Imported lists among the user's own rosters."""

from __future__ import annotations

from pathlib import Path

from game.content.army_lists import Imported
from game.content.faults import UnusableFile
from game.content.file_source import DISK
from game.content.folders import own_rosters
from game.content.rosters import FOLDER
from game.content.storage import write_whole


def keep(found: Imported, path: Path, out: Path | None = None) -> Path:
    """Write what a list at *path* became where it is wanted, or else among the user's rosters.

    Return the file; raise UnusableFile, also if the user has a roster of this name.
    """
    if out is None and DISK.has(f"{FOLDER}/{found.roster.file}"):
        no = f"there is a roster {found.roster.id} already; say where with --out FILE"
        raise UnusableFile(str(path), [("", no)])
    goal = out or own_rosters() / found.roster.file
    write_whole(goal, found.text)
    return goal
