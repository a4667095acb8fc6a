"""Registry of what the parts of the rules add to the battle window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.play.game import Rules
from game.play.lazy_imports import EntryPoints
from game.screens.battle.window_part import WindowPart

WINDOW_PARTS: Mapping[str, type[WindowPart]] = EntryPoints(
    {
        "cage": "game.screens.battle.cage:CageWindow",
        "flood": "game.screens.battle.flood:FloodWindow",
        "modern": "game.screens.battle.modern:ModernWindow",
        "pursuit": "game.screens.battle.pursuit:PursuitWindow",
        "zero_g": "game.screens.battle.zero_g:ZeroGWindow",
    }
)


def window_parts(rules: Rules) -> dict[str, WindowPart]:
    """Return what the parts of a game add, by their names."""
    found = {name: WINDOW_PARTS[name] for name in rules.parts if name in WINDOW_PARTS}
    return {name: part() for name, part in found.items() if part.plays(rules)}


def own_keys() -> Sequence[tuple[str, str]]:
    """Return the keys of all parts of the rules, and their effects."""
    return [line for part in WINDOW_PARTS.values() for line in part.keys]
