"""The order in which parts of a line are drawn, where some are written from right to left.

It follows the Unicode bidirectional algorithm (UAX #9) without its control characters, and
with one departure: a number beside words that are read from left to right goes with them, so
that a name in Hebrew before "5 models" does not tear them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple, TypeAlias
from unicodedata import bidirectional

from game.text.clusters import cluster_edges

Strength: TypeAlias = Literal["left", "right", "number", "none"]
"""Direction in which a character is written; ``left``: from the left to the right."""

STRONG: dict[str, Strength] = {"L": "left", "R": "right", "AL": "right"}
NUMERIC = {"EN": "digit", "AN": "digit", "ET": "unit", "ES": "separator", "CS": "separator"}


class DirectedRun(NamedTuple):
    """A part of a line, by its indices, that is written in one direction."""

    start: int
    end: int
    right_to_left: bool


def is_right_to_left(text: str) -> bool:
    """Return whether a line begins at the right: its first letter is written from there."""
    if text.isascii():
        return False
    return next((one for s in text if (one := STRONG.get(bidirectional(s)))), "") == "right"


def has_right_to_left(text: str) -> bool:
    """Return whether any part of a text is written from right to left."""
    return not text.isascii() and any([bidirectional(s) in {"R", "AL", "AN"} for s in text])


def drawn_order(text: str) -> list[DirectedRun]:
    """Return the runs of a line in the order in which they are drawn, from the left."""
    if not has_right_to_left(text):
        return [DirectedRun(0, len(text), right_to_left=False)]
    edges = cluster_edges(text)
    base: Strength = "right" if is_right_to_left(text) else "left"
    signs = [bidirectional(text[n]) for n in edges[:-1]]
    levels = _levels(_resolved(_strengths(signs), base), base)
    runs = list[tuple[int, DirectedRun]]()
    for level, places in groupby(range(len(levels)), key=levels.__getitem__):
        first, *more = places
        end = edges[(more[-1] if more else first) + 1]
        runs.append((level, DirectedRun(edges[first], end, right_to_left=level % 2 == 1)))
    return _reordered(runs)


def _strengths(signs: Sequence[str]) -> list[Strength]:
    """Return the strengths of characters by their bidirectional classes (rules W2 to W6)."""
    padded = ("", *signs, "")
    return [_strength(*padded[n : n + 3]) for n in range(len(signs))]


def _strength(before: str, sign: str, after: str) -> Strength:
    kind = NUMERIC.get(sign)
    is_number = (
        kind == "digit"
        or (kind == "unit" and "EN" in {before, after})
        or (kind == "separator" and before == after and before in {"EN", "AN"})
    )
    return "number" if is_number else STRONG.get(sign, "none")


def _resolved(strengths: Sequence[Strength], base: Strength) -> list[Strength]:
    """Return the strengths with numbers and neutral characters resolved (rules W7 to N2)."""
    found = list(strengths)
    for part in _stretches(found, "number"):
        around = _strong_before(found, part[0], base), _strong_after(found, part[-1], base)
        if "left" in around:
            found[part[0] : part[-1] + 1] = ["left"] * len(part)
    for part in _stretches(found, "none"):
        before = found[part[0] - 1] if part[0] else base
        after = found[part[-1] + 1] if part[-1] + 1 < len(found) else base
        sides = {"right" if one == "number" else one for one in (before, after)}
        to: Strength = base if len(sides) > 1 else "left" if "left" in sides else "right"
        found[part[0] : part[-1] + 1] = [to] * len(part)
    return found


def _stretches(strengths: Sequence[Strength], wanted: Strength) -> Iterator[list[int]]:
    """Yield the places of neighbours of a strength."""
    for one, places in groupby(list(range(len(strengths))), key=strengths.__getitem__):
        if one == wanted:
            yield list(places)


def _strong_before(strengths: Sequence[Strength], at: int, base: Strength) -> Strength:
    return _first_strong(reversed(strengths[:at]), base)


def _strong_after(strengths: Sequence[Strength], at: int, base: Strength) -> Strength:
    return _first_strong(strengths[at + 1 :], base)


def _first_strong(strengths: Iterable[Strength], base: Strength) -> Strength:
    return next((one for one in strengths if one in {"left", "right"}), base)


def _levels(strengths: Sequence[Strength], base: Strength) -> list[int]:
    """Return the embedding levels: even ones are written from left to right (rules I1, I2)."""
    low = {"left": 0 if base == "left" else 2, "right": 1, "number": 2, "none": 0}
    return [low[one] for one in strengths]


def _reordered(runs: Sequence[tuple[int, DirectedRun]]) -> list[DirectedRun]:
    """Return runs in the order in which they are drawn (rule L2)."""
    order = list[DirectedRun]()
    for is_embedded, group in groupby(runs, key=lambda run: run[0] > 0):
        found = [run for _, run in group]
        order += reversed(found) if is_embedded else found
    return order
