"""``import``: army lists of other programs become rosters of the user's, drawings maps."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from game.content.army_lists import import_list, keep
from game.content.faults import UnusableFile
from game.content.maps import canonical
from game.content.maps.uvtt_import import ENDINGS, import_map
from game.content.storage import own_maps, write_whole


def import_lists(args: argparse.Namespace) -> int:
    """Write a roster for each army list, a map for each drawing; return 2 if one is no use."""
    if args.out and len(args.files) > 1:
        print("--out is for one list", file=sys.stderr)
        return 2
    unusable = 0
    for path in args.files:
        try:
            if path.suffix.lower() in ENDINGS:
                _import_map(path, args.out, args.inches)
            else:
                _import(path, args.out)
        except UnusableFile as error:
            print(error, file=sys.stderr)
            unusable += 1
    return 2 if unusable else 0


def _import_map(path: Path, out: Path | None, inches: float) -> None:
    """Write the map that a drawing becomes; raise UnusableFile if there is one already."""
    found = import_map(path, inches)
    goal = out or own_maps() / f"{path.stem}.tmj"
    if goal.suffix != ".tmj":
        raise UnusableFile("--out", [("", f"{goal.name!r} does not end in .tmj")])
    if out is None and goal.exists():
        no = f"there is a map {path.stem} already; say where with --out FILE"
        raise UnusableFile(str(path), [("", no)])
    write_whole(goal, canonical(found.mapfile))
    print(f"{path}: {found.brief}")
    for line in found.left_out:
        print(f"  left out: {line}")
    print(f"  written to {goal}")


def _import(path: Path, out: Path | None) -> None:
    found = import_list(path)
    goal = keep(found, path, out)
    print(f"{path}: {found.brief}")
    for line in found.left_out:
        print(f"  left out: {line}")
    word = str(goal) if out else found.roster.id
    print(f"  written to {goal}: bring it by --roster SIDE={word}")
