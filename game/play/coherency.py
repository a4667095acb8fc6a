"""Coherency: which models of a unit hang together."""

from __future__ import annotations

from collections.abc import Mapping

from game.geometry.points import EPSILON, Disc, gap
from game.table.records import ModelId


def out_of_chain(unit: Mapping[ModelId, Disc], apart: float) -> list[ModelId]:
    """Return those who are not in one chain with the most of the unit."""
    if len(unit) < 2:
        return []
    largest = max(chains(unit, apart), key=len)
    return [m for m in unit if m not in largest]


def chains(unit: Mapping[ModelId, Disc], apart: float) -> list[list[ModelId]]:
    """Return the groups of models that hang together, in the order of their first models."""
    rest, found = dict(unit), list[list[ModelId]]()
    while rest:
        found.append(_pull_chain(rest, apart))
    return found


def _pull_chain(rest: dict[ModelId, Disc], apart: float) -> list[ModelId]:
    """Take the first model and all that hang together with it out of *rest*."""
    first = next(iter(rest))
    links, group = [(first, rest.pop(first))], [first]
    while links:
        _, ((x, y), radius) = links.pop()
        near = list[ModelId]()
        for m, ((mx, my), away) in rest.items():
            dx, dy, far = mx - x, my - y, radius + away + apart + EPSILON
            if dx * dx + dy * dy <= far * far:
                near.append(m)
        group += near
        links += [(m, rest.pop(m)) for m in near]
    return group


def moved_apart(before: Mapping[ModelId, Disc], after: Mapping[ModelId, Disc]) -> bool:
    """Return whether some model is further from its nearest mate than it was."""

    def nearest(stands: Mapping[ModelId, Disc], who: ModelId) -> float:
        return min([gap(stands[who], d) for m, d in stands.items() if m != who])

    return any(nearest(after, m) > nearest(before, m) + EPSILON for m in after)
