"""Faults of files, in words for the user."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from game.geometry.points import Point

_CLAUSE = re.compile(r"\b[A-Z]{2}-\d\d\b")
MAX_FAULTS = 50
"""Maximum number of faults that a report shows; the rest is counted."""
MAX_PLACE, MAX_REASON = 200, 1000
"""Maximum number of characters of a place and of a reason in a report."""
REST = "rest"
"""Kind of the fault that counts those that are not shown; ``about`` holds their number."""
LONGEST_WORD = 200
"""Characters of a word that are compared with names; all names are shorter."""
MAX_NAMES = 60
"""Maximum number of names that a hint lists."""


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
        place, reason = abridged(self.place, MAX_PLACE), abridged(self.reason, MAX_REASON)
        return f"{place}: {reason}" if place else reason

    @property
    def clause(self) -> str:
        """Return the last clause that the reason cites; empty if none."""
        named: list[str] = _CLAUSE.findall(self.reason)
        return named[-1] if named else ""


class UnusableFile(Exception):  # noqa: N818  it is no error of the program
    """A file from outside that cannot be used; its message has a line for each of its faults.

    Of many faults it has the first, and a line that counts the rest.
    """

    def __init__(self, file: str, faults: Iterable[Fault | tuple[str, str]]) -> None:
        """*file* begins each line; it is empty if the reasons name the file themselves."""
        self.file = file
        self.faults = [Fault(*fault) for fault in faults]
        name = f"{file}: " if file else ""
        shown = first_faults(self.faults)
        super().__init__("\n".join(f"{name}{fault}" for fault in shown))


def reason_of(traceback: str) -> str:
    """Return the reason at the end of a traceback, without the name of its class."""
    line = traceback.strip().rpartition("\n")[2]
    return line.partition("UnusableFile: ")[2] or line


class NoScreenError(RuntimeError):
    """There is no display to open a window on."""


def first_faults(faults: Iterable[Fault], what: str = "fault") -> list[Fault]:
    """Return the first faults, and one that counts the rest: ``and 19,950 more faults``.

    *what* is the word for one of them. Faults that were counted before count again.
    """
    listed = [*faults]
    own = [fault for fault in listed if fault.kind != REST]
    counts = [int(fault.about[0]) for fault in listed if fault.kind == REST]
    return [*own[:MAX_FAULTS], *rest_of(len(own[MAX_FAULTS:]) + sum(counts), what)]


def number_of(faults: Iterable[Fault]) -> int:
    """Return the number of faults, with those that are only counted."""
    return sum(int(fault.about[0]) if fault.kind == REST else 1 for fault in faults)


def rest_of(number: int, what: str = "fault") -> list[Fault]:
    """Return the fault that counts those that are not shown; none if there are none."""
    ending = "s" if number > 1 else ""
    words = f"and {number:,} more {what}{ending}"
    return [Fault("", words, REST, (number,))] if number else []


def first_lines(lines: Sequence[str]) -> list[str]:
    """Return the first lines of a list, and one that counts the rest."""
    more = len(lines) - MAX_FAULTS
    return [*lines[:MAX_FAULTS], *([f"and {more:,} more"] if more > 0 else [])]


def abridged(text: str, most: int) -> str:
    """Return a text that has more than *most* characters without its end."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def did_you_mean(word: str, known: Iterable[str], meanings: Mapping[str, str] = {}) -> str:
    """Return a hint ``; did you mean 'X'?``, or ``; try: X, Y`` if no name is similar.

    A similar name that is among the *meanings* is followed by its meaning.
    """
    names = list(known)
    word = word[:LONGEST_WORD]
    folded = {name.lower(): name for name in names}
    near = get_close_matches(word, names, 1)
    near = near or [folded[one] for one in get_close_matches(word.lower(), folded, 1)]
    if near:
        meaning = f" ({meanings[near[0]]})" if meanings.get(near[0]) else ""
        return f"; did you mean {near[0]!r}{meaning}?"
    more = f" and {len(names) - MAX_NAMES:,} more" if len(names) > MAX_NAMES else ""
    return f"; try: {', '.join(names[:MAX_NAMES])}{more}" if names else ""


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


def spelt(steps: Sequence[int | str]) -> str:
    """Return the path to a value as in a file: ``units[2].models``."""
    dotted = "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in steps)
    return dotted.removeprefix(".")


def shown(value: object) -> str:
    """Return a value as in the file, text in single quotes, shortened to 40 characters."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"  # never printed as a whole: it may be deeply nested
    is_text = isinstance(value, str)
    text = repr(value) if is_text else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else f"{text[:37]}..."
