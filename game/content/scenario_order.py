"""The list of scenarios in the order in which they are offered, under headings."""

from __future__ import annotations

from functools import lru_cache

from game.content.shipped_folders import ASSETS

FILE = "scenarios/order.txt"
"""Headings, which begin with ``#``, each with the names of scenarios below it."""


@lru_cache(maxsize=1)
def headings() -> dict[str, str]:
    """Return the heading of each scenario in the list, in its order."""
    found, heading = dict[str, str](), ""
    for line in (ASSETS / FILE).read_text("utf-8").splitlines():
        if line.startswith("#"):
            heading = line.removeprefix("#").strip()
        elif name := line.strip():
            found[name] = heading
    return found


def place_of(name: str) -> int:
    """Return the place of a scenario in the list; others come before the last heading."""
    listed = [*headings()]
    last = [n for n in listed if headings()[n] == headings()[listed[-1]]]
    if name in last:
        return len(listed) + 1 + last.index(name)
    return listed.index(name) if name in listed else len(listed)
