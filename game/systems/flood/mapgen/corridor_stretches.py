"""Straight pieces of corridors, on which fixtures stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass

from game.geometry.polygons import box
from game.mapgen.piece_shapes import Corner, MirroredTable, Outline
from game.systems.flood.mapgen.corridor_network import CorridorNetwork, Edge, edge
from game.systems.flood.mapgen.masonry import OUTER
from game.systems.flood.mapgen.rooms import Rooms

_SQUARE = ((0, 0), (1, 0), (1, 1), (0, 1))


@dataclass(slots=True)
class CorridorStretch:
    """A straight piece of a corridor between two crossings."""

    start: Corner
    end: Corner
    wide: float
    _: KW_ONLY
    open: int = 0
    """Side to which a chamber opens: -1 left or above, 1 right or below, 0 none."""
    barred: bool = False

    @property
    def long(self) -> float:
        return abs(self.end[0] - self.start[0]) + abs(self.end[1] - self.start[1])

    def area(self, along: float, long: float, off: float, wide: float) -> Outline:
        """Return a rectangle that starts *along* the corridor and *off* its middle line."""
        return [self.spot(along + a * long, off + b * wide) for a, b in _SQUARE]

    def spot(self, along: float, off: float) -> Corner:
        (x, y), level = self.start, self.start[1] == self.end[1]
        return (x + along, y + off) if level else (x + off, y + along)


def reaches(
    net: CorridorNetwork, rooms: Rooms, turned: MirroredTable, wide: float
) -> list[CorridorStretch]:
    """Return the straight pieces of corridors of one half, on which fixtures can stand."""
    chambers = [chamber.outline for chamber in rooms.chambers]
    chambers += [turned.others(outline) for outline in chambers]
    found, seen = list[CorridorStretch](), list[Edge]()
    for one, two in net.edges:
        likeness = edge(net.other(one), net.other(two))
        if net.is_inside(one) and net.is_inside(two) and likeness not in [*seen, (one, two)]:
            seen.append((one, two))
            found.append(reach_of(net, (one, two), wide, chambers))
    return found


def reach_of(
    net: CorridorNetwork, ends: Edge, wide: float, chambers: Iterable[Outline] = ()
) -> CorridorStretch:
    """Return the straight piece of a passage; *chambers* are those that may open to it."""
    (x, y), (end_x, end_y) = (net.at(node) for node in ends)
    off = wide / 2 + OUTER
    dx, dy = (off, 0.0) if y == end_y else (0.0, off)
    reach = CorridorStretch((x + dx, y + dy), (end_x - dx, end_y - dy), wide)
    for side in (-1, 1):
        at = reach.spot(reach.long / 2, side * (wide / 2 + 0.25))
        if any(_holds(outline, at) for outline in chambers):
            reach.open = side
    return reach


def _holds(room: Outline, at: Corner) -> bool:
    left, top, right, low = box(room)
    return left <= at[0] <= right and top <= at[1] <= low
