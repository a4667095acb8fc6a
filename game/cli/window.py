"""The window, opened by a command."""

from __future__ import annotations

import sys
from collections.abc import Callable


def shown(run: Callable[[], int]) -> int:
    """Run what needs a window; without a screen say so in one line."""
    from game import app  # noqa: PLC0415  loads pygame

    try:
        return run()
    except app.NoScreenError as error:
        print(f"{error}; `demo --headless` tells a battle as text", file=sys.stderr)
        return 2
