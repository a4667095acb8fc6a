"""Polygons and polylines, corner by corner."""

from __future__ import annotations

import pytest

from game.editor.tools import Role
from tests.editor.tool_driver import Desk, pointer


def test_clicks_make_corners_and_finish_ends_the_line() -> None:
    desk = Desk().take("Polyline", "Lane", flow="against")
    desk.click((2, 2), (6, 2), (6, 8))
    desk.tool.hover(pointer(9, 8))
    sketch = desk.tool.sketch()
    assert sketch.objects[0].outline == ((2, 2), (6, 2), (6, 8), (9, 8))
    assert [word.text for word in sketch.words] == ['3" at 90°, 13" in all']
    desk.tool.finish()
    (lane,) = desk.objects
    assert lane.outline == ((2, 2), (6, 2), (6, 8))
    assert lane.what == desk.space.brush
    assert desk.labels == ["Draw a lane"]


def test_a_double_click_adds_no_corner_of_its_own() -> None:
    desk = Desk().take("Polyline", "Lane")
    desk.click((2, 2), (6, 2), (6, 2))
    desk.tool.finish()
    assert desk.objects[0].outline == ((2, 2), (6, 2))


def test_a_drag_makes_a_corner_where_it_begins_and_one_where_it_ends() -> None:
    desk = Desk().take("Polyline", "Wall")
    desk.drag((2, 2), (6, 3))
    desk.tool.finish()
    assert desk.objects[0].outline == ((2, 2), (6, 3))


def test_the_first_corner_closes_a_polygon() -> None:
    desk = Desk().take("Polygon", "Rubble")
    desk.click((2, 2), (6, 2), (6, 8), (2.1, 2.1))
    assert desk.objects[0].outline == ((2, 2), (6, 2), (6, 8))
    assert desk.labels == ["Draw rubble"]


def test_backspace_takes_the_last_corner_back_and_escape_all() -> None:
    desk = Desk().take("Polygon", "Rubble")
    desk.click((2, 2), (6, 2), (9, 9))
    assert desk.tool.erase()
    desk.click((6, 8))
    desk.tool.finish()
    assert desk.objects[0].outline == ((2, 2), (6, 2), (6, 8))
    desk.click((2, 2))
    assert desk.tool.cancel()
    assert not desk.tool.erase()
    assert not desk.tool.cancel()


def test_too_few_corners_are_refused_and_can_be_gone_on_with() -> None:
    desk = Desk().take("Polygon", "Rubble")
    desk.click((2, 2), (6, 2))
    desk.tool.finish()
    assert desk.tool.sketch().hint == "a polygon needs at least 3 corners; Esc cancels"
    desk.click((6, 8))
    desk.tool.finish()
    assert len(desk.objects) == 1


def test_a_polygon_that_crosses_itself_is_not_made_and_says_why() -> None:
    """A bow: (2, 2), (6, 6), (6, 2), (2, 6)."""
    desk = Desk().take("Polygon", "Rubble")
    desk.click((2, 2), (6, 6), (6, 2), (2, 6))
    assert Role.WRONG in {line.role for line in desk.tool.sketch().lines}
    desk.tool.finish()
    assert "crosses or touches itself" in desk.tool.sketch().hint
    assert not desk.objects


@pytest.mark.parametrize(
    ("at", "held", "end"),
    [
        ((9.6, 5.2), {"shift": True}, (9.5, 5.0)),  # straight on
        ((9, 9.4), {"shift": True}, (9.0, 9.0)),  # 45°, on the grid
        ((5.3, 40), {"shift": True}, (5.0, 40.0)),  # straight down
        ((60, 5), {"shift": True}, (48.0, 5.0)),  # as far as the board goes
        ((9.61, 5.07), {"alt": True}, (9.61, 5.07)),
        ((9.61, 5.07), {}, (9.5, 5.0)),
    ],
)
def test_lines_keep_to_angles_and_the_grid(
    at: tuple[float, float], held: dict[str, bool], end: tuple[float, float]
) -> None:
    desk = Desk().take("Polyline", "Lane")
    desk.click((5, 5))
    desk.click(at, **held)
    desk.tool.finish()
    assert desk.objects[0].outline == ((5, 5), end)


def test_without_a_grid_lines_snap_to_fifteen_degrees_when_near() -> None:
    """At 30° from (5, 5) lies (15, 10.774); 0.1" away from it the line still snaps."""
    desk = Desk()
    desk.space.snapping = type(desk.space.snapping)(grid=0.0)
    desk.take("Polyline", "Lane").click((5, 5), (15.05, 10.68))
    desk.tool.finish()
    (x, y) = desk.objects[0].outline[1]
    assert (y - 5) / (x - 5) == pytest.approx(0.57735, abs=0.0002)
    desk.space.snapping = type(desk.space.snapping)(grid=0.0, angles=False)
    desk.click((5, 15), (15.05, 20.68))
    desk.tool.finish()
    assert desk.objects[1].outline[1] == (15.05, 20.68)


def test_a_lane_ends_on_the_vertex_or_the_edge_of_another() -> None:
    """The other lane ends off the grid at (20.3, 5.3); its edge snaps to grid steps in x."""
    desk = Desk()
    desk.take("Polyline", "Lane").click((5, 5.3), (20.3, 5.3), alt=True)
    desk.tool.finish()
    ends = []
    for at in ((20.2, 5.25), (12.2, 5.35), (20.05, 5.05)):
        desk.click((12, 12), at)
        desk.tool.finish()
        ends.append(desk.objects[-1].outline[1])
    assert ends == [(20.3, 5.3), (12, 5.3), (20, 5)], "the vertex, the edge, the nearer grid"
    desk.space.snapping = type(desk.space.snapping)(vertices=False)
    desk.click((17, 14), (20.2, 5.3))
    desk.tool.finish()
    assert desk.objects[-1].outline[1] == (20, 5.5)


def test_what_it_snaps_to_is_shown() -> None:
    desk = Desk()
    lane = desk.draw("Polyline", "Lane", (5, 5), (20, 5))
    desk.tool.hover(pointer(5.1, 5.1))
    assert [line.path for line in desk.tool.sketch().lines] == [lane.outline]
    assert desk.tool.sketch().handles[0].at == (5, 5)


def test_the_floors_that_one_does_not_draw_attract_nothing() -> None:
    desk = Desk()
    desk.take("Rectangle", "Ground").drag((5.2, 5.2), (9, 9), alt=True)
    desk.take("Polyline", "Lane").click((20, 20), (5.2, 5.2))
    desk.tool.finish()
    assert desk.objects[-1].outline[1] == (5, 5)
    desk.take("Polygon", "Ground").click((5.2, 5.2), (5, 20), (2, 20))
    desk.tool.finish()
    assert desk.objects[-1].outline[0] == (5.2, 5.2)


@pytest.mark.parametrize(
    ("first", "last", "path"),
    [
        ((10, 3), (20, 9), ((10, 0), (20, 0))),
        ((45, 10), (30, 20), ((48, 10), (48, 20))),
        ((1, 47.5), (30, 30), ((1, 48), (30, 48))),
    ],
)
def test_a_hull_lies_along_the_edge_that_it_began_at(
    first: tuple[float, float],
    last: tuple[float, float],
    path: tuple[tuple[float, float], ...],
) -> None:
    desk = Desk()
    assert desk.draw("Polyline", "Hull", first, last).outline == path
