"""Points, the eyedropper, the eraser."""

from __future__ import annotations

import pytest

from game.content.editor_actions import TOOLS as CHOOSING
from game.content.maps.class_registry import CLASSES
from game.content.maps.classes import Objective
from game.editor.tools import Role
from game.editor.tools.toolbox import TOOLS, tool_for
from tests.editor.tool_driver import Desk, pointer


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.draw("Rectangle", "Wall", (10, 10), (14, 12))
    desk.draw("Rectangle", "Ruin", (16, 10), (20, 12))
    desk.draw("Rectangle", "Ruin", (22, 10), (26, 12))
    return desk


def test_a_point_lies_where_the_button_goes_up(desk: Desk) -> None:
    desk.take("Point", "Objective", number=3)
    desk.tool.hover(pointer(5.2, 5.2))
    assert [word.text for word in desk.tool.sketch().words] == ["5, 5"]
    desk.drag((5.2, 5.2), (7.4, 6.1))
    assert desk.outline(4) == ((7.5, 6),)
    assert desk.labels[-1] == "Draw an objective"


def test_the_number_of_an_objective_stands_once(desk: Desk) -> None:
    desk.take("Point", "Objective", number=3)
    desk.click((5, 5), (7, 7))
    assert [getattr(one.what, "number", None) for one in desk.objects[3:]] == [3, 0]


def test_the_eyedropper_takes_class_and_members_of_locked_things_too(desk: Desk) -> None:
    desk.take("Point", "Objective", number=3).click((5, 5))
    desk.space.locked = frozenset({4})
    desk.take("Eyedropper", "Wall")
    desk.tool.hover(pointer(5, 5))
    assert desk.tool.sketch().hint == "Draw like objective 4: objective"
    desk.click((5, 5))
    assert desk.space.brush == Objective(number=3)
    desk.click((40, 40))
    assert desk.space.brush == Objective(number=3)
    assert desk.labels[-1] == "Draw an objective", "the brush is no part of the map"


def test_a_click_of_the_eraser_takes_one_thing(desk: Desk) -> None:
    desk.draw("Point", "Lamp", (12, 11))
    desk.take("Eraser").click((12, 11))
    assert [one.label for one in desk.objects] == [
        "object 1 (Wall)",
        "object 2 (Ruin)",
        "object 3 (Ruin)",
    ]
    assert desk.labels[-1] == "Erase lamp 4"


def test_the_eraser_takes_all_that_it_is_dragged_across(desk: Desk) -> None:
    sketch = desk.take("Eraser").drag((15, 11), (24, 11))
    assert sketch.hidden == {2, 3}
    assert sketch.hint == "Erase 2 ruins"
    assert [one.id for one in desk.objects] == [1]
    assert desk.labels[-1] == "Erase 2 ruins"
    desk.space.undo()
    assert len(desk.objects) == 3


def test_the_eraser_leaves_what_is_locked_and_what_was_given_up(desk: Desk) -> None:
    desk.space.locked = frozenset({2})
    desk.take("Eraser").click((17, 11))
    assert len(desk.objects) == 3
    desk.tool.press(pointer(23, 11))
    assert desk.tool.cancel()
    desk.tool.release(pointer(23, 11))
    assert len(desk.objects) == 3


def test_what_a_click_would_take_is_shown(desk: Desk) -> None:
    desk.take("Eraser").tool.hover(pointer(23, 11))
    (line,) = desk.tool.sketch().lines
    assert (line.path, line.role) == (desk.outline(3), Role.WRONG)


def test_every_class_has_a_tool_that_draws_it() -> None:
    desk = Desk()
    for name, kind in CLASSES.items():
        tool = desk.take(tool_for(kind), name).tool
        assert not tool.refuses(), name
    assert tool_for(CLASSES["Wall"]) == "Rectangle"
    assert tool_for(CLASSES["Lane"]) == "Polyline"
    assert tool_for(CLASSES["FloodOrigin"]) == "Polyline"


def test_each_tool_has_a_name_and_a_key_of_its_own() -> None:
    assert [tool.action for tool in sorted(TOOLS, key=lambda tool: tool.action)] == sorted(
        CHOOSING
    )
    assert len({tool.action.key for tool in TOOLS}) == len(TOOLS)
    assert [*Desk().tools] == [tool.name for tool in TOOLS]
