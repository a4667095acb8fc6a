"""The opening of a window on any screen."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from game.content.faults import NoScreenError
from game.entry_points import EntryPoints

SCREENS: Mapping[str, Callable[..., Any]] = EntryPoints(
    {
        "battle": "game.screens.battle_opening:new_battle",
        "campaign": "game.screens.campaign_screen:CampaignScreen",
        "edit": "game.screens.editor.map_opening:first_screen",
        "beside": "game.screens.battle_opening:both_of",
        "replay": "game.screens.battle_opening:replay_of",
        "show loop": "game.screens.battle_opening:show_loop",
        "title": "game.screens.title:TitleScreen",
    }
)
"""The screens that commands open; they load pygame, as does the window itself."""


def open_screen(
    screen: str, *args: object, fullscreen: bool = False, **settings: object
) -> int:
    """Open a window on a screen; raise NoScreenError without a display."""
    run: Callable[..., int] = resolve_name("game.app:run")
    filled = {"fullscreen": True} if fullscreen else {}
    return run(SCREENS[screen](*args, **settings), **filled)


def open_file(path: Path) -> int:
    """Open a window on a file; raise NoScreenError without a display."""
    run: Callable[..., int] = resolve_name("game.app:run")
    return run(file=path)


def in_window(screen: str, *args: object, fullscreen: bool = False, **settings: object) -> int:
    """Open a screen; without a display print the alternative and return 2."""
    try:
        return open_screen(screen, *args, fullscreen=fullscreen, **settings)
    except NoScreenError as error:
        print(f"{error}; use `demo --headless` for text output", file=sys.stderr)
        return 2
