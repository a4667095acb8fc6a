"""Report shared by the commands that look for faults in random input."""

from __future__ import annotations

import sys
from collections.abc import Iterable


def report_faults(what: str, each: Iterable[tuple[str, Iterable[str]]]) -> int:
    """Print each fault with the name of its case; return 1 if there is any, else 0.

    *what*: a plural for the summary, such as ``"games"``; *each*: names of cases with their
    faults.
    """
    many = wrong = 0
    for name, faults in each:
        many += 1
        for fault in faults:
            wrong += 1
            sys.stdout.write(f"{name}: {fault}\n")
    sys.stdout.write(f"{many} {what}, {wrong} faults\n")
    return 1 if wrong else 0
