"""The command film."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from game.cli.printing import terminal
from game.cli.shown_battles import events_of_turn, recorded
from game.content.faults import UnusableFile
from game.screens.film.film_settings import FilmSettings, film_settings
from game.screens.film.film_writing import FilmRange, filmed
from game.screens.live_game import RecordedGame
from game.screens.screenshots import open_nothing


def film(args: argparse.Namespace) -> int:
    """Film a save or a scenario, whole or a range of turns; raise UnusableFile."""
    settings = film_settings(args.out, args.size, args.fps, args.speed)
    first, last = getattr(args, "from"), args.to
    if first and last and first > last:
        raise UnusableFile("--from", [("", f"turn {first} comes after turn {last}")])
    record = recorded(args, last)
    start = events_of_turn(record.events, first)[0] if first else 0
    end = events_of_turn(record.events, last)[1] if last else len(record.events)
    return make_film(record, FilmRange(start, end), settings, args.out)


def make_film(record: RecordedGame, shown: FilmRange, settings: FilmSettings, out: Path) -> int:
    """Write a film, with a bar on a terminal, and print its path; raise UnusableFile."""
    open_nothing()
    console = Console(file=terminal())
    with Progress(console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(f"Filming {out.name}", total=1.0)
        for share in filmed(record, shown, settings, out):
            bar.update(task, completed=share)
    print(out)
    return 0
