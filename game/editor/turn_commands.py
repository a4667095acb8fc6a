"""Commands that turn or flip the selection, a picture, or the whole map."""

from __future__ import annotations

from typing import Any

from game.content.maps.map_file import PX, MapFile, MapObject, MapPicture
from game.content.maps.tile_layers import drawn_tiles
from game.content.picture_orientations import flipped, turned_clockwise
from game.editor.edits import EditRefusedError
from game.editor.map_pictures import change_picture, chosen_picture, shown_size
from game.editor.mirror import LEFT_RIGHT, TOP_BOTTOM, mirrored
from game.editor.object_commands import free
from game.editor.object_words import counted
from game.editor.property_commands import replace_objects
from game.editor.system_parts import moved_together
from game.editor.transforms import box_of, middle_of, moved, shift_onto_board, turned
from game.editor.workspace import Workspace
from game.geometry.points import Point

QUARTER = 90.0
ORIGIN = Point(0.0, 0.0)
TILES = "tiles cannot be turned or flipped; export the map as a picture, and lay it underneath"


def turn_selection(workspace: Workspace) -> None:
    """Turn the selection clockwise by a quarter about its middle, and keep it on the board."""
    if objects := moved_together(workspace.map, free(workspace)):
        about = middle_of(box_of(objects))
        new = [turned(one, about, QUARTER) for one in objects]
        _replace(workspace, f"Turn {counted(objects)}", new)


def flip_selection(workspace: Workspace, *, down: bool) -> None:
    """Flip the selection from left to right, or from top to bottom, about its middle."""
    if objects := moved_together(workspace.map, free(workspace)):
        board, mode = workspace.map, TOP_BOTTOM if down else LEFT_RIGHT
        about = middle_of(box_of(objects))
        dx = 0.0 if down else 2 * about.x - board.width
        dy = 2 * about.y - board.height if down else 0.0
        new = [moved(mirrored(one, mode, board.width, board.height), dx, dy) for one in objects]
        _replace(workspace, f"Flip {counted(objects)}", new)


def _replace(workspace: Workspace, label: str, new: list[MapObject]) -> None:
    board = workspace.map
    left, top, right, low = box_of(new)
    if right - left > board.width or low - top > board.height:
        raise EditRefusedError(f"{counted(new)} would not fit on the board")
    replace_objects(workspace, label, shift_onto_board(new, board.width, board.height))


def turn_picture(workspace: Workspace) -> None:
    """Turn the chosen picture clockwise by a quarter about its middle."""
    if picture := chosen_picture(workspace):
        wide, high = shown_size(workspace, picture)
        place: dict[str, Any] = {
            "x": picture.x + (wide - high) / 2,
            "y": picture.y + (high - wide) / 2,
            "orientation": turned_clockwise(picture.orientation),
        }
        change_picture(workspace, "Turn picture", **place)


def flip_picture(workspace: Workspace, *, down: bool) -> None:
    """Flip the chosen picture in its place."""
    if picture := chosen_picture(workspace):
        change_picture(
            workspace, "Flip picture", orientation=flipped(picture.orientation, down=down)
        )


def turn_map(workspace: Workspace) -> None:
    """Turn the map clockwise by a quarter, with its objects and pictures."""
    before = workspace.map
    _refuse_tiles(before)
    high = before.height

    def new_object(one: MapObject) -> MapObject:
        return moved(turned(one, ORIGIN, QUARTER), high, 0.0)

    def new_picture(one: MapPicture) -> MapPicture:
        _, tall = shown_size(workspace, one)
        update = {
            "x": high * PX - one.y - tall,
            "y": one.x,
            "orientation": turned_clockwise(one.orientation),
        }
        return one.model_copy(update=update)

    after = before.with_layers(
        layer.with_objects(map(new_object, layer.objects)) for layer in before.layers
    )
    pictures = tuple(map(new_picture, before.pictures))
    size = {"width": before.height, "height": before.width}
    after = after.model_copy(update=size | {"pictures": pictures})
    workspace.do("Turn the map", after, mirrored=False)


def flip_map(workspace: Workspace, *, down: bool) -> None:
    """Flip the map from left to right, or from top to bottom."""
    before = workspace.map
    _refuse_tiles(before)
    mode = TOP_BOTTOM if down else LEFT_RIGHT

    def new_picture(one: MapPicture) -> MapPicture:
        wide, tall = shown_size(workspace, one)
        place = (
            {"y": before.height * PX - one.y - tall}
            if down
            else {"x": before.width * PX - one.x - wide}
        )
        found = flipped(one.orientation, down=down)
        return one.model_copy(update=place | {"orientation": found})

    after = before.with_layers(
        layer.with_objects(
            mirrored(one, mode, before.width, before.height) for one in layer.objects
        )
        for layer in before.layers
    )
    after = after.model_copy(update={"pictures": tuple(map(new_picture, before.pictures))})
    workspace.do("Flip the map", after, mirrored=False)


def _refuse_tiles(mapfile: MapFile) -> None:
    if drawn_tiles(mapfile).are_there:
        raise EditRefusedError(TILES)
