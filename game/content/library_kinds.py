"""The kinds of files in the library."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

TOML = ".toml"
PICTURE = ".png"
PICTURES = (PICTURE, ".jpg", ".jpeg")
DRAWING = ".svg"
TILED = (".tmx", ".json")
"""Endings of maps of Tiled besides ``.tmj``; they are found by their paths only."""


class LibraryKind(NamedTuple):
    """A kind of file that is known by a word, such as ``wardens-patrol``, or by its path."""

    name: str
    """Its name in the singular: ``roster``."""
    plural: str
    """Its name in the plural, and that of the folder of such files in a pack."""
    folder: str = ""
    """Folder of the shipped files; empty if such files are opened by their paths only."""
    endings: tuple[str, ...] = (TOML,)
    """Endings of the files, the usual one first."""
    as_paths: tuple[str, ...] = (PICTURE,)
    """Other endings with which a word is a path: a PNG may carry a map."""
    alongside: tuple[str, ...] = ()
    """Endings of other files in a folder of these, such as the pictures of maps."""
    keys: tuple[str, ...] = ()
    """Keys of the TOML files that no kind before it has."""
    is_own: bool = False
    """Whether the user may have such files among the files of the library."""
    is_packed: bool = False
    """Whether packs may hold such files."""

    @property
    def ending(self) -> str:
        """Return the usual ending."""
        return self.endings[0]


MAP = LibraryKind(
    "map",
    "maps",
    "maps",
    endings=(".tmj",),
    as_paths=(PICTURE, *TILED),
    alongside=(*PICTURES, DRAWING),
    is_own=True,
    is_packed=True,
)
SITUATION = LibraryKind("situation", "situations", keys=("clauses",))
ARMOURY = LibraryKind(
    "armoury",
    "armouries",
    "assets/armouries",
    keys=("profile",),
    is_own=True,
    is_packed=True,
)
ROSTER = LibraryKind(
    "roster",
    "rosters",
    "assets/rosters",
    keys=("armoury",),
    is_own=True,
    is_packed=True,
)
SCENARIO = LibraryKind(
    "scenario",
    "scenarios",
    "assets/scenarios",
    keys=("mission", "side"),
    is_own=True,
    is_packed=True,
)
CAMPAIGN = LibraryKind(
    "campaign",
    "campaigns",
    "assets/campaigns",
    keys=("battle",),
    is_own=True,
    is_packed=True,
)
PAGE = LibraryKind("page", "pages", "assets/pages", keys=("lead",), is_own=True, is_packed=True)
LESSON = LibraryKind("lesson", "lessons", "assets/lessons", keys=("card",))
BOT = LibraryKind("bot", "bots", "assets/bots", keys=("level",), is_own=True)
EXPERIMENT = LibraryKind("experiment", "experiments", keys=("scenarios",))
ICON = LibraryKind(
    "icon",
    "icons",
    "assets/icons/units",
    endings=(DRAWING, PICTURE),
    is_own=True,
    is_packed=True,
)
KINDS = (
    MAP,
    SITUATION,
    ARMOURY,
    ROSTER,
    SCENARIO,
    CAMPAIGN,
    PAGE,
    LESSON,
    BOT,
    EXPERIMENT,
    ICON,
)
"""All kinds, in the order in which packs are checked: most name files of kinds before them."""
OWN = tuple(kind for kind in KINDS if kind.is_own)
PACKED: Mapping[str, LibraryKind] = {kind.plural: kind for kind in KINDS if kind.is_packed}
"""The kinds of files in packs, by their folders there."""


@lru_cache(maxsize=1024)
def kind_at(name: str) -> LibraryKind | None:
    """Return the kind of a file by the folder in its name; None if it is in none of those."""
    kinds = (kind for kind in KINDS if kind.folder and name.startswith(f"{kind.folder}/"))
    return next(kinds, None)


def kind_of(raw: Mapping[str, Any]) -> LibraryKind | None:
    """Return the kind of a TOML file by its keys; None if it is of none.

    The last kind counts of which it has a key: a scenario may have sides, a campaign has
    battles and sides.
    """
    # A situation may have clauses too, but neither sides nor profiles of its own.
    if "expect" in raw or "dice" in raw:
        return SITUATION
    return next(
        (kind for kind in reversed(KINDS) if any(key in raw for key in kind.keys)), None
    )
