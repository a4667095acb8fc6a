"""The command line's door."""

from __future__ import annotations

import gc
import sys

from game.cli import main

SELDOM = 20_000
"""Objects between two looks for garbage: of what an import makes nothing is, and it is much."""

if __name__ == "__main__":
    gc.set_threshold(SELDOM)
    done = main()
    gc.freeze()  # at its end Python would look once more through all that it gives back anyway
    sys.exit(done)
