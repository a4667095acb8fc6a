"""The screens of the sandbox."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.entry_points import EntryPoints

SCREENS: Mapping[str, Callable[..., Any]] = EntryPoints(
    {
        "battle": "game.systems.sandbox.screens.screen:SandboxScreen",
        "players": "game.systems.sandbox.screens.players_view:PlayersScreen",
    }
)
"""The makers of its screens, by the names with which others lead to them."""
