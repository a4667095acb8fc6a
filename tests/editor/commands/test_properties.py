"""The commands of the inspector: exact numbers, names, members, classes."""

from __future__ import annotations

from typing import Any

import pytest

from game.content.maps.class_registry import CLASSES
from game.content.maps.classes import Ruin, Wood
from game.editor.edits import EditRefusedError
from game.editor.place_commands import ObjectPosition, place_of, set_place
from game.editor.property_commands import (
    common_members,
    set_brush,
    set_class,
    set_member,
    set_name,
)
from game.systems.flood.content.map_classes import SluiceGate
from tests.editor.tool_driver import Desk
from tests.tools.shapes import box_corners


@pytest.fixture
def desk() -> Desk:
    """Return a desk with a 4" x 2" ruin at (10, 10) and a lane from (10, 20) to (20, 30)."""
    desk = Desk()
    desk.draw("Rectangle", "Ruin", (10, 10), (14, 12))
    desk.draw("Polyline", "Lane", (10, 20), (20, 30))
    desk.space.select((RUIN,))
    return desk


RUIN, LANE = 1, 2


def test_the_numbers_of_a_place(desk: Desk) -> None:
    ruin, lane = desk.objects
    assert place_of(ruin) == ObjectPosition(10, y=10, width=4, height=2, rotation=0)
    assert place_of(lane) == ObjectPosition(10, y=20, width=10, height=10, rotation=0)


@pytest.mark.parametrize(
    ("number", "value", "outline", "label"),
    [
        ("x", 3.125, box_corners(3.125, 10, 7.125, 12), 'Set x of ruin 1 to 3.125"'),
        ("y", 0.0, box_corners(10, 0, 14, 2), 'Set y of ruin 1 to 0"'),
        ("width", 6.0, box_corners(10, 10, 16, 12), 'Set width of ruin 1 to 6"'),
        ("height", 0.5, box_corners(10, 10, 14, 10.5), 'Set height of ruin 1 to 0.5"'),
        ("rotation", 180.0, box_corners(10, 10, 14, 12), "Set rotation of ruin 1 to 180°"),
    ],
)
def test_a_number_is_set(
    desk: Desk, number: str, value: float, outline: tuple[Any, ...], label: str
) -> None:
    set_place(desk.space, number, value)
    assert set(desk.outline(RUIN)) == set(outline)
    assert desk.labels[-1] == label


def test_the_size_of_a_line_stretches_it_from_its_upper_left(desk: Desk) -> None:
    desk.space.select((LANE,))
    set_place(desk.space, "width", 4.0)
    assert desk.outline(LANE) == ((10, 20), (14, 30))


@pytest.mark.parametrize(
    ("number", "value", "reason"),
    [
        ("x", 46.0, "lies off the 48"),
        ("width", 0.0, "width: must be more than 0"),
        ("width", -3.0, "width: must be more than 0"),
        ("x", 1e9, "x: larger than any board"),
    ],
)
def test_what_cannot_be_is_refused(desk: Desk, number: str, value: float, reason: str) -> None:
    before = desk.space.map
    with pytest.raises(EditRefusedError, match=reason):
        set_place(desk.space, number, value)
    assert desk.space.map is before


def test_a_member_is_set_for_all_that_have_it(desk: Desk) -> None:
    desk.draw("Rectangle", "Wood", (20, 10), (24, 12))
    desk.space.select((RUIN, LANE, 3))
    set_member(desk.space, "cover", "4+")
    ruin, _, wood = desk.objects
    assert (ruin.what, wood.what) == (Ruin(cover="4+"), Wood(cover="4+"))
    assert desk.labels[-1] == "Set cover of 2 objects to 4+"


@pytest.mark.parametrize(
    ("member", "value", "reason"),
    [
        ("cover", "7+", "cover: there is no '7\\+'"),
        ("cover", 4, "cover: must be 'usual', 'none', .* not 4"),
    ],
)
def test_a_member_takes_its_values_only(
    desk: Desk, member: str, value: Any, reason: str
) -> None:
    with pytest.raises(EditRefusedError, match=reason):
        set_member(desk.space, member, value)


def test_a_gate_is_made_watertight(desk: Desk) -> None:
    gate = desk.draw("Rectangle", "SluiceGate", (30, 10), (31, 14))
    set_member(desk.space, "watertight", True)  # noqa: FBT003  the value of a member
    assert desk.space.selected()[0].what == SluiceGate(watertight=True)
    assert desk.labels[-1] == f"Set watertight of sluice gate {gate.id} to yes"


def test_the_brush_is_set_without_a_step_of_the_history(desk: Desk) -> None:
    before = desk.labels
    set_brush(desk.space, "flow", "against")
    assert desk.space.brush == CLASSES["Lane"](flow="against")  # type: ignore[call-arg]
    assert desk.labels == before


def test_a_name(desk: Desk) -> None:
    set_name(desk.space, "old mill")
    assert desk.labels[-1] == "Name ruin 1 “old mill”"
    set_place(desk.space, "x", 4.0)
    assert desk.labels[-1] == 'Set x of old mill to 4"'
    with pytest.raises(EditRefusedError, match="at most 60 characters"):
        set_name(desk.space, "x" * 61)


def test_another_class_keeps_the_members_that_it_has_too(desk: Desk) -> None:
    set_member(desk.space, "cover", "3+")
    set_class(desk.space, CLASSES["Grate"])
    assert desk.space.selected()[0].what == CLASSES["Grate"](cover="3+")  # type: ignore[call-arg]
    assert desk.labels[-1] == "Make ruin 1 a grate"


def test_another_class_must_have_the_shape(desk: Desk) -> None:
    with pytest.raises(EditRefusedError, match="A lane cannot be a rectangle"):
        set_class(desk.space, CLASSES["Lane"])


def test_who_named_a_zone_that_is_none_any_more_names_none(desk: Desk) -> None:
    zone = desk.draw("Rectangle", "DeploymentZone", (0, 20), (10, 30))
    desk.take("Rectangle", "Exit", zone=zone.id).drag((0, 24), (1, 26))
    desk.space.select((zone.id,))
    set_class(desk.space, CLASSES["Ground"])
    assert [getattr(one.what, "zone", 0) for one in desk.objects] == [0] * 4


def test_who_named_a_zone_that_is_one_still_names_it(desk: Desk) -> None:
    zone = desk.draw("Rectangle", "DeploymentZone", (0, 20), (10, 30))
    desk.take("Rectangle", "Exit", zone=zone.id).drag((0, 24), (1, 26))
    ground = desk.draw("Rectangle", "Ground", (30, 30), (40, 40))
    desk.space.select((zone.id, ground.id))
    set_class(desk.space, CLASSES["DeploymentZone"])
    assert [getattr(one.what, "zone", 0) for one in desk.objects if one.id > zone.id] == [
        zone.id,
        0,
    ]


def test_what_all_have_in_common(desk: Desk) -> None:
    desk.space.select((RUIN, LANE))
    assert common_members(desk.space) == []
    desk.draw("Rectangle", "SluiceGate", (30, 10), (31, 14))
    desk.space.select((RUIN, 3))
    assert common_members(desk.space) == [*Ruin.model_fields]
