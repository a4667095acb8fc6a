"""Actions of the title, imported late for a fast first frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.content.save_format import HUMAN
from game.content.scenarios import FREE
from game.lab.experiment_run import running_in_words
from game.screens import dropped_files, unfinished_game
from game.screens.backdrop import prepare_backdrop
from game.screens.battle.screen import all_keys
from game.screens.battle_screens import battle_screen
from game.screens.campaign_screen import ChooserScreen
from game.screens.demo_battle import DemoBattle
from game.screens.editor.screen import EditorScreen
from game.screens.editor.start_screen import StartScreen
from game.screens.experiments_screen import ExperimentsScreen
from game.screens.help import CREDITS, HelpScreen
from game.screens.lesson_list import LessonsScreen
from game.screens.load_game import LoadScreen
from game.screens.pack_screens import PacksScreen
from game.screens.screen import Screen, WindowContext
from game.screens.settings_screen import SettingsScreen
from game.screens.setup import SetupScreen
from game.systems.sandbox.screens.screen import battle_screen
from game.widgets.dialogs import notice
from game.widgets.panel_stack import Dialog
from game.widgets.theme import Theme


def sandbox() -> Screen:
    """Return the setup screen of a sandbox table, where one person plays both sides."""
    screen = SetupScreen()
    screen.plan.choose(FREE)
    screen.plan.players = [HUMAN, HUMAN]
    return screen


SCREENS: Mapping[str, Callable[[], Screen]] = {
    "play": SetupScreen,
    "watch": lambda: SetupScreen(watch=True),
    "lesson": lambda: LessonsScreen(SetupScreen),
    "editor": lambda: StartScreen(EditorScreen),
    "campaign": ChooserScreen,
    "saves": lambda: LoadScreen(battle_screen),
    "sandbox": sandbox,
    "packs": PacksScreen,
    "results": ExperimentsScreen,
    "settings": SettingsScreen,
    "help": lambda: HelpScreen(all_keys()),
    "credits": lambda: HelpScreen(all_keys(), CREDITS),
}
"""The screens that the buttons of the title open."""
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
