"""Commands of keys and menus that act on the selection."""

from __future__ import annotations

import pytest

from game.editor import list_commands, object_commands
from game.editor.edits import EditRefusedError
from game.editor.layer_commands import add_layer, lock_layer, show_layer
from game.editor.object_commands import BACK, FRONT, Step
from game.systems.cage.content.map_classes import Ring
from tests.editor.tool_driver import Desk
from tests.tools.shapes import box_corners


@pytest.fixture
def desk() -> Desk:
    """Return a desk with four 2" x 2" walls in a row at y = 10, numbered from the left."""
    desk = Desk()
    for x in (10, 14, 18, 22):
        desk.draw("Rectangle", "Wall", (x, 10), (x + 2, 12))
    desk.space.select(())
    return desk


def ids_on(desk: Desk) -> list[int]:
    return [one.id for one in desk.objects]


def test_deleting_takes_away_what_is_selected(desk: Desk) -> None:
    desk.space.select((2, 3))
    object_commands.delete(desk.space)
    assert ids_on(desk) == [1, 4]
    assert desk.labels[-1] == "Delete 2 walls"
    assert not desk.space.selection


def test_an_exit_of_a_deleted_zone_names_none(desk: Desk) -> None:
    zone = desk.draw("Rectangle", "DeploymentZone", (0, 20), (10, 30))
    desk.take("Rectangle", "Exit", zone=zone.id).drag((0, 24), (1, 26))
    assert [getattr(one.what, "zone", None) for one in desk.space.selected()] == [zone.id]
    desk.space.select((zone.id,))
    object_commands.delete(desk.space)
    assert [getattr(one.what, "zone", 0) for one in desk.objects] == [0] * 5


def test_a_nudge_is_a_step_of_the_grid_and_several_are_one_step_of_the_history(
    desk: Desk,
) -> None:
    desk.space.select((1, 2))
    for _ in range(3):
        object_commands.nudge(desk.space, 1, 0)
    object_commands.nudge(desk.space, 0, -1, far=True)
    assert desk.outline(1) == box_corners(11.5, 5, 13.5, 7)
    assert desk.labels[-1] == "Move 2 walls"
    desk.space.undo()
    assert desk.outline(1) == box_corners(10, 10, 12, 12)


def test_a_nudge_ends_at_the_edge_of_the_board(desk: Desk) -> None:
    desk.space.select((4,))
    for _ in range(8):
        object_commands.nudge(desk.space, 1, 0, far=True)
    assert desk.outline(4) == box_corners(46, 10, 48, 12)


@pytest.mark.parametrize(
    ("step", "after", "label"),
    [
        (FRONT, [1, 4, 2, 3], "Bring 2 walls to the front"),
        (BACK, [2, 3, 1, 4], "Send 2 walls to the back"),
        (1, [1, 4, 2, 3], "Bring 2 walls forward"),
        (-1, [2, 3, 1, 4], "Send 2 walls backward"),
    ],
)
def test_order(desk: Desk, step: Step, after: list[int], label: str) -> None:
    desk.space.select((2, 3))
    object_commands.order(desk.space, step)
    assert ids_on(desk) == after
    assert desk.labels[-1] == label


def test_one_forward_is_past_one_other_only(desk: Desk) -> None:
    desk.space.select((1,))
    object_commands.order(desk.space, 1)
    assert ids_on(desk) == [2, 1, 3, 4]
    object_commands.order(desk.space, 1)
    object_commands.order(desk.space, 1)
    object_commands.order(desk.space, 1)
    assert ids_on(desk) == [2, 3, 4, 1]


def test_to_another_layer(desk: Desk) -> None:
    add_layer(desk.space, "gates")
    desk.space.select((2,))
    list_commands.arrange(desk.space, desk.space.layer)
    assert [[one.id for one in layer.objects] for layer in desk.space.map.layers] == [
        [1, 3, 4],
        [2],
    ]
    assert desk.labels[-1] == "Move wall 2 to layer “gates”"


def test_what_is_locked_is_left_alone_and_said_so(desk: Desk) -> None:
    desk.space.select((1,))
    list_commands.turn_lock(desk.space)
    with pytest.raises(EditRefusedError, match="wall 1 is locked"):
        object_commands.delete(desk.space)
    desk.space.select((1, 2))
    object_commands.delete(desk.space)
    assert ids_on(desk) == [1, 3, 4]
    object_commands.unlock(desk.space)
    desk.space.select((1,))
    object_commands.delete(desk.space)
    assert ids_on(desk) == [3, 4]


def test_a_lock_goes_with_what_it_was_on(desk: Desk) -> None:
    desk.space.select((4,))
    list_commands.turn_lock(desk.space)

    desk.space.undo()  # wall 4 was drawn last
    again = desk.draw("Rectangle", "Wall", (30, 10), (32, 12))
    desk.space.select((4,))
    object_commands.delete(desk.space)

    assert again.id == 4
    assert ids_on(desk) == [1, 2, 3]


def test_all_is_what_is_shown_and_not_locked(desk: Desk) -> None:
    first = desk.space.map.layers[0].id
    add_layer(desk.space)
    desk.draw("Rectangle", "Ruin", (10, 20), (12, 22))
    object_commands.select_all(desk.space)
    assert [*desk.space.selection] == [1, 2, 3, 4, 5]
    lock_layer(desk.space, first, locked=True)
    object_commands.select_all(desk.space)
    assert [*desk.space.selection] == [5]
    show_layer(desk.space, desk.space.layer, visible=False)
    object_commands.select_all(desk.space)
    assert not desk.space.selection


@pytest.mark.rule("TC-01")
def test_a_deleted_ring_leaves_a_cage_and_of_a_mere_disc_nothing_is_left() -> None:
    """Rims at 2", 5", 8" and 11" about (24, 24); a notch due south is in the outer ring."""
    desk = Desk().take("Ellipse", "Ring")
    desk.drag((24, 24), (35, 24))
    souths = []
    for _ in range(3):
        souths.append(max(one.outline[0].y for one in desk.objects if one.shape == "point"))
        outer = next(one for one in desk.objects if isinstance(one.what, Ring))
        desk.space.select((outer.id,))
        object_commands.delete(desk.space)
    assert souths == [33.5, 30.5, 27.5]
    assert not desk.objects


@pytest.mark.rule("TC-01")
def test_a_cage_moves_as_one() -> None:
    desk = Desk().take("Ellipse", "Ring")
    desk.drag((24, 24), (35, 24))
    before = [one.outline for one in desk.objects]
    desk.space.select((desk.objects[0].id,))
    object_commands.nudge(desk.space, 4, 0)
    after = [one.outline for one in desk.objects]
    assert all(
        there[0] == pytest.approx((here[0].x + 2, here[0].y))
        for here, there in zip(before, after, strict=True)
    )
