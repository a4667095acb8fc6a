"""The version of everything in the program that the course of a game depends on."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import game
from game import __version__
from game.content.save_format import ENGINE
from game.content.shipped_folders import ROOT

DECIDING = (
    *("geometry", "table", "physics", "play", "rules", "content", "bots", "lab"),
    "cores/kit",
)
"""Packages on which the course of games, or their records, depend."""
DECIDING_PARTS = "table", "content", "rules", "bot"
"""The parts of systems and cores on which they depend."""


@lru_cache(maxsize=1)
def program_version() -> str:
    """Return a hash of the program and the libraries on which results depend.

    Games of one experiment are played by equal programs only.
    """
    whole = sha256(f"{__version__} {ENGINE}".encode())
    for library in ("numpy", "pymunk", "shapely"):
        with suppress(PackageNotFoundError):  # a packaged program does not tell
            whole.update(f"{library} {version(library)}".encode())
    here = Path(game.__file__).parent
    folders = [here / package for package in DECIDING]
    for home in ("systems", "cores"):
        folders += [one for one in here.glob(f"{home}/*/*") if one.stem in DECIDING_PARTS]
    modules = [
        file
        for folder in folders
        for file in ([folder] if folder.is_file() else folder.rglob("*.py"))
    ]
    files = [*modules, *(ROOT / "assets").rglob("*.toml")]
    # The folders of an installed program stand in another order than those of a repository.
    for part in sorted(
        file.name.encode() + sha256(file.read_bytes()).digest() for file in files
    ):
        whole.update(part)
    return whole.hexdigest()[:16]
