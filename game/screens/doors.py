"""Where the title leads. Apart from it, so that its first frame waits for none of this."""

from __future__ import annotations

from game.content.folders import saves
from game.content.glances import saved_games
from game.screens.backdrop import title_picture
from game.screens.battle.screen import BattleScreen
from game.screens.load import LoadScreen, row
from game.screens.screen import Screen
from game.screens.setup import SetupScreen

__all__ = ["latest", "load", "play", "title_picture", "watch"]


def play() -> Screen:
    return SetupScreen()


def watch() -> Screen:
    return SetupScreen(watch=True)


def load() -> Screen:
    return LoadScreen(BattleScreen)


def latest() -> str:
    """Return what was saved last, in a line."""
    games = saved_games(saves())
    found = next((g for g in games if not g.fault), None)
    return row(found).label if found else "No game was saved yet"
