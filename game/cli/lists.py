"""``import``: army lists of other programs become rosters of the user's."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from game.content.armylists import import_list
from game.content.armylists.keeping import keep
from game.content.faults import UnusableFile


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
    goal = keep(found, path, out)
    print(f"{path}: {found.brief}")
    for line in found.left_out:
        print(f"  left out: {line}")
    word = str(goal) if out else found.roster.id
    print(f"  written to {goal}: bring it by --roster SIDE={word}")
