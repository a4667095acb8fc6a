"""``picture MAP``: a map as a picture to print."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from game.content.faults import UnusableFile
from game.content.maps import read_map
from game.content.png_payload import has_map

OF_BATTLES = ("turn", "size", "overlay", "table", "with_save", "players")
FIXED = ("map", "seed", "option", "roster")
"""What says something about a battle."""


def is_map(args: argparse.Namespace) -> bool:
    path = Path(args.thing)
    return path.suffix == ".tmj" or has_map(path)


def only_for_maps(args: argparse.Namespace) -> None:
    """Raise UnusableFile if a battle is to be drawn as maps are."""
    if said := _said(args, ("ppi", "grid", "with_map")):
        raise UnusableFile(said, [("", "is for maps (.tmj) only")])


def print_map(args: argparse.Namespace) -> int:
    """Draw a map; raise UnusableFile."""
    if said := _said(args, (*OF_BATTLES, *FIXED)):
        raise UnusableFile(said, [("", "is for battles; a map has --ppi, --grid, --with-map")])
    if args.out.suffix.lower() != ".png":
        raise UnusableFile("--out", [("", f"{args.out.name!r} does not end in .png")])
    mapfile = read_map(Path(args.thing))
    open_nothing()
    from game.view.map_print import USUAL, MapPrint, PrintSettings, size_fault  # noqa: PLC0415  loads pygame

    ppi = USUAL if args.ppi is None else args.ppi
    if reason := size_fault(mapfile.width, mapfile.height, ppi):
        raise UnusableFile("--ppi", [("", reason)])
    drawn = MapPrint(mapfile, PrintSettings(ppi, args.grid, args.with_map))
    drawn.write(args.out)
    wide, high = drawn.size
    print(f"{args.out}: {wide} x {high} pixels, {ppi} to the inch")
    return 0


def open_nothing() -> None:
    """Let pygame draw where nobody sees it."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from game.screens import screenshots  # noqa: PLC0415  loads pygame

    screenshots.open_nothing()


def _said(args: argparse.Namespace, names: tuple[str, ...]) -> str:
    """Return which of some arguments were given, as they were written."""
    given = [name for name in names if getattr(args, name) not in (None, False, [])]
    return ", ".join(f"--{name.replace('_', '-')}" for name in given)
