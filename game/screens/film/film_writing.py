"""The making of a film, from a recorded game to a file."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt
import pygame

from game.content.palettes import PaletteName, use_palette
from game.content.safe_writing import whole_file
from game.content.save_format import SavedGame
from game.entry_points import EntryPoints
from game.screens.film.film_frames import FilmFrames, FilmRange
from game.screens.film.film_settings import FilmSettings
from game.screens.live_game import RecordedGame, record_of_save
from game.screens.screenshots import open_nothing
from game.shown.answer_motives import Motives
from game.view.sounds import Sound

MAX_PICTURE_SECONDS = 45.0
"""Seconds of an animated picture; longer games are shown faster, unless a speed is given."""
SLOWEST_PICTURE = 2.0
"""Minimum speed of an animated picture, relative to the window."""
SURVEY_RATE = 10
"""Frames per second of the survey before an animated picture."""
MAX_SAMPLES = 48
"""Maximum number of frames from which a palette is chosen."""
SAMPLED_SIDE = 160
"""Pixels along the longer side of such a frame."""
SURVEY_SHARE = 0.3
"""Share of the work that is done after the survey."""
Pixels: TypeAlias = npt.NDArray[np.uint8]
WRITERS: Mapping[str, Callable[..., Any]] = EntryPoints(
    {
        "video": "game.screens.film.video_writer:VideoWriter",
        ".gif": "game.screens.film.animated_pictures:GifWriter",
        ".webp": "game.screens.film.animated_pictures:WebpWriter",
    }
)
"""The writers; that of videos loads PyAV, which not everybody has."""


class FilmWriter(Protocol):
    """Writes the frames of a film into a file."""

    def add(self, rows: bytes, sounds: Sequence[Sound] = ()) -> None: ...

    def finish(self) -> None: ...

    def close(self) -> None: ...


class FilmOrder(NamedTuple):
    """All that another process needs to make a film."""

    save: SavedGame
    ranges: Sequence[FilmRange]
    settings: FilmSettings
    out: Path
    palette: PaletteName
    motives: Motives
    """The motives of the bots, which the save does not hold."""


def filmed(
    record: RecordedGame, ranges: Sequence[FilmRange], settings: FilmSettings, out: Path
) -> Generator[float, None, None]:
    """Write a film, yielding the share that is done, from 0 to 1.

    The file is there once it is whole: if the iterator is closed, nothing is. Raise
    UnusableFile if it cannot be written.
    """
    kind, rate = settings.format, settings.rate
    before, speed, samples = 0.0, settings.speed or 1.0, list[Pixels]()
    make: Callable[..., FilmWriter]
    film = FilmFrames(record, ranges, settings.size, follows=kind.is_video)
    if kind.is_video:
        make = partial(WRITERS["video"], ending=kind.ending)
    else:
        make, before = WRITERS[kind.ending], SURVEY_SHARE
        seconds, samples = yield from _surveyed(film, settings)
        if settings.speed is None:
            speed = max(SLOWEST_PICTURE, seconds / MAX_PICTURE_SECONDS)
    with whole_file(out) as path:
        writer: FilmWriter = make(path, settings.size, rate, samples)
        try:
            for frame in film.frames(rate, speed):
                writer.add(pygame.image.tobytes(film.picture(), "RGB"), frame.sounds)
                yield before + (1.0 - before) * frame.share
            writer.finish()
        finally:
            writer.close()
    yield 1.0


def _surveyed(
    film: FilmFrames, settings: FilmSettings
) -> Generator[float, None, tuple[float, list[Pixels]]]:
    """Play a film without writing it, yielding the share of the work that is done.

    Return its duration in seconds at the speed of the window, and some of its frames, small.
    """
    samples, every, count = list[Pixels](), SURVEY_RATE, 0
    smaller = max(1.0, max(settings.size) / SAMPLED_SIDE)
    size = [max(1, round(n / smaller)) for n in settings.size]
    for count, frame in enumerate(film.frames(SURVEY_RATE, 1.0)):
        if count % every == 0 and settings.format.has_palette:
            small = pygame.transform.scale(film.picture(), size)
            rows = pygame.image.tobytes(small, "RGB")
            samples.append(np.frombuffer(rows, np.uint8).reshape(size[1], size[0], 3))
        if len(samples) > MAX_SAMPLES:
            samples, every = samples[::2], 2 * every
        yield SURVEY_SHARE * frame.share
    return count / SURVEY_RATE, samples


def film_apart(order: FilmOrder) -> Iterator[float]:
    """Make a film in a process of its own, yielding the share that is done."""
    open_nothing()
    use_palette(order.palette)
    record = replace(record_of_save(order.save), motives=order.motives)
    return filmed(record, order.ranges, order.settings, order.out)
