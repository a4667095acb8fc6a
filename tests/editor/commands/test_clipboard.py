"""Copy, cut, paste, duplicate; the clipboard holds the text of a small map."""

from __future__ import annotations

import pytest

from game.content.maps.map_library import parse_map
from game.editor.clipboard import copy, cut, duplicate, paste
from game.editor.edits import EditRefusedError
from game.geometry.points import Point
from tests.editor.tool_driver import Desk
from tests.tools.shapes import box_corners


@pytest.fixture
def desk() -> Desk:
    """Return a desk with a 10" x 10" zone in a corner, its exit, and objective number 2."""
    desk = Desk()
    zone = desk.draw("Rectangle", "DeploymentZone", (0, 0), (10, 10))
    desk.take("Rectangle", "Exit", zone=zone.id).drag((0, 4), (1, 6))
    desk.take("Point", "Objective", number=2).click((20, 20))
    return desk


ZONE, EXIT, OBJECTIVE = 1, 2, 3


def test_what_is_copied_is_a_map_that_loads(desk: Desk) -> None:
    desk.space.select((EXIT, ZONE))
    clip = parse_map(copy(desk.space), "clip")
    assert [one.label for _, one in clip.objects()] == [
        "object 1 (DeploymentZone)",
        "object 2 (Exit)",
    ]


def test_of_nothing_nothing_is_copied_and_nothing_cut(desk: Desk) -> None:
    desk.space.select(())
    assert copy(desk.space) == cut(desk.space) == ""


def test_names_within_what_is_pasted_go_with_it_and_ids_are_fresh(desk: Desk) -> None:
    desk.space.select((ZONE, EXIT))
    paste(desk.space, copy(desk.space))
    assert desk.space.selection == (4, 5)
    new = {one.id: getattr(one.what, "zone", None) for one in desk.space.selected()}
    assert new == {4: None, 5: 4}
    assert desk.labels[-1] == "Paste 2 objects"


def test_what_names_something_beside_the_copy_names_none(desk: Desk) -> None:
    desk.space.select((EXIT,))
    paste(desk.space, copy(desk.space))
    assert [getattr(one.what, "zone", None) for one in desk.space.selected()] == [0]


def test_without_a_place_a_copy_lies_an_inch_aside_where_the_place_is_taken(desk: Desk) -> None:
    desk.space.select((ZONE,))
    text = cut(desk.space)
    assert desk.labels[-1] == "Cut deployment zone 1"
    paste(desk.space, text)
    assert desk.space.selected()[0].outline == box_corners(0, 0, 10, 10)
    paste(desk.space, text)
    assert desk.space.selected()[0].outline == box_corners(1, 1, 11, 11)


def test_at_a_place_its_middle_is_there_and_it_stays_on_the_board(desk: Desk) -> None:
    """With the middle at (20.1, 20.1) the corner is at (15.1, 15.1): (15, 15) on the grid."""
    desk.space.select((ZONE,))
    text = copy(desk.space)
    paste(desk.space, text, Point(20.1, 20.1))
    assert desk.space.selected()[0].outline == box_corners(15, 15, 25, 25)
    paste(desk.space, text, Point(47, 2))
    assert desk.space.selected()[0].outline == box_corners(38, 0, 48, 10)


def test_the_number_of_a_pasted_objective_is_free(desk: Desk) -> None:
    desk.space.select((OBJECTIVE,))
    text = copy(desk.space)
    paste(desk.space, text)
    assert [getattr(one.what, "number", None) for one in desk.space.selected()] == [0]
    other = Desk()
    paste(other.space, text)
    assert [getattr(one.what, "number", None) for one in other.objects] == [2]


def test_duplicating_keeps_what_is_named(desk: Desk) -> None:
    desk.space.select((EXIT,))
    duplicate(desk.space)
    assert [getattr(one.what, "zone", None) for one in desk.space.selected()] == [ZONE]
    assert desk.labels[-1] == "Duplicate exit 2"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the clipboard contains no map objects: "),
        ("some words", "the clipboard contains no map objects: "),
        ('{"type": "map"}', "the clipboard contains no map objects: "),
    ],
)
def test_what_is_no_map_is_refused_with_the_reason(desk: Desk, text: str, reason: str) -> None:
    before = desk.space.map
    with pytest.raises(EditRefusedError, match=reason):
        paste(desk.space, text)
    assert desk.space.map is before


def test_what_is_larger_than_the_board_is_refused(desk: Desk) -> None:
    desk.draw("Polyline", "Wall", (0, 40), (48, 40))
    text = copy(desk.space)
    small = Desk(parse_map(text, "clip").model_copy(update={"width": 40, "layers": ()}))
    with pytest.raises(EditRefusedError, match=r'wall 1: 48" × 0" is larger than the board'):
        paste(small.space, text)
