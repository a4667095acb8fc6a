"""The command film."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from game.cli.arguments import ask_to_overwrite
from game.cli.printing import terminal
from game.cli.shown_battles import events_of_turn, recorded
from game.content.faults import UnusableFile
from game.content.file_names import joined, single_name
from game.content.safe_writing import write_bytes
from game.lab.highlights import Highlight
from game.lab.turning_points import turn_of
from game.screens.chance_timeline import highlights_of
from game.screens.film.film_frames import FilmFrames, FilmRange, ranges_of
from game.screens.film.film_settings import FilmSettings, film_settings
from game.screens.film.film_writing import filmed
from game.screens.live_game import RecordedGame
from game.screens.screenshots import as_png, open_nothing

STILL_SIZE = 1280, 720
"""Default size of a still in pixels."""


def film(args: argparse.Namespace) -> int:
    """Film a save or a scenario: whole, some turns, its highlights; raise UnusableFile."""
    first, last = getattr(args, "from"), args.to
    if args.out is None and args.stills is None:
        raise UnusableFile("film", [("", "name --out FILE, --stills FOLDER, or both")])
    settings = film_settings(args.out, args.size, args.fps, args.speed) if args.out else None
    if first and last and first > last:
        raise UnusableFile("--from", [("", f"turn {first} comes after turn {last}")])
    if (first or last) and (args.highlights or settings is None):
        reason = "are for a film (--out), and do not go with --highlights"
        raise UnusableFile("--from and --to", [("", reason)])
    record = recorded(args, None if args.stills else last)
    found = _highlights(record) if args.highlights or args.stills else ()
    if args.stills:
        write_stills(record, found, args.size or STILL_SIZE, args)
    if settings is None:
        return 0
    if args.highlights:
        return make_film(record, ranges_of(found), settings, args.out)
    start = events_of_turn(record.events, first)[0] if first else 0
    end = events_of_turn(record.events, last)[1] if last else len(record.events)
    return make_film(record, [FilmRange(start, end)], settings, args.out)


def _highlights(record: RecordedGame) -> Sequence[Highlight]:
    """Return the highlights of a game; raise UnusableFile if it has none."""
    if found := highlights_of(record):
        return found
    raise UnusableFile(record.title, [("", "has no highlights: the chances hardly changed")])


def write_stills(
    record: RecordedGame,
    found: Sequence[Highlight],
    size: tuple[int, int],
    args: argparse.Namespace,
) -> None:
    """Write a picture of each highlight, and print their paths; raise UnusableFile."""
    names = [single_name(turn_of(one.swing, record.opening)) for one in found]
    paths = [joined(args.stills, f"{n} {name}.png") for n, name in enumerate(names, 1)]
    ask_to_overwrite(paths, args)
    open_nothing()
    frames = FilmFrames(record, ranges_of(found), size)
    for one, path in zip(found, paths, strict=True):
        write_bytes(path, as_png(frames.still(one.deed)))
        print(path)


def make_film(
    record: RecordedGame, ranges: Sequence[FilmRange], settings: FilmSettings, out: Path
) -> int:
    """Write a film, with a bar on a terminal, and print its path; raise UnusableFile."""
    open_nothing()
    console = Console(file=terminal())
    with Progress(console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(f"Filming {out.name}", total=1.0)
        for share in filmed(record, ranges, settings, out):
            bar.update(task, completed=share)
    print(out)
    return 0
