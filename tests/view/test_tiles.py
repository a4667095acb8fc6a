from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.content.own_folders import cache
from game.geometry.points import Point
from game.view.board.painter import BoardPainter
from game.view.board.tiles import BoardTiles, Tile, beside, fingerprint
from game.view.camera import Camera
from game.view.colours import AMBER
from game.view.style import DrawingTheme, draw_progress
from game.widgets.theme import Box
from tests.tools.pictures import pixels
from tests.view.tables import town

WINDOW = pygame.Rect(0, 0, 1280, 720)


def in_sight(ground: BoardTiles, camera: Camera) -> set[Tile]:
    return set(ground._in_sight(camera))  # noqa: SLF001  what is kept shows only in memory


def kept_tiles(ground: BoardTiles) -> set[Tile]:
    return set(ground._tiles)  # noqa: SLF001


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    return cache() / "boards"


@pytest.fixture
def camera(folder: Path) -> Camera:
    return Camera(24, 18, WINDOW)


@pytest.fixture
def _unpainted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the tiles blank where only their number is looked at."""

    def blank(_: BoardPainter, area: Box, ppi: int) -> pygame.Surface:
        left, top, right, bottom = area
        return pygame.Surface((round((right - left) * ppi), round((bottom - top) * ppi)))

    monkeypatch.setattr(BoardPainter, "part", blank)


def test_the_first_frame_shows_outlines_and_waits_for_nothing(
    canvas: pygame.Surface, camera: Camera
) -> None:
    ground = BoardTiles(town())

    assert not ground.draw(canvas, camera)

    wood, floor = (canvas.get_at(camera.pixel(Point(x, y))) for x, y in ((3, 11), (12, 15)))
    assert wood.g > wood.r
    assert wood != floor
    ground.wait()


@pytest.mark.usefixtures("_unpainted", "folder")
def test_a_board_is_drawn_while_the_camera_is_that_of_a_larger_one(
    canvas: pygame.Surface,
) -> None:
    ground, larger = BoardTiles(town()), Camera(80, 60, WINDOW)

    assert not ground.draw(canvas, larger)
    assert max(i for _, i, _ in in_sight(ground, larger)) < max(
        i for _, i, _ in in_sight(BoardTiles(replace(town(), width=80, height=60)), larger)
    )


def test_what_is_in_sight_is_painted_beside_the_frames(
    canvas: pygame.Surface, camera: Camera
) -> None:
    ground = BoardTiles(town())
    ground.draw(canvas, camera)
    assert ground.progress == 0
    ground.wait()

    assert ground.draw(canvas, camera)

    assert ground.progress == 1
    whole = pixels(BoardPainter(town()).whole(camera.ppi))
    x, y = camera.board.topleft
    shown = pixels(canvas)[x : x + whole.shape[0], y : y + whole.shape[1]]
    assert np.percentile(np.abs(shown - whole), 99) <= 6


def test_at_a_new_zoom_the_scaled_board_stands_in_until_it_is_crisp(
    canvas: pygame.Surface, camera: Camera
) -> None:
    ground = BoardTiles(town())
    ground.prepare(camera)
    camera.zoom(3, (640, 360))

    assert not ground.draw(canvas, camera)
    scaled = pixels(canvas)
    ground.wait()
    assert ground.draw(canvas, camera)

    assert 0 < np.abs(pixels(canvas) - scaled).mean() < 12


@pytest.mark.usefixtures("_unpainted")
def test_old_tiles_are_forgotten(
    camera: Camera, canvas: pygame.Surface, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.view.board.tiles.KEPT", 5)
    ground, painted, most = BoardTiles(town()), set[Tile](), 0
    for _ in range(5):
        camera.zoom(1, (200, 150))
        ground.prepare(camera)
        assert in_sight(ground, camera) <= kept_tiles(ground)
        painted, most = painted | kept_tiles(ground), max(most, ground._most)  # noqa: SLF001

    assert len(kept_tiles(ground)) <= most < len(painted)


@pytest.mark.usefixtures("_unpainted")
def test_tiles_of_the_whole_board_take_no_memory_of_their_own(
    canvas: pygame.Surface, camera: Camera
) -> None:
    ground = BoardTiles(town())
    ground.prepare(camera)
    assert ground.draw(canvas, camera)
    tiles = ground._tiles.values()  # noqa: SLF001  what is kept shows only in memory

    assert {tile.get_parent() for tile in tiles} == {ground.whole}


@pytest.mark.usefixtures("_unpainted")
def test_the_ground_around_the_table_is_made_when_it_comes_into_sight(
    canvas: pygame.Surface, camera: Camera
) -> None:
    ground = BoardTiles(town())
    camera.zoom(6, WINDOW.center)
    ground.prepare(camera)
    ground.draw(canvas, camera)
    assert ground._beyond is None  # noqa: SLF001

    camera.fit()
    ground.draw(canvas, camera)
    assert ground._beyond  # noqa: SLF001


@pytest.mark.usefixtures("_unpainted")
def test_as_many_tiles_are_kept_as_are_in_sight_twice(
    canvas: pygame.Surface, camera: Camera, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.view.board.tiles.KEPT", 1)
    ground = BoardTiles(town())
    ground.prepare(camera)
    assert ground.draw(canvas, camera)
    sight = len(in_sight(ground, camera))
    assert sight > 1
    assert ground._most == 2 * sight  # noqa: SLF001


def test_a_board_once_painted_comes_from_the_disk(
    canvas: pygame.Surface, camera: Camera, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = BoardTiles(town())
    first.draw(canvas, camera)
    first.wait()
    first.draw(canvas, camera)
    painted = pixels(canvas)
    assert len([*folder.iterdir()]) == 4

    def none(*_: object) -> pygame.Surface:
        raise AssertionError("nothing has to be painted")

    monkeypatch.setattr(BoardPainter, "part", none)
    second = BoardTiles(town())
    second.prepare(camera)
    second.draw(canvas, camera)

    assert (pixels(canvas) == painted).all()


@pytest.mark.parametrize("harm", [b"", b"no such thing", None])
def test_damaged_files_are_painted_anew(
    canvas: pygame.Surface, camera: Camera, folder: Path, harm: bytes | None
) -> None:
    first = BoardTiles(town())
    first.draw(canvas, camera)
    first.wait()
    for file in folder.iterdir():
        file.write_bytes(file.read_bytes()[:-9] if harm is None else harm)

    second = BoardTiles(town())
    second.prepare(camera)

    assert second.draw(canvas, camera)


def test_where_nothing_can_be_written_nothing_is_kept(
    canvas: pygame.Surface, camera: Camera, folder: Path
) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("a file where the folder should be")
    ground = BoardTiles(town())
    ground.draw(canvas, camera)
    ground.wait()

    assert ground.draw(canvas, camera)


def test_what_the_painter_fails_at_is_not_hushed_up(
    canvas: pygame.Surface, camera: Camera, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> pygame.Surface:
        raise ZeroDivisionError

    monkeypatch.setattr(BoardPainter, "part", fail)
    ground = BoardTiles(town())
    ground.draw(canvas, camera)

    with pytest.raises(ZeroDivisionError):
        ground.wait()


def test_boards_that_look_alike_and_only_those_share_pictures() -> None:
    board = town()
    moved = replace(board.terrain[0], outline=board.terrain[1].outline)

    assert fingerprint(board) == fingerprint(replace(board, markers=()))
    others = (
        replace(board, look="sewer"),
        replace(board, terrain=(moved, *board.terrain[1:])),
        replace(board, zones=()),
        replace(board, width=25.0),
    )
    assert len({fingerprint(b) for b in (board, *others)}) == 5


def test_a_bar_tells_how_far_the_painter_is(canvas: pygame.Surface, look: DrawingTheme) -> None:
    def filled(share: float) -> int:
        canvas.fill("black")
        draw_progress(canvas, WINDOW, share, look)
        return pygame.mask.from_threshold(canvas, AMBER, (2, 2, 2, 255)).count()

    assert filled(0) == 0
    assert filled(0.5) * 2 == filled(1) > 500


@pytest.mark.parametrize(
    "board",
    [
        (100, 50, 300, 200),
        (-50, -20, 300, 200),
        (-9, -9, 2000, 900),
        (0, 0, 0, 0),
        (1300, 0, 9, 9),
    ],
)
def test_the_strips_beside_the_board_and_the_board_are_the_window(
    board: tuple[int, int, int, int],
) -> None:
    seen = np.zeros(WINDOW.size, dtype=np.int16)
    for strip in (*beside(WINDOW, pygame.Rect(board)), WINDOW.clip(board)):
        seen[strip.left : strip.right, strip.top : strip.bottom] += 1

    assert (seen == 1).all()
