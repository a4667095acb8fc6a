"""The settings of a film, with their limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from game.content.faults import UnusableFile

MAX_SIZE = 3840, 2160
"""Maximum width and height of a film in pixels."""
STEPS_PER_SECOND = 60
"""Steps of the playback per second; rates of frames divide it."""
FILM_EXTRA = "pip install 'undertow[film]', or pip install av"
"""Installs the library that writes videos."""
NO_VIDEO = f"a video takes the library PyAV, which is not installed: {FILM_EXTRA}"


class FilmFormat(NamedTuple):
    """A kind of film, chosen by the ending of its file."""

    ending: str
    about: str
    """Its kind in a few words."""
    size: tuple[int, int]
    """Default size in pixels."""
    rates: tuple[int, ...]
    """Possible frames per second, the default one first."""
    is_video: bool = False
    has_palette: bool = False
    """True if it has only 256 colours."""


FORMATS: Mapping[str, FilmFormat] = {
    one.ending: one
    for one in (
        FilmFormat(".mp4", "video with sound", (1280, 720), (30, 60), is_video=True),
        FilmFormat(".webm", "video with sound, smaller", (1280, 720), (30, 60), is_video=True),
        FilmFormat(".gif", "picture that moves", (800, 600), (10, 20), has_palette=True),
        FilmFormat(".webp", "picture, smaller", (960, 540), (10, 20, 30, 60)),
    )
}


@dataclass(frozen=True, slots=True)
class FilmSettings:
    """The form of a film."""

    format: FilmFormat
    size: tuple[int, int]
    _: KW_ONLY
    rate: int
    """Frames per second."""
    speed: float | None = None
    """Speed relative to the window; None: 1 for a video, for a picture as its length needs."""


def can_write_videos() -> bool:
    """Return whether the library for videos is installed."""
    return find_spec("av") is not None


def format_of(out: Path) -> FilmFormat:
    """Return the kind of film that the ending of a file asks for; raise UnusableFile."""
    if found := FORMATS.get(out.suffix.lower()):
        return found
    *others, last = FORMATS
    raise UnusableFile(
        "--out", [("", f"{out.name!r} does not end in {', '.join(others)} or {last}")]
    )


def film_settings(
    out: Path,
    size: tuple[int, int] | None = None,
    rate: int | None = None,
    speed: float | None = None,
) -> FilmSettings:
    """Return the settings of a film; raise UnusableFile with all that is impossible."""
    kind = format_of(out)
    size = size or kind.size
    faults = list[tuple[str, str]]()
    if any(n > most for n, most in zip(size, MAX_SIZE, strict=True)):
        faults.append(("--size", "of a film is at most {} x {} pixels".format(*MAX_SIZE)))
    if kind.is_video and any(n % 2 for n in size):
        faults.append(("--size", f"of a {kind.ending} is an even number of pixels each way"))
    if rate is not None and rate not in kind.rates:
        faults.append(("--fps", f"of a {kind.ending} is {_either(sorted(kind.rates))}"))
    if kind.is_video and not can_write_videos():
        faults.append(("", NO_VIDEO))
    if faults:
        raise UnusableFile(out.name, faults)
    return FilmSettings(kind, size, rate=rate or kind.rates[0], speed=speed)


def _either(numbers: Sequence[int]) -> str:
    *others, last = map(str, numbers)
    return f"{', '.join(others)} or {last}"
