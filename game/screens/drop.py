"""Files dropped on the window: a save, or a picture that carries one, opens at once."""

from __future__ import annotations

from pathlib import Path

from game.content.faults import UnusableFile
from game.content.saves import ENDING, load_save
from game.screens.battle.screen import BattleScreen
from game.screens.notice import NoticeScreen
from game.screens.screen import Begin, Change, Open
from game.screens.sitting import sit_down_again

KINDS = f"What opens here are saves ({ENDING}), and pictures that carry one (.png)."


def dropped(path: Path) -> Change:
    """Open the game that a file holds where it stood, or say why that cannot be."""
    try:
        sitting = sit_down_again(load_save(path))
    except UnusableFile as error:
        fault = error.faults[0]
        words = f"{path.name}: {fault}. {KINDS}"
        return Open(NoticeScreen("This cannot be opened", words))
    return Begin(BattleScreen(sitting))
