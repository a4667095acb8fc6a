"""Changes of screens, followed without a window."""

from __future__ import annotations

from game.screens.destinations import screen_of
from game.screens.screen import Begin, Change, Destination, Open, Screen


def screen_after(change: Change | str | None) -> Screen:
    """Return the screen that a change opens."""
    assert isinstance(change, Open | Begin)
    where = change.screen
    return screen_of(where) if isinstance(where, Destination) else where
