"""The places where water from an origin enters the lanes (``FF-04``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from game.geometry.points import Path, Point, _part, distance, thousandths
from game.geometry.polygons import crossing, nearest_on, off_segment


def entries(lanes: Sequence[Path], origin: Path, joined: float) -> list[Point]:
    """``FF-04``  Return the points where water enters: where lanes touch the origin.

    If none does, each of the nearest lanes has one: the first of its points nearest to the
    origin. Distances of *joined* inches or less are contact, and differences are none.
    """
    touching, near = list[Point](), list[tuple[float, Point]]()
    for path in lanes:
        found = sorted(_nearest_points(path, origin))
        touching += [at for inches, _, at in found if inches <= joined]
        inches, _, at = found[0]
        near.append((inches, at))
    least = min((inches for inches, _ in near), default=0.0)
    found_at = touching or [at for inches, at in near if inches <= least + joined]
    return [
        at
        for n, at in enumerate(found_at)
        if not any(distance(at, other) <= joined for other in found_at[:n])
    ]


def _nearest_points(path: Path, origin: Path) -> Iterator[tuple[float, float, Point]]:
    """Yield points of a lane, the nearest to the origin and all contacts among them.

    Each comes with its distance from the origin, to 0.001", and its inches along the lane.
    """
    lines = list(pairwise(origin)) or [(origin[0], origin[0])]
    walked = 0.0
    for a, b in pairwise(path):
        for end in origin:
            at = nearest_on(end, (a, b))
            yield round(distance(at, end), 3), walked + distance(a, at), thousandths(at)
        for line in lines:
            for at in (a, b):
                yield round(off_segment(at, line), 3), walked + distance(a, at), thousandths(at)
            share = crossing(a, b, *line)
            if share is not None:
                at = _part(a, b, share)
                yield 0.0, walked + distance(a, at), at
        walked += distance(a, b)
