"""Output of the program: closed pipes, full disks, characters that cannot be encoded."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper
from pathlib import Path
from threading import Thread

import pytest

from game.cli import PLAIN, main, plain, speak_plainly
from game.content.storage import crashes, own, write_whole

FULL = Path("/dev/full")
DEMO = ["demo", "cage", "--headless"]


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))


@contextmanager
def output(monkeypatch: pytest.MonkeyPatch, descriptor: int) -> Iterator[None]:
    with os.fdopen(descriptor, "w") as file:
        monkeypatch.setattr(sys, "stdout", file)
        yield
        monkeypatch.undo()


@pytest.mark.parametrize("words", [DEMO, [*DEMO, "--json"], ["list"], ["check", "README.md"]])
def test_a_reader_that_has_seen_enough_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    home = crashes()
    read, write = os.pipe()
    os.close(read)
    with output(monkeypatch, write):
        assert main(words) == 0
    assert not capsys.readouterr().err
    assert not home.exists()


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("words", [DEMO, ["list"]])
def test_a_full_disk_is_told_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    home = crashes()
    with output(monkeypatch, os.open(FULL, os.O_WRONLY)):
        assert main(words) == 2
    text = "cannot write the output: no space left on device\n"
    assert capsys.readouterr().err == text
    assert not home.exists()


def test_what_a_terminal_cannot_show_is_said_in_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    into = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(into, encoding="ascii"))
    speak_plainly()
    sys.stdout.write("“Züri” turns by 45° → 3 × 2 … ⁿ 戦\n")
    sys.stdout.flush()
    assert into.getvalue() == b'"Zuri" turns by 45 degrees -> 3 x 2 ... n ?\n'


def test_every_sign_of_the_program_has_a_substitute() -> None:
    assert all(said.isascii() for said in PLAIN.values())
    signs = {
        sign
        for folder in ("game", "assets")
        for file in Path(folder).rglob("*")
        if file.suffix in {".py", ".toml"}
        for sign in file.read_text("utf-8")
        if not sign.isascii()
    }
    assert {sign for sign in signs if "?" in plain(sign)} == set()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", list[str]()
    os.mkfifo(pipe)
    reader = Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    assert main([*DEMO, "--json", "--save", str(pipe)]) == 0
    reader.join(10)
    assert read[0].startswith('{"format":"undertow-save"')
    assert pipe.is_fifo()


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
def test_a_device_is_written_into(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    write_whole(Path(os.devnull), "nothing")
    assert Path(os.devnull).is_char_device()
    link = tmp_path / "link"
    link.symlink_to(FULL)
    assert main([*DEMO, "--json", "--save", str(link)]) == 2
    assert capsys.readouterr().err == f"{link}: cannot write it: no space left on device\n"


def test_every_start_clears_what_killed_writes_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["main.py", "list"])
    left = [folder / ".undertow-1.tmp" for folder in own()]
    for path in left:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("half")
        os.utime(path, (1, 1))
    before = signal.getsignal(signal.SIGINT)
    try:
        assert main() == 0
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(left) == 15
    assert not any(path.exists() for path in left)
