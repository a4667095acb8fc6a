"""The live mirror: drawing, moving and deleting also applies to the other side."""

from __future__ import annotations

import pytest

from game.editor import object_commands, place_commands, property_commands
from game.editor.clipboard import cut, paste
from game.editor.mirror import LEFT_RIGHT, TOP_BOTTOM, TURNED, mirrored
from game.editor.tools import Role
from game.editor.transforms import drawn
from game.geometry.points import Path, Point
from tests.editor.tool_driver import Desk
from tests.tools.shapes import box_corners

HOOK = ((2, 2), (6, 2), (6, 8))


@pytest.mark.parametrize(
    ("mode", "twin"),
    [
        (LEFT_RIGHT, ((46, 2), (42, 2), (42, 8))),
        (TOP_BOTTOM, ((2, 46), (6, 46), (6, 40))),
        (TURNED, ((46, 46), (42, 46), (42, 40))),
    ],
)
def test_what_is_drawn_is_drawn_again_and_is_one_step(mode: str, twin: Path) -> None:
    desk = Desk(mirror=mode).take("Polyline", "Lane")
    desk.click(*HOOK)
    desk.tool.finish()
    assert [one.outline for one in desk.objects] == [HOOK, twin]
    assert desk.labels == ["Draw a lane"]


@pytest.mark.parametrize(
    ("mode", "twin"),
    [
        (LEFT_RIGHT, box_corners(40, 2, 46, 4)),
        (TOP_BOTTOM, box_corners(2, 44, 8, 46)),
        (TURNED, box_corners(40, 44, 46, 46)),
    ],
)
def test_a_rectangle_has_a_rectangle_as_its_twin(mode: str, twin: Path) -> None:
    desk = Desk(mirror=mode)
    desk.take("Rectangle", "Wall").drag((2, 2), (8, 4))
    _, other = desk.objects
    assert other.shape == "rectangle"
    assert set(other.outline) == set(twin)


def test_what_lies_on_the_axis_is_drawn_once() -> None:
    desk = Desk(mirror=LEFT_RIGHT)
    desk.take("Rectangle", "Wall").drag((20, 2), (28, 4))
    assert len(desk.objects) == 1


def test_a_twin_that_is_there_already_is_not_drawn_again() -> None:
    desk = Desk()
    desk.draw("Rectangle", "Wall", (40, 2), (46, 4))
    desk.space.mirror = LEFT_RIGHT
    desk.take("Rectangle", "Wall").drag((2, 2), (8, 4))
    assert len(desk.objects) == 2


@pytest.fixture
def pair() -> Desk:
    """Return a desk with mirrored walls of 6" x 2", at (2, 2) and (40, 2)."""
    desk = Desk(mirror=LEFT_RIGHT)
    desk.take("Rectangle", "Wall").drag((2, 2), (8, 4))
    return desk


def test_the_twin_moves_the_other_way_and_the_sketch_shows_it(pair: Desk) -> None:
    sketch = pair.take("Select").drag((3, 3), (6, 4))
    outlines = [one.outline for one in sketch.objects]
    assert outlines == [box_corners(5, 3, 11, 5), box_corners(37, 3, 43, 5)]
    assert pair.outline(2) == box_corners(37, 3, 43, 5)
    guides = [line.path for line in sketch.lines if line.role is Role.AXIS]
    assert ((24, 0), (24, 48)) in guides
    pair.space.undo()
    assert pair.outline(2) == box_corners(40, 2, 46, 4)


def test_the_twin_is_scaled_bent_and_given_members_but_keeps_its_name(pair: Desk) -> None:
    pair.space.mirror = ""
    pair.space.select((2,))
    property_commands.set_name(pair.space, "east wall")
    pair.space.mirror = LEFT_RIGHT
    pair.space.select((1,))
    place_commands.set_place(pair.space, "width", 10.0)
    property_commands.set_member(pair.space, "cover", "3+")
    twin = pair.space.index.get(2)
    assert twin
    assert twin.outline == box_corners(36, 2, 46, 4)
    assert (twin.name, getattr(twin.what, "cover", "")) == ("east wall", "3+")


def test_both_go_together(pair: Desk) -> None:
    sketch = pair.take("Eraser").drag((3, 3))
    assert sketch.hidden == {1, 2}
    assert not pair.objects


def test_a_twin_that_is_locked_or_has_been_moved_alone_stays(pair: Desk) -> None:
    pair.space.locked = frozenset({2})
    pair.space.select((1,))
    object_commands.nudge(pair.space, 1, 0)
    assert pair.outline(2) == box_corners(40, 2, 46, 4)
    pair.space.locked = frozenset()
    object_commands.nudge(pair.space, 1, 0)
    assert pair.outline(2) == box_corners(40, 2, 46, 4), "it is no twin any more"


def test_of_two_that_are_moved_together_none_is_moved_twice(pair: Desk) -> None:
    pair.space.select((1, 2))
    object_commands.nudge(pair.space, 0, 2)
    assert pair.outline(1) == box_corners(2, 3, 8, 5)
    assert pair.outline(2) == box_corners(40, 3, 46, 5)


def test_a_zone_for_one_side_has_a_twin_for_nobody_and_its_exit_goes_along() -> None:
    desk = Desk(mirror=TURNED)
    desk.take("Rectangle", "DeploymentZone", side="wardens").drag((0, 0), (8, 8))
    desk.take("Rectangle", "Exit", zone=1).drag((0, 2), (1, 4))
    found = [
        (getattr(one.what, "side", ""), getattr(one.what, "zone", 0)) for one in desk.objects
    ]
    assert found == [("wardens", 0), ("", 0), ("", 1), ("", 2)]


@pytest.mark.parametrize(
    ("mode", "turned"), [(LEFT_RIGHT, 340), (TOP_BOTTOM, 160), (TURNED, 200)]
)
@pytest.mark.rule("TC-01")
def test_the_cells_of_a_ring_are_mirrored(mode: str, turned: int) -> None:
    """The first cell begins at 20°; the cells' rims lie at the mirrored angles."""
    desk = Desk().take("Ellipse", "Ring")
    desk.drag((24, 24), (35, 24))
    desk.space.select((desk.objects[0].id,))
    property_commands.set_member(desk.space, "turned", 20)
    ring = mirrored(desk.space.selected()[0], mode, 48, 48)
    assert getattr(ring.what, "turned", None) == turned


def test_a_turned_rectangle_keeps_its_corners_mirrored() -> None:
    wall = drawn(1, Desk().space.brush, "rectangle", (Point(10, 10), Point(16, 12)))
    turned = wall.model_copy(update={"rotation": 30.0})
    there = mirrored(turned, LEFT_RIGHT, 48, 48)
    expected = sorted((round(48 - x, 3), y) for x, y in turned.outline)
    assert sorted(there.outline) == [pytest.approx(at, abs=0.002) for at in expected]


def test_an_exit_and_its_zone_pasted_together_have_twins_that_belong_together() -> None:
    desk = Desk()
    desk.take("Rectangle", "DeploymentZone").drag((0, 0), (8, 8))
    desk.take("Rectangle", "Exit", zone=1).drag((0, 2), (1, 4))
    desk.space.select((1, 2))
    text = cut(desk.space)
    desk.space.mirror = TURNED
    paste(desk.space, text)
    found = {one.id: getattr(one.what, "zone", None) for one in desk.objects}
    assert found == {1: None, 2: 1, 3: None, 4: 3}
