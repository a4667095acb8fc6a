"""Use one window for a long time in a separate process, and measure the resources it holds.

``python -m tests.app.soak monkey --actions 240 --seed 1``: random input, 240 actions on each
screen that a window may open with; ``--slice 2/4`` takes the second of each four of these
screens. ``--large`` opens each in a large window.

``python -m tests.app.soak rounds --times 24``: battles, replays and editors are opened and
left again. One of each rule system comes before, since a system is imported when it is first
played, and stays.

``--cache FOLDER`` takes boards that other runs have painted, and leaves its own.

Prints a line of JSON: megabytes, threads, processes, and what was given and seen. Needs no
screen.
"""

# Worker processes import this module again if it has another name than ``__main__``.

from __future__ import annotations

import faulthandler
import gc
import json
import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.app.soak import ACTIONS, Walk, rounds
from tests.screens.everywhere import MAIN
from tests.tools.shared_cache import share_cache


def slice_of(text: str) -> slice:
    """Return the slice of the screens that ``2/4`` stands for."""
    first, step = text.split("/")
    return slice(int(first) - 1, None, int(step))


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path)
    kinds = parser.add_subparsers(dest="kind", required=True)
    wild = kinds.add_parser("monkey")
    wild.add_argument("--actions", type=int, default=ACTIONS)
    wild.add_argument("--seed", type=int, default=1)
    wild.add_argument("--slice", type=slice_of, default=slice(None))
    wild.add_argument("--large", action="store_true")
    tidy = kinds.add_parser("rounds")
    tidy.add_argument("--times", type=int, default=24)
    args = parser.parse_args()
    faulthandler.enable()
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    # What is imported stays: leaving a screen need not look through it for garbage.
    gc.freeze()
    with TemporaryDirectory() as home:
        os.environ["UNDERTOW_HOME"] = home
        if args.cache:
            share_cache(Path(home), args.cache)
        if args.kind == "monkey":
            names = [*MAIN][args.slice]
            found = Walk(names, args.actions, args.seed, large=args.large).run()
        else:
            found = rounds(args.times)
    sys.stdout.write(f"{json.dumps(found)}\n")


if __name__ == "__main__":
    main()
