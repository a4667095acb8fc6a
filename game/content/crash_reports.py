"""Reports of crashes, each with a save."""

from __future__ import annotations

import platform
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from game.content.faults import UnusableFile
from game.content.file_lookup import free_path
from game.content.safe_writing import write_whole
from game.content.save_format import ENDING, ENGINE
from game.content.timestamps import now


def report_crash(
    folder: Path,
    error: BaseException,
    *,
    waiting: Sequence[str] = (),
    asked: str = "",
    answer: object = None,
    autosave: Path | None = None,
    save: str = "",
) -> Path | None:
    """Write a report, with the game as a save beside it; return the report's path.

    *waiting* names the rules that were running. *asked* and *answer* are the question and
    the answer that caused the error. *autosave* is the file that the game was recorded in,
    and *save* the text of the game. Return None if nothing could be written, since a full
    disk has been reported already.
    """
    name = "crash-" + "".join(c for c in now() if c.isalnum())
    path = free_path(folder / f"{name}.txt")
    stem = path.stem
    lines = [
        f"Undertow stopped in the middle of a rule, {now()}",
        f"engine {ENGINE}, Python {platform.python_version()}, {sys.platform}",
        f"rules: {' > '.join(waiting) or 'not known'}",
        f"asked: {asked or 'nothing'}",
        f"answer: {answer!r}",
        f"autosave: {autosave or 'none'}",
        f"game up to here: {stem + ENDING if save else 'none'}",
        "",
        *traceback.format_exception(error),
    ]
    try:
        if save:
            write_whole(folder / (stem + ENDING), save)
        write_whole(path, "\n".join(line.rstrip("\n") for line in lines) + "\n")
    except UnusableFile:
        return None
    return path
