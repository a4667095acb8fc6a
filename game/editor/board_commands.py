"""Commands on the board of a map, such as another size."""

from __future__ import annotations

from typing import Any, NamedTuple

from pydantic import ValidationError

from game.content.maps.map_class import Board
from game.content.maps.map_file import (
    MAX_SIDE,
    MIN_SIDE,
    PX,
    KeptLayer,
    MapFile,
    MapObject,
    kept_table,
    kept_text,
)
from game.editor.edits import EditRefusedError
from game.editor.object_words import counted
from game.editor.property_commands import with_member
from game.editor.transforms import box_of, moved
from game.editor.workspace import Workspace


class ResizeAnchor(NamedTuple):
    """The point of a board that stays in place when the size changes."""

    x: float = 0.5
    """0 the left edge, 1 the right."""
    y: float = 0.5


MIDDLE = ResizeAnchor()


def set_board(workspace: Workspace, member: str, value: Any) -> None:
    """Set the title or the look; raise EditRefusedError if the value is invalid."""
    board = with_member(workspace.map.board, member, value)
    assert isinstance(board, Board)
    after = workspace.map.model_copy(update={"board": board})
    workspace.do(f"Set {member} of the board to {value}", after, mirrored=False)


def objects_off_board(
    mapfile: MapFile, width: int, height: int, anchor: ResizeAnchor
) -> list[MapObject]:
    """Return the objects that would not lie wholly on a board of another size."""
    dx, dy = _shift(mapfile, width, height, anchor)
    return [
        one for _, one in mapfile.objects() if not _is_on(moved(one, dx, dy), width, height)
    ]


def _shift(
    mapfile: MapFile, width: int, height: int, anchor: ResizeAnchor
) -> tuple[float, float]:
    # To half inches, so that objects on the grid stay on it.
    dx, dy = (width - mapfile.width) * anchor.x, (height - mapfile.height) * anchor.y
    return round(dx * 2) / 2, round(dy * 2) / 2


def _is_on(one: MapObject, width: int, height: int) -> bool:
    left, top, right, low = box_of([one])
    return left >= 0.0 and top >= 0.0 and right <= width and low <= height


def _shifted(layer: KeptLayer, dx: float, dy: float) -> KeptLayer:
    """Return a layer of tiles, or of an image elsewhere, moved by pixels of the file."""
    table = kept_table(layer.text)
    for key, by in (("offsetx", dx), ("offsety", dy)):
        if by:
            now = table.get(key, 0)
            table[key] = (now if isinstance(now, int | float) else 0) + by
    return layer.model_copy(update={"text": kept_text(table)})


def resize(
    workspace: Workspace,
    width: int,
    height: int,
    anchor: ResizeAnchor = MIDDLE,
    *,
    drop: bool = False,
) -> None:
    """Change the size of the board in inches.

    Raise EditRefusedError if objects would fall off the board, unless *drop* removes those.
    """
    old = workspace.map
    lost = objects_off_board(old, width, height, anchor)
    if lost and not drop:
        verb = "lies" if len(lost) == 1 else "lie"
        size = f'{width}" × {height}"'
        raise EditRefusedError(f"{counted(lost)} {verb} off a board of {size}")
    left = old.removed({one.id for one in lost}) if lost else old
    dx, dy = _shift(old, width, height, anchor)
    if dx or dy:
        left = left.with_layers(
            layer.with_objects(moved(one, dx, dy) for one in layer.objects)
            for layer in left.layers
        )
        pictures = [
            one.model_copy(update={"x": one.x + dx * PX, "y": one.y + dy * PX})
            for one in left.pictures
        ]
        unseen = [_shifted(one, dx * left.tile, dy * left.tile) for one in left.unseen]
        left = left.model_copy(update={"pictures": tuple(pictures), "unseen": tuple(unseen)})
    raw = {name: getattr(left, name) for name in MapFile.model_fields}
    try:
        after = MapFile(**raw | {"width": width, "height": height})
    except ValidationError as error:
        reason = f'a side of a board is {MIN_SIDE}" to {MAX_SIDE}" long'
        raise EditRefusedError(reason) from error
    label = f'Make the board {width}" × {height}"'
    workspace.do(label, after, mirrored=False)
