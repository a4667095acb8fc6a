from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game.geometry.points import Path, Point
from game.table.board import Board, Spot, Terrain, TerrainKind
from game.view.board.board_layout import BoardLayout
from game.view.board.brushes import lamps
from game.view.board.canvas import box_blurred
from game.view.board.painter import BoardPainter
from game.view.board.textures import MATERIALS
from tests.tiers import few
from tests.tools.pictures import pixels
from tests.view.tables import features, rectangle, town, works

PPI = 20


def around(board: npt.NDArray[np.int16], piece: Terrain) -> npt.NDArray[np.int16]:
    left, top, right, bottom = (round(edge * PPI) for edge in piece.box)
    return board[left : right + 2, top : bottom + 2]


@cache
def whole(board: Board, ppi: int = PPI) -> npt.NDArray[np.int16]:
    """Return the pixels of a board, painted once for all tests."""
    found = pixels(BoardPainter(board).whole(ppi))
    found.flags.writeable = False
    return found


def bare(look: str) -> npt.NDArray[np.int16]:
    return whole(replace(town(), terrain=(), look=look))


def share_visible(
    piece: Terrain, board: npt.NDArray[np.int16], ground: npt.NDArray[np.int16]
) -> float:
    """Return the share of a piece's box that differs visibly from the ground."""
    changed = np.abs(around(board, piece) - around(ground, piece)).max(axis=2) > 12
    return float(changed.mean())


PIECES = [(p, b.look) for b in (town(), features()) for p in b.terrain]


@pytest.mark.parametrize(
    ("piece", "look"), PIECES, ids=[f"{piece.kind}-{piece.id}" for piece, _ in PIECES]
)
def test_every_kind_of_terrain_can_be_seen(piece: Terrain, look: str) -> None:
    board = whole(replace(town(), terrain=(piece,), look=look))

    # The bent cable leaves most of its box free.
    assert share_visible(piece, board, bare(look)) > (0.3 if piece.id == "cable" else 0.5)


@pytest.mark.parametrize("look", few(MATERIALS, 4))
def test_each_piece_of_a_board_can_be_told_from_its_floor(look: str) -> None:
    full = works(look)
    board, ground = whole(full), whole(replace(full, terrain=()))

    # Most of a gate lies over the block beside it.
    assert [p.id for p in full.terrain if share_visible(p, board, ground) < 0.25] == []


def test_no_two_materials_look_alike() -> None:
    looks = {look: whole(works(look), 8) for look in MATERIALS}

    for one, other in combinations(looks, 2):
        assert np.abs(looks[one] - looks[other]).mean() > 4, (one, other)


def test_no_two_kinds_of_ground_look_alike() -> None:
    outline = town().terrain[3].outline
    grounds = [
        TerrainKind.WALL,
        TerrainKind.BLOCK,
        TerrainKind.RUIN,
        TerrainKind.WOOD,
        TerrainKind.RUBBLE,
        TerrainKind.CRATER,
        TerrainKind.DEEP_WATER,
        TerrainKind.WEEDS,
        TerrainKind.VENOM_PLANTS,
        TerrainKind.REACTOR,
        TerrainKind.SERVO_HAULER,
        TerrainKind.REGULATOR,
    ]
    looks = []
    for kind in grounds:
        piece = Terrain("piece", kind, outline)
        board = whole(replace(town(), terrain=(piece,)))
        looks.append(around(board, piece).mean(axis=(0, 1)))

    for n, one in enumerate(looks):
        for m, other in enumerate(looks[:n]):
            assert np.abs(one - other).max() > 6, (grounds[n], grounds[m])


@pytest.mark.parametrize("look", [*MATERIALS, "a look that nobody has painted"])
def test_every_look_can_be_painted(look: str) -> None:
    board = pixels(BoardPainter(replace(town(), look=look)).whole(8))

    assert board.shape == (24 * 8, 18 * 8, 3)
    assert board.std() > 5


@pytest.mark.parametrize("look", few(MATERIALS, 4))
def test_parts_fit_together_without_a_seam(look: str) -> None:
    part = pixels(BoardPainter(works(look)).part((8, 6, 16, 12), PPI))

    off = np.abs(part - whole(works(look))[8 * PPI : 16 * PPI, 6 * PPI : 12 * PPI])
    assert np.percentile(off, 99) <= 6


def test_a_board_is_painted_the_same_every_time() -> None:
    assert (pixels(BoardPainter(town()).whole(PPI)) == whole(town())).all()


def test_what_is_not_table_stays_dark() -> None:
    board = pixels(BoardPainter(replace(town(), width=23.5, height=18)).whole(PPI))

    assert board[round(23.6 * PPI) :].max() < 30


def test_zones_are_tinted_in_nobodys_colour() -> None:
    plain, zoned = whole(replace(town(), zones=())), whole(town())

    tint = (zoned - plain)[5 * PPI : 10 * PPI]
    for zone in (tint[:, :PPI], tint[:, -PPI:]):
        red, green, blue = zone.mean(axis=(0, 1))
        assert red > 0
        assert max(red, green, blue) < 2 * min(red, green, blue)


def test_walls_that_touch_are_joined() -> None:
    wall = town().terrain[0]
    beside = replace(wall, id="more", outline=tuple(Point(x + 4, y) for x, y in wall.outline))

    plan = BoardLayout(Board("two", width=24, height=18, terrain=(wall, beside)))

    assert len(plan.walls) == 1


def test_lamps_hang_over_free_floor() -> None:
    rock = Terrain(
        "rock",
        TerrainKind.WALL,
        tuple(Point(x, y) for x, y in ((0, 0), (12, 0), (12, 18), (0, 18))),
    )

    hung = lamps(BoardLayout(Board("half", width=24, height=18, terrain=(rock,), look="sewer")))

    assert hung
    assert all(glow.at.x > 12 for glow in hung)


def spot(kind: str, outline: Path, *, words: dict[str, str], **numbers: float) -> Spot:
    return Spot(
        "spot",
        kind=kind,
        outline=outline,
        numbers=tuple(numbers.items()),
        words=tuple(words.items()),
    )


def pixels_of_spots(*spots: Spot, look: str = "city") -> npt.NDArray[np.int16]:
    return whole(Board("spots", 16, 12, spots=spots, look=look))


@pytest.mark.parametrize("material", ["road", "grass", "earth", "water", "deck", "void"])
def test_ground_is_laid_where_the_map_says_so(material: str) -> None:
    patch = spot("ground", rectangle(4, 3, 4, 4), words={"material": material})

    off = np.abs(pixels_of_spots(patch) - pixels_of_spots()).mean(axis=2)

    assert off[5 * PPI : 7 * PPI, 4 * PPI : 6 * PPI].mean() > 6
    assert off[9 * PPI :].max() == 0


@pytest.mark.parametrize("kind", ["drain", "nest", "flood origin", "gantry", "exit", "hatch"])
def test_places_that_missions_name_can_be_seen(kind: str) -> None:
    outline = {
        "gantry": rectangle(4, 3, 4, 4),
        "exit": rectangle(4, 3, 4, 4),
        "hatch": (Point(5, 5), Point(8, 5)),
    }.get(kind, (Point(6, 5),))

    off = np.abs(pixels_of_spots(spot(kind, outline, words={})) - pixels_of_spots()).mean(
        axis=2
    )

    assert (off[4 * PPI : 8 * PPI, 3 * PPI : 7 * PPI] > 8).mean() > 0.1
    assert off[11 * PPI :].max() == 0


def test_a_gutter_runs_along_the_lanes_of_a_sewer() -> None:
    lane = spot("lane", (Point(0, 6), Point(16, 6)), words={"flow": "usual"})

    off = np.abs(pixels_of_spots(lane, look="sewer") - pixels_of_spots(look="sewer")).mean(
        axis=(0, 2)
    )

    assert off[round(5.2 * PPI) : round(6.8 * PPI)].min() > 4
    assert off[: 4 * PPI].max() == 0


def test_a_lamp_of_the_map_shines_as_far_and_in_the_tint_that_it_says() -> None:
    green = {"tint": "#ff20ff20"}
    lamp = spot("lamp", (Point(8, 6),), words=green, radius=4.0, brightness=1.0)
    dark = spot("lamp", (Point(8, 6),), words=green, radius=4.0, brightness=0.0)

    gain = pixels_of_spots(lamp, look="sewer") - pixels_of_spots(dark, look="sewer")
    red, leaf, blue = gain[7 * PPI : 9 * PPI, 5 * PPI : 7 * PPI].mean(axis=(0, 1))

    assert leaf > 20
    assert red <= 1
    assert blue <= 1
    assert gain[: 3 * PPI].max() == 0


def test_a_brighter_lamp_gives_more_light() -> None:
    words = {"tint": "#ffffe2b0"}
    means = [
        pixels_of_spots(
            spot("lamp", (Point(8, 6),), words=words, radius=6.0, brightness=b)
        ).mean()
        for b in (0.5, 1.0, 1.5)
    ]

    assert means == sorted(means)
    assert means[2] > means[0] + 1


def test_in_space_there_are_stars_and_no_floor() -> None:
    board = pixels_of_spots(look="space")

    assert np.median(board) < 30
    assert (board.min(axis=2) > 150).sum() > 30


@pytest.mark.parametrize("size", [(w, h) for w in (1, 2, 5) for h in (1, 2, 3, 8)])
def test_blurring_leaves_a_plain_picture_as_it_is(size: tuple[int, int]) -> None:
    plain = pygame.Surface(size, pygame.SRCALPHA)
    plain.fill((100, 100, 100, 255))

    for radius in range(10):
        assert (pixels(box_blurred(plain, radius)) == 100).all()
