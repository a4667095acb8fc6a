"""The undo history: unlimited undo, jumps, and series that count as one step."""

from __future__ import annotations

import pytest

from game.content.maps.map_file import MapFile
from game.content.maps.map_library import map_of
from game.editor.documents import History
from game.editor.edits import EditRefusedError, with_layer
from game.editor.transforms import drawn
from game.editor.workspace import Workspace
from game.geometry.points import Point
from tests.editor.tool_driver import Desk


def titled(history: History[MapFile], title: str) -> None:
    board = history.state.board.model_copy(update={"title": title})
    after = history.state.model_copy(update={"board": board})
    history.do(f"Call it {title}", after, "title" if title.islower() else "")


def test_undo_and_redo_go_through_all_that_was_done() -> None:
    history = History(map_of(48, 48))
    for title in ("A", "B", "C"):
        titled(history, title)
    assert (history.undoes, history.redoes) == ("Call it C", "")
    history.undo()
    history.undo()
    assert (history.state.board.title, history.redoes) == ("A", "Call it B")
    titled(history, "D")
    assert [entry.label for entry in history.entries] == ["As opened", "Call it A", "Call it D"]
    history.jump(0)
    assert (history.undoes, history.state.board.title) == ("", "")
    history.undo()
    assert history.at == 0
    history.jump(99)
    assert history.state.board.title == "D"
    history.redo()
    assert history.at == 2


def test_a_series_is_one_step_and_what_changes_nothing_is_none() -> None:
    history = History(map_of(48, 48))
    for title in ("a", "b", "c", "c"):
        titled(history, title)
    assert [entry.state.board.title for entry in history.entries] == ["", "c"]
    titled(history, "E")
    titled(history, "f")
    assert len(history.entries) == 4


def test_the_workspace_refuses_what_would_not_load_and_stays_as_it_was() -> None:
    mapfile, layer = with_layer(map_of(48, 48), "pieces")
    space = Workspace(History(mapfile), layer=layer)
    far = drawn(1, space.brush, "rectangle", (Point(40, 40), Point(50, 44)))
    with pytest.raises(
        EditRefusedError, match=r"1 \(Wall\): lies off .* at \(50, 40\) and 1 more"
    ):
        space.do("Draw a wall", mapfile.added(layer, [far]), [1])
    assert space.map is mapfile
    assert not space.selection


def test_twice_the_same_id_is_refused_too() -> None:
    desk = Desk()
    wall = desk.draw("Rectangle", "Wall", (2, 2), (4, 4))
    with pytest.raises(EditRefusedError, match="id 1 is already used"):
        desk.space.do("Again", desk.space.map.added(desk.space.layer, [wall]))


def test_what_is_undone_is_selected_no_more() -> None:
    desk = Desk()
    desk.draw("Rectangle", "Wall", (2, 2), (4, 4))
    desk.space.undo()
    assert not desk.space.selection
    desk.space.redo()
    desk.space.select((1, 7))
    assert [*desk.space.selection] == [1]


def test_a_map_is_saved_until_it_changes_and_again_when_that_is_undone() -> None:
    desk = Desk()
    assert not desk.space.is_saved
    desk.space.saved = desk.space.map
    desk.draw("Rectangle", "Wall", (2, 2), (4, 4))
    assert not desk.space.is_saved
    desk.space.undo()
    assert desk.space.is_saved
