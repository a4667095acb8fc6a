"""The screens that rule systems add."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.screens.screen import Screen
from game.systems import Parts

SYSTEM_SCREENS: Mapping[str, Mapping[str, Callable[..., Screen]]] = Parts("screens", "SCREENS")
"""The makers of screens by system and name; ``battle`` is one to play its games on."""
