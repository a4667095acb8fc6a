"""A map as a PNG to print: of any size, to scale, and with the map's text inside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from struct import unpack
from typing import Any

import numpy as np
import pygame
import pytest
from PIL import Image

from game.content.faults import UnusableFile
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import map_of, read_map
from game.content.maps.writer import canonical
from game.content.png_payload import MAP, extract_save, has_map
from game.content.shipped_folders import MAPS
from game.view.board import painter
from game.view.board.painter import (
    BoardPainter,
    MapPrint,
    PrintSettings,
    StoppedError,
    size_fault,
)
from game.widgets.theme import Theme
from tests.tiers import few


def small(*objects: dict[str, Any]) -> MapFile:
    return map_of(13, 7, objects)


PLAIN = small({"class": "Block", "rectangle": [4, 2, 5, 3]})


def printed(mapfile: MapFile, settings: PrintSettings, folder: Path) -> Path:
    path = folder / "print.png"
    MapPrint(mapfile, settings).write(path)
    return path


def pixels_of_file(path: Path) -> Any:
    with Image.open(path) as opened:
        return np.asarray(opened.convert("RGB")).astype(int)


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Any]:
    """Return a function for the print of an empty table, painted once in each fineness."""
    made = dict[int, Any]()

    def printed_once(finest: int) -> Any:
        if finest not in made:
            folder = tmp_path_factory.mktemp("bare")
            made[finest] = pixels_of_file(printed(small(), PrintSettings(100), folder))
        return made[finest]

    return printed_once


def test_a_print_is_the_board_as_it_is_painted_for_the_window(tmp_path: Path) -> None:
    seen = pixels_of_file(printed(PLAIN, PrintSettings(50), tmp_path))
    whole = pygame.surfarray.array3d(BoardPainter(to_board(PLAIN)).whole(50)).swapaxes(0, 1)

    assert seen.shape == (350, 650, 3)
    # Painted in parts of 6" x 3": noise and shadows at their seams may differ a little.
    off = np.abs(seen - whole).max(axis=2)
    assert np.mean(off > 8) < 0.02
    assert np.mean(off) < 1.0


def test_an_inch_is_printed_as_an_inch(tmp_path: Path) -> None:
    with Image.open(printed(PLAIN, PrintSettings(75), tmp_path)) as opened:
        assert opened.info["dpi"] == pytest.approx((75, 75), abs=0.02)


def test_the_grid_has_a_line_at_every_inch_and_nowhere_else(tmp_path: Path) -> None:
    bare = pixels_of_file(printed(PLAIN, PrintSettings(50), tmp_path))
    ruled = pixels_of_file(printed(PLAIN, PrintSettings(50, grid=True), tmp_path))
    changed = (bare != ruled).any(axis=2)

    assert {x for x in range(650) if changed[:, x].all()} == set(range(0, 650, 50))
    assert {y for y in range(350) if changed[y].all()} == set(range(0, 350, 50))
    assert not changed[25].any(where=np.arange(650) % 50 != 0)
    assert (ruled >= bare).all()


@pytest.mark.parametrize("name", ["sewer-springs", "training-cage"])
def test_a_print_carries_the_map_byte_for_byte(name: str, tmp_path: Path) -> None:
    text = (MAPS / f"{name}.tmj").read_text("utf-8")
    drawn = MapPrint(read_map(MAPS / f"{name}.tmj"))
    whole = b"".join(_first(drawn))
    path = tmp_path / "shot.png"
    path.write_bytes(whole)

    assert has_map(path)
    assert canonical(read_map(path)) == text
    with pytest.raises(UnusableFile, match="is a picture without a save in it"):
        extract_save(path)


def _first(drawn: MapPrint) -> Iterator[bytes]:
    """Yield the chunks before the pixels, because painting takes long."""
    for part in drawn.parts():
        yield part
        if part[4:8] == MAP:
            return


def test_a_print_need_not_carry_the_map(tmp_path: Path) -> None:
    path = printed(PLAIN, PrintSettings(50, carrying=False), tmp_path)

    assert not has_map(path)
    with pytest.raises(UnusableFile, match="is a picture without a map in it"):
        read_map(path)


@pytest.mark.parametrize(
    ("thing", "at"),
    [
        ({"class": "CityPiece", "rectangle": [4, 2, 5, 3], "size": 2}, (200, 100)),
        ({"class": "Debris", "rectangle": [4, 2, 2, 2], "loose": True}, (250, 150)),
        ({"class": "Container", "point": [5, 3]}, (250, 150)),
    ],
    ids=["house", "loose debris", "container"],
)
@pytest.mark.parametrize("finest", few([50, 150]))
def test_what_stands_on_the_floor_is_in_the_print(
    thing: dict[str, Any],
    at: tuple[int, int],
    finest: int,
    tmp_path: Path,
    bare: Callable[[int], Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # At 100 pixels per inch it is painted at that size, or at 50 and scaled.
    monkeypatch.setattr(painter, "FINEST", finest)
    seen = pixels_of_file(printed(small(thing), PrintSettings(100), tmp_path))
    changed = np.abs(seen - bare(finest)).max(axis=2) > 12

    x, y = at[0] * 2, at[1] * 2
    assert changed[y - 40 : y + 40, x - 40 : x + 40].any()
    rows, columns = np.nonzero(changed)
    # Nothing but its shadow lies away from it: within the middle of the table.
    assert rows.min() >= 100
    assert columns.min() >= 300
    assert columns.max() <= 1100


def test_painting_can_be_watched_and_stopped(tmp_path: Path) -> None:
    path = tmp_path / "print.png"
    path.write_bytes(b"as it was")
    drawn = MapPrint(PLAIN, PrintSettings(50))
    parts = drawn.parts()
    while drawn.done == 0.0:
        next(parts)
    assert drawn.done == pytest.approx(3 / 9)  # the first of three strips, three tiles each

    drawn.stopped = True
    with pytest.raises(StoppedError):
        drawn.write(path)
    assert path.read_bytes() == b"as it was"
    assert [one.name for one in tmp_path.iterdir()] == ["print.png"]


def test_what_no_printer_needs_is_refused_with_what_there_is() -> None:
    assert size_fault(72, 48, 300) == ""  # 311 millions
    assert size_fault(96, 84, 300) == (
        "28800 x 25200 pixels are more than 400 millions; at most 200 pixels an inch do"
    )
    assert size_fault(48, 48, 60) == (
        "60 pixels an inch are none of 50, 75, 100, 150, 200, 300"
    )


def test_the_parts_are_chunks_of_a_png(tmp_path: Path) -> None:
    signature, *parts = MapPrint(PLAIN, PrintSettings(50)).parts()

    assert signature == b"\x89PNG\r\n\x1a\n"
    names = [part[4:8] for part in parts]
    assert names[:3] == [b"IHDR", b"pHYs", b"maPs"]
    assert set(names[3:-1]) == {b"IDAT"}
    assert names[-1] == b"IEND"
    assert all(unpack(">I", part[:4])[0] == len(part) - 12 for part in parts)


def test_labels_are_printed_and_neither_pins_nor_hidden_notes(tmp_path: Path) -> None:
    notes: list[dict[str, Any]] = [
        {"class": "Note", "point": [3, 2], "text": "MILL", "style": "label", "size": 1.5},
        {"class": "Note", "point": [10, 2], "text": "Hidden", "style": "label", "hidden": True},
        {"class": "Note", "point": [10, 5], "text": "A pin"},
    ]
    settings = PrintSettings(50, carrying=False)
    without, with_ = tmp_path / "without.png", tmp_path / "with.png"
    MapPrint(small(), settings).write(without)
    MapPrint(small(*notes), settings, look=Theme()).write(with_)
    differs = (pixels_of_file(without) != pixels_of_file(with_)).any(axis=2)

    assert differs[80:120, 100:200].any()
    assert not differs[:, 300:].any()
