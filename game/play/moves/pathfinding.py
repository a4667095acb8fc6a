"""The shortest path of a base over the table (CC-38)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from math import inf, sqrt
from typing import NamedTuple, TypeAlias

from game.geometry.points import (
    CLEARANCE,
    CONTACT,
    EPSILON,
    LOOSE_EPSILON,
    ROUNDING,
    Disc,
    Path,
    Point,
    clockwise,
    distance,
    length,
    point_ahead,
    ring_around,
    thousandths,
    unit_vector,
)
from game.geometry.polygons import off_segment
from game.geometry.sweeps import Walls, first_stop
from game.play.moves.path_goals import AnyContactGoal, ContactGoal, Goal
from game.play.moves.paths import PULL_BACK, cut

OFF_WALLS = CONTACT + 0.0001
ALMOST = 0.005
"""Inches by which a path may be too long and still reach base contact."""
UNREACHABLE = 1e6
MAX_SEGMENTS = 4000
"""Search limit: after this many segments the goal counts as unreachable."""

HALF_SIDE = 0.2
"""Upper bound of half a ring's side, in distances from its centre to its points."""

_GOAL = "\0the goal"
_END, _RING = -1, -2
_Leg: TypeAlias = tuple[float, tuple[float, ...], int, float, int, int, "Point | _Ring"]
"""A segment that was not tried yet; the heap returns the most promising first.

Lower bound of the whole path's length, to a millionth; the turns up to its end, for ties; a
number; the inches up to its end; the node where it begins; the node where it ends, and that
node's position. Or a ring, whose segments were not computed yet.
"""


class ShortestPath(NamedTuple):
    """The result of a search; *arrived* is True if the path reaches the goal."""

    path: Path
    """Points in thousandths of an inch, from the base's start; only one if it stays."""
    arrived: bool


def shortest_path(
    start: Disc,
    goal: Goal,
    walls: Walls,
    discs: Mapping[str, Disc],
    size: tuple[float, float],
    inches: float,
    *,
    partly: bool = False,
) -> ShortestPath | None:
    """``CC-38``  Return the shortest path to a goal, at most *inches* long, or None.

    *discs*: all other bases, enlarged by the distance to keep; a base to be touched is not
    among them. *size*: of the table, on which the whole base stays. *partly*: of a longer path
    return as much as *inches* allows.
    """
    if goal.left(start.at, start.radius) > inches and not partly:
        return None
    if isinstance(goal, ContactGoal) and not goal.is_free(start.radius, discs.values()):
        return None
    search = _Search(
        start, goal, walls, discs, size, UNREACHABLE if partly else inches + ALMOST
    )
    path = search.run()
    if path is None:
        return None
    too_long = length(path) - inches
    if too_long > EPSILON:
        path = cut(path, inches)
    return ShortestPath(_without_stops(path), too_long <= ALMOST)


def _without_stops(path: Path) -> Path:
    kept = [path[0]]
    for point in path[1:]:
        if distance(kept[-1], point) > EPSILON:
            kept.append(point)
    return tuple(kept)


class _Ring(NamedTuple):
    """An obstacle of some segment, and the points around it, clockwise."""

    around: Disc
    """Disc that the centre of the base may not enter."""
    out: float
    left: float
    """Lower bound of the distance from its centre to the goal."""
    nodes: range


class _Node(NamedTuple):
    """A point that was reached, and the way it was reached."""

    walked: float
    turns: tuple[float, ...]
    """Turn of each segment; of two paths of equal length the more clockwise one is less."""
    before: int
    came: Point
    """The heading of the last segment."""
    side: float
    """Side of the ring that it wraps around: 1 is right, -1 left, 0 none."""
    rim: Point
    """Unit vector along the rim of that ring's disc; a path turns at most as far as that."""


class _Search:
    def __init__(
        self,
        start: Disc,
        goal: Goal,
        walls: Walls,
        discs: Mapping[str, Disc],
        size: tuple[float, float],
        most: float,
    ) -> None:
        self.start, self.goal, self.walls, self.size, self.most = start, goal, walls, size, most
        # A disc that no path of legal length can touch is left out.
        self.discs = {name: disc for name, disc in discs.items() if self._may_touch(disc)}
        self.goals = goal.discs if isinstance(goal, ContactGoal | AnyContactGoal) else ()
        for n, disc in enumerate(self.goals):
            self.discs[f"{_GOAL}{n}"] = disc
        self.points = [start.at]
        self.lefts: list[float | None] = [0.0]
        """Lower bound of the distance from each point to the goal; None until computed."""
        self.obstacles: dict[object, _Ring] = {}
        self.ring_of: list[_Ring | None] = [None]
        self.met = set[int]()  # walls whose corners and ends were added
        self.ends: dict[Point, None] = {}
        """Points at which the goal may be reached beside an obstacle in front of it."""
        self.done: dict[int, _Node] = {}
        self.waiting: list[_Leg] = []
        self.pushed = self.tried = 0

    def _may_touch(self, disc: Disc) -> bool:
        (x, y), r = self.start
        most = self.most + 2.0 * (disc.radius + r) + ALMOST
        if not (-most <= disc.at[0] - x <= most and -most <= disc.at[1] - y <= most):
            return False
        away = distance(self.start.at, disc.at)
        return away <= most and away + self.goal.left(disc.at, r) <= most

    def run(self) -> Path | None:
        end = self.goal.end(self.start.at, self.start.radius)
        toward = unit_vector(self.start.at, end) if end != self.start.at else Point(0.0, -1.0)
        self._reach(0, _Node(0.0, turns=(), before=_END, came=toward, side=0.0, rim=toward))
        while self.waiting and self.tried < MAX_SEGMENTS:
            _, turns, _, walked, here, to, at = heappop(self.waiting)
            if to in self.done:
                continue
            if isinstance(at, _Ring):
                self._push_past(here, at)
                continue
            stop = self._stop(self.points[here], at)
            if stop is not None and stop[1] and stop[1].startswith(_GOAL):
                self._stop_at_goal(here, turns, at, stop[0])
            elif stop is not None:
                self._meet(*stop[1:])
            elif to == _END:
                return (*self._path(here), at)
            else:
                came = self._came(here, at)
                self._reach(to, _Node(walked, turns, here, came, *self._side(came, to)))
        return None

    def _came(self, here: int, at: Point) -> Point:
        """Return a segment's heading; one of no length keeps the heading before it."""
        start = self.points[here]
        return unit_vector(start, at) if distance(start, at) > 0.0 else self.done[here].came

    def _path(self, node: int) -> Path:
        path = list[Point]()
        while node != _END:
            path.append(self.points[node])
            node = self.done[node].before
        return tuple(reversed(path))

    def _stop(self, a: Point, b: Point) -> tuple[float, str | None, int] | None:
        """Return where the base is stopped on a segment, and by which disc or wall, or None."""
        self.tried += 1
        inches = distance(a, b)
        if inches <= EPSILON:
            return None
        r, toward = self.start.radius + OFF_WALLS, unit_vector(a, b)
        stop = first_stop(a, toward, inches, r, self.walls, self.discs, gap=-OFF_WALLS)
        return stop if stop[0] < inches - EPSILON else None

    def _side(self, came: Point, to: int) -> tuple[float, Point]:
        ring = self.ring_of[to]
        assert ring
        (x, y), off = unit_vector(self.points[to], ring.around.at), self.points[to]
        side = 1.0 if came.x * y - came.y * x > 0.0 else -1.0
        sine = ring.around.radius / distance(off, ring.around.at)
        cosine = sqrt(1.0 - sine * sine)
        return side, Point(x * cosine + side * y * sine, y * cosine - side * x * sine)

    def _reach(self, node: int, how: _Node) -> None:
        """Mark a node as reached, and add all segments that may go on from it."""
        self.done[node] = how
        here = self.points[node]
        for end in (*self.goal.ends(here, self.start.radius), *self.ends):
            if self._wraps(node, end):
                self._push(node, _END, end, 0.0)
        self._push_toward(node, self.obstacles.values())

    def _push_toward(self, node: int, rings: Iterable[_Ring]) -> None:
        """Add rings to what may follow a node; their points are computed when needed."""
        walked, _, _, (came_x, came_y), side, (rim_x, rim_y) = self.done[node]
        (hx, hy), own = self.points[node], self.ring_of[node]
        for ring in rings:
            if ring is own:
                self._push_past(node, ring)
                continue
            ((x, y), _), out, left, _ = ring
            x, y, beyond = x - hx, y - hy, -out - ROUNDING
            # From the ring that it wraps around, a path turns no further than along its rim.
            if (came_x * y - came_y * x) * side < beyond:
                continue
            if (x * rim_y - y * rim_x) * side < beyond:
                continue
            away = sqrt(x * x + y * y)
            # If its centre is too far away, all points of the ring are.
            if walked + away + left > self.most + 2.0 * out + ALMOST:
                continue
            if away <= out:
                self._push_past(node, ring)
                continue
            # A path that grazes the ring passes a point of it no nearer than this.
            near = sqrt(away * away - out * out) - HALF_SIDE * out
            whole = round(walked + near + left - out, 6) - LOOSE_EPSILON
            heappush(self.waiting, (whole, (), self.pushed, walked, node, _RING, ring))
            self.pushed += 1

    def _push_past(self, node: int, ring: _Ring) -> None:
        done, points = self.done, self.points
        for to in self._sides(node, ring):
            if to not in done and self._wraps(node, points[to]):
                self._push(node, to, points[to], self._left(to))

    def _left(self, node: int) -> float:
        """Return a lower bound of the distance from a point to the goal; inf off the table."""
        left = self.lefts[node]
        if left is None:
            at = self.points[node]
            left = self.goal.left(at, self.start.radius) if self._on_table(at) else inf
            self.lefts[node] = left
        return left

    def _push(self, node: int, to: int, at: Point, left: float) -> None:
        how, here = self.done[node], self.points[node]
        there = how.walked + distance(here, at)
        whole = there + left
        if whole > self.most:
            return
        turns = (*how.turns, -clockwise(how.came, here, at))
        if to != _END and self.goals and self._passes_goal(here, at):
            whole = how.walked + self.goal.left(here, self.start.radius)
        heappush(self.waiting, (round(whole, 6), turns, self.pushed, there, node, to, at))
        self.pushed += 1

    def _passes_goal(self, here: Point, at: Point) -> bool:
        """Return whether a segment may touch the goal before its own end."""
        leg, near = (here, at), self.start.radius + CONTACT
        return any([off_segment(disc.at, leg) < disc.radius + near for disc in self.goals])

    def _wraps(self, node: int, at: Point) -> bool:
        """Return whether a segment continues around the ring of its node, not through it."""
        _, _, _, (came_x, came_y), side, _ = self.done[node]
        if not side:
            return True
        ring = self.ring_of[node]
        assert ring
        (x, y), ((cx, cy), radius) = self.points[node], ring.around
        wx, wy = at[0] - x, at[1] - y
        if (came_x * wy - came_y * wx) * side < -EPSILON:
            return False
        off = (wx * (cy - y) - wy * (cx - x)) * side
        return off > 0.0 and off * off >= radius * radius * (wx * wx + wy * wy)

    def _sides(self, node: int, ring: _Ring) -> Sequence[int]:
        """Return the points of a ring at which a segment from a node may pass it."""
        (hx, hy), nodes = self.points[node], ring.nodes
        if self.ring_of[node] is ring:
            n = node - nodes[0]
            return nodes[n - 1], nodes[(n + 1) % len(nodes)]
        (cx, cy), _ = ring.around
        dx, dy = cx - hx, cy - hy
        if dx * dx + dy * dy <= ring.out * ring.out:
            return nodes
        low = high = 0.0
        first = left = right = nodes[0]
        for to, at in enumerate(self.points[first : first + len(nodes)], first):
            x, y = at[0] - hx, at[1] - hy
            ahead_of = dx * x + dy * y
            if ahead_of <= EPSILON:
                # Practically on the ring: rounding put one of its points beside the node.
                return nodes
            slope = (dx * y - dy * x) / ahead_of
            if slope < low:
                low, left = slope, to
            elif slope > high:
                high, right = slope, to
        return left, right

    def _stop_at_goal(
        self, here: int, turns: tuple[float, ...], at: Point, inches: float
    ) -> None:
        """End a segment where it touches the goal on its way to *at*."""
        start = self.points[here]
        inches = max(0.0, inches - PULL_BACK)
        end = thousandths(point_ahead(start, unit_vector(start, at), inches))
        whole = self.done[here].walked + inches
        if whole <= self.most:
            heappush(
                self.waiting, (round(whole, 6), turns, self.pushed, whole, here, _END, end)
            )
            self.pushed += 1

    def _meet(self, disc: str | None, number: int) -> None:
        """Add the obstacle that stopped a segment, a disc or a wall, to the search."""
        if disc is not None:
            self._surround(disc, self.discs[disc], 0.0)
            return
        if number in self.met:
            return
        self.met.add(number)
        wall, r = self.walls.segments[number], self.start.radius
        for corner in wall:
            self._surround(corner, Disc(corner, 0.0), OFF_WALLS)
        self._end_at(self.goal.along(wall, r + OFF_WALLS + CLEARANCE, r))

    def _surround(self, name: object, disc: Disc, off: float) -> None:
        if name in self.obstacles:
            return
        r = self.start.radius
        keep = disc.radius + r + off
        around, first = Disc(disc.at, keep), len(self.points)
        out, points = ring_around(around)
        self.points += points
        self.lefts += [None] * len(points)
        ring = _Ring(around, out, self.goal.left(disc.at, r), range(first, len(self.points)))
        self.obstacles[name] = ring
        self.ring_of += [ring] * len(points)
        for node in self.done:
            self._push_toward(node, (ring,))
        self._end_at(self.goal.beside(Disc(disc.at, keep + CLEARANCE), r))

    def _end_at(self, spots: Iterator[Point]) -> None:
        for end in spots:
            if end not in self.ends and self._on_table(end):
                self.ends[end] = None
                for node in self.done:
                    if self._wraps(node, end):
                        self._push(node, _END, end, 0.0)

    def _on_table(self, at: Point) -> bool:
        (w, h), r = self.size, self.start.radius - EPSILON
        return r <= at.x <= w - r and r <= at.y <= h - r
