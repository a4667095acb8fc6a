from __future__ import annotations

import os
import zlib
from pathlib import Path

import pytest

from game.content.disk_cache import DiskCache


def test_what_is_kept_is_found(tmp_path: Path) -> None:
    DiskCache(tmp_path / "new" / "folder").keep("one", b"data")

    assert DiskCache(tmp_path / "new" / "folder").has("one")
    assert not DiskCache(tmp_path / "new" / "folder").has("two")
    assert DiskCache(tmp_path / "new" / "folder").find("one") == b"data"
    assert DiskCache(tmp_path).find("one") is None


def test_what_is_kept_again_takes_the_place_of_the_old(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path)
    cache.keep("one", b"old")
    cache.keep("one", b"new")

    assert cache.find("one") == b"new"
    assert len([*tmp_path.iterdir()]) == 1


@pytest.mark.parametrize("cut", [0, 1, 5, -1])
def test_a_torn_file_is_not_there(tmp_path: Path, cut: int) -> None:
    cache = DiskCache(tmp_path)
    cache.keep("one", b"data" * 100)
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:cut])

    assert cache.find("one") is None


def test_a_file_that_swells_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.content.disk_cache.MAX_ENTRY_BYTES", 1000)
    swelling = zlib.compress(bytes(1001))
    (tmp_path / "one.kept").write_bytes(swelling)

    assert DiskCache(tmp_path).find("one") is None


def test_what_was_not_wanted_for_longest_makes_room(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path, most=4 * 1100)
    for n in range(4):
        cache.keep(f"{n}", os.urandom(1000))
        os.utime(tmp_path / f"{n}.kept", (n + 1, n + 1))
    cache.find("0")

    cache.keep("4", os.urandom(1000))

    # Down to three quarters: of five times some 1,000 bytes, three stay within 3,300.
    assert sorted(f.stem for f in tmp_path.iterdir()) == ["0", "3", "4"]


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = DiskCache(tmp_path / "file")

    cache.keep("one", b"data")

    assert cache.find("one") is None
