"""The command line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pkgutil import resolve_name

from game.bots.watchdog import heed_interrupts
from game.cli.output import fall_silent, speak_plainly
from game.cli.parser import parser
from game.content.faults import UnusableFile
from game.content.storage import clear_torn, own


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says.

    Return 0 if it is done, 1 if faults were found, 2 if it cannot be done.
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
        fall_silent()  # whoever read the output has seen enough
        return 0
    except OSError as error:
        if error.filename is not None:
            raise  # about a file, not about the output
        fall_silent()
        print(f"the output cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return done
