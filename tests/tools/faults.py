"""What commands have in common that look for faults in much that was made by chance."""

from __future__ import annotations

import sys
from collections.abc import Iterable


def told(what: str, each: Iterable[tuple[str, Iterable[str]]]) -> int:
    """Say what is wrong with which; return 1 if anything is.

    *what*: how many of them are called: ``"games"``; *each*: a name of its own, and its faults.
    """
    many = wrong = 0
    for name, faults in each:
        many += 1
        for fault in faults:
            wrong += 1
            sys.stdout.write(f"{name}: {fault}\n")
    sys.stdout.write(f"{many} {what}, {wrong} faults\n")
    return 1 if wrong else 0
