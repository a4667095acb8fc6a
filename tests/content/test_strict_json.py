"""Text and JSON from outside: nothing too big is read, and nothing is guessed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from game.content.faults import UnusableFile
from game.content.reading import DEEPEST, MAP_BYTES, read_text
from game.content.strict_json import parse_json
from tests.tools.refusals import refusal_of


def refusal(text: str) -> str:
    return str(refusal_of(parse_json, text, "x"))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[]", []),
        (" 7 ", 7),
        ('{"a": [1, 2.5, "é", null, true]}', {"a": [1, 2.5, "é", None, True]}),
        ("[1e3]", [1000.0]),
        ('["\\ud83d\\ude00"]', ["😀"]),
    ],
)
def test_plain_json_is_read(text: str, value: Any) -> None:
    assert parse_json(text, "x") == value


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "x: line 1 column 1: is not valid JSON (expecting value): is the file complete?"),
        (
            '{"a": 1',
            "x: line 1 column 8: is not valid JSON (expecting ','): is the file complete?",
        ),
        (
            '{\n"a" 1}',
            "x: line 2 column 5: is not valid JSON (expecting ':'): is the file complete?",
        ),
        ("[1] 2", "x: line 1 column 5: is not valid JSON (extra data): is the file complete?"),
        ("[NaN, -Infinity]", "x: NaN is not a number\nx: -Infinity is not a number"),
        ("[1e999]", "x: 1e999 is too big a number"),
        ("[-1e999]", "x: -1e999 is too big a number"),
        ("1" * 5000, "x: a whole number has too many digits"),
        ('{"a": 1, "a": 1}', "x: has the key 'a' twice"),
        ('[{"id": 5, "a": 1, "a": 2}]', "x: id 5: has the key 'a' twice"),
        ('["\\ud83d"]', "x: contains an invalid character (a lone surrogate)"),
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "x: nests more than 32 levels deep"),
        ("[" * 90_000, "x: nests more than 32 levels deep"),
    ],
)
def test_what_is_not_plain_json_is_refused(text: str, reason: str) -> None:
    assert refusal(text) == reason


def test_what_nests_just_deep_enough_is_read() -> None:
    assert parse_json("[" * DEEPEST + "]" * DEEPEST, "x")


def test_a_file_is_read_with_or_without_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(b'\xef\xbb\xbf{"a": 1}')

    assert parse_json(read_text(file), "a.json") == {"a": 1}


def test_what_is_not_utf_8_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(b'{\n"a": "\xff"}')

    with pytest.raises(UnusableFile, match="line 2: is not UTF-8 text"):
        read_text(file)


def test_a_file_of_100_mb_is_refused_before_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "big.json"
    with file.open("wb") as sparse:
        sparse.truncate(100_000_000)

    with pytest.raises(UnusableFile, match=r"big.json: is 95.4 MiB; the limit is 4 MiB"):
        read_text(file)


def test_a_file_of_just_the_most_is_read(tmp_path: Path) -> None:
    file = tmp_path / "full.txt"
    file.write_bytes(b" " * MAP_BYTES)

    assert len(read_text(file)) == MAP_BYTES


@pytest.mark.parametrize("name", ["missing.json", "", "nul\0.json"])
def test_what_is_no_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnusableFile):
        read_text(tmp_path / name)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(UnusableFile, match="is not a file"):
        read_text(tmp_path / "pipe")
