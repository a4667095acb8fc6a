"""Rectangles and ellipses, dragged from corner to corner."""

from __future__ import annotations

import pytest

from game.editor.tools import Role
from game.systems.cage.content.map_classes import Notch, Ring
from tests.editor.tool_driver import Desk
from tests.tools.shapes import box_corners


def test_a_drag_draws_a_rectangle_of_the_brush_on_the_grid_and_is_one_step() -> None:
    desk = Desk().take("Rectangle", "Ruin", cover="3+")
    sketch = desk.drag((2.1, 2.0), (5, 5), (7.9, 4.2))
    assert [word.text for word in sketch.words] == ['6" × 2"']
    assert [one.outline for one in sketch.objects] == [box_corners(2, 2, 8, 4)]
    (ruin,) = desk.objects
    assert ruin.outline == box_corners(2, 2, 8, 4)
    assert ruin.what == desk.space.brush
    assert desk.labels == ["Draw a ruin"]
    assert desk.space.selection == (ruin.id,)
    desk.space.undo()
    assert not desk.objects


def test_the_first_object_gets_a_layer_and_the_next_go_there_too() -> None:
    desk = Desk().take("Rectangle", "Wall")
    desk.drag((2, 2), (4, 4))
    desk.drag((6, 2), (8, 4))
    assert [(layer.name, len(layer.objects)) for layer in desk.space.map.layers] == [
        ("objects", 2)
    ]
    assert desk.space.layer == desk.space.map.layers[0].id


def test_a_mere_click_draws_nothing() -> None:
    desk = Desk().take("Rectangle", "Wall")
    desk.drag((5, 5), (5.2, 5))
    assert not desk.objects
    assert not desk.labels


def test_it_is_drawn_backwards_as_well_and_ends_at_the_edge() -> None:
    desk = Desk().take("Rectangle", "Wall")
    desk.drag((4, 4), (-3, -9))
    assert desk.objects[0].outline == box_corners(0, 0, 4, 4)


def test_shift_makes_a_square_as_large_as_the_board_lets_it_be() -> None:
    desk = Desk().take("Rectangle", "Wall")
    desk.drag((4, 4), (9, 6), shift=True)
    desk.drag((40, 45), (47, 46), shift=True)
    assert [one.outline for one in desk.objects] == [
        box_corners(4, 4, 9, 9),
        box_corners(40, 45, 43, 48),
    ]


@pytest.mark.parametrize(("grid", "left"), [(1.0, 2.0), (0.5, 2.5), (0.25, 2.25), (0.0, 2.333)])
def test_the_grid_can_be_finer_or_off(grid: float, left: float) -> None:
    desk = Desk()
    desk.space.snapping = type(desk.space.snapping)(grid=grid)
    desk.take("Rectangle", "Wall").drag((2.333, 2), (9, 6))
    assert desk.objects[0].outline[0] == (left, 2)


def test_an_ellipse_fills_its_box() -> None:
    desk = Desk()
    wood = desk.draw("Ellipse", "Wood", (10, 10), (16, 14))
    assert (wood.shape, wood.width, wood.height) == ("ellipse", 6 * 32, 4 * 32)
    assert wood.outline[0] == (16, 12)


@pytest.mark.parametrize(
    ("tool", "what", "words"),
    [
        ("Rectangle", "Lane", "A lane cannot be a rectangle; draw it as a polyline"),
        ("Ellipse", "LowWall", "A low wall cannot be an ellipse; draw it as a polyline"),
        ("Rectangle", "Ring", "A ring cannot be a rectangle; draw it as an ellipse"),
        ("Polygon", "Lamp", "A lamp cannot be a polygon; draw it as a point"),
        (
            "Point",
            "Rubble",
            "Rubble cannot be a point; draw it as a rectangle or a polygon or an ellipse",
        ),
    ],
)
def test_a_class_is_drawn_in_its_shapes_only(tool: str, what: str, words: str) -> None:
    desk = Desk().take(tool, what)
    assert desk.tool.refuses() == words
    desk.drag((4, 4), (9, 6))
    desk.tool.finish()
    assert desk.tool.sketch().hint == words
    assert not desk.objects


def test_a_locked_layer_is_not_drawn_on() -> None:
    desk = Desk()
    desk.draw("Rectangle", "Wall", (2, 2), (4, 4))
    (layer,) = desk.space.map.layers
    locked = layer.model_copy(update={"locked": True})
    desk.space.do("Lock", desk.space.map.model_copy(update={"layers": (locked,)}))
    desk.drag((6, 2), (8, 4))
    hint = desk.tool.sketch().hint
    assert hint == "layer “objects” is locked; unlock it to draw on it"
    assert len(desk.objects) == 1


@pytest.mark.rule("TC-01", "TC-04")
def test_a_ring_draws_a_whole_cage_which_is_one_that_can_be_fought_on() -> None:
    """For a radius of 11" about (24, 24), rims are at 2", 5", 8" and 11".

    Notches are 9.5" out at 20° and 180°:
    (24 + 9.5 sin 20°, 24 - 9.5 cos 20°) = (27.249, 15.073).
    """
    desk = Desk().take("Ellipse", "Ring")
    desk.drag((24, 24), (35, 24))
    rings = [one for one in desk.objects if isinstance(one.what, Ring)]
    found = [
        (one.what.number, one.what.cells, one.width / 64)
        for one in rings
        if isinstance(one.what, Ring)
    ]
    assert found == [(3, 9, 11), (2, 7, 8), (1, 5, 5), (0, 1, 2)]
    notches = [one.outline[0] for one in desk.objects if isinstance(one.what, Notch)]
    assert notches == [(27.249, 15.073), (24, 33.5)]
    assert desk.labels == ["Draw a cage"]


@pytest.mark.rule("TC-04")
def test_one_ring_more_lies_about_the_others_and_takes_the_notches() -> None:
    """The new radius is 14" about the same middle; notches are 12.5" out: (24, 36.5) is one."""
    desk = Desk().take("Ellipse", "Ring")
    desk.drag((24, 24), (35, 24))
    desk.drag((20, 20), (24, 38))
    outer = desk.space.selected()[0]
    assert isinstance(outer.what, Ring)
    assert (outer.what.number, outer.what.cells, outer.width / 64) == (4, 11, 14)
    assert (24, 36.5) in [one.outline[0] for one in desk.objects]
    assert desk.labels[-1] == "Add ring 4 to the cage"
    desk.drag((20, 20), (24, 30))
    hint = desk.tool.sketch().hint
    assert hint == 'the cage is 28" across; another ring must be larger (TC-01)'


def test_what_is_dragged_is_shown_as_it_would_be() -> None:
    desk = Desk().take("Ellipse", "Wood")
    sketch = desk.drag((4, 4), (9, 6))
    assert [line.role for line in sketch.lines] == [Role.OUTLINE]
    assert sketch.objects[0].what == desk.space.brush
