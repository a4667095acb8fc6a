"""The command line: dispatch of commands."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from pkgutil import resolve_name

from game.cli.arguments import refuse_overwriting
from game.cli.parser import parser
from game.cli.printing import fall_silent, speak_plainly, visible_output
from game.content.faults import UnusableFile, system_reason
from game.content.file_lookup import is_file
from game.content.own_folders import own
from game.content.safe_writing import clear_abandoned
from game.play.interrupts import heed_interrupts

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

OBJECTS_PER_COLLECTION = 20_000
"""New objects between two garbage collections: imports make many objects and no garbage."""
TEXTS = ("--title", "--author", "--licence", "--description")
"""Arguments that take any text, an empty one too; it would be no name or path of anything."""


def run() -> int:
    """Run the command line of this process; the entry point ``undertow`` and ``main.py``.

    Return the exit code of ``main``.
    """
    if getattr(sys, "frozen", False):
        # A worker process of a packaged program begins here.
        resolve_name("multiprocessing:freeze_support")()
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
            clear_abandoned(folder)
    with visible_output():
        return _run(sys.argv[1:] if argv is None else argv)


def _run(words: Sequence[str]) -> int:
    if len(words) == 1 and "." in words[0] and is_file(Path(words[0])):
        words = ("open", *words)  # a double click on a file gives nothing but its path
    commands = parser(words)
    if any(not word and before not in TEXTS for before, word in pairwise(("", *words))):
        commands.error("an argument is empty")
    args = commands.parse_args(words)
    try:
        refuse_overwriting(args)
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
