"""Drawing of the ground that a moving outline sweeps."""

from __future__ import annotations

import pytest

from game.geometry.points import Path, Point
from game.view.overlays import Sweep
from game.view.overlays.drawing import sketch, swept_polygon

BOX = (Point(2, 2), Point(6, 2), Point(6, 4), Point(2, 4))
ELL = (Point(0, 0), Point(4, 0), Point(4, 1), Point(1, 1), Point(1, 3), Point(0, 3))


@pytest.mark.parametrize(
    ("outline", "by", "area"),
    [
        (BOX, Point(12, 0), 32),  # 16 inches by 2
        (BOX, Point(0, 12), 56),  # 4 by 14
        (BOX, Point(-1, 0), 10),
        # The L moves along its foot; the rest above the foot stays free: 14 by 1 and 11 by 2.
        (ELL, Point(10, 0), 14 + 22),
    ],
)
def test_all_is_swept_that_an_outline_covers_on_its_way(
    outline: Path, by: Point, area: float
) -> None:
    assert swept_polygon(outline, by).area == pytest.approx(area, abs=0.05)


def parts(*, hard: bool) -> str:
    return "".join(sketch(Sweep(BOX, Point(12, 0), hard), 20, 1.0).parts)


def test_what_strikes_is_told_from_rubble_by_more_than_its_colour() -> None:
    # Hatching is the only part without a halo.
    assert 'stroke-opacity="0.5"' in parts(hard=True)
    assert 'stroke-opacity="0.5"' not in parts(hard=False)
    assert 'stroke-dasharray="2.5 5.0"' in parts(hard=True)
    assert 'stroke-dasharray="9.0 5.0"' in parts(hard=False)


def test_what_does_not_move_sweeps_nothing() -> None:
    assert not sketch(Sweep(BOX, Point(0, 0), hard=True), 20, 1.0).parts
