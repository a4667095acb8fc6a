"""Printed output that is safe for every kind of terminal or pipe."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import IO, Any, TextIO, cast
from unicodedata import category, normalize

PLAIN = {
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
    "‹": "<",
    "›": ">",
    "‘": "'",
    "’": "'",
    "–": "-",
    "—": "-",
    "−": "-",
    "×": "x",
    "±": "+/-",
    "…": "...",
    "→": "->",
    "≤": "<=",
    "≥": ">=",
    "·": "-",
    "•": "*",
    "➤": ">",
    "″": '"',
    "°": " degrees",
}
"""ASCII substitutes for characters that an output cannot encode; others lose their accents."""
_HANDLER = "undertow-plain"
LAID_OUT = "\n\t"
"""Control characters that texts of the program are laid out with."""
BIDIRECTIONAL = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Invisible characters that change the order in which others are shown."""


def plain(text: str) -> str:
    """Return a text in ASCII, with substitutes as similar as possible."""
    words = "".join(PLAIN.get(sign, sign) for sign in text)
    return "".join(_letter(sign) for sign in words)


def _letter(sign: str) -> str:
    return normalize("NFKD", sign).encode("ascii", "ignore").decode() or "?"


def _substitute(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return plain(error.object[error.start : error.end]), error.end


def visible(text: str) -> str:
    r"""Return a text with control characters shown as ``\x1b``, except line ends and tabs."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(sign) for sign in text)


def _shown(sign: str) -> str:
    if sign in LAID_OUT:
        return sign
    if category(sign) == "Cc" or sign in BIDIRECTIONAL:
        return f"\\x{ord(sign):02x}" if ord(sign) < 256 else f"\\u{ord(sign):04x}"
    return sign


class VisibleOutput:
    """A text output that shows control characters instead of sending them."""

    def __init__(self, stream: IO[str]) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text; return its number of characters."""
        self.stream.write(visible(text))
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        """Write texts one after the other."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def visible_output() -> Iterator[None]:
    """Let all that is printed meanwhile show its control characters.

    Where a stream was closed before the program began, what is printed there is discarded.
    """
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast("TextIO", VisibleOutput(_open(s))) for s in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _open(stream: IO[str] | None) -> IO[str]:
    """Return a stream, or one to nowhere if there is none."""
    if stream is None or stream.closed:
        return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123  it lives as long as the program
    return stream


def terminal() -> IO[str]:
    """Return standard error as it is, for progress bars, which control the terminal."""
    stream: IO[str] = getattr(sys.stderr, "stream", sys.stderr)
    return stream


def speak_plainly() -> None:
    """Make standard output and error substitute characters that they cannot encode."""
    codecs.register_error(_HANDLER, _substitute)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)


def fall_silent() -> None:
    """Discard further output after a write error, including the flush at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
