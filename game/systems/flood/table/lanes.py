"""Lanes, along which water carries bases (FF-04).

The direction of the water leads the path of a carried base.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise, product
from math import inf, sqrt
from typing import NamedTuple, TypeAlias

from game.geometry import cheapest_paths
from game.geometry.points import (
    CONTACT,
    EPSILON,
    Disc,
    Path,
    Point,
    _part,
    distance,
    length,
    point_along,
    thousandths,
    unit_vector,
)
from game.geometry.polygons import (
    Box,
    Polygon,
    Segment,
    crossing,
    edges,
    inside,
    nearest_on,
    off_segment,
)
from game.geometry.sweeps import Walls, sweep
from game.systems.flood.table.lane_entries import entries
from game.table.board import Board

JOINED = 0.01
"""Inches within which lanes touch, and within which distances count as equal."""

Node: TypeAlias = int
Steps: TypeAlias = Mapping[Node, Sequence[tuple[Node, float]]]
"""Number of a point where lane segments begin or end."""
ON_LANE = 0.001
"""Maximum inches between a lane and the centre of a base that is on it."""
NOWHERE: Node = -1
Foot: TypeAlias = tuple[float, tuple[bool, bool], float, int]
"""Distance from a segment; tie-breakers; inches along it to its nearest point; its number."""


class Lane(NamedTuple):
    """A lane as the map draws it."""

    path: Path
    flow: str = "usual"
    """``as drawn`` or ``against`` where the map sets its direction, else ``usual``."""


@dataclass(frozen=True, slots=True)
class LaneSegment:
    """A part of a lane between two nodes, directed downstream."""

    path: Path
    """Points in downstream order."""
    start: Node
    end: Node
    off: float
    """Inches that the water has run where it enters."""


@dataclass(frozen=True, eq=False)
class LaneNetwork:
    """All lane segments that water reaches, in the order of the map, and their nodes."""

    nodes: Path
    stretches: tuple[LaneSegment, ...]
    ends: frozenset[Node]
    """Nodes where a lane ends and no other begins: Impassable (``FF-12``)."""
    _: KW_ONLY
    circles: tuple[Path, ...] = ()
    """Segments that form loops, because the map sets their directions."""
    dry: tuple[Path, ...] = ()
    """Segments that no water reaches."""

    def leaving(self, node: Node) -> list[LaneSegment]:
        """Return the segments that begin at a node."""
        return list(self._by_node[0][node])

    def arriving(self, node: Node) -> list[LaneSegment]:
        """Return the segments that end at a node."""
        return list(self._by_node[1][node])

    @cached_property
    def _by_node(self) -> tuple[Sequence[list[LaneSegment]], Sequence[list[LaneSegment]]]:
        """The segments that begin and those that end at each node."""
        leaving, arriving = ([list[LaneSegment]() for _ in self.nodes] for _ in range(2))
        for stretch in self.stretches:
            leaving[stretch.start].append(stretch)
            arriving[stretch.end].append(stretch)
        return leaving, arriving


def lane_network(
    lanes: Sequence[Lane], origin: Path, watertight: Sequence[Polygon] = ()
) -> LaneNetwork:
    """``FF-04``, ``FF-03``  Return the flow of water from *origin*, a point or a line.

    Lanes are cut where they run through *watertight* areas.
    """
    sources = entries([lane.path for lane in lanes], origin, JOINED)
    split = _Split()
    for n, lane in enumerate(lanes):
        split.add(lane, _cuts(lanes, n, watertight, sources), watertight)
    return _directed(split, [split.node(at) for at in sources])


def _cuts(
    lanes: Sequence[Lane],
    n: int,
    watertight: Iterable[Polygon],
    sources: Sequence[Point],
) -> list[Point]:
    """Return the points where the n-th lane meets lanes, the origin or watertight areas."""
    mine, cuts = lanes[n].path, list(sources)
    cuts += [at for m, lane in enumerate(lanes) if m != n for at in lane.path]
    others = [leg for m, lane in enumerate(lanes) if m != n for leg in pairwise(lane.path)]
    others += [side for outline in watertight for side in edges(outline)]
    for a, b in pairwise(mine):
        for c, d in (*others, *pairwise(mine)):
            share = crossing(a, b, c, d)
            if share is not None:
                cuts.append(_part(a, b, share))
    return cuts


def _same(a: Point, b: Point) -> bool:
    return distance(a, b) <= JOINED


class _Places:
    """Numbered points, found by any point that counts as the same."""

    def __init__(self, points: Iterable[Point] = ()) -> None:
        self.points = list[Point]()
        self._near = defaultdict[tuple[int, int], list[int]](list)
        """Numbers of the points in and around each square of the table."""
        for at in points:
            self.add(at)

    def add(self, at: Point) -> int:
        """Add a point and return its number."""
        self.points.append(at)
        column, row = self._square(at)
        for square in product(range(column - 1, column + 2), range(row - 1, row + 2)):
            self._near[square].append(len(self.points) - 1)
        return len(self.points) - 1

    def find(self, at: Point) -> list[int]:
        """Return the numbers of the points that are the same, ascending."""
        near = self._near.get(self._square(at), ())
        return [n for n in near if _same(at, self.points[n])]

    @staticmethod
    def _square(at: Point) -> tuple[int, int]:
        # Twice as wide as needed: rounding cannot put the same point two squares away.
        return int(at.x // (2 * JOINED)), int(at.y // (2 * JOINED))


class _Split:
    """Lanes cut into segments."""

    def __init__(self) -> None:
        self.nodes = _Places()
        self.parts = list[tuple[Path, Node, Node, str]]()
        self.cut_off = list[Path]()
        """Segments that run through watertight areas."""

    def node(self, at: Point) -> Node:
        known = self.nodes.find(at)
        return known[0] if known else self.nodes.add(at)

    def add(self, lane: Lane, cuts: Iterable[Point], watertight: Sequence[Polygon]) -> None:
        path = _with(lane.path, cuts)
        places = _Places(path)
        stops = sorted({n for cut in (*cuts, path[0], path[-1]) for n in places.find(cut)})
        for first, last in pairwise(stops):
            part = path[first : last + 1]
            if length(part) <= JOINED:
                continue
            if any(inside(_middle(part), outline) for outline in watertight):
                self.cut_off.append(part)
            else:
                self._add(part, lane.flow)

    def _add(self, part: Path, flow: str) -> None:
        start, end = self.node(part[0]), self.node(part[-1])
        if start == end and flow == "usual":
            # A closed loop: water runs through both halves, away from where it enters.
            middle = thousandths(_middle(part))
            halves = _with(part, [middle])
            if middle in halves:  # else it is too short to lead anywhere
                turn = halves.index(middle)
                self._add(halves[: turn + 1], flow)
                self._add(halves[turn:], flow)
        else:
            self.parts.append((part, start, end, flow))


def _with(path: Path, cuts: Iterable[Point]) -> Path:
    """Return a path with those of *cuts* that lie on it added as corners."""
    found = [path[0]]
    for a, b in pairwise(path):
        on = [at for at in cuts if off_segment(at, (a, b)) <= JOINED]
        for at in (*sorted(on, key=lambda at: distance(a, at)), b):
            if not _same(at, found[-1]):
                found.append(at)
    return tuple(found)


def _middle(path: Path) -> Point:
    left = length(path) / 2
    for a, b in pairwise(path):
        leg = distance(a, b)
        if left <= leg and leg > 0.0:
            return _part(a, b, left / leg)
        left -= leg
    return path[-1]


def _directed(split: _Split, sources: Sequence[Node]) -> LaneNetwork:
    lanes = [(start, end, length(path)) for path, start, end, _ in split.parts]
    both = [*lanes, *((end, start, inches) for start, end, inches in lanes)]
    nodes = split.nodes.points
    off = _distances(len(nodes), _steps(both), sources)
    ways = [_way(*part, off) for part in split.parts if off[part[1]] < inf]
    directed = _steps([(start, end, length(path)) for path, start, end in ways])
    wet = _distances(len(nodes), directed, sources)
    loops = _loops(len(nodes), directed)
    touching = Counter(end for _, a, b, _ in split.parts for end in (a, b))
    return LaneNetwork(
        tuple(nodes),
        stretches=tuple(LaneSegment(p, a, b, wet[a]) for p, a, b in ways if wet[a] < inf),
        ends=frozenset(n for n in range(len(nodes)) if touching[n] == 1),
        circles=tuple(path for path, start, end in ways if loops[start] == loops[end]),
        dry=(
            *split.cut_off,
            *(part[0] for part in split.parts if off[part[1]] == inf),
            *(path for path, a, _ in ways if wet[a] == inf),
        ),
    )


def _steps(links: Sequence[tuple[Node, Node, float]]) -> Steps:
    """Return the nodes next to each node, with their distances in inches."""
    steps = defaultdict[Node, list[tuple[Node, float]]](list)
    for start, end, inches in links:
        steps[start].append((end, inches))
    return steps


def _distances(many: int, steps: Steps, sources: Sequence[Node]) -> Sequence[float]:
    """Return the inches from the nearest source to each node; infinite if there is no way."""
    return cheapest_paths(many, [(n, 0.0) for n in sources], lambda n: steps.get(n, ())).costs


def _loops(many: int, steps: Steps) -> Sequence[int]:
    """Return a number for each node: two nodes share it if each leads to the other.

    These are the strongly connected components, by the algorithm of Kosaraju and Sharir.
    """
    left, seen = list[Node](), [False] * many
    for first in range(many):
        waiting = [(first, False)]
        while waiting:
            node, is_done = waiting.pop()
            if is_done:
                left.append(node)
            elif not seen[node]:
                seen[node] = True
                waiting.append((node, True))
                waiting += [(to, False) for to, _ in steps.get(node, ())]
    back = _steps([(to, node, inches) for node in steps for to, inches in steps[node]])
    found = [-1] * many
    for first in reversed(left):
        rest = [first]
        while rest:
            node = rest.pop()
            if found[node] == -1:
                found[node] = first
                rest += [to for to, _ in back.get(node, ())]
    return found


def _way(
    path: Path, start: Node, end: Node, flow: str, off: Sequence[float]
) -> tuple[Path, Node, Node]:
    """``FF-04``  Orient a segment in the direction in which water flows through it."""
    back = off[end] < off[start] - JOINED if flow == "usual" else flow == "against"
    return (path[::-1], end, start) if back else (path, start, end)


class CarryPath(NamedTuple):
    """The path on which water carries a base, up to the next die roll."""

    path: Path
    """Downstream points, from where the base stands."""
    off: float
    """``FF-07``  Inches that the water has run to where it takes the base."""
    end: Node = NOWHERE
    """Node where lanes meet or end; NOWHERE without lanes, at the edge of the table."""
    came: Point | None = None
    """``FF-11``  Its heading on arrival, as a unit vector."""


class CarryObstacles(NamedTuple):
    """Obstacles that stop a base from being carried to a lane."""

    walls: Walls
    rails: Walls = Walls()
    """``FF-02``, ``FF-03``  Outlines of gantries and watertight pieces that it overlaps.

    Its centre may not cross them.
    """


class Obstacle(NamedTuple):
    """An obstacle that stops a base from being carried to a lane."""

    outline: Polygon
    sides: Sequence[Segment]
    ignored_within: bool = False
    """``FF-03``  A base that stands in it ignores it."""
    centred: bool = False
    """``FF-02``, ``FF-03``  For a base that overlaps it, only the centre may not cross it."""


def nearest_feet(at: Point, runs: Sequence[tuple[Box, Path]], wet: int) -> Iterator[Foot]:
    """Yield the nearest point of each segment, the nearest segment first.

    Where lanes meet, arriving segments come before leaving ones, and dry ones come last.
    """
    boxes = sorted([(_off_box(at, around), n) for n, (around, _) in enumerate(runs)])
    found, looked = list[tuple[float, tuple[bool, bool], int, float, float]](), 0
    while looked < len(boxes) or found:
        while looked < len(boxes) and (not found or boxes[looked][0] <= found[0][4] + ON_LANE):
            n = boxes[looked][1]
            off, along = _foot(runs[n][1], at)
            heappush(found, (round(off, 3), (n >= wet, _begins(along)), n, along, off))
            looked += 1
        _, ties, n, along, off = heappop(found)
        yield off, ties, along, n


def _off_box(at: Point, around: Box) -> float:
    (x, y), (left, top, right, low) = at, around
    dx = left - x if x < left else x - right if x > right else 0.0
    dy = top - y if y < top else y - low if y > low else 0.0
    return sqrt(dx * dx + dy * dy)


def _foot(path: Path, at: Point) -> tuple[float, float]:
    """Return a point's distance from a path, and the inches along it to the nearest point."""
    best, walked = (float("inf"), 0.0), 0.0
    for a, b in pairwise(path):
        foot = nearest_on(at, (a, b))
        off = distance(at, foot)
        if off < best[0] - EPSILON:
            best = off, walked + distance(a, foot)
        walked += distance(a, b)
    return best


def path_to_lane(
    stretch: LaneSegment, base: Disc, off: float, along: float, banks: CarryObstacles
) -> CarryPath | None:
    """``FF-10``  Return the path to a segment: twice its offset downstream, or straight to it.

    Return None if neither is clear.
    """
    for join in (min(along + 2 * off, length(stretch.path)), along):
        at = point_along(stretch.path, join)
        if off <= ON_LANE or is_path_clear(base, at, banks):
            path = (base.at, *downstream(stretch.path, join))
            came = final_heading(path) or final_heading(stretch.path)
            return CarryPath(path, stretch.off + join, stretch.end, came)
    return None


def _begins(along: float) -> bool:
    return along <= ON_LANE


def downstream(path: Path, along: float, at: Point | None = None) -> Path:
    """Return the part of a path beyond *along* inches, beginning there, or at *at*."""
    walked, rest = 0.0, [at or point_along(path, along)]
    for a, b in pairwise(path):
        walked += distance(a, b)
        if walked > along + ON_LANE:
            rest.append(b)
    return tuple(rest)


def is_path_clear(base: Disc, at: Point, banks: CarryObstacles) -> bool:
    """Return whether a base can move straight to a point past the obstacles."""
    inches = distance(base.at, at)
    if inches <= ON_LANE:
        return True
    toward = unit_vector(base.at, at)
    if sweep(base.at, toward, inches, base.radius, banks.walls, {}):
        return False
    # The end of a lane that a watertight piece cuts is on the outline, but not beyond it.
    return inches <= CONTACT or not sweep(
        base.at, toward, inches - CONTACT, 0.0, banks.rails, {}
    )


def path_to_edge(board: Board, base: Disc, toward: Point) -> float:
    """Return the inches after which a base touches the edge of the table."""
    (x, y), r = base
    distances = list[float]()
    for at, direction, end in ((x, toward.x, board.width), (y, toward.y, board.height)):
        if direction > 0.0:
            distances.append((end - r - at) / direction)
        elif direction < 0.0:
            distances.append((at - r) / -direction)
    return max(0.0, min(distances))


def final_heading(path: Path) -> Point | None:
    """Return the unit vector of the last segment that has a length; None if none has."""
    for a, b in reversed(list(pairwise(path))):
        if distance(a, b) > ON_LANE:
            return unit_vector(a, b)
    return None
