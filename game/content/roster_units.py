"""Units as rosters list them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, Literal

from game.table.records import Model, ModelId, Profile, Side, Unit, UnitId, Where

Slot = Literal["hq", "troops", "elites", "fast attack", "heavy support"]
"""``MC-26``  Slot of a unit in a detachment."""


@dataclass(frozen=True, slots=True)
class RosterModel:
    """A model of a unit; its id is a word, or its number in the unit."""

    id: str
    profile: Profile
    base: float


@dataclass(frozen=True, slots=True)
class RosterUnit:
    """A unit of a roster."""

    id: str
    name: str
    models: tuple[RosterModel, ...]
    _: KW_ONLY
    only: str = ""
    """Scenario option without which the unit is left out; empty if it needs none."""
    unless: str = ""
    """Scenario option with which the unit is left out; empty if there is none."""
    points: int | None = None
    """``MC-26``  Points; these and the following fields are of the modern core."""
    slot: Slot | None = None
    detachment: str = ""
    """Id of the unit's detachment; may be empty if there is only one."""

    def brought(self, side: Side) -> tuple[Unit, tuple[Model, ...]]:
        """Return the unit and its models on a side, all in reserve."""
        id_ = UnitId(f"{side}-{self.id}")
        models = tuple(
            Model(
                ModelId(f"{id_}-{one.id}"),
                unit=id_,
                side=side,
                profile=one.profile,
                base=one.base,
                where=Where.RESERVE,
                wounds=one.profile.w,
            )
            for one in self.models
        )
        return Unit(id_, side=side, name=self.name, models=tuple(m.id for m in models)), models

    def comes(self, options: Mapping[str, Any]) -> bool:
        """Return whether the unit is brought to a game with these options."""
        return bool(options.get(self.only, not self.only)) and not options.get(self.unless)
