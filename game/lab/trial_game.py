"""One bot game on a possibly unsaved map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from game.content.file_source import DISK, LayeredSource
from game.rules.battles import Battle, prepare
from game.table.records import UnitId

DRAWN = "drawn.tmj"
"""Name of a map that is in no file."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings of trial games, all but the seed."""

    scenario: str
    map: str
    """The text of the map file."""
    players: tuple[str, str] = ("steady", "steady")
    """Names of the policies, the scenario's first side first."""
    _: KW_ONLY
    options: Mapping[str, Any] = field(default_factory=dict)
    rosters: Mapping[str, str] = field(default_factory=dict)
    """Rosters of sides that do not bring their default one."""
    name: str = DRAWN
    """Name of the map in error messages and saves."""

    def battle(self, seed: int) -> Battle:
        """Return the battle of a seed; raise UnusableFile if the map does not suit it."""
        return prepare(
            self.scenario,
            seed=seed,
            map_=self.name,
            options=self.options,
            rosters=self.rosters,
            library=LayeredSource({self.name: self.map}, DISK),
        )


def costs_of(battle: Battle) -> dict[UnitId, int | None]:
    """Return the points of each unit, as the rosters have them."""
    return {
        squad.brought(side)[0].id: squad.points
        for side, roster in zip(battle.opening.sides, battle.brought(), strict=False)
        for squad in roster.units
    }
