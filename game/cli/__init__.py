"""Floor 10: the command line: its arguments, and what each command does."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pkgutil import resolve_name

from game.bots.guard import heed_interrupts
from game.cli.parser import parser
from game.content.faults import UnusableFile


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says.

    Return 0 if it is done, 1 if faults were found, 2 if it cannot be done.
    """
    if argv is None:
        heed_interrupts()
    words = sys.argv[1:] if argv is None else argv
    args = parser(words).parse_args(words)
    try:
        done: int = resolve_name(args.does)(args)
    except UnusableFile as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read the output has seen enough; nothing may be written at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return done
