"""Save files that grow during a game, and crash reports."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game.content import library_kinds, own_folders, save_files
from game.content.crash_reports import report_crash
from game.content.save_files import SaveWriter, new_journal
from game.content.save_format import load_save
from game.content.shipped_folders import ROOT
from game.rules.saving import restore
from tests.tools.toy import ToyRules, play_on, toy, toy_table
from tests.tools.toy_saves import text_of

PLAYS_FOR_EVER = """
from pathlib import Path
from tests.tools.toy_saves import recorder_of
from tests.tools.toy import play_on, toy
session = toy(3)
recorder, _ = recorder_of(session, Path("."))
play_on(session, 5)
print(recorder.path.resolve(), flush=True)
while True:
    play_on(session, 1)
    while session.can_take_back:
        session.undo(1)
"""


def test_a_journal_has_every_line_at_once(tmp_path: Path) -> None:
    book = SaveWriter(tmp_path / "a.txt", "one\n")
    for line in ("two\n", "three ü\n"):
        book.add(line)
        assert book.path.read_text("utf-8").endswith(line)
    book.settle()
    book.close()

    assert book.path.read_text("utf-8") == "one\ntwo\nthree ü\n"
    assert list(tmp_path.iterdir()) == [book.path]


def test_nobody_elses_file_is_touched(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("precious")

    with pytest.raises(FileExistsError):
        SaveWriter(tmp_path / "a.txt", "mine")
    book = new_journal(tmp_path, "a", ".txt", "mine")
    book.close()

    assert (tmp_path / "a.txt").read_text() == "precious"
    assert book.path == tmp_path / "a-2.txt"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_disk_without_links_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(_: Path, __: Path) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", no_links)
    for _ in range(2):
        new_journal(tmp_path, "a", ".txt", "mine").close()

    assert sorted(path.name for path in tmp_path.iterdir()) == ["a-2.txt", "a.txt"]


def test_a_line_that_does_not_fit_onto_the_disk_is_taken_out_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = SaveWriter(tmp_path / "a.txt", "one\n")

    def half(file: int, text: bytes) -> None:
        os.write(file, text[:2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(save_files, "_write", half)  # the disk is full
    with pytest.raises(OSError, match="No space left"):
        book.add("two\n")
    book.close()

    assert book.path.read_text() == "one\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
def test_a_full_disk_is_an_error_of_the_system() -> None:
    with (
        pytest.raises(OSError, match="No space left"),
        Path("/dev/full").open("ab", buffering=0) as full,
    ):
        save_files._write(full.fileno(), b"line\n")  # noqa: SLF001  a full disk is tried without a save


def test_who_kills_the_game_loses_at_most_the_answer_being_given(tmp_path: Path) -> None:
    for pause in (0.02, 0.11):
        game = subprocess.Popen(  # noqa: S603  our own words
            [sys.executable, "-c", PLAYS_FOR_EVER],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        with game:
            assert game.stdout
            path = Path(game.stdout.readline().strip())
            time.sleep(pause)
            game.send_signal(signal.SIGKILL)

        save = load_save(path)
        assert len(path.read_text("utf-8").splitlines()) > 3
        restore(save, ToyRules(), toy_table())


def test_the_users_folders_are_below_one_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", "/somewhere")
    assert own_folders.saves() == Path("/somewhere/saves")
    assert own_folders.settings() == Path("/somewhere/settings.json")

    monkeypatch.delenv("UNDERTOW_HOME")
    for folder in (
        own_folders.saves(),
        own_folders.crashes(),
        own_folders.cache(),
        own_folders.own_folder(library_kinds.MAP),
    ):
        assert "undertow" in folder.parts
        assert not folder.is_relative_to(ROOT)


def boom() -> ValueError:
    def measure() -> None:
        raise ValueError("the ruler broke")

    with pytest.raises(ValueError, match="ruler") as caught:
        measure()
    return caught.value


def test_a_crash_report_holds_what_is_known_and_the_game(tmp_path: Path) -> None:
    session = play_on(toy(3), 1, 4)
    folder = tmp_path / "crashes"

    report = report_crash(
        folder,
        boom(),
        waiting=["tag", "measure"],
        asked="Who tags?",
        answer=["a", 1.5],
        autosave=Path("toy.undertow"),
        save=text_of(session),
    )

    assert report
    text = report.read_text("utf-8")
    for words in ("tag > measure", "Who tags?", "['a', 1.5]", "toy.undertow", "in boom"):
        assert words in text
    assert "ValueError: the ruler broke" in text
    again = restore(load_save(report.with_suffix(".undertow")), ToyRules(), toy_table())
    assert again.session.table == session.table


def test_crash_reports_at_the_same_moment_do_not_overwrite_one_another(tmp_path: Path) -> None:
    reports = {report_crash(tmp_path, boom()) for _ in range(3)}

    assert len(reports) == 3


def test_a_report_that_cannot_be_written_is_let_go(tmp_path: Path) -> None:
    (tmp_path / "crashes").write_text("a file where the folder should be")

    assert report_crash(tmp_path / "crashes", boom(), save="x") is None
