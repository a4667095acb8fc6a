"""Coherency: which models of a unit are linked in chains."""

from __future__ import annotations

from collections.abc import Mapping

from game.geometry.points import EPSILON, Disc, gap
from game.table.records import ModelId


def out_of_chain(unit: Mapping[ModelId, Disc], apart: float) -> list[ModelId]:
    """Return the models that are not in the largest chain of the unit."""
    if len(unit) < 2:
        return []
    largest = max(chains(unit, apart), key=len)
    return [m for m in unit if m not in largest]


def chains(unit: Mapping[ModelId, Disc], apart: float) -> list[list[ModelId]]:
    """Return the chains of models at most *apart* inches from a neighbour, in model order."""
    rest, found = dict(unit), list[list[ModelId]]()
    while rest:
        found.append(_pull_chain(rest, apart))
    return found


def _pull_chain(rest: dict[ModelId, Disc], apart: float) -> list[ModelId]:
    """Remove the first model and its whole chain from *rest*, and return them."""
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
    """Return whether a model is further from its nearest mate than it was."""

    def nearest(stands: Mapping[ModelId, Disc], who: ModelId) -> float:
        return min([gap(stands[who], d) for m, d in stands.items() if m != who])

    return any(nearest(after, m) > nearest(before, m) + EPSILON for m in after)
