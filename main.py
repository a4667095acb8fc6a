"""Starts Undertow from a copy of its repository."""

from __future__ import annotations

import sys

from game.cli import run

if __name__ == "__main__":
    sys.exit(run())
