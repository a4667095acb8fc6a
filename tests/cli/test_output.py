"""Output of the program: closed pipes, full disks, characters that cannot be encoded."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from threading import Thread

import pytest

from game.cli import main
from game.cli.printing import PLAIN, plain, speak_plainly, visible
from game.content.maps.map_library import map_of
from game.content.maps.writer import canonical
from game.content.own_folders import crashes, own
from game.content.safe_writing import write_whole
from tests.tiers import few

FULL = Path("/dev/full")
DEMO = ["demo", "cage", "--headless", "--seed", "1", "--players", "random,random"]


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
    assert len(left) == 20
    assert not any(path.exists() for path in left)


def test_control_characters_are_shown_and_line_ends_stay() -> None:
    assert visible("a\tb\nc") == "a\tb\nc"
    assert visible("\x1b[2J\x07\r") == "\\x1b[2J\\x07\\x0d"
    assert visible("\x9b31m") == "\\x9b31m", "the short form of ESC ["
    assert visible("name\u202egpj.exe") == "name\\u202egpj.exe"
    assert visible("“Züri” 45° 戦 👍🏽") == "“Züri” 45° 戦 👍🏽"


ESCAPE = "\x1b]0;pwned\x07"


@pytest.mark.parametrize("words", [["check"], ["demo"], ["situation"], ["import"], ["rules"]])
def test_no_command_sends_what_files_or_their_names_hold_to_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str]
) -> None:
    file = tmp_path / f"{ESCAPE}.toml"
    file.write_text(f'title = "x"\n"{ESCAPE!a}"= 1\n'.replace("'", ""))
    with suppress(SystemExit):
        main([*words, str(file)])
    said = "".join(capsys.readouterr())
    assert "\x1b" not in said
    assert "\x07" not in said
    assert "\\x1b]0;pwned\\x07" in said


@pytest.mark.parametrize("closed", few([">&- 2>&-", ">&-", "2>&-"]))
def test_closed_output_is_no_error(closed: str) -> None:
    command = f"exec {shlex.quote(sys.executable)} main.py list {closed}"
    done = subprocess.run(  # noqa: S603  the command is this test's own
        ["/bin/sh", "-c", command], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def writing(folder: Path) -> list[tuple[list[str], Path]]:
    """Return commands that write a file, each with the file."""
    yard = folder / "yard.tmj"
    yard.write_text(canonical(map_of(6, 6)), "utf-8")
    return [
        ([*DEMO, "--save", str(folder / "a.undertow")], folder / "a.undertow"),
        (["generate", "sewer", "--out", str(folder / "a.tmj")], folder / "a.tmj"),
        (
            ["picture", str(yard), "--ppi", "50", "--out", str(folder / "a.png")],
            folder / "a.png",
        ),
        (
            ["pack", "rosters/boarders", "--out", str(folder / "a.undertow-pack")],
            folder / "a.undertow-pack",
        ),
    ]


@pytest.mark.parametrize("number", range(4))
def test_a_file_is_overwritten_only_if_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, number: int
) -> None:
    words, file = writing(tmp_path)[number]
    file.write_text("mine")
    assert main(words) == 2
    assert capsys.readouterr().err == f"{file}: exists already; --force overwrites it\n"
    assert file.read_text() == "mine"

    assert main([*words, "--force"]) == 0
    assert file.read_bytes() != b"mine"


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("n\n", 2), ("", 2)])
def test_at_a_terminal_the_user_is_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answer: str, code: int
) -> None:
    words, file = writing(tmp_path)[1]
    file.write_text("mine")
    for name in ("stdin", "stderr"):
        stream = StringIO(answer)
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
        monkeypatch.setattr(sys, name, stream)
    assert main(words) == code
    assert (file.read_text() == "mine") == (code == 2)


@pytest.mark.parametrize("number", ["-5", "-1", str(2**62 + 1), "x"])
@pytest.mark.parametrize(
    "words", [DEMO, ["lab", "cage"], ["generate", "sewer", "--out", "a.tmj"]]
)
def test_all_commands_accept_the_same_seeds(
    capsys: pytest.CaptureFixture[str], words: list[str], number: str
) -> None:
    with pytest.raises(SystemExit) as refused:
        main([*words, "--seed", number])
    assert refused.value.code == 2
    why = "invalid seed value" if number == "x" else f"must be 0 to {2**62}, not {number}"
    assert f"argument --seed: {why}" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["lab", ""], ["demo", "cage", "--map", ""], ["check", ""], ["unpack", ""], [""]]
)
def test_an_empty_name_is_refused_and_not_taken_for_none(
    capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(words)
    assert refused.value.code == 2
    assert "an argument is empty" in capsys.readouterr().err
