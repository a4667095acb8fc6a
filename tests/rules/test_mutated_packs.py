"""Packs spoilt at random: refused or opened, never half kept, never outside their folder."""

from __future__ import annotations

import re
import struct
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from stat import S_IFLNK
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipInfo

import pytest

from game.content.faults import Fault, UnusableFile
from game.content.own_folders import own_packs
from game.content.packs.pack_layout import ENDING, MANIFEST
from game.content.packs.pack_library import find_pack, keep_pack, write_folder
from game.content.packs.pack_reading import open_pack
from game.content.packs.pack_writing import repacked
from game.content.shipped_folders import PACKS
from game.rules.pack_checks import check_pack
from tests.content.mangling import spoil_bytes, spoil_json, spoil_tokens, spoil_toml
from tests.content.pack_parts import zip_of

EXAMPLE = open_pack(PACKS / "salt-marsh")
FILES = {member: EXAMPLE.fetch(member) for member in EXAMPLE.sizes}
WHOLE = repacked(EXAMPLE)
NAMES = (
    *("../x.toml", "/x/x.toml", "C:/x.toml", "maps/../../x.tmj", "maps\\x.tmj"),
    *(
        "MAPS/salt-ford.tmj",
        "maps/Salt-Ford.tmj",
        "maps/con.tmj",
        "maps/\x00.tmj",
        "x" * 999,
    ),
    *("packs/x.undertow-pack", "rosters/x.py", ".x", "", "maps/", "pack.toml/x.md"),
)
FAST, SLOW, SHARDS = 12, 500, 10


def spoilt_bytes(rng: Random) -> bytes:
    return spoil_bytes(WHOLE, rng)


def spoilt_heads(rng: Random) -> bytes:
    """Return the pack with numbers changed in the heads of its files and in its list."""
    raw = bytearray(WHOLE)
    signs = [found.start() for found in re.finditer(rb"PK(\x01\x02|\x03\x04|\x05\x06)", WHOLE)]
    for _ in range(rng.choice((1, 2, 5))):
        at = rng.choice(signs) + rng.randrange(4, 46)
        number = rng.choice((0, 1, 8, 12, 0x7FFF, 0xFFFF, len(WHOLE), 0xFFFFFFFF))
        size = rng.choice((2, 4))
        raw[at : at + size] = struct.pack("<I", number)[:size]
    return bytes(raw)


def spoilt_files(rng: Random) -> bytes:
    """Return the pack with some of its files spoilt."""
    files = dict(FILES)
    for member in rng.sample([*files], rng.choice((1, 1, 2, 4))):
        text = files[member].decode()
        spoil = {".tmj": spoil_json, ".toml": spoil_toml}.get(Path(member).suffix, spoil_tokens)
        spoil = spoil_tokens if rng.random() < 0.3 else spoil
        files[member] = spoil(text, rng).encode("utf-8", "surrogatepass")
    return zip_of(*files.items())


def spoilt_names(rng: Random) -> bytes:
    """Return the pack with files that are lost, doubled, renamed or turned into links."""
    entries = list[tuple[str | ZipInfo, bytes]](FILES.items())
    for _ in range(rng.choice((1, 2, 4))):
        at = rng.randrange(len(entries))
        name, data = entries[at]
        match rng.randrange(5):
            case 0:
                del entries[at]
            case 1:
                entries.append((name, rng.randbytes(20)))
            case 2:
                link = ZipInfo("maps/link.tmj")
                link.external_attr = (S_IFLNK | 0o777) << 16
                entries.append((link, b"/etc/passwd"))
            case 3:
                entries.append(("maps/bomb.tmj", bytes(1 << 22)))
            case _:
                info = ZipInfo("x")
                info.filename = rng.choice(NAMES)
                entries[at] = info, data
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # zipfile warns of duplicates
        return zip_of(*entries, method=rng.choice((ZIP_DEFLATED,) * 5 + (ZIP_BZIP2,)))


KINDS = (spoilt_bytes, spoilt_heads, spoilt_files, spoilt_files, spoilt_names)


def files_below(folder: Path) -> Iterator[str]:
    return (path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")))


def outcome(raw: bytes, root: Path, number: int) -> bool:
    """Open a pack and keep it, or refuse it; return whether it was kept."""
    given = root / f"{number}{ENDING}"
    given.write_bytes(raw)
    before = [*files_below(root)]
    faults = list[Fault]()
    try:
        pack = open_pack(given)
        check_pack(pack)
        kept = keep_pack(repacked(pack), f"kept-{number}")
    except UnusableFile as error:
        faults = error.faults
    if faults:
        assert [*files_below(root)] == before
        return False
    assert kept == own_packs() / f"kept-{number}{ENDING}"
    again = find_pack(f"kept-{number}")
    assert again
    assert {m: again.fetch(m) for m in again.sizes} == {m: pack.fetch(m) for m in pack.sizes}
    out = root / f"out-{number}"
    write_folder(again, out)
    assert {f for f in files_below(out) if (out / f).is_file()} == {*again.sizes}
    added = {*files_below(root)} - {*before}
    places = ("home/packs", f"home/packs/kept-{number}{ENDING}", "home", out.name)
    assert all(one in places or one.startswith(f"{out.name}/") for one in added)
    return True


def count_of_kept_packs(root: Path, seeds: range, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how many of the spoilt packs of these seeds were kept."""
    monkeypatch.setenv("UNDERTOW_HOME", str(root / "home"))
    kept = 0
    for seed in seeds:
        rng = Random(seed)
        kept += outcome(KINDS[seed % len(KINDS)](rng), root, seed)
    return kept


def test_some_spoilt_packs_are_refused_or_kept_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert count_of_kept_packs(tmp_path, range(FAST), monkeypatch) < FAST


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_500_spoilt_packs_are_refused_or_kept_whole(
    shard: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = SLOW // SHARDS
    kept = count_of_kept_packs(tmp_path, range(shard * many, (shard + 1) * many), monkeypatch)

    assert 0 < kept < many


def test_the_example_itself_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path / "home"))

    assert MANIFEST in FILES
    assert outcome(WHOLE, tmp_path, 1)
