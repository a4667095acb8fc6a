"""Actions of the title and the battle behind it, imported late for a fast first frame."""

from __future__ import annotations

from collections.abc import Callable

from game.lab.experiment_run import running_in_words
from game.screens import dropped_files, unfinished_game
from game.screens.backdrop import prepare_backdrop
from game.screens.demo_battle import DemoBattle
from game.screens.destinations import SCREENS
from game.screens.screen import Screen, WindowContext
from game.widgets.dialogs import notice
from game.widgets.panel_stack import Dialog
from game.widgets.theme import Theme

experiments = running_in_words
latest = unfinished_game.latest
unfinished = unfinished_game.unfinished
open_dropped = dropped_files.open_dropped


def prepared(name: str, frame: WindowContext) -> Callable[[], Screen]:
    """Return what makes a screen, once the backdrop of all menus is painted."""
    prepare_backdrop(frame)
    return SCREENS[name]


def not_loaded(theme: Theme, words: str) -> Dialog:
    """Return a dialog with the reason why a game cannot be loaded."""
    return notice(theme, "Not loaded", words)


def demo_battle(frame: WindowContext, seed: int | None) -> DemoBattle:
    return DemoBattle(frame, seed)
