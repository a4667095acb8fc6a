"""The command fmt."""

from __future__ import annotations

import argparse

from game.content.file_kinds import kind_of_file, refusal
from game.content.maps.map_library import format_map
from game.content.png_payload import is_picture


def fmt(args: argparse.Namespace) -> int:
    """Format maps canonically; with ``--check`` return 1 if one is not in that form."""
    for path in args.files:
        found = kind_of_file(path)
        if found.kind != "map" or is_picture(path):
            raise refusal(path, found, "fmt takes maps (.tmj)")
    changed = [path for path in args.files if format_map(path, check=args.check)]
    for path in changed:
        print(f"{path}: {'not formatted' if args.check else 'formatted'}")
    return 1 if args.check and changed else 0
