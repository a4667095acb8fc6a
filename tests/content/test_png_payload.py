"""A picture that carries a save is an ordinary picture to other programs."""

from __future__ import annotations

import zlib
from pathlib import Path
from struct import pack

import pygame
import pytest

from game.content import png_payload
from game.content.faults import UnusableFile
from game.content.png_payload import SAVE, embed_save, extract_save, is_picture
from game.content.save_format import load_save
from tests.tools.refusals import refusal_of

TEXT = 'one line\nand "another" – with a dash\n' * 50


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """Return a plain PNG of 3 x 2 pixels."""
    surface = pygame.Surface((3, 2))
    surface.fill((10, 200, 30))
    pygame.image.save(surface, tmp_path / "plain.png")
    return tmp_path / "plain.png"


@pytest.fixture
def loaded(picture: Path) -> Path:
    path = picture.with_name("loaded.png")
    path.write_bytes(embed_save(picture.read_bytes(), TEXT))
    return path


def refusal_of_picture(path: Path) -> str:
    return str(refusal_of(extract_save, path))


def test_the_save_comes_out_as_it_went_in(loaded: Path) -> None:
    assert extract_save(loaded) == TEXT


def test_the_picture_is_still_the_same_picture(loaded: Path) -> None:
    shown = pygame.image.load(loaded)

    assert shown.get_size() == (3, 2)
    assert shown.get_at((2, 1))[:3] == (10, 200, 30)


def test_a_picture_is_known_by_how_it_begins(loaded: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.png"
    other.write_text("no picture")

    assert is_picture(loaded)
    assert not is_picture(other)
    assert not is_picture(tmp_path / "missing.png")


def test_a_picture_without_a_save_is_refused(picture: Path) -> None:
    assert "is a picture without a save in it" in refusal_of_picture(picture)


def test_a_save_that_is_damaged_is_refused(loaded: Path) -> None:
    whole = bytearray(loaded.read_bytes())
    whole[whole.index(SAVE) + 9] ^= 1
    loaded.write_bytes(whole)

    assert "damaged" in refusal_of_picture(loaded)


def test_a_picture_that_is_cut_off_is_refused(loaded: Path) -> None:
    whole = loaded.read_bytes()
    loaded.write_bytes(whole[: whole.index(SAVE) + 20])

    assert "is a picture without a save in it" in refusal_of_picture(loaded)


@pytest.mark.parametrize(
    "data", [b"not deflated", zlib.compress(b"\xff\xfe"), zlib.compress(TEXT.encode())[:-4]]
)
def test_a_chunk_that_holds_no_text_is_refused(picture: Path, data: bytes) -> None:
    chunk = pack(">I4s", len(data), SAVE) + data + pack(">I", zlib.crc32(SAVE + data))
    picture.write_bytes(picture.read_bytes()[:-12] + chunk)

    assert "damaged" in refusal_of_picture(picture)


def test_a_save_that_swells_is_refused(loaded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(png_payload.MAX_BYTES, SAVE, 1000)

    assert "more than" in refusal_of_picture(loaded)


def test_what_a_picture_carries_passes_the_same_door_as_any_save(loaded: Path) -> None:
    with pytest.raises(UnusableFile, match="is not an Undertow save"):
        load_save(loaded)
