"""Measures for how long nothing moves on the board of a film at normal speed.

``python -m tests.tools.stillness [--seconds N] SAVE...`` takes saved games, films each of
them as show mode would, up to *N* seconds of film (0: to the end), and prints a table: the
seconds of film, the share of them in which no pixel of the board changed, the longest of
these pauses, and the events that were displayed in most of them.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pygame

from game.content.save_format import load_save
from game.screens.film.film_frames import FilmFrames, FilmRange
from game.screens.live_game import RecordedGame, record_of_save
from game.screens.screenshots import open_nothing

RATE = 20
"""Frames in a second."""
SIZE = (960, 540)
NAMED = 3
"""Number of events that are named."""


class Stillness(NamedTuple):
    """The still time of a film, without its standing beginning and end."""

    seconds: float
    pauses: tuple[float, ...]
    """Seconds of each pause."""
    shown: Counter[str]
    """Frames in which nothing moved, by the event that was displayed."""

    @property
    def share(self) -> float:
        return sum(self.pauses) / max(self.seconds, 1 / RATE)

    @property
    def longest(self) -> float:
        return max(self.pauses, default=0.0)


def stillness(record: RecordedGame, seconds: float = 0.0) -> Stillness:
    """Measure a film of a game, up to some *seconds* of it; 0: to the end."""
    film = FilmFrames(record, [FilmRange(0, len(record.events))], SIZE, follows=True)
    counts, shown, frames = list[int](), Counter[str](), 0
    before: object = None
    for moves, name in moving(film):
        frames += 1
        if moves:
            before = None
        else:
            shown[name] += 1
            if before is None:
                counts.append(0)
            counts[-1] += 1
            before = name
        if frames == round(seconds * RATE):
            break
    return Stillness(frames / RATE, tuple(count / RATE for count in counts), shown)


def moving(film: FilmFrames) -> Iterator[tuple[bool, str]]:
    """Yield for each frame whether anything on the board moves, and what is displayed."""
    before = None
    for n, _ in enumerate(film.frames(RATE, 1.0)):
        is_standing = n < RATE or film.play.is_over
        if is_standing:
            continue
        board = film.picture().subsurface(film.surround.board)
        now = pygame.surfarray.array2d(board)[::2, ::2]
        stage = film.scene.stage
        kind = str(getattr(stage.showing, "kind", "") or getattr(stage.showing, "act", ""))
        name = f"{type(stage.showing).__name__} {kind}".strip()
        yield before is None or not np.array_equal(before, now), name
        before = now


def main() -> None:
    """Print a line for each save."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("saves", nargs="+", type=Path)
    words.add_argument("--seconds", type=float, default=90.0)
    asked = words.parse_args()
    open_nothing()
    sys.stdout.write(f"{'game':24} seconds  still  longest  displayed meanwhile\n")
    for path in asked.saves:
        found = stillness(record_of_save(load_save(path)), asked.seconds)
        named = ", ".join(
            f"{name} {n / RATE:.1f}" for name, n in found.shown.most_common(NAMED)
        )
        row = f"{found.seconds:7.0f}  {found.share:5.1%}  {found.longest:7.2f}"
        sys.stdout.write(f"{path.name.partition('.')[0]:24} {row}  {named}\n")


if __name__ == "__main__":
    main()
