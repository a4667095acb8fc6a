"""The screens by the names with which others lead to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.content.save_format import HUMAN
from game.content.scenarios import FREE
from game.screens.battle.screen import all_keys
from game.screens.battle_screens import battle_screen
from game.screens.campaign_screen import ChooserScreen
from game.screens.editor.screen import EditorScreen
from game.screens.editor.start_screen import StartScreen
from game.screens.experiments_screen import ExperimentsScreen
from game.screens.help import CREDITS, HelpScreen
from game.screens.lesson_list import LessonsScreen
from game.screens.load_game import LoadScreen
from game.screens.pack_screens import PacksScreen
from game.screens.screen import Destination, Screen
from game.screens.settings_screen import SettingsScreen
from game.screens.setup import SetupScreen, trial_of


def sandbox() -> Screen:
    """Return the setup screen of a sandbox table, where one person plays both sides."""
    screen = SetupScreen()
    screen.plan.choose(FREE)
    screen.plan.players = [HUMAN, HUMAN]
    return screen


SCREENS: Mapping[str, Callable[..., Screen]] = {
    "play": SetupScreen,
    "trial": trial_of,
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
"""The makers of screens, which take the arguments of a destination."""


def screen_of(where: Destination) -> Screen:
    """Return the screen that a destination names."""
    return SCREENS[where.name](*where.arguments)
