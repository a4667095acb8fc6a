"""The command import."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from game.content.army_lists.list_import import import_list, keep
from game.content.faults import UnusableFile, first_lines
from game.content.file_kinds import Kind, kind_of_file, refusal, words_for
from game.content.library_kinds import MAP
from game.content.maps.map_library import IMPORT_LEVELS, read_map_to_import, with_copies
from game.content.maps.tiled_remarks import remarks_of
from game.content.maps.uvtt_import import import_map, keep_map
from game.content.maps.writer import canonical
from game.content.own_folders import own_folder
from game.content.safe_writing import write_whole
from game.table.records import many

IMPORTED: Sequence[Kind] = ("list", "map", "drawing")


def import_lists(args: argparse.Namespace) -> int:
    """Convert army lists to rosters and maps of others to ours; return 2 if one is unusable."""
    if args.out and len(args.files) > 1:
        print("--out is for a single input file", file=sys.stderr)
        return 2
    unusable = 0
    for path in args.files:
        try:
            found = kind_of_file(path)
            match found.kind:
                case "drawing":
                    _import_map(path, args.out, args.inches)
                case "map":
                    _import_tiled(path, args.out)
                case "list":
                    _import(path, args.out)
                case _:
                    raise refusal(path, found, f"import reads {words_for(IMPORTED)}")
        except UnusableFile as error:
            print(error, file=sys.stderr)
            unusable += 1
    return 2 if unusable else 0


def _import_map(path: Path, out: Path | None, inches: float | None) -> None:
    """Write the map made from a drawing; raise UnusableFile if it already exists."""
    found = import_map(path, inches)
    _goal(path, out)
    goal = keep_map(found, path, out)
    print(f"{path}: {found.brief}")
    for line in first_lines(found.left_out):
        print(f"  left out: {line}")
    for note in first_lines(found.notes):
        print(f"  {note}")
    print(f"  written to {goal}")


def _import_tiled(path: Path, out: Path | None) -> None:
    """Write a map of Tiled as ``.tmj``, its pictures beside it; raise UnusableFile."""
    mapfile, goal = read_map_to_import(path), _goal(path, out)
    mapfile = with_copies(mapfile, path.parent, goal.parent, levels=IMPORT_LEVELS)
    write_whole(goal, canonical(mapfile))
    objects, size = sum(1 for _ in mapfile.objects()), f'{mapfile.width}" × {mapfile.height}"'
    print(f"{path}: {size}, {many(objects, 'object')}")
    for remark in first_lines([str(remark) for remark in remarks_of(mapfile)]):
        print(f"  {remark}")
    print(f"  written to {goal}")


def _goal(path: Path, out: Path | None) -> Path:
    """Return the file for a map made from another; raise UnusableFile if there is one."""
    goal = out or own_folder(MAP) / f"{path.stem}.tmj"
    if goal.suffix.lower() != ".tmj":
        raise UnusableFile("--out", [("", f"{goal.name!r} does not end in .tmj")])
    if out is None and goal.exists():
        no = f"a map called {path.stem} already exists; choose a file with --out FILE"
        raise UnusableFile(str(path), [("", no)])
    return goal


def _import(path: Path, out: Path | None) -> None:
    found = import_list(path)
    goal = keep(found, path, out)
    print(f"{path}: {found.brief}")
    for line in first_lines(found.assumed):
        print(f"  assumed: {line}")
    for line in first_lines(found.left_out):
        print(f"  left out: {line}")
    word = str(goal) if out else found.roster.id
    use = (
        "place it in the sandbox" if found.roster.free else f"use it with --roster SIDE={word}"
    )
    print(f"  written to {goal}; {use}")
