"""Fault (place, reason), the UnusableFile error and did-you-mean suggestions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple

from game.geometry.points import Point

_CLAUSE = re.compile(r"\b[A-Z]{2}-\d\d\b")


class Fault(NamedTuple):
    place: str
    """Where in the file: ``layers[0].objects[3].x``, ``line 7``; empty for the whole file."""
    reason: str
    kind: str = ""
    """What sort of fault it is, for whoever can mend it; empty where nobody can."""
    about: tuple[int | str, ...] = ()
    """The objects of a map that have it: by their number, or by what the board calls them."""
    at: Point | None = None
    """Where on the board; None if it is wherever the objects are, or nowhere."""

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}" if self.place else self.reason

    @property
    def clause(self) -> str:
        """Return the clause that it breaks: the last one that it names; empty if none."""
        named: list[str] = _CLAUSE.findall(self.reason)
        return named[-1] if named else ""


class UnusableFile(Exception):  # noqa: N818  it is no error of the program
    """A file from outside that cannot be used; one line a fault, ``file: place: reason``."""

    def __init__(self, file: str, faults: Iterable[Fault | tuple[str, str]]) -> None:
        self.file = file
        self.faults = [Fault(*fault) for fault in faults]
        super().__init__("\n".join(f"{file}: {fault}" for fault in self.faults))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ``; did you mean X?``, or what there is if nothing is spelt alike."""
    names = list(known)
    if near := get_close_matches(word, names, 1):
        return f"; did you mean {near[0]}?"
    folded = {name.lower(): name for name in names}
    if near := get_close_matches(word.lower(), folded, 1):
        return f"; did you mean {folded[near[0]]}?"
    return f"; known: {', '.join(names)}" if names else ""
