"""The command register, which lets a double click on a battle open Undertow."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from game.content.faults import UnusableFile
from game.content.file_names import is_absolute, joined
from game.content.packs.pack_layout import ENDING as PACK
from game.content.safe_writing import write_whole
from game.content.save_format import ENDING as SAVE
from game.content.shipped_folders import ASSETS, ROOT

TYPES = {SAVE: ("battle", "Undertow battle"), PACK: ("pack", "Undertow pack")}
"""The short name and the title of each type of file, by its ending."""
DESKTOP = "undertow.desktop"
_SPECIAL = re.compile(r'["`$\\]')
ON_MAC = (
    "is for Linux and Windows; on a Mac choose Get Info for such a file, then Undertow under "
    "Open with, then Change All"
)


def register(args: argparse.Namespace) -> int:
    """Bind the files of battles and packs to this program, or free them; raise UnusableFile."""
    if sys.platform == "win32":
        _run(windows_commands(program(), remove=args.remove), may_fail=args.remove)
    elif sys.platform == "darwin":
        raise UnusableFile("register", [("", ON_MAC)])
    else:
        _on_linux(_data_home(os.environ), remove=args.remove)
    endings = " and ".join(TYPES)
    print(f"Files ending in {endings} {'are free again' if args.remove else 'open Undertow'}.")
    return 0


def program() -> list[str]:
    """Return the words that start this program."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    installed = shutil.which("undertow")
    return [installed] if installed else [sys.executable, str(ROOT / "main.py")]


def _data_home(environment: Mapping[str, str]) -> Path:
    """Return the folder in which a Linux desktop looks for what a user has added."""
    named = environment.get("XDG_DATA_HOME", "")
    return Path(named) if is_absolute(named) else Path.home() / ".local" / "share"


def _on_linux(home: Path, *, remove: bool) -> None:
    """Write the types of files and the entry of the desktop, and have them read again."""
    files = linux_files(program())
    for name, text in files.items():
        if remove:
            joined(home, name).unlink(missing_ok=True)
        else:
            write_whole(joined(home, name), text)
    commands = [
        ["update-mime-database", str(home / "mime")],
        ["update-desktop-database", str(home / "applications")],
    ]
    if not remove:
        types = [_mime(short) for short, _ in TYPES.values()]
        commands.append(["xdg-mime", "default", DESKTOP, *types])
    _run(commands)


def _mime(short: str) -> str:
    return f"application/x-undertow-{short}"


def linux_files(words: Sequence[str]) -> dict[str, str]:
    """Return the files that bind the types, by their paths in the user's data folder.

    *words* start the program.
    """
    namespace = "http://www.freedesktop.org/standards/shared-mime-info"
    types = "".join(
        f'<mime-type type="{_mime(short)}"><comment>{escape(title)}</comment>'
        f'<icon name="undertow"/><glob pattern="*{ending}"/></mime-type>\n'
        for ending, (short, title) in TYPES.items()
    )
    icon = (ASSETS / "icons" / "units" / "rat.svg").read_text("utf-8")
    mimes = ";".join(_mime(short) for short, _ in TYPES.values())
    return {
        "mime/packages/undertow.xml": (
            f'<?xml version="1.0" encoding="UTF-8"?>\n<mime-info xmlns="{namespace}">\n'
            f"{types}</mime-info>\n"
        ),
        f"applications/{DESKTOP}": (
            "[Desktop Entry]\nType=Application\nName=Undertow\n"
            f"Comment=A tabletop for skirmish battles\nExec={_quoted(words)} open %f\n"
            f"Icon=undertow\nTerminal=false\nCategories=Game;StrategyGame;\nMimeType={mimes};\n"
        ),
        "icons/hicolor/scalable/apps/undertow.svg": icon.replace("currentColor", "#E9A23B"),
    }


def _quoted(words: Iterable[str]) -> str:
    """Return words as the entry of a desktop has them.

    Some characters are escaped for the command line; then all backslashes, for the entry.
    """
    escaped = (_SPECIAL.sub(r"\\\g<0>", word) for word in words)
    return " ".join(
        '"' + word.replace("\\", r"\\").replace("%", "%%") + '"' for word in escaped
    )


def windows_commands(words: Sequence[str], *, remove: bool = False) -> list[list[str]]:
    """Return the commands that bind the types for the user of a Windows computer."""
    found = list[list[str]]()
    for ending, (short, title) in TYPES.items():
        kind = f"Undertow.{short.capitalize()}"
        root = r"HKCU\Software\Classes"
        if remove:
            found += [["reg", "delete", rf"{root}\{key}", "/f"] for key in (ending, kind)]
            continue
        opens = f'{subprocess.list2cmdline(words)} open "%1"'
        for key, value in (
            (ending, kind),
            (kind, title),
            (rf"{kind}\shell\open\command", opens),
        ):
            found.append(["reg", "add", rf"{root}\{key}", "/ve", "/d", value, "/f"])
    return found


def _run(commands: Iterable[Sequence[str]], *, may_fail: bool = False) -> None:
    """Run commands of the system; raise UnusableFile for one that fails.

    *may_fail*: go on then, as after the removal of a key that is not there.
    """
    for command in commands:
        if not shutil.which(command[0]):
            print(f"not found, and left out: {command[0]}", file=sys.stderr)
            continue
        ran = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  our own words
        if ran.returncode and not may_fail:
            reason = ran.stderr.strip() or f"failed with code {ran.returncode}"
            raise UnusableFile(shlex.join(command), [("", reason)])
