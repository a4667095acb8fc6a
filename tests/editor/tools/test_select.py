"""The select tool, worked out by hand on a 48" x 48" board with a grid of 0.5"."""

from __future__ import annotations

import pytest

from game.content.maps.classes import Lamp
from game.editor.tools import Role
from game.editor.transforms import turned
from game.geometry.points import Point
from tests.editor.tool_driver import Desk, pointer
from tests.tools.shapes import box_corners


@pytest.fixture
def desk() -> Desk:
    """Return a desk with a 4" x 2" wall at (10, 10), a lamp on it, and a lane below."""
    desk = Desk()
    desk.draw("Rectangle", "Wall", (10, 10), (14, 12))
    desk.draw("Polyline", "Lane", (10, 20), (20, 20), (20, 30))
    desk.draw("Point", "Lamp", (12, 11))
    desk.take("Select")
    desk.space.select(())
    return desk


WALL, LANE, LAMP = 1, 2, 3


def test_a_click_takes_points_before_lines_before_areas(desk: Desk) -> None:
    desk.click((12, 11))
    assert [*desk.space.selection] == [LAMP]
    desk.click((10.4, 11.6))
    assert [*desk.space.selection] == [WALL]
    desk.click((15, 20.1))
    assert [*desk.space.selection] == [LANE]


def test_of_areas_the_smallest_is_taken_whatever_lies_on_top(desk: Desk) -> None:
    desk.draw("Rectangle", "DeploymentZone", (5, 5), (30, 30))
    desk.take("Select").click((10.4, 11.6))
    assert [*desk.space.selection] == [WALL]
    desk.click((6, 6))
    assert [*desk.space.selection] == [4]


def test_of_areas_of_one_size_what_is_drawn_on_top_is_taken(desk: Desk) -> None:
    desk.draw("Rectangle", "Ruin", (10, 10), (14, 12))
    desk.take("Select").click((10.4, 11.6))
    assert [*desk.space.selection] == [4]


def test_the_hint_says_how_many_of_what_are_selected(desk: Desk) -> None:
    desk.space.select((WALL, LANE, LAMP))
    hint = desk.tool.sketch().hint
    assert hint.startswith("3 objects (1 wall, 1 lane, 1 lamp): ")


def test_ctrl_and_shift_take_what_is_below_and_then_the_first_again(desk: Desk) -> None:
    desk.click((12, 11))
    for below in (WALL, LAMP):
        desk.click((12, 11), ctrl=True, shift=True)
        assert [*desk.space.selection] == [below]


@pytest.mark.parametrize("key", ["shift", "ctrl"])
def test_shift_and_ctrl_add_and_take_away(desk: Desk, key: str) -> None:
    desk.click((12, 11))
    desk.click((15, 20), **{key: True})
    assert [*desk.space.selection] == [LAMP, LANE]
    desk.click((12, 11), **{key: True})
    assert [*desk.space.selection] == [LANE]
    desk.drag((8, 8), (14, 14), **{key: True})
    assert [*desk.space.selection] == [LANE, WALL, LAMP]


def test_a_click_on_nothing_selects_nothing(desk: Desk) -> None:
    desk.click((12, 11))
    desk.click((40, 40))
    assert not desk.space.selection


def test_a_box_takes_what_lies_wholly_in_it(desk: Desk) -> None:
    sketch = desk.drag((8, 8), (18, 25))
    assert [line.role for line in sketch.lines] == [Role.BOX]
    assert [*desk.space.selection] == [WALL, LAMP]
    desk.drag((8, 18), (25, 35), shift=True)
    assert [*desk.space.selection] == [WALL, LAMP, LANE]


@pytest.mark.parametrize(
    ("start", "end"),
    [((8, 8), (13, 14)), ((8, 8), (18, 11.5)), ((11, 8), (18, 14)), ((8, 10.5), (18, 14))],
)
def test_what_hangs_out_of_the_box_is_not_taken(
    desk: Desk, start: tuple[float, float], end: tuple[float, float]
) -> None:
    desk.drag(start, end)
    assert WALL not in desk.space.selection


def test_a_drag_moves_by_steps_of_the_grid(desk: Desk) -> None:
    """The drag would move the corner from (10, 10) to (13.1, 11.3), which is off the grid."""
    desk.click((10.6, 11.6))
    sketch = desk.drag((10.6, 11.6), (12, 12), (13.7, 12.9))
    assert desk.outline(WALL) == box_corners(13.0, 11.5, 17.0, 13.5)
    assert [word.text for word in sketch.words] == ['+3", +1.5"']
    assert [one.outline for one in sketch.objects] == [desk.outline(WALL)]
    assert desk.labels[-1] == "Move wall 1"


def test_a_drag_from_an_area_that_is_not_selected_draws_a_box(desk: Desk) -> None:
    sketch = desk.drag((10.6, 11.6), (9, 9))
    assert [line.role for line in sketch.lines] == [Role.BOX]
    assert desk.outline(WALL)[0] == (10, 10)
    assert desk.space.selection == ()
    desk.click((10.6, 11.6))
    desk.drag((10.6, 11.6), (11.6, 11.6))
    assert desk.outline(WALL)[0] == (11, 10)


def test_the_rim_of_a_light_is_dragged_by_steps_of_the_grid_within_its_limits(
    desk: Desk,
) -> None:
    desk.space.select((LAMP,))
    (x, y), radius = desk.outline(LAMP)[0], 9.0
    assert Point(x + radius, y) in [grip.at for grip in desk.tool.sketch().handles]

    sketch = desk.drag((x + radius, y), (x + 4.6, y))
    assert [word.text for word in sketch.words] == ['radius 4.5"']
    assert desk.labels[-1].startswith("Resize lamp")
    desk.drag((x + 4.5, y), (x + 500, y))
    lamp = desk.space.index.get(LAMP)
    assert lamp
    assert isinstance(lamp.what, Lamp)
    assert lamp.what.radius == 48


def test_a_straight_line_has_handles_at_its_ends_with_its_length_beside() -> None:
    desk = Desk()
    desk.draw("Polyline", "Wall", (10, 10), (16, 10))
    sketch = desk.take("Select").drag((16, 10), (18, 10))
    assert desk.outline(1) == ((10, 10), (18, 10))
    assert '8"' in [word.text for word in sketch.words]
    desk.drag((13, 10), (13, 12))
    assert desk.outline(1) == ((10, 12), (18, 12)), "its middle moves it"


def test_all_that_is_selected_moves_together_and_is_one_step(desk: Desk) -> None:
    desk.space.select((WALL, LAMP, LANE))
    desk.drag((10.6, 11.6), (11.6, 11.6))
    assert desk.outline(WALL)[0] == (11, 10)
    assert desk.outline(LAMP) == ((13, 11),)
    assert desk.outline(LANE) == ((11, 20), (21, 20), (21, 30))
    assert desk.labels[-1] == "Move 3 objects"
    desk.space.undo()
    assert desk.outline(LANE) == ((10, 20), (20, 20), (20, 30))


def test_a_move_ends_at_the_edge_of_the_board(desk: Desk) -> None:
    desk.click((10.6, 11.6))
    desk.drag((10.6, 11.6), (-20, 60))
    assert desk.outline(WALL) == box_corners(0.0, 46.0, 4.0, 48.0)


def test_a_move_with_shift_goes_one_way_only(desk: Desk) -> None:
    desk.drag((10.6, 11.6), (15.6, 13.6), shift=True)
    assert desk.outline(WALL)[0] == (15, 10)


def test_the_vertex_next_to_the_pointer_snaps_to_the_vertices_of_others(desk: Desk) -> None:
    """The wall's corner (14, 12) is grabbed 0.1" away and dropped near (10, 20)."""
    flag = desk.draw("Point", "Objective", (30, 30))
    desk.take("Select")
    desk.space.select((WALL, flag.id))  # on the corner of its own frame is a handle
    sketch = desk.drag((13.9, 11.9), (9.75, 19.9))
    assert desk.outline(WALL)[2] == (10, 20)
    assert Role.GUIDE in {line.role for line in sketch.lines}


def test_alt_moves_to_the_thousandth(desk: Desk) -> None:
    desk.drag((10.6, 11.6), (11.733, 11.6), alt=True)
    assert desk.outline(WALL)[0] == (11.133, 10)


def test_a_hull_keeps_to_its_edge() -> None:
    desk = Desk()
    desk.draw("Polyline", "Hull", (10, 0.3), (20, 0.4))
    desk.take("Select").drag((15, 0), (18, 9))
    assert desk.outline(1) == ((13, 0), (23, 0))


def test_the_corner_of_the_frame_scales_from_the_opposite_one(desk: Desk) -> None:
    """The handle (14, 12) goes to (18.1, 13.2): 4" x 2" become 8" x 3", (10, 10) stays."""
    desk.click((10.4, 11.6))
    sketch = desk.drag((14, 12), (18.1, 13.2))
    assert desk.outline(WALL) == box_corners(10, 10, 18, 13)
    assert [word.text for word in sketch.words] == ['8" × 3"']
    assert desk.labels[-1] == "Scale wall 1"


def test_shift_keeps_the_form(desk: Desk) -> None:
    desk.click((10.4, 11.6))
    desk.drag((14, 12), (18, 12.2), shift=True)
    assert desk.outline(WALL) == box_corners(10, 10, 18, 14)


def test_a_side_of_the_frame_scales_one_way(desk: Desk) -> None:
    desk.click((10.4, 11.6))
    desk.drag((10, 11), (8, 15))
    assert desk.outline(WALL) == box_corners(8, 10, 14, 12)


def test_several_are_scaled_in_their_common_frame(desk: Desk) -> None:
    """The frame of wall and lane is (10, 10) to (20, 30); its corner goes to (25, 40)."""
    desk.space.select((WALL, LANE))
    desk.drag((20, 30), (25, 40))
    assert desk.outline(WALL) == box_corners(10, 10, 16, 13)
    assert desk.outline(LANE) == ((10, 25), (25, 25), (25, 40))


def test_what_is_turned_is_scaled_along_its_own_sides(desk: Desk) -> None:
    """Turned by 90° about (12, 11), the wall fills (11, 9) to (13, 13), right side down."""
    rotate(desk, WALL, 90)
    desk.click((11.2, 12.7))
    assert [*desk.space.selection] == [WALL]
    desk.drag((12, 13), (12, 16))
    assert desk.space.selected()[0].width == 7 * 32
    assert set(desk.outline(WALL)) == set(box_corners(11, 9, 13, 16))


def rotate(desk: Desk, id_: int, angle: float) -> None:
    one = desk.space.index.get(id_)
    assert one
    there = turned(one, Point(12, 11), angle)
    desk.space.do("Turn", desk.space.map.replaced([there]))


def test_the_knob_turns_by_steps_of_15_degrees(desk: Desk) -> None:
    """The knob is at (12, 9.4), three reaches above the frame; (20, 10) at 83° gives 90°."""
    desk.click((10.4, 11.6))
    knob = next(grip for grip in desk.tool.sketch().handles if grip.role is Role.TURN)
    assert knob.at == pytest.approx((12, 9.4))
    sketch = desk.drag((12, 9.4), (20, 10))
    assert [word.text for word in sketch.words] == ["90°"]
    assert set(desk.outline(WALL)) == set(box_corners(11, 9, 13, 13))
    assert desk.labels[-1] == "Turn wall 1 by 90°"


@pytest.mark.parametrize(
    ("held", "angle"), [({"shift": True}, 45.0), ({"alt": True}, 38.7), ({}, 45.0)]
)
def test_turns_snap_as_the_keys_say(desk: Desk, held: dict[str, bool], angle: float) -> None:
    """(17, 4.75) lies at 38.66° from (12, 11)."""
    desk.click((10.4, 11.6))
    desk.drag((12, 9.4), (17, 4.75), **held)
    assert desk.space.selected()[0].rotation == pytest.approx(angle)


def test_what_would_hang_over_the_edge_when_turned_is_shifted_onto_the_board() -> None:
    """An 8" x 2" wall at the top edge becomes 2" x 8" upright, shifted down by 3"."""
    desk = Desk()
    desk.draw("Rectangle", "Wall", (10, 0), (18, 2))
    desk.take("Select").drag((14, 2.6), (3, 1))
    assert set(desk.outline(1)) == set(box_corners(13, 0, 15, 8))


def test_a_double_click_on_what_shows_its_corners_shows_its_frame_again(desk: Desk) -> None:
    for role in (Role.VERTEX, Role.HANDLE):
        desk.click((10.4, 11.6), (10.4, 11.6))
        desk.tool.finish()
        assert desk.tool.sketch().handles[0].role is role


def test_a_double_click_shows_corners_and_dragging_one_bends(desk: Desk) -> None:
    desk.click((15, 20))
    desk.tool.finish()
    roles = [grip.role for grip in desk.tool.sketch().handles]
    assert roles == [Role.VERTEX] * 3 + [Role.MIDDLE] * 2
    desk.drag((20, 20), (24.1, 18.1))
    assert desk.outline(LANE) == ((10, 20), (24, 18), (20, 30))
    assert desk.labels[-1] == "Move a corner of lane 2"
    desk.tool.finish()
    assert Role.HANDLE in {grip.role for grip in desk.tool.sketch().handles}


def test_the_middle_of_an_edge_becomes_a_corner(desk: Desk) -> None:
    desk.click((15, 20))
    desk.tool.finish()
    desk.drag((20, 25), (26, 25))
    assert desk.outline(LANE) == ((10, 20), (20, 20), (26, 25), (20, 30))
    assert desk.labels[-1] == "Add a corner to lane 2"


def test_a_clicked_corner_is_deleted_but_not_the_last_that_are_needed(desk: Desk) -> None:
    desk.click((15, 20))
    desk.tool.finish()
    desk.click((20, 20))
    assert desk.tool.erase()
    assert desk.outline(LANE) == ((10, 20), (20, 30))
    desk.click((10, 20))
    assert desk.tool.erase()
    assert desk.tool.sketch().hint == "lane 2 needs all of its corners"
    assert desk.outline(LANE) == ((10, 20), (20, 30))
    desk.click((20, 30))
    desk.tool.finish()
    assert not desk.tool.erase(), "no corners are shown any more"


def test_a_rectangle_becomes_a_polygon_when_a_corner_is_dragged(desk: Desk) -> None:
    desk.click((10.4, 11.6))
    desk.tool.finish()
    desk.drag((14, 12), (16, 13))
    assert desk.outline(WALL) == ((10, 10), (14, 10), (16, 13), (10, 12))
    assert desk.space.selected()[0].shape == "polygon"


def test_an_ellipse_says_that_it_has_no_corners(desk: Desk) -> None:
    desk.draw("Ellipse", "Wood", (30, 30), (36, 34))
    desk.take("Select").tool.finish()
    assert desk.tool.sketch().hint == "wood 4 has no corners to move"


def test_what_would_cross_itself_is_shown_as_wrong_and_not_done(desk: Desk) -> None:
    desk.draw("Polygon", "Wall", (30, 10), (36, 10), (36, 16), (30, 16))
    desk.take("Select").tool.finish()
    sketch = desk.drag((36, 16), (28, 12))
    assert Role.WRONG in {line.role for line in sketch.lines}
    assert sketch.hint.startswith("wall: crosses or touches itself")
    assert desk.outline(4) == ((30, 10), (36, 10), (36, 16), (30, 16))
    assert "crosses or touches itself" in desk.tool.sketch().hint


def test_what_is_locked_is_not_taken(desk: Desk) -> None:
    desk.space.locked = frozenset({WALL})
    desk.click((10.4, 11.6))
    assert not desk.space.selection
    desk.space.select((WALL,))
    desk.drag((10.4, 11.6), (20, 11.6))
    assert desk.outline(WALL)[0] == (10, 10)


def test_a_drag_that_is_given_up_changes_nothing(desk: Desk) -> None:
    before = desk.space.map
    desk.click((10.6, 11.6))
    desk.tool.press(pointer(10.6, 11.6))
    desk.tool.drag(pointer(20, 20))
    assert desk.tool.sketch().objects
    assert desk.tool.cancel()
    assert not desk.tool.sketch().objects
    desk.tool.release(pointer(20, 20))
    assert desk.space.map is before
    assert not desk.tool.cancel()
