"""Map files in the editor: saved whole, never overwritten unasked, restored after a crash."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.content.faults import UnusableFile
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import map_of, parse_map
from game.content.maps.writer import canonical
from game.content.own_folders import unsaved
from game.editor.autosaves import MAX_DISCARDED, Autosave, recoveries
from game.editor.documents import History
from game.editor.file_locks import OpenFile, OverwriteError
from game.editor.transforms import moved
from game.editor.workspace import Workspace
from tests.tools.full_disk import full_disk

ROOT = Path(__file__).parents[3]
FIRST = map_of(30, 20, [{"class": "Ruin", "name": "hut", "rectangle": [2, 2, 4, 4]}])
OTHER = FIRST.replaced([moved(FIRST.by_id()[1], 3.0, 0.0)])
BARE = FIRST.removed({1})


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "yard.tmj"
    path.write_text(canonical(FIRST), "utf-8")
    return path


def at_work(mapfile: MapFile, path: Path | None = None) -> Workspace:
    workspace = Workspace(History(FIRST), path, saved=FIRST)
    workspace.do("Move it", mapfile)
    return workspace


@contextmanager
def elsewhere(words: str) -> Iterator[subprocess.Popen[str]]:
    """Run *words* in another Python process, which then waits and is killed at the end."""
    program = f"{words}\nprint('ready', flush=True)\nimport time\ntime.sleep(600)\n"
    with subprocess.Popen(  # noqa: S603  our own words
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout
        assert other.stdout.readline() == "ready\n"
        try:
            yield other
        finally:
            other.send_signal(signal.SIGKILL)


def test_a_map_is_written_in_canonical_form_and_comes_back(file: Path) -> None:
    held = OpenFile(file)
    assert parse_map(held.reread(), "x") == FIRST

    held.write(canonical(OTHER))

    assert file.read_text("utf-8") == canonical(OTHER)
    assert parse_map(held.reread(), "x") == OTHER
    held.close()


def test_a_file_that_another_program_changed_is_not_overwritten_unseen(file: Path) -> None:
    held = OpenFile(file)
    file.write_text(canonical(BARE), "utf-8")

    with pytest.raises(OverwriteError, match="was changed by another program"):
        held.write(canonical(OTHER))
    assert parse_map(file.read_text("utf-8"), "x") == BARE, "it is as the other one left it"

    assert parse_map(held.reread(), "x") == BARE
    held.write(canonical(OTHER))
    assert parse_map(file.read_text("utf-8"), "x") == OTHER
    held.close()


def test_a_file_that_is_gone_is_told(file: Path) -> None:
    held = OpenFile(file)
    file.unlink()

    with pytest.raises(OverwriteError, match="no longer exists"):
        held.write(canonical(OTHER))
    held.write(canonical(OTHER), anyway=True)
    assert parse_map(file.read_text("utf-8"), "x") == OTHER
    held.close()


def test_of_two_editors_on_one_file_the_second_is_warned(file: Path) -> None:
    words = "from pathlib import Path\nfrom game.editor.file_locks import OpenFile\n"
    with elsewhere(f"{words}held = OpenFile(Path({str(file)!r}))") as other:
        held = OpenFile(file)
        assert held.is_shared
        with pytest.raises(
            OverwriteError, match=f"also open in another editor .process {other.pid}"
        ):
            held.write(canonical(OTHER))
        assert parse_map(file.read_text("utf-8"), "x") == FIRST

    assert not held.is_shared, "the lock of a process that was killed is nobody's"
    held.write(canonical(OTHER))
    held.close()


def test_one_program_is_not_in_its_own_way(file: Path) -> None:
    one = OpenFile(file)
    other = OpenFile(file)

    assert not one.is_shared
    assert not other.is_shared
    one.close()
    assert not other.is_shared
    other.close()


def test_a_torn_write_leaves_the_file_as_it_was(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = OpenFile(file)

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(UnusableFile, match="cannot write it: no space left on device"):
        held.write(canonical(OTHER))

    assert {path.name for path in file.parent.iterdir()} == {"home", "yard.tmj"}
    assert file.read_text("utf-8") == canonical(FIRST)
    held.close()


def test_what_is_not_saved_is_kept_every_half_minute() -> None:
    workspace, autosave = at_work(OTHER), Autosave()
    autosave.update(29.0, workspace)
    autosave.finish()
    assert not autosave.path.exists()

    autosave.update(1.1, workspace)
    autosave.finish()

    head, _, text = autosave.path.read_text("utf-8").partition("\n")
    assert '"edits": 1' in head
    assert text == canonical(OTHER)
    assert recoveries() == [], "it is not offered while its editor is at work"
    written = autosave.path.stat().st_mtime_ns
    autosave.update(60.0, workspace)
    autosave.finish()
    assert autosave.path.stat().st_mtime_ns == written, "nothing new, nothing written"
    autosave.drop()
    assert not autosave.path.exists()
    assert [*unsaved().iterdir()] == []


def test_nothing_is_kept_of_a_map_that_is_saved() -> None:
    workspace, autosave = Workspace(History(FIRST), saved=FIRST), Autosave()

    autosave.keep(workspace)
    autosave.finish()

    assert not autosave.path.exists()


def test_a_folder_that_cannot_be_written_is_told_and_drawing_goes_on(home: Path) -> None:
    (home / "home").write_text("a file where a folder should be")
    autosave = Autosave()

    autosave.keep(at_work(OTHER))
    autosave.finish()

    assert "cannot write it" in autosave.trouble


DRAWS = """
from pathlib import Path
from game.content.maps.map_library import map_of, read_map
from game.editor.transforms import moved
from game.editor.autosaves import Autosave
from game.editor.documents import History
from game.editor.workspace import Workspace
first = read_map(Path({file!r}))
work = Workspace(History(first), Path({file!r}), saved=first)
for n in range(3):
    one = work.map.by_id()[1]
    work.do("Move it", work.map.replaced([moved(one, 1.0, 0.0)]))
autosave = Autosave()
autosave.keep(work)
autosave.finish()
"""


def test_what_a_killed_program_drew_is_offered_and_gone_on_with(file: Path) -> None:
    with elsewhere(DRAWS.format(file=str(file))):
        assert recoveries() == []

    (one,) = recoveries()
    assert (one.file, one.edits) == (file, 3)
    assert abs(one.at.timestamp() - time.time()) < 60

    workspace, autosave = one.go_on()

    assert workspace.map == OTHER, "three inches to the right"
    assert not workspace.is_saved
    assert workspace.path == file
    assert recoveries() == [], "it is in hand"
    assert autosave.path.exists(), "and stays until it is saved"
    workspace.undo()
    assert workspace.map == FIRST
    assert file.read_text("utf-8") == canonical(FIRST)
    autosave.drop()
    assert not autosave.path.exists()


def left_behind(name: str, at: str) -> None:
    """Write the autosave of a map without a file, as a killed editor leaves it."""
    unsaved().mkdir(parents=True, exist_ok=True)
    head = f'{{"file": "", "title": "t", "at": "{at}", "edits": 1}}'
    (unsaved() / f"{name}.unsaved").write_text(f"{head}\n{canonical(FIRST)}", "utf-8")


def test_what_had_no_file_yet_is_not_taken_for_saved() -> None:
    left_behind("new", "2026-01-01T00:00:00+00:00")
    (one,) = recoveries()

    workspace, autosave = one.go_on()

    assert workspace.map == FIRST
    assert workspace.path is None
    assert not workspace.is_saved
    autosave.drop()


def test_the_newest_is_offered_first() -> None:
    for name, day in (("a", "02"), ("b", "03"), ("c", "01")):
        left_behind(name, f"2026-01-{day}T00:00:00+00:00")

    assert [one.path.stem for one in recoveries()] == ["b", "a", "c"]


def test_what_nobody_wants_is_put_aside_and_the_last_are_kept(file: Path) -> None:
    for n in range(MAX_DISCARDED + 2):
        left_behind(f"s{n}", "2026-01-01T00:00:00+00:00")

    for one in recoveries():
        one.discard()

    assert recoveries() == []
    assert len([*(unsaved() / "discarded").iterdir()]) == MAX_DISCARDED


def test_one_that_is_torn_is_offered_and_told() -> None:
    unsaved().mkdir(parents=True)
    (unsaved() / "torn.unsaved").write_text('{"file": "", "ti')

    (one,) = recoveries()

    assert one.edits == 0
    with pytest.raises(UnusableFile):
        one.read()
