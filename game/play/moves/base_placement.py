"""Legal places for the bases of a unit.

Coherency of the unit is tested, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import TypeVar

from game.geometry.limits import last_within
from game.geometry.points import (
    EPSILON,
    ROUNDING,
    Disc,
    Point,
    direction,
    distance,
    gap,
    point_ahead,
    thousandths,
    unit_vector,
)
from game.geometry.polygons import Box, crossing, edges, inside, off_segment, overlaps
from game.table.board import Board, Terrain
from game.table.records import ModelId
from game.table.state import Piece

Name = TypeVar("Name", bound=str)

SPOKES = 24
FIRST_STEP, GROWTH, WITHIN = 0.05, 1.25, 13.0


@dataclass(frozen=True, slots=True)
class MoveClauses:
    """The clauses by which a rule system refuses a move or a placement."""

    move: str
    """Too far, into another base, too near an enemy, or onto Impassable ground."""
    chain: str
    """Out of coherency."""
    table: str
    """Off the table."""
    _: KW_ONLY
    ground: str
    """Onto ground that the unit keeps out of."""
    slows: bool = True
    """True if Difficult terrain of the map slows the unit."""


def on_table(board: Board, base: Disc) -> bool:
    """Return whether a whole base lies on the table."""
    (x, y), r = base
    low = r - EPSILON
    return low <= x <= board.width - low and low <= y <= board.height - low


def impassable_under(board: Board, base: Disc) -> Terrain | None:
    """Return a piece of Impassable terrain that a base overlaps, or None."""
    for piece in board.impassable:
        if meets_box(base, piece.box) and is_over(base, piece):
            return piece
    return None


def meets_box(base: Disc, area: Box) -> bool:
    """Return whether the square around a base overlaps a box, a quick test before others."""
    (x, y), r = base
    left, top, right, bottom = area
    return left - r < x < right + r and top - r < y < bottom + r


def is_over(base: Disc, piece: Terrain) -> bool:
    """Return whether a base overlaps an area, or the line of a piece that is one."""
    if piece.closed:
        return overlaps(base, piece.outline)
    near = base.radius - ROUNDING
    return any([off_segment(base.at, side) < near for side in piece.sides()])


def piece_over(piece: Piece, terrain: Terrain) -> bool:
    """Return whether a movable piece overlaps a piece of terrain; touching does not count."""
    if not piece.outline:
        return is_over(piece.disc, terrain)
    middle = piece.at
    corners = tuple(
        [point_ahead(at, unit_vector(at, middle), ROUNDING) for at in piece.corners]
    )
    if any([inside(at, corners) for at in terrain.outline]):
        return True
    if terrain.closed and any([inside(at, terrain.outline) for at in corners]):
        return True
    sides = [*edges(corners)]
    return any([crossing(*a, *b) is not None for a in terrain.sides() for b in sides])


def piece_under(pieces: Mapping[str, Piece], base: Disc) -> Piece | None:
    """Return a movable piece that a base overlaps, of those that no model holds, or None."""
    for piece in pieces.values():
        if piece.holder is None and (
            meets_box(base, piece.box) and overlaps(base, piece.corners)
            if piece.outline
            else gap(base, piece.disc) < -EPSILON
        ):
            return piece
    return None


def base_under(
    bases: Mapping[Name, Disc], base: Disc, skip: Collection[str] = ()
) -> Name | None:
    """Return the first of *bases* that a base overlaps, except those in *skip*, or None."""
    (x, y), r = base
    for who, disc in bases.items():
        (ox, oy), away = disc
        inches = r + away
        if (
            -inches < x - ox < inches
            and -inches < y - oy < inches
            and gap(base, disc) < -EPSILON
            and who not in skip
        ):
            return who
    return None


def nearest_place(
    at: Point, fits: Callable[[Point], bool], within: float = WITHIN
) -> Point | None:
    """Return a place near *at* that *fits*, in thousandths; None if none is *within* inches.

    Search along 24 spokes on rings that grow by a quarter each, then back toward *at* as far as
    possible. The result is at most a quarter further than the nearest place along its spoke.
    """
    if fits(at := thousandths(at)):
        return at
    inches, ring = FIRST_STEP, 0
    while inches < within:
        found = [
            spot
            for spoke in range(SPOKES)
            if fits(spot := thousandths(point_ahead(at, _spoke(spoke, ring), inches)))
        ]
        if found:
            spots = [_drawn_back(at, spot, fits) for spot in found]
            return min(spots, key=lambda spot: distance(at, spot))
        inches, ring = inches * GROWTH, ring + 1
    return None


def _spoke(n: int, ring: int) -> Point:
    # Every other ring uses directions between the spokes of the one before.
    return direction(n * 360 // SPOKES + ring % 2 * 7)


def _drawn_back(at: Point, spot: Point, fits: Callable[[Point], bool]) -> Point:
    low, high = at, spot
    while distance(low, high) > 0.002:
        middle = thousandths(Point((low.x + high.x) / 2, (low.y + high.y) / 2))
        if fits(middle):
            high = middle
        else:
            low = middle
    return high


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
    links, group, most = [(first, rest.pop(first))], [first], last_within(apart)
    while links:
        _, ((x, y), radius) = links.pop()
        near = list[ModelId]()
        for m, ((mx, my), away) in rest.items():
            dx, dy, inches = mx - x, my - y, radius + away + most
            if dx * dx + dy * dy <= inches * inches:
                near.append(m)
        group += near
        links += [(m, rest.pop(m)) for m in near]
    return group


def moved_apart(before: Mapping[ModelId, Disc], after: Mapping[ModelId, Disc]) -> bool:
    """Return whether a model is further from its nearest mate than it was."""

    def nearest(bases: Mapping[ModelId, Disc], model_id: ModelId) -> float:
        return min([gap(bases[model_id], d) for m, d in bases.items() if m != model_id])

    return any(nearest(after, m) > nearest(before, m) + EPSILON for m in after)
