"""The command page."""

from __future__ import annotations

import argparse

from game.content.faults import UnusableFile
from game.content.safe_writing import write_whole
from game.content.save_format import load_save
from game.screens.live_game import resume_game
from game.screens.page.battle_page import battle_page
from game.screens.screenshots import open_nothing


def page(args: argparse.Namespace) -> int:
    """Write a saved game as an HTML page, and print its path; raise UnusableFile."""
    if args.out.suffix.lower() not in {".html", ".htm"}:
        raise UnusableFile("--out", [("", f"{args.out.name!r} does not end in .html")])
    live_game = resume_game(load_save(args.save))
    open_nothing()
    write_whole(args.out, battle_page(live_game))
    print(args.out)
    return 0
