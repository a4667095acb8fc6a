"""``edit``: maps are drawn."""

from __future__ import annotations

import argparse

from game.cli.window import shown


def edit(args: argparse.Namespace) -> int:
    """Open the editor on a map, or on a new one; repair one that does not load.

    What an editor left behind that did not end as it should is offered first. Raise
    UnusableFile if nothing of the map can be read.
    """
    from game import app  # noqa: PLC0415  loads pygame
    from game.editor.files.autosaves import recoveries  # noqa: PLC0415  only the editor needs it
    from game.screens.editor.open_map import new_map, opened  # noqa: PLC0415  loads pygame
    from game.screens.editor.screen import EditorScreen  # noqa: PLC0415  loads pygame
    from game.screens.editor.start_screen import StartScreen  # noqa: PLC0415  loads pygame

    screen = (
        opened(args.map)
        if args.map
        else StartScreen(EditorScreen)
        if recoveries()
        else new_map()
    )
    return shown(lambda: app.run(screen))
