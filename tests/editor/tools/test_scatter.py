"""The scatter tool: the same seed scatters the same, however it is dragged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.geometry.points import Point, distance
from game.geometry.polygons import inside
from tests.editor.tool_driver import Desk
from tests.tools.shapes import box_corners

DRAG = ((10, 10), (16, 10), (20, 14))


def scattered(what: str, *places: tuple[float, float], seed: int = 1) -> Desk:
    desk = Desk()
    desk.space.scatter = replace(desk.space.scatter, seed=seed)
    desk.take("Scatter", what).drag(*places)
    return desk


def scattered_outlines(desk: Desk) -> set[object]:
    return {one.outline for one in desk.objects}


def test_a_seed_scatters_the_same_forth_and_back_another_seed_otherwise() -> None:
    forth, back = scattered("Rubble", *DRAG), scattered("Rubble", *reversed(DRAG))
    assert len(forth.objects) > 10
    assert scattered_outlines(forth) & scattered_outlines(back) >= {
        one.outline
        for one in forth.objects
        if min(distance(one.outline[0], Point(*at)) for at in DRAG) < 2.0
    }
    assert scattered_outlines(scattered("Rubble", *DRAG)) == scattered_outlines(forth)
    assert not scattered_outlines(scattered("Rubble", *DRAG, seed=2)) & scattered_outlines(
        forth
    )


def test_a_stroke_is_one_step_and_one_group_beneath_the_brush() -> None:
    desk = scattered("Rubble", (20, 20))
    assert len(desk.labels) == 1
    assert len({one.group for one in desk.objects}) == 1
    assert all(distance(at, Point(20, 20)) < 3.6 for one in desk.objects for at in one.outline)


def test_nothing_is_scattered_in_walls_or_off_the_board() -> None:
    desk = Desk()
    wall = desk.draw("Rectangle", "Wall", (0, 0), (6, 6))
    desk.take("Scatter", "Rubble").drag((3, 3), (0, 12))
    new = [one for one in desk.objects if one.id != wall.id]
    assert new
    middles = [
        Point(sum(x for x, _ in one.outline) / 6, sum(y for _, y in one.outline) / 6)
        for one in new
    ]
    inner = box_corners(0.5, 0.5, 5.5, 5.5)
    assert not any(inside(at, inner) for at in middles)


@pytest.mark.parametrize("what", ["Hedge", "Lamp", "Ground", "Block"])
def test_lines_points_and_floors_are_scattered_too(what: str) -> None:
    assert scattered(what, (20, 20)).objects


def test_what_the_rules_count_is_not_scattered() -> None:
    desk = scattered("DeploymentZone", (20, 20))
    assert not desk.objects
    assert "cannot be scattered" in desk.tool.sketch().hint
