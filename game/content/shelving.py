"""Saves by the names that players give them."""

from __future__ import annotations

from pathlib import Path

from game.content.faults import UnusableFile
from game.content.save_format import ENDING
from game.content.storage import is_file


def place_for(folder: Path, name: str) -> Path:
    """Return where a save of a name goes; raise UnusableFile if none can go there."""
    stem = "".join(c if c.isalnum() or c in " -_.,'()" else "-" for c in name).strip(" .")
    if not stem:
        raise UnusableFile(name, [("", "is no name for a file")])
    path = folder / f"{stem}{ENDING}"
    if is_file(path):
        raise UnusableFile(path.name, [("", "is there already: choose another name")])
    return path


def rename_save(path: Path, name: str) -> Path:
    """Give a save another name; return where it is now, or raise UnusableFile."""
    if name.strip() == path.stem:
        return path
    place = place_for(path.parent, name)
    try:
        return path.rename(place)
    except OSError as error:
        raise UnusableFile(path.name, [("", f"cannot be renamed: {error.strerror}")]) from error
