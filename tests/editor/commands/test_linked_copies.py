"""Linked copies of a stamp: changed together until they are detached."""

from __future__ import annotations

import pytest

from game.content.editor_actions import EditorAction
from game.content.maps.classes import Wall
from game.content.maps.map_file import MapFile, MapObject
from game.content.maps.map_library import map_of, parse_map
from game.content.maps.writer import canonical
from game.editor.clipboard import copy, paste
from game.editor.linked_copies import detached, link_of
from game.editor.object_commands import delete
from game.editor.transforms import drawn, moved
from game.geometry.points import Point
from tests.editor.tool_driver import Desk

HUT = map_of(
    6,
    6,
    [
        {"class": "Block", "rectangle": [0, 0, 4, 2]},
        {"class": "Wall", "polyline": [[0, 3], [3, 3], [3, 5]]},
        {"class": "Lamp", "point": [5, 1]},
    ],
)


@pytest.fixture
def desk() -> Desk:
    """Return a desk with three linked huts: as drawn, turned by a quarter, and flipped."""
    desk = Desk()
    desk.space.stamp, desk.space.links_stamps = HUT, True
    desk.take("Stamp").click((10, 10))
    desk.tool.take_action(EditorAction.TURN_STAMP)
    desk.click((25, 10))
    desk.tool.take_action(EditorAction.TURN_STAMP)
    desk.tool.take_action(EditorAction.FLIP_STAMP)
    desk.click((40, 40))
    return desk


def part(desk: Desk, copy_number: int, n: int) -> MapObject:
    links = ((link_of(one), one) for one in desk.objects)
    return next(one for link, one in links if link and link[1:] == (copy_number, n))


def copies(desk: Desk) -> int:
    return len({link.copy for one in desk.objects if (link := link_of(one))})


def replaced(desk: Desk, one: MapObject) -> None:
    desk.space.do("Change it", desk.space.map.replaced([one]))


def test_a_change_of_one_copy_is_made_to_all_in_one_step_each_as_it_lies(desk: Desk) -> None:
    """The block is made 1" longer on its right: the turned one grows down, as it lies."""
    before = [part(desk, n, 1) for n in (1, 2, 3)]
    one = part(desk, 1, 1)
    left, top = one.outline[0]
    longer = drawn(one.id, one.what, "rectangle", (Point(left, top), Point(left + 5, top + 2)))
    replaced(desk, longer.model_copy(update={"group": one.group, "stamp_copy": one.stamp_copy}))

    assert [part(desk, n, 1).width for n in (1, 2, 3)] == [5 * 32] * 3
    fixed = [{*was.outline} & {*part(desk, n, 1).outline} for n, was in enumerate(before, 1)]
    assert [len(corners) for corners in fixed] == [2, 2, 2], "the other end stays"
    assert len({one.id for one in desk.objects}) == 9
    desk.space.undo()
    assert [part(desk, n, 1) for n in (1, 2, 3)] == before


def test_members_and_deleted_parts_follow_names_do_not(desk: Desk) -> None:
    one = part(desk, 2, 2)
    low = one.what.model_copy(update={"cover": "5+"})
    replaced(desk, one.model_copy(update={"what": low, "name": "my wall"}))
    found = [part(desk, n, 2) for n in (1, 2, 3)]
    assert [one.what for one in found] == [Wall(cover="5+")] * 3
    assert [one.name for one in found] == ["", "my wall", ""]

    delete(desk.space, [part(desk, 3, 3).id])
    assert len(desk.objects) == 6


def test_a_copy_that_is_only_placed_elsewhere_changes_no_other(desk: Desk) -> None:
    before = [part(desk, 1, n) for n in (1, 2, 3)]
    whole = [moved(part(desk, 2, n), 1.0, 3.0) for n in (1, 2, 3)]
    desk.space.do("Move it", desk.space.map.replaced(whole))
    assert [part(desk, 1, n) for n in (1, 2, 3)] == before

    delete(desk.space, [one.id for one in whole])
    assert copies(desk) == 2


def test_what_is_detached_or_locked_stays_as_it_is(desk: Desk) -> None:
    desk.space.do("Detach", detached(desk.space.map, [part(desk, 2, 1)]), mirrored=False)
    assert copies(desk) == 2
    assert len(desk.objects) == 9
    desk.space.locked = frozenset({part(desk, 3, 3).id})
    before = part(desk, 3, 3)

    replaced(desk, moved(part(desk, 1, 3), -1.0, 0.0))
    assert part(desk, 3, 3) == before
    replaced(desk, moved(part(desk, 1, 2), 0.0, 0.5))
    assert part(desk, 3, 2) != before


def test_a_pasted_copy_is_one_more(desk: Desk) -> None:
    desk.space.select([part(desk, 1, n).id for n in (1, 2, 3)])
    paste(desk.space, copy(desk.space), Point(10, 30))
    assert copies(desk) == 4


def test_links_are_kept_in_the_file_and_other_properties_of_that_name_too(desk: Desk) -> None:
    text = canonical(desk.space.map)
    assert '"name":"stamp_copy", "type":"string"' in text
    assert parse_map(text, "huts") == desk.space.map

    foreign = text.replace("stamp:1:1", "ours, do not touch")
    kept = parse_map(foreign, "huts")
    assert canonical(kept) == foreign
    assert _linked(kept) == 8


def _linked(mapfile: MapFile) -> int:
    return sum(bool(one.stamp_copy) for _, one in mapfile.objects())


def test_without_links_stamps_are_placed_as_ever() -> None:
    desk = Desk()
    desk.space.stamp = HUT
    desk.take("Stamp").click((10, 10))
    assert not any(one.stamp_copy for one in desk.objects)
