"""Commands for layers and for the board itself."""

from __future__ import annotations

from typing import Any

import pytest

from game.content.maps.map_file import KeptLayer, LayerGroup, MapPicture
from game.content.maps.map_library import map_of
from game.editor import layer_commands
from game.editor.board_commands import ResizeAnchor, objects_off_board, resize, set_board
from game.editor.edits import EditRefusedError
from game.mapgen.piece_placement import merge_into_map
from tests.editor.tool_driver import Desk
from tests.tools.shapes import box_corners


@pytest.fixture
def desk() -> Desk:
    """Return a desk with a wall on each of two layers, ``objects`` and ``layer 1``."""
    desk = Desk()
    desk.draw("Rectangle", "Wall", (0, 0), (4, 2))
    layer_commands.add_layer(desk.space)
    desk.draw("Rectangle", "Wall", (40, 40), (48, 48))
    return desk


def layer_names(desk: Desk) -> list[str]:
    return [layer.name for layer in desk.space.map.layers]


def test_a_layer_more_is_drawn_on(desk: Desk) -> None:
    assert layer_names(desk) == ["objects", "layer 1"]
    assert [len(layer.objects) for layer in desk.space.map.layers] == [1, 1]
    assert desk.labels[1] == "Add layer “layer 1”"


@pytest.mark.parametrize(
    "part",
    [
        {"pictures": (MapPicture(id=1, name="photo", image="photo.png"),)},
        {"groups": (LayerGroup(id=1, name="group"),)},
        {"unseen": (KeptLayer(id=1, name="tiles", text='{"type":"tilelayer"}'),)},
    ],
    ids=lambda part: next(iter(part)),
)
def test_a_new_layer_shares_its_id_with_no_other_part_of_a_map(part: dict[str, Any]) -> None:
    before = map_of(48, 48).model_copy(update={"layers": (), **part})

    desk = Desk(before)
    desk.draw("Rectangle", "Wall", (0, 0), (4, 2))
    assert [(layer.id, len(layer.objects)) for layer in desk.space.map.layers] == [(2, 1)]

    merged = merge_into_map(
        before, {"pieces": [{"class": "Crater", "rectangle": [1, 1, 3, 3]}]}
    )
    assert [layer.id for layer in merged.layers] == [2]


def test_layers_are_renamed_ordered_hidden_and_locked(desk: Desk) -> None:
    first, second = [layer.id for layer in desk.space.map.layers]
    layer_commands.rename_layer(desk.space, first, "walls")
    layer_commands.move_layer(desk.space, first, 1)
    layer_commands.show_layer(desk.space, first, visible=False)
    layer_commands.lock_layer(desk.space, second, locked=True)
    assert layer_names(desk) == ["layer 1", "walls"]
    assert [layer.visible for layer in desk.space.map.layers] == [True, False]
    assert [layer.locked for layer in desk.space.map.layers] == [True, False]
    assert desk.labels[-4:] == [
        "Rename layer “objects” to “walls”",
        "Move layer “walls” up",
        "Hide layer “walls”",
        "Lock layer “layer 1”",
    ]
    with pytest.raises(EditRefusedError, match="at most 60 characters"):
        layer_commands.rename_layer(desk.space, first, "x" * 61)


def test_a_deleted_layer_takes_its_objects_along(desk: Desk) -> None:
    layer_commands.delete_layer(desk.space, desk.space.layer)
    assert [one.id for one in desk.objects] == [1]
    assert desk.space.layer == desk.space.map.layers[0].id
    with pytest.raises(EditRefusedError, match="there is no layer 9"):
        layer_commands.delete_layer(desk.space, 9)


def test_a_board_that_grows_keeps_what_its_anchor_says(desk: Desk) -> None:
    resize(desk.space, 60, 52)
    assert desk.outline(1) == box_corners(6, 2, 10, 4)
    desk.space.undo()
    resize(desk.space, 60, 52, ResizeAnchor(0, 1))
    assert desk.outline(1) == box_corners(0, 4, 4, 6)
    assert desk.labels[-1] == 'Make the board 60" × 52"'


def test_what_would_fall_off_is_asked_for(desk: Desk) -> None:
    """At 36" x 48" about the middle, 6" are lost left and right, and both walls entirely."""
    with pytest.raises(EditRefusedError, match=r'2 walls lie off a board of 36" × 48"'):
        resize(desk.space, 36, 48)
    assert [
        one.id for one in objects_off_board(desk.space.map, 44, 48, ResizeAnchor(0, 0))
    ] == [2]
    resize(desk.space, 44, 48, ResizeAnchor(0, 0), drop=True)
    assert [one.id for one in desk.objects] == [1]


@pytest.mark.parametrize("width", [5, 241])
def test_a_board_has_a_size_that_maps_can_have(width: int) -> None:
    with pytest.raises(EditRefusedError, match='a side of a board is 6" to 240" long'):
        resize(Desk().space, width, 48)


def test_the_title_and_the_look(desk: Desk) -> None:
    set_board(desk.space, "title", "Four Ways")
    set_board(desk.space, "look", "sewer")
    assert (desk.space.map.board.title, desk.space.map.board.look) == ("Four Ways", "sewer")
    assert desk.labels[-1] == "Set look of the board to sewer"
    with pytest.raises(EditRefusedError, match="look: there is no 'swamp'; try: city,"):
        set_board(desk.space, "look", "swamp")
