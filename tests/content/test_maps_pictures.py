"""Pictures under maps: image layers, their names, their heads, their bytes."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random
from struct import pack
from typing import Any

import pygame
import pytest
from PIL import Image

from game.content import library_kinds
from game.content.background_pictures import (
    PictureBudget,
    beside,
    name_fault,
    picture_faults,
    pixels_of_print,
    read_picture,
)
from game.content.faults import UnusableFile
from game.content.file_source import DiskSource, FileSource
from game.content.maps.map_file import MAX_PICTURES, MapFile, MapPicture
from game.content.maps.map_library import board_of, load_map, map_of, parse_map
from game.content.maps.validation import faults_of
from game.content.maps.writer import canonical
from game.content.own_folders import own_folder
from game.content.picture_heads import MAX_PICTURE_BYTES, orientation, picture_head
from game.content.png_payload import SIGNATURE, make_chunk
from game.content.reading import MIB
from game.content.user_files import UserFileSource
from game.geometry.points import Point
from game.table.board import Board, BoardPicture
from tests.content.mangling import spoil_bytes

YARD = MapPicture(id=5, name="the yard", image="yard.png", x=16, y=-32, scale=32 / 70)


def mapped(*pictures: MapPicture) -> MapFile:
    whole = map_of(24, 16, [{"class": "Wall", "polyline": [[0, 8], [10, 8]]}])
    return whole.model_copy(update={"pictures": pictures})


def image_layer(**keys: Any) -> str:
    """Return the text of a map with one image layer above its object layer."""
    raw = json.loads(canonical(mapped()))
    layer = {"id": 9, "type": "imagelayer", "name": "under", "image": "a.png"}
    raw["layers"].append(layer | {"opacity": 1, "visible": True, "x": 0, "y": 0} | keys)
    return json.dumps(raw)


def under(library: FileSource, picture: BoardPicture) -> bytes:
    return read_picture(library, picture.file, PictureBudget()).data


def headed(width: int, height: int) -> bytes:
    """Return the beginning of a PNG picture, which says how large it is."""
    return SIGNATURE + make_chunk(b"IHDR", pack(">II5B", width, height, 8, 2, 0, 0, 0))


def encoded(ending: str, size: tuple[int, int] = (7, 5)) -> bytes:
    into = BytesIO()
    pygame.image.save(pygame.Surface(size), into, f"x.{ending}")
    return into.getvalue()


def test_a_picture_is_written_as_an_image_layer_below_the_objects() -> None:
    text = canonical(mapped(YARD))
    raw = json.loads(text)

    assert [layer["type"] for layer in raw["layers"]] == ["imagelayer", "objectgroup"]
    assert raw["layers"][0] == {
        "id": 5,
        "type": "imagelayer",
        "name": "the yard",
        "image": "yard.png",
        "offsetx": 16,
        "offsety": -32,
        "opacity": 1,
        "visible": True,
        "x": 0,
        "y": 0,
        "properties": [{"name": "scale", "type": "float", "value": 0.457143}],
    }
    assert raw["nextlayerid"] == 6
    assert canonical(parse_map(text, "x.tmj")) == text


def test_what_stands_at_its_default_is_not_written() -> None:
    (layer, _) = json.loads(canonical(mapped(MapPicture(id=2, image="a.jpg"))))["layers"]

    assert not {"offsetx", "offsety", "properties", "locked"} & layer.keys()


def test_an_image_layer_above_the_objects_is_a_picture_under_them() -> None:
    read = parse_map(image_layer(offsetx=3.5, locked=True, imagewidth=9, imageheight=4), "x")

    assert read.pictures == (MapPicture(id=9, name="under", image="a.png", x=3.5, locked=True),)


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"id": 1}, "layer 'object': id 1 is already used by a layer"),
        (
            {"properties": [{"name": "scale", "type": "float", "value": 0}]},
            "layer 'under': scale: must be at least 0.001, not 0",
        ),
    ],
)
def test_a_wrong_image_layer_is_named(keys: dict[str, Any], reason: str) -> None:
    with pytest.raises(UnusableFile) as refused:
        parse_map(image_layer(**keys), "x.tmj")

    assert reason in str(refused.value)


def test_a_map_has_few_pictures() -> None:
    many = [MapPicture(id=n, image="a.png") for n in range(10, 11 + MAX_PICTURES)]

    assert faults_of(mapped(*many[:-1])) == []
    assert [str(one) for one in faults_of(mapped(*many))] == ["has 9 pictures; the limit is 8"]


@pytest.mark.parametrize(
    "name", ["a.png", "a b.JPG", "grün.jpeg", "pictures/a.png", "a..b.png", ".hidden.png"]
)
def test_names_beside_the_map_are_allowed(name: str) -> None:
    assert name_fault(name) == ""


LEADS_AWAY = (
    "..", "../a.png", "b/../a.png", "./a.png", "b//a.png", "/a.png", "C:a.png", "b\\a.png",
    ".. /a.png", " /a.png",
)  # fmt: skip
ODD = ("", "a", "a.gif", "a\n.png", "a?.png", "x" * 120 + ".png")


@pytest.mark.parametrize("name", [*LEADS_AWAY, *ODD])
def test_all_others_are_refused(name: str) -> None:
    assert name_fault(name)


def test_a_board_has_the_visible_pictures_beside_its_file() -> None:
    hidden = YARD.model_copy(update={"id": 6, "visible": False})
    text = canonical(mapped(YARD, hidden))

    (picture,) = board_of(text, "maps/yard.tmj").pictures
    assert picture == BoardPicture("maps/yard.png", Point(0.5, -1.0), 0.457143 / 32)
    assert board_of(text, "/home/x/yard.tmj").pictures[0].file == "/home/x/yard.png"
    assert beside("yard.tmj", "b/a.png") == "b/a.png"


def test_its_bytes_are_read_beside_the_map(tmp_path: Path) -> None:
    data = encoded("jpg")
    (tmp_path / "yard.tmj").write_text(canonical(mapped(YARD)))
    (tmp_path / "yard.png").write_bytes(data)  # the head says what it is, not its name
    (picture,) = load_map(tmp_path / "yard.tmj").pictures

    assert under(UserFileSource(), picture) == data


def test_those_of_own_maps_are_in_the_folder_of_own_maps() -> None:
    (own_folder(library_kinds.MAP) / "sub").mkdir(parents=True)
    (own_folder(library_kinds.MAP) / "sub" / "a.png").write_bytes(encoded("png"))
    picture = BoardPicture("maps/sub/a.png", Point(0, 0), 1 / 32)

    assert under(UserFileSource(), picture) == encoded("png")
    with pytest.raises(UnusableFile, match="no such file"):
        under(UserFileSource(), replace(picture, file="maps/sub/b.png"))


def test_a_picture_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"GIF89a")

    with pytest.raises(UnusableFile, match=r"^a.png: is neither a PNG nor a JPEG picture$"):
        under(DiskSource(tmp_path), BoardPicture("a.png", Point(0, 0), 1.0))


@pytest.mark.parametrize("ending", ["png", "jpg"])
def test_the_head_tells_form_and_size(ending: str) -> None:
    assert picture_head(encoded(ending, (70, 3)), "x") == (ending, 70, 3)


def png_of(width: int, height: int) -> bytes:
    return encoded("png")[:16] + pack(">II", width, height) + encoded("png")[24:]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is neither a PNG nor a JPEG picture"),
        (encoded("png")[:20], "is a damaged PNG picture"),
        (png_of(0, 5), "is a damaged PNG picture"),
        (encoded("jpg")[:30], "is a damaged JPG picture"),
        (b"\xff\xd8\xff\xe0\x00\x00" + b"\xff" * 40, "is a damaged JPG picture"),
        (png_of(8001, 8000), "is 8001 × 8000 pixels; the limit is 64 million pixels"),
    ],
)
def test_damaged_and_huge_pictures_are_refused_before_they_are_decoded(
    data: bytes, reason: str
) -> None:
    with pytest.raises(UnusableFile) as refused:
        picture_head(data, "x.png")

    assert str(refused.value) == f"x.png: {reason}"


def test_a_file_that_is_too_large_is_refused_before_its_head_is_read() -> None:
    with pytest.raises(UnusableFile, match=r"x\.png: is 48\.0 MiB; the limit is 48 MiB$"):
        picture_head(b"\xff" * (MAX_PICTURE_BYTES + 1), "x.png")


def photo(form: str, turn: int, mode: str = "RGB", **keys: Any) -> bytes:
    """Return a picture of 7 × 5 pixels, as stored, with an orientation in its Exif."""
    exif, into = Image.Exif(), BytesIO()
    exif[0x0112] = turn
    Image.new(mode, (7, 5)).save(into, form, exif=exif, **keys)
    return into.getvalue()


@pytest.mark.parametrize("form", ["JPEG", "PNG"])
@pytest.mark.parametrize("turn", range(10))
def test_the_head_of_a_photo_is_that_of_the_upright_picture(form: str, turn: int) -> None:
    head = picture_head(photo(form, turn), "a")

    assert (head.width, head.height) == ((5, 7) if 5 <= turn <= 8 else (7, 5))
    assert orientation(photo(form, turn)) == (turn if 1 <= turn <= 8 else 1)


@pytest.mark.parametrize("order", ["<", ">"])
def test_exif_of_both_byte_orders_is_read(order: str) -> None:
    tiff = {"<": b"II*\0", ">": b"MM\0*"}[order]
    table = pack(f"{order}IHHHIHH", 8, 1, 0x0112, 3, 1, 8, 0)
    part = b"Exif\0\0" + tiff + table
    plain = photo("JPEG", 1)
    data = plain[:2] + b"\xff\xe1" + pack(">H", len(part) + 2) + part + plain[2:]

    assert orientation(data) == 8
    for end in range(4, 4 + len(part)):  # damaged Exif is no fault of the picture
        torn = part[:end]
        head = b"\xff\xe1" + pack(">H", len(torn) + 2) + torn
        assert orientation(plain[:2] + head + plain[2:]) in {1, 8}


def test_a_picture_of_any_number_of_parts_is_looked_at_for_a_moment() -> None:
    started = time.process_time()
    for data in (b"\xff\xd8" + b"\xff\xe1\0\2" * 5_000_000, b"\xff\xd8" + b"\xff" * 20_000_000):
        assert orientation(data) == 1

    assert time.process_time() - started < 1.0


def test_pictures_for_print_are_told_apart_by_their_head() -> None:
    assert pixels_of_print(photo("JPEG", 1), "a", 100) is None
    assert pixels_of_print(photo("PNG", 1), "a", 100) is None
    found = pixels_of_print(photo("JPEG", 1, "CMYK"), "a", 100)

    assert found
    assert found[1] == (7, 5)
    assert found[0] == b"\xff" * (7 * 5 * 3)  # no ink is white


def test_a_damaged_picture_for_print_is_refused() -> None:
    data = photo("JPEG", 1, "CMYK")
    with pytest.raises(UnusableFile, match="a: is a damaged JPEG picture"):
        pixels_of_print(data[:-40], "a", 100)


def test_no_spoilt_photo_raises_anything_but_a_refusal() -> None:
    rng = Random(5)
    whole = [
        photo(form, 6, mode) for form, mode in (("JPEG", "RGB"), ("JPEG", "CMYK"), ("PNG", "L"))
    ]
    for _ in range(1500):
        data = spoil_bytes(rng.choice(whole), rng)
        with suppress(UnusableFile):
            picture_head(data, "a")
            pixels_of_print(data, "a", 100)


def test_the_pictures_under_a_map_have_a_limit_of_pixels_together(tmp_path: Path) -> None:
    # 64 and 36 million are the limit of 100 million; a picture that is there twice counts once.
    sizes = {"a.png": (8000, 8000), "b.png": (6000, 6000), "c.png": (1, 1)}
    for name, size in sizes.items():
        (tmp_path / name).write_bytes(headed(*size))
    files = "a.png", "a.png", "b.png", "c.png"
    pictures = tuple(BoardPicture(name, Point(0, 0), 1.0) for name in files)
    library = DiskSource(tmp_path)

    assert [*picture_faults(library, Board(pictures=pictures[:3]))] == []
    (fault,) = picture_faults(library, Board(pictures=pictures))
    assert fault.place == "picture 'c.png'"
    assert fault.reason == (
        "with it the pictures of the map have 100,000,001 pixels together; "
        "the limit is 100 million; the map is shown without it"
    )


def test_the_pictures_under_a_map_have_a_limit_of_bytes_together(tmp_path: Path) -> None:
    budget = PictureBudget()
    for name in ("a.png", "b.png"):
        budget.add(name, picture_head(headed(9, 9), name), 48 * MIB)
    with pytest.raises(
        UnusableFile, match="take 100,663,297 bytes together; the limit is 96 MiB"
    ):
        budget.add("c.png", picture_head(headed(9, 9), "c.png"), 1)
