"""Files dropped on the window: a save, a map or a picture that carries one opens at once.

An army list becomes a roster of the user's.
"""

from __future__ import annotations

from pathlib import Path

from game.content.army_lists import import_list, keep
from game.content.faults import UnusableFile
from game.content.maps.uvtt_import import ENDINGS
from game.content.png_payload import has_map
from game.content.save_format import ENDING, load_save
from game.screens.editor.open_map import opened
from game.screens.live_game import sit_down_again
from game.screens.notice import NoticeScreen
from game.screens.sandbox_screen import battle_screen
from game.screens.screen import Begin, Change, Open

LISTS = (".ros", ".rosz", ".json")
MAP = ".tmj"
KINDS = (
    f"What opens here are saves ({ENDING}), maps ({MAP}), pictures that carry one of these "
    f"(.png), Universal VTT files ({', '.join(ENDINGS)}) and army lists ({', '.join(LISTS)})."
)
TOLD = 8
"""So much of what was left out of a list is told here; the command line tells it all."""


def dropped(path: Path) -> Change:
    """Open the game or map that a file holds, or say why that cannot be."""
    try:
        if path.suffix.lower() in LISTS:
            return Open(_imported(path))
        if path.suffix.lower() in (MAP, *ENDINGS) or has_map(path):
            # On top of whatever is open: what is drawn there may not be saved.
            return Open(opened(path))
        sitting = sit_down_again(load_save(path))
    except UnusableFile as error:
        fault = error.faults[0]
        words = f"{path.name}: {fault}. {KINDS}"
        return Open(NoticeScreen("This cannot be opened", words))
    return Begin(battle_screen(sitting))


def _imported(path: Path) -> NoticeScreen:
    """Keep the roster that a list becomes, and tell of it; raise UnusableFile."""
    found = import_list(path)
    keep(found, path)
    words = (
        f"{found.roster.title} is a roster of yours now: {found.brief}. Matched play takes it."
    )
    if found.left_out:
        more = len(found.left_out) - TOLD
        rest = f"; and {more} more" if more > 0 else ""
        words += f" Left out: {'; '.join(found.left_out[:TOLD])}{rest}."
    return NoticeScreen("An army list", words)
