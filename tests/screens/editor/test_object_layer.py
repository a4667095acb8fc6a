"""The cached picture of all objects: repaired where it changed, it looks redrawn."""

from __future__ import annotations

from random import Random

import numpy as np
import pygame
import pytest

from game.background import finish
from game.content.maps.map_library import map_of
from game.content.shipped_folders import MAPS
from game.editor.documents import History
from game.editor.edits import EditRefusedError
from game.editor.object_commands import delete, nudge, order
from game.editor.workspace import Workspace
from game.geometry.points import Point
from game.screens.editor.object_layer import ObjectLayer
from game.screens.editor.screen import EditorScreen
from game.screens.screen import WindowContext
from tests.screens.input_driver import Player
from tests.tiers import few
from tests.tools.editors import open_map

SMALL = 1024, 576
"""Size of a window in which many maps are drawn quickly."""
SHADES = 8
"""Maximum difference of a colour channel, where a repaired area cuts a smooth line."""


def surface_of(
    editor: EditorScreen, sheet: ObjectLayer, hidden: frozenset[int]
) -> pygame.Surface:
    canvas = editor.canvas
    view = canvas._view()  # noqa: SLF001  as the canvas does in each frame
    sheet.bring(editor.workspace.map, hidden, canvas.camera, canvas.paint, view)
    return sheet.surface


def alike(a: pygame.Surface, b: pygame.Surface) -> bool:
    before, after = (pygame.surfarray.pixels3d(sheet) for sheet in (a, b))
    return int((np.maximum(before, after) - np.minimum(before, after)).max()) <= SHADES


@pytest.mark.parametrize("painted", [True, False])
@pytest.mark.parametrize(
    ("map_", "edits"),
    few(
        [("training-cage", 15), ("training-cage", 40), ("sewer-bend", 40), ("foundry-bend", 40)]
    ),
)
def test_what_is_mended_looks_as_if_drawn_anew(
    player: Player, map_: str, edits: int, *, painted: bool
) -> None:
    player.frame = WindowContext(player.frame.theme, SMALL)
    player.canvas = pygame.Surface(SMALL)
    player.stack.refit(player.frame)
    editor = player.open(open_map(MAPS / f"{map_}.tmj"))
    editor.canvas.painted = painted
    editor.canvas.paint.prepare(editor.canvas.camera)
    work, rng, mended = editor.workspace, Random(4), ObjectLayer(player.frame.theme)
    surface_of(editor, mended, frozenset())
    for n in range(edits):
        work.select(rng.sample([*work.index.placed], min(2, len(work.index.placed))))
        try:
            rng.choice(
                (
                    lambda: nudge(work, rng.randint(-3, 3), rng.randint(-3, 3)),
                    lambda: order(work, rng.choice((1, -1))),
                    lambda: delete(work),
                    work.undo,
                    work.redo,
                )
            )()
        except EditRefusedError:
            continue
        hidden = frozenset(work.selection if rng.random() < 0.3 else ())
        anew = surface_of(editor, ObjectLayer(player.frame.theme), hidden)
        assert alike(surface_of(editor, mended, hidden), anew), f"after edit {n}"


def test_only_what_changed_is_drawn_again(player: Player) -> None:
    editor = player.open(open_map(MAPS / "sewer-bend.tmj"))
    canvas, work = editor.canvas, editor.workspace
    canvas.paint.prepare(canvas.camera)
    sheet, view = ObjectLayer(player.frame.theme), canvas._view()  # noqa: SLF001
    sheet.bring(work.map, frozenset(), canvas.camera, canvas.paint, view)

    assert sheet.bring(work.map, frozenset(), canvas.camera, canvas.paint, view) == []
    lamp = next(one for _, one in work.map.objects() if type(one.what).__name__ == "Lamp")
    work.select((lamp.id,))
    nudge(work, 1, 0)
    mended = sheet.bring(work.map, frozenset(), canvas.camera, canvas.paint, view)
    assert len(mended) == 2
    assert all(place.width < 60 and place.height < 60 for place in mended)


@pytest.mark.usefixtures("painted")
@pytest.mark.parametrize("how", ["dragged", "deleted", "moved"])
def test_the_ground_under_what_is_gone_is_painted(player: Player, how: str) -> None:
    wood = {"class": "Wood", "rectangle": [4, 4, 10, 10]}
    block = {"class": "Block", "rectangle": [6, 6, 4, 4]}
    sheets = list[pygame.Surface]()
    for mapfile in (map_of(24, 24, [wood, block]), map_of(24, 24, [wood])):
        editor = player.open(EditorScreen(Workspace(History(mapfile))))
        canvas, sheet = editor.canvas, ObjectLayer(player.frame.theme)
        canvas.paint.prepare(canvas.camera)
        surface_of(editor, sheet, frozenset())
        hidden = frozenset[int]()
        if not sheets:
            work = editor.workspace
            work.select((2,))
            if how == "dragged":
                hidden = frozenset({2})
            elif how == "deleted":
                delete(work)
            else:
                nudge(work, 20, 20)
            surface_of(editor, sheet, hidden)
            finish()
            assert canvas.paint.follow(work.map, 0.0, canvas.camera, held=True)
        sheets.append(surface_of(editor, sheet, hidden).copy())
    middle = canvas.camera.pixel(Point(8, 8))
    area = pygame.Rect(0, 0, 4 * canvas.camera.ppi, 4 * canvas.camera.ppi)
    area.center = middle

    assert alike(*(sheet.subsurface(area) for sheet in sheets))


def test_no_lamp_hides_a_marker(player: Player) -> None:
    marker, lamp = {"class": "Objective", "point": [12, 12]}, {"class": "Lamp"}
    colours = []
    for lamps in ([], [lamp | {"point": [12, 12]}]):
        mapfile = map_of(24, 24, [marker, *lamps])
        editor = player.open(EditorScreen(Workspace(History(mapfile))))
        editor.canvas.painted = False
        sheet = surface_of(editor, ObjectLayer(player.frame.theme), frozenset())
        at = editor.canvas.camera.pixel(Point(12, 12))
        colours.append(sheet.get_at((at[0] - player.frame.theme.px(8), at[1])))

    assert colours[0] == colours[1]
