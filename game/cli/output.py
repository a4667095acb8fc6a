"""What the program says on a terminal, into a pipe or a file: whatever they can show."""

from __future__ import annotations

import codecs
import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from unicodedata import normalize

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
"""What is said in place of signs that are not to be had; others lose their accents."""
_HANDLER = "undertow-plain"


def plain(text: str) -> str:
    """Return a text in ASCII that says the same, as far as that can be."""
    told = "".join(PLAIN.get(sign, sign) for sign in text)
    return "".join(_letter(sign) for sign in told)


def _letter(sign: str) -> str:
    return normalize("NFKD", sign).encode("ascii", "ignore").decode() or "?"


def _substitute(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return plain(error.object[error.start : error.end]), error.end


def speak_plainly() -> None:
    """Let no sign be too much for where the program's words go."""
    codecs.register_error(_HANDLER, _substitute)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)


def fall_silent() -> None:
    """Give up on output that cannot be written: nothing is written at exit either."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
