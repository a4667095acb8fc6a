"""Play of the missing games of an experiment."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from game.cli.printing import terminal
from game.cli.store_arguments import LAB_EXTRA
from game.content.faults import UnusableFile
from game.entry_points import EntryPoints
from game.lab.experiment_run import Progress as RunProgress
from game.lab.experiment_run import Run, keep_save
from game.lab.matches import LostGameError, Pool, local_pool
from game.lab.store import Store
from game.workers import collect_rarely

POOLS: Mapping[str, Callable[[str], Pool]] = EntryPoints(
    {"tcp": "game.lab.cluster:ClusterPool", "tls": "game.lab.cluster:ClusterPool"}
)
"""By the scheme of an address: the pool of the workers there."""
INTERRUPTED = 130
"""Exit code after Ctrl-C."""


@contextmanager
def pool_of(args: argparse.Namespace, games: int | None = None) -> Iterator[Pool]:
    """Open the pool that the arguments name, and close it; raise UnusableFile.

    *games*: the number of games to be played on it, if it is known.
    """
    scheme, is_url, _ = (args.on or "").partition("://")
    if args.on and not (is_url and scheme in POOLS):
        words = f"{args.on!r} is not the address of a scheduler, such as tcp://localhost:8786"
        raise UnusableFile("--on", [("", words)])
    collect_rarely()
    try:
        pool = POOLS[scheme](args.on) if args.on else local_pool(args.workers, games)
    except ModuleNotFoundError as error:
        words = f"takes a library that is not installed ({error.name}): {LAB_EXTRA}"
        raise UnusableFile("--on", [("", words)]) from error
    if not pool.workers:
        words = f"No worker has joined {args.on} yet; games begin when one does."
        print(words, file=sys.stderr, flush=True)
    try:
        yield pool
    finally:
        pool.close()


def exit_code(played: Run, how: str) -> int:
    """Return the exit code of a run; tell *how* it can go on if it was interrupted."""
    if not played.is_over:
        print(f"interrupted: {how}", file=sys.stderr)
        return INTERRUPTED
    return 1 if played.progress.failed else 0


def play_missing(
    store: Store, pool: Pool, due: Mapping[int, Sequence[int]] | None = None
) -> Run:
    """Play what is missing in a store, or due; return the run.

    A bar shows the progress on a terminal. Games that broke are printed.
    """
    going = Run(store, due)
    with shown_progress(going.progress) as show:
        for news in going.play(pool):
            if isinstance(news, LostGameError):
                path = keep_save(store, news)
                words = f"{news}; save: {path}" if path else str(news)
                print(words, file=sys.stderr, flush=True)
            else:
                show(news)
    return going


@contextmanager
def shown_progress(begun: RunProgress) -> Iterator[Callable[[RunProgress], None]]:
    """Yield a function that shows the progress in a bar, on a terminal only."""
    columns = BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}")
    console = Console(file=terminal())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(_progress(begun), total=begun.wanted, completed=begun.done)

        def show(now: RunProgress) -> None:
            ended = now.done + now.failed
            bar.update(task, completed=ended, description=_progress(now))

        yield show


def _progress(now: RunProgress) -> str:
    left = now.seconds_left
    time = "" if left is None else f", {time_in_words(left)} left"
    return f"{now.per_hour:,.0f} games an hour{time}, intervals up to ±{now.widest:.1%}"


def time_in_words(seconds: float) -> str:
    """Return a time as ``2:05 minutes``, or ``3 h 20 min``."""
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{minutes}:{rest:02d} minutes"
