"""Groups, and stamps kept in files; boards of 48" x 48"."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.content.editor_actions import EditorAction
from game.content.maps.map_file import MapObject
from game.content.maps.map_library import parse_map, read_map
from game.content.maps.validation import faults_of
from game.content.maps.writer import canonical
from game.content.own_folders import own_stamps, trash
from game.content.shipped_folders import STAMPS
from game.editor.clipboard import copy, duplicate, paste
from game.editor.edits import EditRefusedError
from game.editor.groups import group, ungroup
from game.editor.object_commands import delete, nudge
from game.editor.stamps import delete_stamp, rename_stamp, save_stamp, stamps
from tests.editor.tool_driver import Desk

pytestmark = pytest.mark.usefixtures("own_home")


def pair(desk: Desk) -> tuple[MapObject, MapObject]:
    """Draw two walls, 2" x 2" at (10, 10) and at (16, 10), and group them."""
    first = desk.draw("Rectangle", "Wall", (10, 10), (12, 12))
    second = desk.draw("Rectangle", "Wall", (16, 10), (18, 12))
    desk.space.select((first.id, second.id))
    group(desk.space)
    desk.take("Select")
    return first, second


def groups(desk: Desk) -> list[int]:
    return [one.group for one in desk.objects]


def test_a_click_on_one_selects_the_group_and_a_drag_moves_it() -> None:
    desk = Desk()
    first, second = pair(desk)
    assert desk.labels[-1] == "Group 2 walls"
    desk.space.select(())
    desk.click((11, 11))
    assert [*desk.space.selection] == [first.id, second.id]
    desk.drag((17, 11), (17, 21))
    assert desk.outline(first.id)[0] == (10, 20)
    assert desk.outline(second.id)[0] == (16, 20)


def test_alt_and_enter_reach_one_inside() -> None:
    desk = Desk()
    first, second = pair(desk)
    desk.click((17, 11), alt=True)
    assert [*desk.space.selection] == [second.id]
    desk.space.select(())
    desk.click((17, 11))
    assert [*desk.space.selection] == [second.id, first.id]
    assert desk.tool.finish()
    assert [*desk.space.selection] == [second.id]
    desk.drag((17, 11), (20, 11))
    assert desk.outline(first.id)[0] == (10, 10)
    assert desk.outline(second.id)[0] == (19, 10)


def test_shift_adds_and_takes_whole_groups_and_a_box_takes_them_too() -> None:
    desk = Desk()
    first, second = pair(desk)
    third = desk.draw("Rectangle", "Wall", (30, 30), (32, 32))
    desk.take("Select")
    desk.click((11, 11), shift=True)
    assert [*desk.space.selection] == [third.id, first.id, second.id]
    desk.click((17, 11), shift=True)
    assert [*desk.space.selection] == [third.id]
    desk.drag((9, 9), (13, 13))
    assert [*desk.space.selection] == [first.id, second.id]


def test_a_group_is_moved_and_deleted_as_one_and_its_copy_is_another_group() -> None:
    desk = Desk()
    pair(desk)
    before = [one.outline[0].x for one in desk.objects]
    nudge(desk.space, 1, 0)
    assert [one.outline[0].x for one in desk.objects] == [x + 0.5 for x in before]
    duplicate(desk.space)
    assert groups(desk) == [1, 1, 2, 2]
    paste(desk.space, copy(desk.space))
    assert groups(desk) == [1, 1, 2, 2, 3, 3]
    delete(desk.space)
    assert groups(desk) == [1, 1, 2, 2]


def test_a_group_is_kept_in_the_file_and_dissolved_again() -> None:
    desk = Desk()
    pair(desk)
    again = parse_map(canonical(desk.space.map), "x")
    assert [one.group for _, one in again.objects()] == [1, 1]
    ungroup(desk.space)
    assert groups(desk) == [0, 0]
    with pytest.raises(EditRefusedError, match="no group"):
        ungroup(desk.space)
    desk.space.select((1,))
    with pytest.raises(EditRefusedError, match="two objects or more"):
        group(desk.space)


def test_locked_and_hidden_members_of_a_group_are_left_alone() -> None:
    desk = Desk()
    first, second = pair(desk)
    desk.space.locked = frozenset({second.id})
    desk.space.select(())
    desk.click((11, 11))
    assert [*desk.space.selection] == [first.id]


def test_the_mirrored_side_of_a_group_is_not_in_it() -> None:
    desk = Desk(mirror="left-right")
    first = desk.draw("Rectangle", "Wall", (10, 10), (12, 12))
    desk.space.select([one.id for one in desk.objects])
    group(desk.space)
    desk.space.select((first.id,))
    duplicate(desk.space)

    assert sorted(groups(desk)) == [0, 1, 1, 2]


def keep_stamp_of_lane(desk: Desk) -> Path:
    """Keep a stamp of a lane with an exit and a zone that the exit refers to."""
    zone = desk.draw("Rectangle", "DeploymentZone", (20, 20), (26, 24))
    exit_ = desk.draw("Rectangle", "Exit", (20, 20), (21, 22))
    ring = desk.space.map.by_id()[exit_.id]
    what = ring.what.model_copy(update={"zone": zone.id})
    changed = ring.model_copy(update={"what": what})
    desk.space.do("Refer", desk.space.map.replaced([changed]))
    desk.take("Point", "Objective", number=1).click((23, 22))
    desk.space.select([one.id for one in desk.objects])
    return save_stamp(desk.space, "West door")


def test_a_stamp_is_a_small_map_of_the_selection(own_home: Path) -> None:
    path = keep_stamp_of_lane(Desk())
    found = read_map(path)

    assert path == own_home / "stamps" / "west-door.tmj"
    assert (found.width, found.height, found.board.title) == (6, 6, "West door")
    assert [one.outline[0] for _, one in found.objects()] == [(0, 0), (0, 0), (3, 2)]
    assert {one.group for _, one in found.objects()} == {1}


def test_a_placed_stamp_has_new_ids_numbers_and_group_and_its_own_references() -> None:
    desk = Desk()
    keep_stamp_of_lane(desk)
    desk.space.stamp = stamps()[0].map
    desk.take("Stamp")
    desk.click((10, 40))
    desk.click((30, 40))

    exits = [one for one in desk.objects if type(one.what).__name__ == "Exit"]
    zones = [one.id for one in desk.objects if type(one.what).__name__ == "DeploymentZone"]
    assert [getattr(one.what, "zone", 0) for one in exits] == zones
    numbers = [getattr(one.what, "number", 0) for one in desk.objects]
    assert numbers.count(1) == 1
    assert groups(desk) == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert desk.labels[-1] == "Place the stamp “West door”"
    assert [*desk.space.selection] == [7, 8, 9]


def test_r_turns_the_stamp_and_f_flips_it_as_it_is_seen() -> None:
    """An L-shaped wall: its foot points right, then down, then down again when flipped."""
    desk = Desk()
    corner = ((4, 4), (5, 4), (5, 9), (8, 9), (8, 10), (4, 10))
    desk.draw("Polygon", "Wall", *corner)
    save_stamp(desk.space, "L")
    desk.space.stamp = stamps()[0].map
    desk.take("Stamp")

    def foot() -> tuple[float, float]:
        """Return the way from the middle of the box to the end of the foot."""
        (one,) = desk.space.selected()
        xs, ys = [x for x, _ in one.outline], [y for _, y in one.outline]
        end = one.outline[4]
        return end.x - (min(xs) + max(xs)) / 2, end.y - (min(ys) + max(ys)) / 2

    desk.click((20, 20))
    assert foot() == (2, 3)
    assert desk.tool.take_action(EditorAction.TURN_STAMP)
    desk.click((20, 20))
    assert foot() == (-3, 2)
    assert desk.tool.take_action(EditorAction.FLIP_STAMP)
    desk.click((20, 20))
    assert foot() == (3, 2)
    assert not desk.tool.take_action(EditorAction.POLYGON)


def test_a_ghost_follows_the_pointer_and_nothing_is_placed_before_a_click() -> None:
    desk = Desk()
    keep_stamp_of_lane(desk)
    before = desk.space.map
    desk.space.stamp = stamps()[0].map
    sketch = desk.take("Stamp").drag((10.2, 40.2))
    assert sketch.objects[0].outline[0] == (7, 38)
    desk.space.undo()
    assert desk.space.map is before
    desk.space.stamp = None
    assert "Choose a stamp" in desk.tool.sketch().hint


def test_a_stamp_larger_than_the_board_is_refused() -> None:
    desk = Desk()
    desk.draw("Rectangle", "Wall", (0, 0), (40, 40))
    save_stamp(desk.space, "Big")
    small = Desk(
        parse_map(canonical(desk.space.map), "x").model_copy(
            update={"width": 20, "height": 20, "layers": ()}
        )
    )
    small.space.stamp = stamps()[0].map
    small.take("Stamp").click((10, 10))
    assert "larger than the board" in small.tool.refused
    assert small.objects == []


def test_own_stamps_come_first_and_are_renamed_and_deleted_to_the_trash() -> None:
    desk = Desk()
    path = keep_stamp_of_lane(desk)
    with pytest.raises(EditRefusedError, match="already"):
        save_stamp(desk.space, "west door")
    with pytest.raises(EditRefusedError, match="letter or digit"):
        save_stamp(desk.space, "!!")
    first = stamps()[0]
    assert (first.name, first.is_own, first.path) == ("West door", True, path)
    new = rename_stamp(first, "East door")
    assert [file.name for file in own_stamps().iterdir()] == ["east-door.tmj"]
    assert read_map(new).board.title == "East door"
    there = delete_stamp(stamps()[0])
    assert not any(own_stamps().iterdir())
    assert read_map(there).board.title == "East door"
    assert there.parent == trash()


def test_a_faulty_file_is_named_and_hides_no_other() -> None:
    own_stamps().mkdir(parents=True)
    (own_stamps() / "bad.tmj").write_text("{}", "utf-8")
    found = stamps()

    assert (found[0].name, found[0].map) == ("bad", None)
    assert found[0].fault
    assert len(found) == 1 + len([*STAMPS.glob("*.tmj")])


@pytest.mark.parametrize("path", sorted(STAMPS.glob("*.tmj")), ids=lambda path: path.stem)
def test_shipped_stamps_are_canonical_groups_that_can_be_placed(path: Path) -> None:
    mapfile = read_map(path)
    objects = [one for _, one in mapfile.objects()]

    assert path.read_text("utf-8") == canonical(mapfile)
    assert len(objects) == 1 or {one.group for one in objects} == {1}
    desk = Desk()
    desk.space.stamp = mapfile
    turn, flip = EditorAction.TURN_STAMP, EditorAction.FLIP_STAMP
    for action in (None, turn, turn, turn, flip):
        desk.take("Stamp")
        if action:
            assert desk.tool.take_action(action)
        desk.click((24, 24))
        assert not desk.tool.refused
    assert faults_of(desk.space.map) == []
    assert len(desk.objects) == 5 * len(objects)
