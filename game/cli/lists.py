"""``import``: army lists of other programs become rosters of the user's."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from game.content.armies import points_of
from game.content.armylists import Imported, import_list
from game.content.faults import UnusableFile
from game.content.files import write_whole
from game.content.folders import own_rosters
from game.content.library import DISK
from game.content.rosters import FOLDER


def import_lists(args: argparse.Namespace) -> int:
    """Write a roster for each army list; return 2 if one cannot be used."""
    if args.out and len(args.files) > 1:
        print("--out is for one list", file=sys.stderr)
        return 2
    unusable = 0
    for path in args.files:
        try:
            _import(path, args.out)
        except UnusableFile as error:
            print(error, file=sys.stderr)
            unusable += 1
    return 2 if unusable else 0


def _import(path: Path, out: Path | None) -> None:
    found = import_list(path)
    goal = out or _own(path, found)
    write_whole(goal, found.text)
    models = sum(len(squad.models) for squad in found.roster.units)
    points = points_of(found.roster.units)
    print(f"{path}: {len(found.roster.units)} units, {models} models, {points} points")
    for line in found.left_out:
        print(f"  left out: {line}")
    word = str(goal) if out else found.roster.id
    print(f"  written to {goal}: bring it by --roster SIDE={word}")


def _own(path: Path, found: Imported) -> Path:
    """Return the user's own file that it becomes; raise UnusableFile if there is one."""
    goal = own_rosters() / found.roster.file
    if DISK.has(f"{FOLDER}/{found.roster.file}"):
        no = f"there is a roster {found.roster.id} already; say where with --out FILE"
        raise UnusableFile(str(path), [("", no)])
    return goal
