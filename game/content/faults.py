"""Fault (place, reason), the UnusableFile error and did-you-mean suggestions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple

from game.geometry.points import Point

_CLAUSE = re.compile(r"\b[A-Z]{2}-\d\d\b")


class Fault(NamedTuple):
    """One problem in a file, with its place and reason."""

    place: str
    """Place in the file: ``layers[0].objects[3].x``, ``line 7``; empty for the whole file."""
    reason: str
    kind: str = ""
    """Kind of fault, from which the editor chooses fixes; empty if there is no fix."""
    about: tuple[int | str, ...] = ()
    """The map objects concerned: by number in a file, by id on a board."""
    at: Point | None = None
    """Point on the board; None if the fault has no place of its own."""

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}" if self.place else self.reason

    @property
    def clause(self) -> str:
        """Return the last clause that the reason cites; empty if none."""
        named: list[str] = _CLAUSE.findall(self.reason)
        return named[-1] if named else ""


class UnusableFile(Exception):  # noqa: N818  it is no error of the program
    """A file from outside that cannot be used; its message has one line for each fault."""

    def __init__(self, file: str, faults: Iterable[Fault | tuple[str, str]]) -> None:
        """*file* begins each line; it is empty if the reasons name the file themselves."""
        self.file = file
        self.faults = [Fault(*fault) for fault in faults]
        name = f"{file}: " if file else ""
        super().__init__("\n".join(f"{name}{fault}" for fault in self.faults))


class NoScreenError(RuntimeError):
    """There is no display to open a window on."""


LONGEST_WORD = 200
"""Characters of a word that are compared with names; all names are shorter."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint ``; did you mean 'X'?``, or ``; try: X, Y`` if no name is similar."""
    names = list(known)
    word = word[:LONGEST_WORD]
    if near := get_close_matches(word, names, 1):
        return f"; did you mean {near[0]!r}?"
    folded = {name.lower(): name for name in names}
    if near := get_close_matches(word.lower(), folded, 1):
        return f"; did you mean {folded[near[0]]!r}?"
    return f"; try: {', '.join(names)}" if names else ""


def and_so(reason: str, outcome: str) -> str:
    """Return a reason with its outcome; after a question, that is a sentence of its own."""
    if reason.endswith("?"):
        return f"{reason} {outcome[:1].upper()}{outcome[1:]}"
    return f"{reason}: {outcome}"


def lower_first(text: str) -> str:
    """Return a message of a library with a small first letter, to continue a sentence."""
    return text[:1].lower() + text[1:]


def system_reason(error: OSError) -> str:
    """Return the reason of an error of the system: ``no such file``."""
    return lower_first(error.strerror or str(error)).removesuffix(" or directory")
