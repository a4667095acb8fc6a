"""The form of packs: what a zip or folder must be like to be opened."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from stat import S_IFLNK
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipInfo

import pytest

from game.content import library_kinds
from game.content.faults import UnusableFile
from game.content.packs import pack_layout, pack_reading
from game.content.packs.pack_layout import MANIFEST
from game.content.packs.pack_reading import open_pack, pack_of
from game.content.packs.pack_writing import packed
from game.rules.pack_checks import check_pack
from tests.content.pack_parts import MANIFEST_TEXT, pack_bytes, texts, zip_of

FILE = Path("river-war.undertow-pack")
HEAD = (MANIFEST, MANIFEST_TEXT.encode())


def fault_of(raw: bytes) -> str:
    with pytest.raises(UnusableFile) as caught:
        pack_of(raw, FILE)
    assert all(line.startswith(f"{FILE}: ") for line in str(caught.value).splitlines())
    return str(caught.value)


def test_a_pack_is_opened_and_read_in_place() -> None:
    pack = pack_of(pack_bytes(), FILE)

    assert (pack.name, pack.manifest.title) == ("river-war", "The river war")
    assert list(pack.sizes) == [MANIFEST, *sorted({*texts()} - {MANIFEST})]
    assert pack.text("rosters/guard.toml") == texts()["rosters/guard.toml"]
    assert pack.names(library_kinds.MAP) == ["river-war/yard"]
    assert pack.member("assets/rosters/river-war/guard.toml") == "rosters/guard.toml"
    assert pack.member("assets/rosters/other/guard.toml") is None


def test_endings_in_capitals_are_those_of_the_same_files(tmp_path: Path) -> None:
    folders = {"maps", "armouries", "rosters", "scenarios", "icons"}
    changes: dict[str, str | bytes | None] = {}
    for name, text in texts().items():
        stem, dot, ending = name.rpartition(".")
        if name.partition("/")[0] in folders:
            changes |= {name: None, f"{stem}{dot}{ending.upper()}": text}
    path = tmp_path / "RIVER.UNDERTOW-PACK"
    path.write_bytes(pack_bytes(changes))
    pack = open_pack(path)

    assert pack.names(library_kinds.MAP) == ["river-war/yard"]
    assert pack.member("assets/rosters/river-war/guard.toml") == "rosters/guard.TOML"
    assert pack.member("assets/rosters/river-war/Guard.toml") is None
    things = check_pack(pack)
    assert things == check_pack(pack_of(pack_bytes(), path))
    assert ("map", "river-war/yard") in [thing[:2] for thing in things]


def test_the_same_files_give_the_same_bytes_in_any_order() -> None:
    files = {name: text.encode() for name, text in texts().items()}

    assert packed(files) == packed(dict(reversed(files.items())))


def test_a_folder_of_plain_files_is_a_pack_too(tmp_path: Path) -> None:
    for name, text in texts().items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")

    assert open_pack(tmp_path).sizes == pack_of(pack_bytes(), FILE).sizes
    (tmp_path / "maps" / "secret.tmj").symlink_to(FILE)
    with pytest.raises(UnusableFile, match=r"maps/secret\.tmj: is a link"):
        open_pack(tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        "/etc/passwd.toml",
        "../maps/yard.tmj",
        "maps/../../yard.tmj",
        "maps/./yard.tmj",
        "maps//yard.tmj",
        "C:/maps/yard.tmj",
        "maps/C:yard.tmj",
        "maps\\yard.tmj",
        "maps/ya\x07rd.tmj",
        "maps/ya\nrd.tmj",
        "maps/what?.tmj",
    ],
)
def test_a_name_that_leads_out_of_the_pack_is_refused(name: str) -> None:
    info = ZipInfo("x")
    info.filename = name  # ZipInfo itself would mend some of them

    words = fault_of(zip_of(HEAD, (info, b"")))

    assert "is no plain path inside the pack" in words
    assert len(words.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("maps/con.tmj", "not every system allows: 'con.tmj'"),
        ("maps/com¹.tmj", "not every system allows: 'com¹.tmj'"),
        ("maps/LPT1.tmj", "not every system allows: 'LPT1.tmj'"),
        ("maps/.hidden.tmj", "not every system allows: '.hidden.tmj'"),
        ("maps/yard .tmj/x.png", "is fine"),
        ("maps/floors./x.png", "not every system allows: 'floors.'"),
        (f"maps/{'y' * 80}.tmj", "more than 80 characters"),
        ("maps/\u202eyard.tmj", "or with unusual ones"),
        ("yard.tmj", "lies in no folder of a pack: maps, armouries"),
        ("code/yard.toml", "lies in no folder of a pack"),
        ("maps/yard.py", "does not end in .tmj or .png or .jpg or .jpeg"),
        ("maps/inner.zip", "does not end in .tmj"),
        ("rosters/inner.undertow-pack", "does not end in .toml"),
        ("maps/floors/yard.tmj", "lies more than 1 deep in maps"),
        ("maps/a/b/c/hall.png", "lies more than 3 deep in maps"),
        ("icons/a/hawk.svg", "lies more than 1 deep in icons"),
    ],
)
def test_a_name_that_does_not_belong_in_a_pack_is_refused(name: str, reason: str) -> None:
    raw = zip_of(HEAD, (name, b""))

    if reason == "is fine":
        assert name in pack_of(raw, FILE).sizes
    else:
        assert reason in fault_of(raw)


def test_pictures_may_lie_in_folders_below_the_maps() -> None:
    assert "maps/a/b/hall.png" in pack_of(zip_of(HEAD, ("maps/a/b/hall.png", b"")), FILE).sizes


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("maps/yard.tmj", "maps/yard.tmj", "is there twice"),
        ("maps/yard.tmj", "maps/Yard.tmj", "is there twice, but for its capitals"),
        ("maps/stra\u00dfe.tmj", "maps/STRASSE.tmj", "is there twice"),
        ("maps/caf\u00e9.tmj", "maps/cafe\u0301.tmj", "is there twice"),
        ("maps/hall.png", "maps/hall.png/floor.png", "is a file and a folder"),
    ],
)
def test_two_files_that_one_system_takes_for_one_are_refused(
    one: str, other: str, reason: str
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # zipfile warns of duplicates
        raw = zip_of(HEAD, (one, b""), (other, b""))

    assert reason in fault_of(raw)


def test_links_and_secrets_and_other_methods_are_refused() -> None:
    link = ZipInfo("maps/link.tmj")
    link.external_attr = (S_IFLNK | 0o777) << 16
    assert "maps/link.tmj: is a link or a device" in fault_of(
        zip_of(HEAD, (link, b"/etc/passwd"))
    )

    raw = bytearray(zip_of(HEAD))
    for sign, offset in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        raw[raw.index(sign) + offset] |= 1
    assert "pack.toml: is encrypted" in fault_of(bytes(raw))

    bzip = zip_of(HEAD, ("maps/yard.tmj", b"{}"), method=ZIP_BZIP2)
    assert "is not packed by deflate" in fault_of(bzip)
    pack_of(zip_of(HEAD, ("maps/yard.tmj", b"{}"), method=ZIP_STORED), FILE)


def test_what_unpacks_to_far_more_is_refused_before_it_is_unpacked() -> None:
    bomb = zip_of(HEAD, ("maps/a.tmj", bytes(1 << 20)))
    assert "maps/a.tmj: unpacks to more than 200 times its size" in fault_of(bomb)
    assert "is 49.0 MiB; the limit is 48 MiB" in fault_of(
        zip_of(HEAD, ("maps/a.tmj", bytes(49 << 20)))
    )


def test_a_size_that_the_zip_states_wrongly_is_found_when_it_is_read() -> None:
    raw = bytearray(zip_of(HEAD, ("maps/a.tmj", bytes(1 << 20))))
    at = raw.rindex(b"PK\x01\x02") + 24
    raw[at : at + 4] = (9).to_bytes(4, "little")
    pack = pack_of(bytes(raw), FILE)

    with pytest.raises(UnusableFile, match=r"^maps/a\.tmj: is damaged"):
        pack.text("maps/a.tmj")


def test_more_files_or_bytes_than_the_limits_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    many = [(f"maps/{n}.tmj", b"") for n in range(pack_layout.MAX_FILES)]
    assert "holds 301 files; the limit is 300" in fault_of(zip_of(HEAD, *many))
    more = [(f"maps/{'long' * 15}{n}.tmj", b"") for n in range(2000)]
    assert "it lists far more than 300 files" in fault_of(zip_of(HEAD, *more))
    monkeypatch.setattr(pack_layout, "MAX_TOTAL_BYTES", 1 << 20)
    big = [(f"maps/{n}.tmj", bytes(50_000)) for n in range(30)]
    assert "unpacks to 1.4 MiB; the limit is 1 MiB" in fault_of(zip_of(HEAD, *big))


def test_a_pack_that_is_too_big_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pack_reading, "MAX_PACK_BYTES", 100)
    (tmp_path / FILE).write_bytes(pack_bytes())

    with pytest.raises(UnusableFile, match="the limit is"):
        open_pack(tmp_path / FILE)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "it does not begin with a file"),
        (b"no zip", "it does not begin with a file"),
        (b"x" + zip_of(HEAD), "it does not begin with a file"),
        (zip_of(HEAD)[:-5], "its end is missing"),
        (zip_of(HEAD) + b"x", "its end is missing, or something follows it"),
        (zip_of(), "it does not begin with a file"),
        (zip_of(("maps/yard.tmj", b"{}")), "pack.toml: is missing"),
        (zip_of((MANIFEST, b"\xff")), "pack.toml: line 1: is not UTF-8 text"),
        (zip_of((MANIFEST, b"format = ")), "pack.toml: end of document: is not valid TOML"),
    ],
)
def test_a_file_that_is_no_pack_is_refused(raw: bytes, reason: str) -> None:
    assert reason in fault_of(raw)


def test_all_faults_of_a_manifest_are_told_at_once() -> None:
    text = 'format = 2\nname = "River war"\nautor = "me"\n'
    words = fault_of(zip_of((MANIFEST, text.encode())))

    for line in (
        "pack.toml: format: must be 1, not 2",
        "pack.toml: name: 'River war' is not an id",
        "pack.toml: title: is missing",
        "pack.toml: autor: unknown key; did you mean 'author' (shown before the pack is kept)?",
    ):
        assert line in words


def test_all_faults_of_names_are_told_at_once() -> None:
    words = fault_of(zip_of(HEAD, ("../a", b""), ("b.exe", b""), ("maps/c.png", b"")))

    assert len(words.splitlines()) == 2
    assert re.search(r"\.\./a: is no plain path.*\n.*b\.exe: lies in no folder", words)


def test_folders_of_a_zip_are_passed_over() -> None:
    raw = zip_of(HEAD, ("maps/", b""), ("maps/yard.tmj", b"{}"), method=ZIP_DEFLATED)

    assert [*pack_of(raw, FILE).sizes] == [MANIFEST, "maps/yard.tmj"]
