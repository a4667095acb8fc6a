"""The entry point of the command line."""

from __future__ import annotations

import gc
import sys

from game.cli import main

SELDOM = 20_000
"""Allocations between garbage collections: imports allocate much that is never garbage."""

if __name__ == "__main__":
    gc.set_threshold(SELDOM)
    done = main()
    gc.freeze()  # skips the collection at exit; the system frees the memory anyway
    sys.exit(done)
