"""``register`` and ``open``: what a double click on a file does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from game.cli import file_types, main, window_commands
from game.cli.file_types import linux_files, windows_commands


def test_a_linux_desktop_learns_both_types_and_the_program() -> None:
    files = linux_files(["/opt/my games/undertow", "100%"])
    types = ET.fromstring(files["mime/packages/undertow.xml"])  # noqa: S314  our own
    globs = [one.attrib["pattern"] for one in types.iter() if "pattern" in one.attrib]
    assert globs == ["*.undertow", "*.undertow-pack"]
    entry = files["applications/undertow.desktop"].splitlines()
    odd = linux_files(['a"b', "$c", r"d\e"])["applications/undertow.desktop"]
    assert 'Exec="/opt/my games/undertow" "100%%" open %f' in entry
    (line,) = [one for one in odd.splitlines() if one.startswith("Exec=")]
    assert line == r'Exec="a\\"b" "\\$c" "d\\\\e" open %f'
    assert "currentColor" not in files["icons/hicolor/scalable/apps/undertow.svg"]


def test_windows_learns_the_command_and_forgets_all_that_it_learned() -> None:
    added = {one[2]: one[5] for one in windows_commands([r"C:\My Games\undertow.exe"])}
    root = r"HKCU\Software\Classes"
    assert added[rf"{root}\.undertow"] == "Undertow.Battle"
    opens = added[rf"{root}\Undertow.Battle\shell\open\command"]
    assert opens == r'"C:\My Games\undertow.exe" open "%1"'
    removed = [one[2] for one in windows_commands([], remove=True)]
    assert all(key.startswith(tuple(removed)) for key in added)


def test_files_are_registered_and_freed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = list[str]()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(file_types, "_run", lambda commands: ran.extend(c[0] for c in commands))
    assert main(["register"]) == 0
    assert (tmp_path / "applications/undertow.desktop").is_file()
    assert ran == ["update-mime-database", "update-desktop-database", "xdg-mime"]
    assert main(["register", "--remove"]) == 0
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
    assert "are free again" in capsys.readouterr().out


def test_windows_runs_its_commands_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its key may be gone when it is removed; each value is one word of the command line."""
    ran, code = list[str](), 0

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(subprocess.list2cmdline(command))
        return subprocess.CompletedProcess(command, code, "", "ERROR: no such key")

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(file_types, "program", lambda: [r"C:\My Games\undertow.exe"])
    monkeypatch.setattr("game.cli.file_types.shutil.which", lambda name: name)
    monkeypatch.setattr("game.cli.file_types.subprocess.run", run)

    assert main(["register"]) == 0
    kind = r"HKCU\Software\Classes\Undertow.Battle"
    opens = r'"\"C:\My Games\undertow.exe\" open \"%1\""'
    assert ran[0] == r"reg add HKCU\Software\Classes\.undertow /ve /d Undertow.Battle /f"
    assert rf"reg add {kind}\shell\open\command /ve /d {opens} /f" in ran
    code = 1
    assert main(["register"]) == 2
    assert "no such key" in capsys.readouterr().err
    ran.clear()
    assert main(["register", "--remove"]) == 0
    assert ran[:2] == [
        r"reg delete HKCU\Software\Classes\.undertow /f",
        rf"reg delete {kind} /f",
    ]


def test_a_mac_says_where_files_are_bound_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(file_types, "_run", lambda *_: pytest.fail("it changes nothing"))

    assert main(["register"]) == 2
    assert "choose Get Info for such a file" in capsys.readouterr().err


def test_a_file_alone_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = list[Path]()

    def note(path: Path) -> int:
        opened.append(path)
        return 0

    monkeypatch.setattr(window_commands, "open_file", note)
    file = tmp_path / "a b.undertow"
    file.write_text("", "utf-8")
    assert main([str(file)]) == 0
    assert main(["open", str(file)]) == 0
    assert main(["open", str(tmp_path / "none.undertow")]) == 2
    assert opened == [file, file]
