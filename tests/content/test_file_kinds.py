"""The kind of a file by its content or its ending.

A file of no kind is refused in one sentence.
"""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from PIL import Image

from game.cli import main
from game.content import file_kinds
from game.content.file_kinds import READ, Kind, kind_of_file
from game.content.maps.uvtt_import import ENDINGS as DRAWINGS
from game.content.packs.pack_layout import ENDING as PACK
from game.content.png_payload import MAP, SAVE, SIGNATURE, embed, make_chunk
from game.content.save_format import ENDING as SAVED
from game.content.shipped_folders import ROOT
from game.lab.store import ENDING as STORE
from tests.content.tiled_files import as_tmx, tiled_map

FILES = Path(__file__).with_name("foreign_files")
END = make_chunk(b"IEND", b"")
TILED = json.dumps({"layers": [], "class": "Board", "type": "map"})


def picture_bytes(form: str) -> bytes:
    into = BytesIO()
    Image.new("RGB", (3, 2)).save(into, form)
    return into.getvalue()


def zip_of_map(name: str) -> bytes:
    into = BytesIO()
    with ZipFile(into, "w") as files:
        files.writestr(name, "x")
    return into.getvalue()


CASES: dict[str, tuple[str, str | bytes, Kind, str]] = {
    "a map by its ending": ("a.tmj", "torn", "map", "a map"),
    "a map in capitals": ("A.TMJ", TILED, "map", "a map"),
    "a map of Tiled in XML": ("a.TMX", as_tmx(tiled_map()), "map", "a map of Tiled"),
    "a map in JSON": ("a.json", TILED, "map", "a map"),
    "a torn map in JSON": ("a.json", '{"type":  "map", "layers": [', "map", "a map"),
    "a map under a false name": ("a.ros", as_tmx(tiled_map()), "map", "a map of Tiled"),
    "a map after a comment": ("a.xml", "<!-- <svg> --><map/>", "map", "a map of Tiled"),
    "a map in a picture": (
        "a.PNG",
        SIGNATURE + embed(MAP, "x") + END,
        "map",
        "a picture with a map in it",
    ),
    "a save": ("a.UNDERTOW", "torn", "save", "a saved game"),
    "a save by its content": (
        "a.txt.json",
        '{"format":"undertow-save"}\n{"line":1}',
        "save",
        "a saved game",
    ),
    "a save in a picture": (
        "a.png",
        SIGNATURE + embed(SAVE, "x") + END,
        "save",
        "a picture with a save in it",
    ),
    "a photo": ("a.JPG", picture_bytes("JPEG"), "picture", "a JPEG picture"),
    "a photo under a false name": ("a.tmj", picture_bytes("JPEG"), "picture", "a JPEG picture"),
    "a plain picture": (
        "a.png",
        picture_bytes("PNG"),
        "picture",
        "a picture without a map or a save",
    ),
    "a GIF": ("a.gif", picture_bytes("GIF"), "other", "a GIF picture"),
    "a BMP": ("a.bmp", picture_bytes("BMP"), "other", "a BMP picture"),
    "a WebP": ("a.webp", picture_bytes("WEBP"), "other", "a WebP picture"),
    "a TIFF": ("a.tif", picture_bytes("TIFF"), "other", "a TIFF picture"),
    "a project of LDtk": (
        "a.ldtk",
        '{"jsonVersion": "1.5.3", "defs": {}, "levels": []}',
        "other",
        "a project of LDtk",
    ),
    "a project of LDtk as a map": (
        "a.tmj",
        '{"defs": {}, "levels": [], "jsonVersion": "1.5.3"}',
        "other",
        "a project of LDtk",
    ),
    "a torn project of LDtk": (
        "a.json",
        '{"jsonVersion": "1", "defs": {}, "lev',
        "other",
        "a project of LDtk",
    ),
    "a scene of Foundry": (
        "a.json",
        '{"walls": [], "grid": 100}',
        "other",
        "a scene of Foundry VTT",
    ),
    "a tileset": ("a.tsx", "<?xml version='1.0'?>\n<tileset/>", "other", "a tileset of Tiled"),
    "a tileset in JSON": ("a.tsj", '{"type": "tileset"}', "other", "a tileset of Tiled"),
    "a world": ("a.world", '{"type": "world", "maps": []}', "other", "a world of Tiled"),
    "a list": ("a.ROS", '<roster xmlns="x"/>', "list", "an army list"),
    "a list in JSON": ("a.json", '{"roster": {}}', "list", "an army list"),
    "a packed list": ("a.zip", zip_of_map("b/A.ROS"), "list", "an army list"),
    "a list by its ending": ("a.rosz", "torn", "list", "an army list"),
    "a catalogue": ("a.cat", "<catalogue/>", "other", "a catalogue of army lists"),
    "a drawing": ("a.DD2VTT", "", "drawing", "a Universal VTT file"),
    "a pack": (f"a{PACK.upper()}", "torn", "pack", "a pack"),
    "a pack under another name": ("a.zip", zip_of_map("pack.toml"), "pack", "a pack"),
    "another zip": ("a.zip", zip_of_map("b.txt"), "other", "a packed file"),
    "results": (f"a{STORE}", b"SQLite format 3\0", "experiment", "the results of"),
    "a database": ("a.db", b"SQLite format 3\0", "other", "a database"),
    "a roster": ("a.TOML", "title = 'x'", "toml", "a .toml file"),
    "an icon": ("a.SVG", "<svg/>", "icon", "an SVG picture"),
    "a PDF": ("a.pdf", "%PDF-1.7", "other", "a PDF document"),
    "other JSON": ("a.json", "{}", "other", "a JSON file of another program"),
    "other XML": ("a.xml", "<notes/>", "other", "an XML file of <notes>"),
    "a text": ("a.md", "MZ is no program", "other", "a file of a kind that is not known (.md)"),
    "nothing": ("a", "", "other", "empty, or cannot be read"),
}


@pytest.mark.parametrize(("name", "content", "kind", "words"), CASES.values(), ids=CASES)
def test_a_file_is_known_by_its_content_then_by_its_ending(
    tmp_path: Path, name: str, content: str | bytes, kind: Kind, words: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    found = kind_of_file(path)

    assert found.kind == kind
    assert found.words.startswith(words)


def test_what_is_no_file_is_told_apart(tmp_path: Path) -> None:
    assert kind_of_file(tmp_path).words == "a folder"
    assert kind_of_file(tmp_path / "no.xyz").words == "no file"
    assert kind_of_file(tmp_path / "no.tmj").kind == "map"


def test_every_ending_that_is_read_is_known_and_named() -> None:
    known = file_kinds.ENDINGS
    assert {SAVED, PACK, STORE, *DRAWINGS} <= known.keys()
    for ending, kind in known.items():
        assert ending in READ[kind.kind]


@pytest.mark.parametrize("command", ["import", "check", "fmt", "edit"])
@pytest.mark.parametrize("name", ["levels.ldtk", "sideways.jpg"])
def test_what_is_not_read_is_refused_in_one_sentence_that_names_what_is(
    command: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = FILES / name
    assert main([command, str(path)]) in {1, 2}
    shown = capsys.readouterr()
    (line,) = (shown.out + shown.err).splitlines()

    words = {
        "levels.ldtk": "a project of LDtk (let its",
        "sideways.jpg": "a JPEG picture (drop",
    }
    assert line.startswith(f"{path}: is {words[name]} ")
    assert ".tmj" in line.partition("; ")[2]


@pytest.mark.parametrize("name", ["README.md", "assets/rosters/captain.toml", "pyproject.toml"])
def test_import_names_what_it_does_not_know(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(ROOT / name)]) == 2
    error = capsys.readouterr().err

    assert "roster: is missing" not in error
    assert error.endswith(
        "; import reads army lists (.ros, .rosz, .json), maps (.tmj, .tmx, .json, or within a "
        ".png) and Universal VTT files (.uvtt, .dd2vtt, .df2vtt)\n"
    )
