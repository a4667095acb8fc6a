"""Coherency to be seen: which models of a unit hang together by which gaps."""

from __future__ import annotations

from collections.abc import Mapping

from game.geometry.points import EPSILON, Disc, Point, gap
from game.table.records import ModelId
from game.view.overlays.shapes import Links


def links(unit: Mapping[ModelId, Disc], chain: float) -> Links:
    """Return the shortest web that joins all models, its too wide gaps as broken."""
    kept, broken = list[tuple[Point, Point]](), list[tuple[Point, Point]]()
    discs = list(unit.values())
    joined, rest = discs[:1], discs[1:]
    while rest:
        a, b = min(((a, b) for a in joined for b in rest), key=lambda pair: gap(*pair))
        line = a.at, b.at
        (kept if gap(a, b) <= chain + EPSILON else broken).append(line)
        rest.remove(b)
        joined.append(b)
    return Links(tuple(kept), tuple(broken))
