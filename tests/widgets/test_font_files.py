"""Character maps of font files, also of faulty ones."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.widgets.font_files import coverage_of
from game.widgets.theme import FONTS


def font_file(path: Path, tables: dict[bytes, bytes]) -> Path:
    """Write a font of some tables, which need no more than their names and places."""
    at, rows, content = 12 + 16 * len(tables), b"", b""
    for name, table in tables.items():
        rows += struct.pack(">4sIII", name, 0, at + len(content), len(table))
        content += table
    path.write_bytes(struct.pack(">IHHHH", 0x00010000, len(tables), 0, 0, 0) + rows + content)
    return path


def full_map(*groups: tuple[int, int, int]) -> bytes:
    head = struct.pack(">HHHHI", 0, 1, 3, 10, 12)
    rows = b"".join(struct.pack(">III", *one) for one in groups)
    return head + struct.pack(">HHIII", 12, 0, 16 + len(rows), 0, len(groups)) + rows


def basic_map(*segments: tuple[int, int, int, list[int] | None]) -> bytes:
    """Return a map of format 4; a segment is its first, last, shift, and glyphs if listed."""
    many, glyphs, offsets = len(segments), list[int](), list[int]()
    for n, (_, _, _, listed) in enumerate(segments):
        offsets.append(0 if listed is None else 2 * (many - n + len(glyphs)))
        glyphs += listed or []
    words = [4, 0, 0, 2 * many, 0, 0, 0]
    words += [last for _, last, _, _ in segments] + [0] + [one[0] for one in segments]
    words += [one[2] for one in segments] + offsets + glyphs
    return struct.pack(">HHHHI", 0, 1, 3, 1, 12) + struct.pack(f">{len(words)}H", *words)


def test_a_full_map_holds_groups_without_the_missing_glyph(tmp_path: Path) -> None:
    table = full_map((0x41, 0x43, 5), (0x50, 0x51, 0), (0x1F600, 0x1F601, 9))
    file = font_file(tmp_path / "full.ttf", {b"glyf": b"", b"cmap": table})
    held = [sign for sign in "@ABCDPQR\U0001f600\U0001f602" if sign in coverage_of(file)]
    assert held == ["A", "B", "C", "Q", "\U0001f600"]


def test_a_basic_map_holds_shifted_segments_and_listed_glyphs(tmp_path: Path) -> None:
    # A shift of -0x42 gives B the number 0, which is the missing glyph.
    table = basic_map((0x41, 0x43, 0xFFBE, None), (0x61, 0x63, 0, [7, 0, 8]))
    file = font_file(tmp_path / "basic.otf", {b"CFF ": b"", b"cmap": table})

    assert [sign for sign in "@ABCD`abcd" if sign in coverage_of(file)] == ["A", "C", "a", "c"]


@pytest.mark.parametrize(
    "tables",
    [
        {b"cmap": full_map((0x41, 0x43, 5))},
        {b"glyf": b"", b"sbix": b"", b"cmap": full_map((0x41, 0x43, 5))},
        {b"glyf": b"", b"cmap": full_map((0x41, 0x43, 5))[:-1]},
        {b"glyf": b"", b"cmap": full_map((0x43, 0x44, 5), (0x41, 0x42, 5))},
        {b"glyf": b""},
        {},
    ],
    ids=["no outlines", "pictures", "cut off", "not in order", "no map", "nothing"],
)
def test_a_font_that_cannot_be_used_has_no_characters(
    tmp_path: Path, tables: dict[bytes, bytes]
) -> None:
    file = font_file(tmp_path / "faulty.ttf", tables)

    assert not any(chr(code) in coverage_of(file) for code in range(0x80))
    assert "A" not in coverage_of(tmp_path / "missing.ttf")
    assert "A" not in coverage_of(tmp_path)


@settings(max_examples=40)
@given(st.data())
def test_a_font_with_any_damage_is_read_without_an_exception(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    file = tmp_path_factory.mktemp("fonts") / "damaged.ttf"
    whole = bytearray(
        font_file(
            file,
            {b"glyf": b"", b"cmap": basic_map((0x41, 0x43, 1, None), (0x61, 0x62, 0, [7, 8]))},
        ).read_bytes()
    )
    for _ in range(data.draw(st.integers(1, 3))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    file.write_bytes(whole[: data.draw(st.integers(0, len(whole)))])

    assert "\U0010ffff" not in coverage_of(file)


def test_shipped_fonts_are_small_and_each_has_its_licence() -> None:
    shipped = sorted(FONTS.glob("Noto*.ttf"))

    assert sum(file.stat().st_size for file in shipped) < 1_050_000
    assert {file.name for file in FONTS.glob("OFL-noto-*.txt")} == {
        "OFL-noto-emoji.txt",
        "OFL-noto-sans-arabic.txt",
        "OFL-noto-sans-hebrew.txt",
        "OFL-noto-sans-symbols.txt",
    }
    assert "\u05d0" in coverage_of(FONTS / "NotoSansHebrew-Regular.ttf")
    assert "\u0645" in coverage_of(FONTS / "NotoSansArabic-SemiBold.ttf")
    assert "\U0001f642" in coverage_of(FONTS / "NotoEmoji-Regular.ttf")
