"""Pictures underneath: where they lie, how they fade, and files that cannot be drawn."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pygame
import pytest
from PIL import Image

from game.content import background_pictures
from game.content.file_source import DiskSource
from game.content.maps.map_library import load_map
from game.content.shipped_folders import ROOT
from game.geometry.points import Point
from game.table.board import Board, BoardDecor, BoardPicture
from game.view import board as board_pictures
from game.view.board import Underlay
from game.view.board.canvas import PaintCanvas
from game.view.board.painter import BoardPainter
from game.view.board.tiles import fingerprint

RED, GREEN, BLUE, WHITE = (200, 0, 0), (0, 200, 0), (0, 0, 200), (255, 255, 255)
GROUND = (40, 80, 120)
PPI = 20
QR = ("q.png", "r.png")


def quarters(size: tuple[int, int] = (40, 20)) -> pygame.Surface:
    """Return a picture with a quarter of each colour."""
    picture = pygame.Surface(size)
    wide, high = size[0] // 2, size[1] // 2
    for n, colour in enumerate((RED, GREEN, BLUE, WHITE)):
        picture.fill(colour, (n % 2 * wide, n // 2 * high, wide, high))
    return picture


def encoded(picture: pygame.Surface, ending: str = "png") -> bytes:
    into = BytesIO()
    pygame.image.save(picture, into, f"x.{ending}")
    return into.getvalue()


@pytest.fixture
def files(tmp_path: Path) -> DiskSource:
    (tmp_path / "q.png").write_bytes(encoded(quarters()))
    return DiskSource(tmp_path)


def pictured_board(*pictures: BoardPicture) -> Board:
    return Board("bare", 12, 8, pictures=pictures)


def ground_with_pictures(underlay: Underlay, box: tuple[int, int, int, int]) -> pygame.Surface:
    """Return a part of the ground, in inches, with the pictures over it."""
    surface = pygame.Surface(((box[2] - box[0]) * PPI, (box[3] - box[1]) * PPI))
    surface.fill(GROUND)
    underlay.paint(PaintCanvas(surface, box, PPI))
    return surface


def colour(surface: pygame.Surface, x: float, y: float) -> tuple[int, ...]:
    return tuple(surface.get_at((round(x * PPI), round(y * PPI))))[:3]


@pytest.mark.usefixtures("canvas")
def test_a_picture_lies_where_the_map_says_at_its_scale(files: DiskSource) -> None:
    # 40 × 20 pixels of 0.2" are 8" × 4", from (1, 2) to (9, 6).
    shown = ground_with_pictures(
        Underlay(pictured_board(BoardPicture("q.png", Point(1, 2), 0.2)), files), (0, 0, 12, 8)
    )

    assert colour(shown, 0.8, 3) == colour(shown, 9.2, 3) == colour(shown, 5, 1.8) == GROUND
    assert colour(shown, 5, 6.2) == GROUND
    assert colour(shown, 1.3, 2.3) == colour(shown, 4.7, 3.7) == RED
    assert colour(shown, 5.3, 2.3) == GREEN
    assert colour(shown, 1.3, 5.7) == BLUE
    assert colour(shown, 8.7, 5.7) == WHITE


@pytest.mark.usefixtures("canvas")
def test_parts_of_it_fit_together_without_a_seam(files: DiskSource) -> None:
    underlay = Underlay(pictured_board(BoardPicture("q.png", Point(-1.03, 0.37), 0.271)), files)
    whole = ground_with_pictures(underlay, (0, 0, 12, 8))
    parts = pygame.Surface(whole.get_size())
    for x in range(0, 12, 3):
        for y in range(0, 8, 2):
            parts.blit(ground_with_pictures(underlay, (x, y, x + 3, y + 2)), (x * PPI, y * PPI))

    off = pygame.mask.from_threshold(
        parts, (0, 0, 0), (30, 30, 30, 255), othersurface=whole, palette_colors=0
    )
    assert off.count() >= 0.995 * whole.width * whole.height


@pytest.mark.usefixtures("canvas")
def test_a_faded_picture_lets_the_ground_through(files: DiskSource) -> None:
    shown = ground_with_pictures(
        Underlay(pictured_board(BoardPicture("q.png", Point(0, 0), 0.2, 0.5)), files),
        (0, 0, 12, 8),
    )

    assert colour(shown, 1, 1) == pytest.approx((120, 40, 60), abs=1)


@pytest.mark.usefixtures("canvas")
def test_what_is_clear_in_it_is_clear_on_the_board(files: DiskSource) -> None:
    clear = pygame.Surface((20, 20), pygame.SRCALPHA)
    clear.fill((*RED, 255), (0, 0, 10, 20))
    (files.root / "c.png").write_bytes(encoded(clear))
    shown = ground_with_pictures(
        Underlay(pictured_board(BoardPicture("c.png", Point(0, 0), 0.2)), files), (0, 0, 12, 8)
    )

    assert (colour(shown, 1, 1), colour(shown, 3, 1)) == (RED, GROUND)


@pytest.mark.usefixtures("canvas")
def test_later_pictures_lie_over_earlier_ones(files: DiskSource) -> None:
    (files.root / "w.jpg").write_bytes(encoded(quarters((2, 2)), "jpg"))
    low, high = BoardPicture("q.png", Point(0, 0), 0.2), BoardPicture("w.jpg", Point(1, 1), 0.5)
    both = ground_with_pictures(Underlay(pictured_board(low, high), files), (0, 0, 12, 8))

    assert colour(both, 0.5, 0.5) == RED
    assert colour(both, 1.5, 1.5) != RED
    assert (
        colour(
            ground_with_pictures(Underlay(pictured_board(high, low), files), (0, 0, 12, 8)),
            1.5,
            1.5,
        )
        == RED
    )


@pytest.mark.usefixtures("canvas")
def test_a_huge_picture_is_kept_smaller_and_lies_in_the_same_place(
    files: DiskSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_pictures, "MAX_KEPT", 200)
    (files.root / "h.jpg").write_bytes(encoded(quarters((400, 200)), "jpg"))
    picture = BoardPicture("h.jpg", Point(0, 0), 0.02)
    shown = ground_with_pictures(Underlay(pictured_board(picture), files), (0, 0, 12, 8))

    assert colour(shown, 7.5, 3.5) == pytest.approx(WHITE, abs=8)
    assert colour(shown, 1, 1) == pytest.approx(RED, abs=8)
    assert colour(shown, 8.1, 1) == colour(shown, 1, 4.1) == GROUND


@pytest.mark.usefixtures("canvas")
def test_missing_and_damaged_pictures_are_left_out_and_named(files: DiskSource) -> None:
    (files.root / "torn.png").write_bytes(encoded(quarters())[:-30])
    (files.root / "none.png").write_bytes(b"nothing")
    names = "gone.png", "none.png", "torn.png", "q.png"
    underlay = Underlay(
        pictured_board(*(BoardPicture(n, Point(0, 0), 0.2) for n in names)), files
    )

    assert colour(ground_with_pictures(underlay, (0, 0, 12, 8)), 1, 1) == RED
    assert [fault.partition(": ")[0] for fault in underlay.faults] == [*names[:3]]
    assert "no such file" in underlay.faults[0]
    assert "is a damaged picture" in underlay.faults[2]
    ground_with_pictures(underlay, (0, 0, 12, 8))
    assert len(underlay.faults) == 3


@pytest.mark.usefixtures("canvas")
def test_terrain_is_painted_over_pictures_and_the_cache_knows_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    file = tmp_path / "maps" / "a.png"
    file.parent.mkdir()
    marks = set[str]()
    for surface in (quarters(), pygame.transform.flip(quarters(), flip_x=True, flip_y=False)):
        file.write_bytes(encoded(surface))
        for opacity in (1.0, 0.5):
            bake = BoardPainter(
                pictured_board(BoardPicture("maps/a.png", Point(0, 0), 0.2, opacity))
            )
            marks.add(fingerprint(bake.board, bake.underlay.stamp))
    reddest = max(bake.whole(10).get_at((x, 10)).r for x in range(80))

    assert len(marks) == 4
    assert reddest > 60
    assert fingerprint(pictured_board()) not in marks


def photo(turn: int, mode: str = "RGB") -> bytes:
    """Return the quarters as a camera stores them that is to be shown by a turn of Exif."""
    picture = quarters((80, 40))
    whole = Image.frombytes("RGB", picture.get_size(), pygame.image.tobytes(picture, "RGB"))
    stored = whole.transpose(STORED[turn]) if turn in STORED else whole
    exif, into = Image.Exif(), BytesIO()
    exif[0x0112] = turn
    stored.convert(mode).save(into, "JPEG", quality=95, exif=exif)
    return into.getvalue()


STORED = {
    2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM, 5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}  # fmt: skip
"""Transpositions of an upright picture as a camera stores it, by Exif orientation.

Under 6 the top is at the right of the stored picture.
"""


@pytest.mark.usefixtures("canvas")
@pytest.mark.parametrize("mode", ["RGB", "L", "CMYK"])
@pytest.mark.parametrize("turn", range(1, 9))
@pytest.mark.parametrize("kept", [board_pictures.MAX_KEPT, 800])
def test_a_photo_is_shown_upright_in_its_colours(
    files: DiskSource, turn: int, mode: str, kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_pictures, "MAX_KEPT", kept)
    (files.root / "p.jpg").write_bytes(photo(turn, mode))
    shown = ground_with_pictures(
        Underlay(pictured_board(BoardPicture("p.jpg", Point(0, 0), 0.1)), files), (0, 0, 12, 8)
    )

    colours: tuple[tuple[int, ...], ...] = RED, GREEN, BLUE, WHITE
    if mode == "L":  # the grey of each, as eyes weigh colours
        grey = [round((299 * r + 587 * g + 114 * b) / 1000) for r, g, b in colours]
        colours = tuple((level,) * 3 for level in grey)
    for (x, y), wanted in zip(((1.5, 1), (6.5, 1), (1.5, 3), (6.5, 3)), colours, strict=True):
        assert colour(shown, x, y) == pytest.approx(wanted, abs=9)
    assert colour(shown, 8.2, 1) == colour(shown, 1, 4.2) == GROUND


@pytest.mark.usefixtures("canvas")
@pytest.mark.parametrize(
    ("orientation", "corners"),
    [
        (2, [GREEN, RED, WHITE, BLUE]),
        (6, [BLUE, RED, WHITE, GREEN]),
        (8, [GREEN, WHITE, RED, BLUE]),
    ],
    ids=["flipped", "clockwise", "anticlockwise"],
)
def test_a_picture_lies_as_the_map_turns_it(
    files: DiskSource, orientation: int, corners: list[tuple[int, int, int]]
) -> None:
    # 40 × 20 pixels of 0.2"; turned by a quarter they are 4" × 8".
    picture = BoardPicture("q.png", Point(0, 0), 0.2, orientation=orientation)
    shown = ground_with_pictures(Underlay(pictured_board(picture), files), (0, 0, 12, 8))
    wide, high = (8, 4) if orientation == 2 else (4, 8)

    spots = ((0.5, 0.5), (wide - 0.5, 0.5), (0.5, high - 0.5), (wide - 0.5, high - 0.5))
    assert [colour(shown, x, y) for x, y in spots] == corners
    assert colour(shown, wide + 0.2, 0.5) == GROUND


@pytest.mark.usefixtures("canvas")
def test_a_photo_under_a_map_covers_what_it_covers_in_other_programs() -> None:
    path = ROOT / "tests/content/foreign_files/sideways.tmj"
    found = load_map(path)
    shown = ground_with_pictures(Underlay(found), (0, 0, 20, 20))

    # 320 × 200 pixels upright, twice as large: 20" × 12.5".
    assert colour(shown, 19.5, 1) != GROUND
    assert colour(shown, 0.5, 12) != GROUND
    assert colour(shown, 0.5, 13) == GROUND
    assert colour(shown, 0.5, 1) == pytest.approx((199, 200, 60), abs=8)
    assert colour(shown, 0.5, 12) == pytest.approx((40, 71, 40), abs=8)


@pytest.mark.usefixtures("canvas")
def test_pictures_of_a_board_share_the_pixels_that_are_kept(
    files: DiskSource, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # Two of 40 × 20 pixels have 1600 together: for 400, each keeps a quarter, 20 × 10.
    monkeypatch.setattr(board_pictures, "MAX_KEPT", 400)
    other = quarters()
    other.set_at((0, 0), WHITE)
    (tmp_path / "r.png").write_bytes(encoded(other))
    underlay = Underlay(pictured_board(*(BoardPicture(n, Point(1, 2), 0.2) for n in QR)), files)
    shown = ground_with_pictures(underlay, (0, 0, 12, 8))

    pictures = [one for one in underlay._parts if isinstance(one, board_pictures._Picture)]  # noqa: SLF001  sizes in memory show nowhere else
    assert [one._surface().get_size() for one in pictures] == [(20, 10), (20, 10)]  # noqa: SLF001
    assert colour(shown, 1.3, 3) == RED
    assert colour(shown, 8.7, 5.7) == WHITE


@pytest.mark.usefixtures("canvas")
def test_a_picture_that_is_scaled_in_bands_has_no_seams() -> None:
    # A slope of grey from top to bottom, scaled to 200 × 500 in four bands.
    slope = pygame.Surface((400, 1000))
    for y in range(1000):
        slope.fill((y // 4,) * 3, (0, y, 400, 1))
    small = board_pictures._scaled_down(slope, 200 * 500)  # noqa: SLF001  the bands do not show in a whole board

    assert small.get_size() == (200, 500)
    greys = [small.get_at((100, y)).r for y in range(500)]
    assert all(abs(grey - y / 2) <= 1.5 for y, grey in enumerate(greys))
    assert small.get_at((100, 0)).a == small.get_at((100, 499)).a == 255


@pytest.mark.usefixtures("canvas")
def test_a_clear_picture_stays_clear_when_it_is_scaled_in_bands() -> None:
    clear = pygame.Surface((400, 1000), pygame.SRCALPHA)
    clear.fill((200, 100, 50, 128))
    small = board_pictures._scaled_down(clear, 200 * 500)  # noqa: SLF001

    # Colours are multiplied by the opacity of 128 of 255.
    assert tuple(small.get_at((50, 300))) == pytest.approx((100, 50, 25, 128), abs=1)


@pytest.mark.usefixtures("canvas")
def test_pictures_beyond_the_limit_of_a_map_are_left_out(
    files: DiskSource, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(background_pictures, "MAX_MAP_PIXELS", 800)
    (tmp_path / "r.png").write_bytes(encoded(quarters((2, 2))))
    underlay = Underlay(pictured_board(*(BoardPicture(n, Point(1, 2), 0.2) for n in QR)), files)

    assert len(underlay._parts) == 1  # noqa: SLF001
    assert (
        "r.png: with it the pictures of the map have 804 pixels together" in underlay.faults[0]
    )


def decor_over_ground(
    files: DiskSource, *decor: BoardDecor, box: tuple[int, int, int, int] = (0, 0, 12, 8)
) -> pygame.Surface:
    """Return a part of the ground, in inches, with decor over it."""
    surface = pygame.Surface(((box[2] - box[0]) * PPI, (box[3] - box[1]) * PPI))
    surface.fill(GROUND)
    underlay = Underlay(Board("bare", 12, 8, decor=decor), files)
    underlay.paint_decor(PaintCanvas(surface, box, PPI))
    return surface


@pytest.mark.parametrize(
    ("turn", "flips", "corner"),
    [
        (0, (False, False), RED),
        (0, (True, False), GREEN),
        (0, (False, True), BLUE),
        (180, (False, False), WHITE),
        (180, (True, True), RED),
        (90, (False, False), BLUE),
        (90, (True, False), WHITE),
        (270, (False, True), WHITE),
    ],
)
@pytest.mark.parametrize("most", [board_pictures.MAX_WHOLE, 0])
@pytest.mark.usefixtures("canvas")
def test_decor_is_flipped_then_turned_within_its_box(
    files: DiskSource,
    monkeypatch: pytest.MonkeyPatch,
    turn: int,
    flips: tuple[bool, bool],
    corner: tuple[int, int, int],
    most: int,
) -> None:
    monkeypatch.setattr(board_pictures, "MAX_WHOLE", most)  # 0: a part of it is scaled
    # The box is 6" × 6"; the picture of 2:1 takes 6" × 3" in its middle.
    decor = BoardDecor("q.png", Point(6, 4), 6, 6, turn, *flips)
    shown = decor_over_ground(files, decor)

    dx, dy = (1.2, 2.7) if turn % 180 else (2.7, 1.2)
    assert colour(shown, 6 - dx, 4 - dy) == pytest.approx(corner, abs=3)
    assert colour(shown, 6 - dx - 0.6, 4 - dy - 0.6) == GROUND


@pytest.mark.parametrize("most", [board_pictures.MAX_WHOLE, 0])
@pytest.mark.parametrize("angle", [0.0, 30.0, 135.0])
@pytest.mark.usefixtures("canvas")
def test_parts_of_decor_fit_together(
    files: DiskSource, monkeypatch: pytest.MonkeyPatch, angle: float, most: int
) -> None:
    monkeypatch.setattr(board_pictures, "MAX_WHOLE", most)
    decor = BoardDecor("q.png", Point(6.13, 4.21), 9.3, 5, angle, flipped=True)
    whole = decor_over_ground(files, decor)
    parts = pygame.Surface(whole.get_size())
    for x in range(0, 12, 3):
        for y in range(0, 8, 2):
            part = decor_over_ground(files, decor, box=(x, y, x + 3, y + 2))
            parts.blit(part, (x * PPI, y * PPI))

    off = pygame.mask.from_threshold(
        parts, (0, 0, 0), (30, 30, 30, 255), othersurface=whole, palette_colors=0
    )
    assert off.count() >= 0.97 * whole.width * whole.height


@pytest.mark.usefixtures("canvas")
def test_decor_of_a_drawing_is_clear_around_it_and_fades(files: DiskSource) -> None:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4">'
    drawing += '<circle cx="2" cy="2" r="2" fill="#c80000"/></svg>'
    (files.root / "d.svg").write_text(drawing)
    whole = decor_over_ground(files, BoardDecor("d.svg", Point(6, 4), 4, 4))
    faded = decor_over_ground(files, BoardDecor("d.svg", Point(6, 4), 4, 4, opacity=0.5))

    assert colour(whole, 6, 4) == pytest.approx(RED, abs=2)
    assert colour(whole, 4.1, 2.1) == GROUND
    assert colour(faded, 6, 4) == pytest.approx((120, 40, 60), abs=2)


@pytest.mark.usefixtures("canvas")
def test_decor_lies_over_terrain_and_changes_what_is_cached(
    files: DiskSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(files.root)
    decor = BoardDecor(str(files.root / "q.png"), Point(6, 4), 6, 6)
    bare = BoardPainter(Board("bare", 12, 8))
    painter = BoardPainter(Board("bare", 12, 8, decor=(decor,)))

    before, after = bare.whole(PPI), painter.whole(PPI)

    assert colour(before, 4, 3) != colour(after, 4, 3)
    assert colour(before, 1, 1) == colour(after, 1, 1)
    assert bare.underlay.stamp != painter.underlay.stamp


@pytest.mark.usefixtures("canvas")
def test_damaged_decor_is_left_out_once_and_said(files: DiskSource) -> None:
    broken = encoded(quarters())[:60]
    (files.root / "b.png").write_bytes(broken)
    decor = [BoardDecor("b.png", Point(x, 4), 2, 2) for x in (3, 6)]
    underlay = Underlay(Board("bare", 12, 8, decor=tuple(decor)), files)
    canvas = pygame.Surface((12 * PPI, 8 * PPI))
    for _ in range(2):
        underlay.paint_decor(PaintCanvas(canvas, (0, 0, 12, 8), PPI))

    assert len(underlay.faults) == 1
    assert "b.png" in underlay.faults[0]
