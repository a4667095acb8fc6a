"""The command line: dispatch of commands, and output to terminals, pipes and files."""

from __future__ import annotations

import codecs
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from multiprocessing import freeze_support
from pkgutil import resolve_name
from unicodedata import normalize

from game.bots.watchdog import heed_interrupts
from game.cli.parser import parser
from game.content.faults import UnusableFile, system_reason
from game.content.storage import clear_torn, own

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

OBJECTS_PER_COLLECTION = 20_000
"""New objects between two garbage collections: imports make many objects and no garbage."""
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


def plain(text: str) -> str:
    """Return a text in ASCII, with substitutes as similar as possible."""
    words = "".join(PLAIN.get(sign, sign) for sign in text)
    return "".join(_letter(sign) for sign in words)


def _letter(sign: str) -> str:
    return normalize("NFKD", sign).encode("ascii", "ignore").decode() or "?"


def _substitute(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return plain(error.object[error.start : error.end]), error.end


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


def run() -> int:
    """Run the command line of this process; the entry point ``undertow`` and ``main.py``.

    Return the exit code of ``main``.
    """
    freeze_support()  # a worker process of a packaged program begins here
    gc.set_threshold(OBJECTS_PER_COLLECTION)
    done = main()
    gc.freeze()  # at exit Python would look once more through all that it gives back anyway
    return done


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command of the command line.

    Return 0 on success, 1 if faults were found, 2 if the command cannot be carried out, and 130
    after Ctrl-C.
    """
    if argv is None:
        heed_interrupts()
        speak_plainly()
        for folder in own():
            clear_torn(folder)
    words = sys.argv[1:] if argv is None else argv
    args = parser(words).parse_args(words)
    try:
        done: int = resolve_name(args.does)(args)
        sys.stdout.flush()
    except UnusableFile as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        fall_silent()  # the reader has closed the pipe
        return 0
    except OSError as error:
        if error.filename is not None:
            raise  # an error of a file, not of the output
        fall_silent()
        print(f"cannot write the output: {system_reason(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return done
