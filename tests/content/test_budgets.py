"""Cost of refused files: small ones that expand, and many objects in one."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_LZMA

import pytest

from game.content.army_lists.list_import import import_list
from game.content.army_lists.reader import open_list
from game.content.faults import UnusableFile
from game.content.maps.board_faults import faults_on
from game.content.maps.lenient_reader import salvaged
from game.content.maps.map_library import load_map, read_map
from game.content.maps.uvtt_import import import_map
from game.content.png_payload import MAP, SIGNATURE, has_map, make_chunk
from game.content.save_format import parse_save
from game.content.shipped_folders import ROOT
from game.content.strict_toml import parse_toml
from game.geometry.array_sweeps import crosses_often
from game.geometry.points import Point
from tests.content import exhausting
from tests.content.exhausting import (
    FILES,
    HEAD,
    MIB,
    crooked_line,
    crooked_lines,
    json_object,
    many,
    map_bytes,
    save,
    star,
)
from tests.content.weighing import SECONDS
from tests.tools.costs import is_too_much
from tests.tools.refusals import faults_of
from tests.tools.texts import edited


@pytest.mark.slow
def test_no_file_costs_more_than_its_budget(tmp_path: Path) -> None:
    files = exhausting.write_all(tmp_path)
    command = [sys.executable, "-m", "tests.content.weighing", *map(str, files)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    raw = [json.loads(line) for line in done.stdout.splitlines()]

    assert len(raw) == len(FILES) + 1
    assert not [one for one in raw if is_too_much(one, SECONDS)]


def first_fault_of(read: Callable[[Path], object], path: Path, content: str | bytes) -> str:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return faults_of(read, path)[0]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("elements.ros", "has 1500004 times <; the limit is 150000"),
        ("lzma.rosz", "list0.ros: is not packed by deflate"),
        ("more-forces.json", "has 150001 values; the limit is 150000"),
    ],
)
def test_what_an_army_list_has_too_much_of_is_counted_first(
    tmp_path: Path, name: str, reason: str
) -> None:
    content: dict[str, str | bytes] = {
        "elements.ros": exhausting.army("<a/>" * 1_500_000),
        "lzma.rosz": exhausting.zip_repeated(b"<roster/>", ZIP_LZMA),
        "more-forces.json": f'{{"forces":{many(75_000)}}}',
    }
    assert first_fault_of(import_list, tmp_path / name, content[name]) == reason


def test_text_of_an_army_list_between_others_is_put_together(tmp_path: Path) -> None:
    file = tmp_path / "list.ros"
    file.write_bytes(b"<roster><forces><force>a<!---->b<!---->c</force></forces></roster>")
    (force,) = open_list(file)["roster"]["forces"]
    assert force == {"$text": "abc"}


def test_a_picture_of_empty_chunks_is_not_read_to_its_end(tmp_path: Path) -> None:
    last = make_chunk(b"maPs", b"")
    few, more = tmp_path / "few.png", tmp_path / "more.png"
    few.write_bytes(SIGNATURE + make_chunk(b"abCd", b"") * 1000 + last)
    more.write_bytes(SIGNATURE + make_chunk(b"abCd", b"") * 60_000 + last)
    assert has_map(few)
    assert not has_map(more)


def test_a_map_in_a_picture_is_no_larger_than_one_in_a_file(tmp_path: Path) -> None:
    data = exhausting.png_with_chunk(MAP, b" " * (4 * MIB + 1))
    assert (
        first_fault_of(read_map, tmp_path / "map.png", data)
        == "contains a map of more than 4 MiB"
    )


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (map_bytes(many(199_000)), "has more faults: the rest of it was not read"),
        (map_bytes(f"[{json_object(101)}]"), "layer 'a', objects[0]: has 101 keys; the limit"),
        (map_bytes("[]", many(101)), "map: has 101 properties; the limit is 100"),
        (HEAD + many(2001) + "}", "has 2001 layers; the limit is 2000"),
        (HEAD + "[]," + json_object(101)[1:], "has 108 keys; the limit is 100"),
    ],
)
def test_a_map_with_too_many_faults_is_read_no_further(
    tmp_path: Path, content: str | bytes, reason: str
) -> None:
    file = tmp_path / "map.tmj"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(UnusableFile) as caught:
        read_map(file)
    assert any(str(fault).startswith(reason) for fault in caught.value.faults)
    assert len(caught.value.faults) < 1200


def test_all_objects_of_a_map_with_many_faults_are_salvaged() -> None:
    wall = edited(
        crooked_line(1, "Wall", [(0, 0), (64, 64)]), {'"id": 1,': '"id":1#, "odd": 1,'}
    )
    text = map_bytes("[" + json_object(1500, wall)[1:-1] + "]").decode()
    assert len([*salvaged(text, "a map").map.objects()]) == 1500


def test_walls_that_cross_everywhere_are_no_floor(tmp_path: Path) -> None:
    for number, few in ((40, False), (4, True)):
        file = tmp_path / "map.tmj"
        file.write_bytes(map_bytes(crooked_lines(number, "Wall", 100)))
        texts = [str(fault) for fault in faults_on(load_map(file))]
        knot = "walls: cross in more than 50000 places: draw fewer, or shorter ones"
        assert (knot in texts) is not few


def test_crossings_are_counted_however_many_walls_there_are() -> None:
    down = [(Point(x, 0.0), Point(x, 48.0)) for x in range(1, 240)]
    across = [(Point(0.5, y / 8), Point(239.5, y / 8)) for y in range(1, 300)]
    assert crosses_often([*down, *across])  # 239 x 299 are 71,461
    assert not crosses_often([*down, *across[:200]])  # 239 x 200 are 47,800
    assert not crosses_often([*down, *[(a, Point(0.7, b.y)) for a, b in across]])


def test_more_lanes_than_anybody_follows_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "map.tmj"
    file.write_bytes(map_bytes(star(122)))
    (fault,) = (f for f in faults_on(load_map(file)) if f.place == "lanes")
    assert fault.reason == "have 121 legs; the limit is 120 (FF-04)"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (".".join(["a"] * 4002) + " = 1", "has 4001 dots outside of numbers; the limit is"),
        ("a = [" + "1," * 49_999 + "]", "has 50001 values; the limit is 50000"),
        ("#" * (MIB + 1), "is 1.0 MiB; the limit is 1 MiB"),
    ],
)
def test_toml_that_costs_too_much_is_not_parsed(text: str, reason: str) -> None:
    with pytest.raises(UnusableFile, match=re.escape(reason)):
        parse_toml(text, "a file")


def test_numbers_and_sentences_have_dots() -> None:
    many_numbers = "a = [" + "0.5, " * 9000 + "]"
    assert len(parse_toml(many_numbers, "a file")["a"]) == 9000
    assert parse_toml(f'a = "{"It rains. " * 3000}"', "a file")


def test_saves_are_counted_before_they_are_read() -> None:
    many_lines, wide = "\n" * 50_001, f'{{"a":{many(500_000)}}}'
    wide_line = save("", f'{{"line":"opening","events":{many(50_001)}}}').decode()
    for text, reason in (
        (many_lines, "has 50001 lines; the limit is 50000"),
        (wide, "has 1000001 values; the limit is 1000000"),
        (wide_line, "line 2: has 100004 values; the limit is 100000"),
    ):
        with pytest.raises(UnusableFile, match=reason):
            parse_save(text, "a save")


def test_a_line_of_sight_that_is_wrong_throughout_is_told_once(tmp_path: Path) -> None:
    file = tmp_path / "map.uvtt"
    file.write_text(exhausting.uvtt_text(line_of_sight=f"[{many(50)},{many(1)}]"))
    with pytest.raises(UnusableFile) as caught:
        import_map(file)
    assert [fault.place for fault in caught.value.faults] == [
        f"line_of_sight[{n}][0].{axis}" for n in (0, 1) for axis in "xy"
    ]


def test_wide_text_counts_as_what_it_takes(tmp_path: Path) -> None:
    # As bytes: here, too, the text itself would take a hundred megabytes.
    text = exhausting.uvtt_text(image='"\U0001f600@"').encode()
    assert (
        first_fault_of(import_map, tmp_path / "a.uvtt", text.replace(b"@", b"a" * 25 * MIB))
        == "is 100.0 MiB; the limit is 96 MiB"
    )
