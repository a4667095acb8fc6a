"""Files are written completely or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.content.faults import UnusableFile
from game.content.file_lookup import free_path, is_file
from game.content.safe_writing import clear_abandoned, write_whole
from game.content.user_files import DISK
from tests.tools.full_disk import full_disk


def test_a_new_file_holds_the_text_in_bytes_alike_everywhere(tmp_path: Path) -> None:
    file = tmp_path / "new" / "map.tmj"

    write_whole(file, "é\nb\n")

    assert file.read_bytes() == b"\xc3\xa9\nb\n"
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
def test_a_file_keeps_its_permissions_and_a_new_one_has_the_usual(tmp_path: Path) -> None:
    old, new, usual = tmp_path / "old", tmp_path / "new", tmp_path / "usual"
    old.write_text("before", "utf-8")
    old.chmod(0o640)
    usual.touch()

    write_whole(old, "after")
    write_whole(new, "new")

    assert (old.read_text("utf-8"), old.stat().st_mode & 0o777) == ("after", 0o640)
    assert new.stat().st_mode == usual.stat().st_mode


def test_what_a_link_leads_to_is_replaced(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.touch()
    link.symlink_to(real)

    write_whole(link, "text")

    assert link.is_symlink()
    assert real.read_text("utf-8") == "text"


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "map.tmj"
    file.write_text("before", "utf-8")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(UnusableFile, match="cannot write it: no space left on device"):
        write_whole(file, "after")

    assert file.read_text("utf-8") == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    with pytest.raises(UnusableFile, match="cannot write it"):
        write_whole(tmp_path, "text")


def test_what_killed_writes_left_is_cleared_and_nothing_else(tmp_path: Path) -> None:
    torn, fresh = tmp_path / ".undertow-0123456789abcdef.tmp", tmp_path / ".undertow-1.tmp"
    others = [tmp_path / "a.undertow", tmp_path / ".undertow-1.tmp.bak", tmp_path / "a.tmp"]
    for path in (torn, fresh, *others):
        path.write_text("half")
        os.utime(path, (1, 1))
    fresh.touch()  # another process is just writing it

    clear_abandoned(tmp_path)
    clear_abandoned(tmp_path / "missing")
    assert sorted(tmp_path.iterdir()) == sorted([fresh, *others])


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "\ud800", ""])
def test_by_a_name_that_no_system_takes_no_file_is_there(tmp_path: Path, name: str) -> None:
    assert not is_file(tmp_path / name)
    assert not DISK.has(f"assets/rosters/{name}.toml")


def test_a_taken_path_gets_the_first_free_number_unless_its_bytes_are_the_same(
    tmp_path: Path,
) -> None:
    path = tmp_path / "hall.png"
    assert free_path(path) == path
    path.write_bytes(b"one")
    (tmp_path / "hall-2.png").write_bytes(b"two")
    (tmp_path / "hall-3.png").mkdir()

    assert free_path(path) == tmp_path / "hall-4.png"
    assert free_path(path, b"one") == path
    assert free_path(path, b"two") == tmp_path / "hall-2.png"
    assert free_path(path, b"six") == tmp_path / "hall-4.png"
