"""Decor of a map: its picture's name, its place on the board, and the files that it brings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.content.background_pictures import picture_faults
from game.content.faults import UnusableFile
from game.content.file_source import DiskSource
from game.content.maps.classes import Decor
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import load_board, map_of, parse_map, with_copies
from game.content.maps.writer import canonical
from game.geometry.points import Point
from game.table.board import BoardDecor

CRATE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4">'
    '<rect width="8" height="4" fill="#c81e1e"/></svg>'
)


def decorated(image: str = "crate.svg", **members: Any) -> MapFile:
    """Return a map with one piece of decor of 4" × 2", from (2, 3)."""
    decor = {"class": "Decor", "rectangle": [2, 3, 4, 2], "image": image}
    return map_of(24, 20, [decor | members])


def test_decor_is_written_as_a_property_of_a_file_and_read_again() -> None:
    mapfile = decorated(flipped=True)

    assert '{"name":"image", "type":"file", "value":"crate.svg"}' in canonical(mapfile)
    assert parse_map(canonical(mapfile), "yard.tmj") == mapfile


@pytest.mark.parametrize(
    "image", ["../crate.svg", "/crate.png", "crate.gif", "a\\b.png", "x" * 130]
)
def test_a_name_that_leads_elsewhere_or_to_no_picture_is_refused(image: str) -> None:
    with pytest.raises(UnusableFile, match="property 'image'"):
        decorated(image)


def test_decor_lies_on_the_board_at_the_middle_of_its_box() -> None:
    assert to_board(decorated(), "maps/yard.tmj").decor == (
        BoardDecor("maps/crate.svg", Point(4, 4), 4, 2),
    )
    assert to_board(decorated("")).decor == ()
    hidden = decorated()
    layer = hidden.layers[0].model_copy(update={"visible": False})
    assert to_board(hidden.with_layers([layer])).decor == ()


def test_its_file_is_copied_with_the_map_and_never_replaces_another(tmp_path: Path) -> None:
    before, after = tmp_path / "a", tmp_path / "b"
    before.mkdir()
    after.mkdir()
    (before / "crate.svg").write_text(CRATE)
    (after / "crate.svg").write_text("another")

    copied = with_copies(decorated(), before, after)

    assert copied.images() == ["crate-2.svg"]
    assert (after / "crate-2.svg").read_text() == CRATE


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "no such file"),
        ("<svg", "is not valid SVG"),
        (CRATE.replace("<rect", "<script/><rect"), "has <script>"),
        (CRATE.replace("<rect", '<rect onload="x()"'), "has a script"),
        (CRATE.replace("<rect", '<rect stroke="url(http://a.b/c)"'), "refers to another file"),
        ("<!DOCTYPE svg>" + CRATE, "declares a document type"),
        (CRATE + " " * 70_000, "the limit is 64 KiB"),
    ],
)
def test_a_file_that_cannot_be_drawn_is_named_and_left_out(
    tmp_path: Path, text: str | None, reason: str
) -> None:
    (tmp_path / "yard.tmj").write_text(canonical(decorated()))
    if text is not None:
        (tmp_path / "crate.svg").write_text(text)
    source = DiskSource(tmp_path)

    (fault,) = picture_faults(source, load_board("yard.tmj", source))

    assert reason in fault.reason
    assert fault.reason.endswith("decor is shown without it")


def test_a_half_turn_in_the_same_box_flips_it_both_ways() -> None:
    assert Decor().after_turn(180.0) == Decor(flipped=True, upended=True)
    assert Decor(upended=True).after_turn(90.0) == Decor(upended=True)
    assert Decor().after_mirror(0.0) == Decor(flipped=True)
    assert Decor().after_mirror(90.0) == Decor(upended=True)
