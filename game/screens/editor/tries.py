"""What may be refused: done, or why not told at the foot of the window."""

from __future__ import annotations

from collections.abc import Callable

from game.editor.edits.objects import EditRefusedError
from game.screens.editor.host import Studio


def tried(studio: Studio, what: Callable[[], object]) -> bool:
    """Do something to the map; return whether it was done, and tell the reason if not."""
    try:
        what()
    except EditRefusedError as error:
        studio.tell(f"Not done: {error}")
        return False
    return True
