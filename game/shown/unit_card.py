"""The contents of the card of a unit, with the weapons of all its models."""

from __future__ import annotations

from dataclasses import dataclass

from game.shown.roster_rows import IN_RESERVE, standing
from game.table.records import Model, UnitId
from game.table.state import Table


@dataclass(frozen=True, slots=True)
class UnitMembers:
    """The models of a unit that are alike."""

    count: int
    name: str
    weapons: str
    """Names of their weapons; empty for none."""


@dataclass(frozen=True, slots=True)
class UnitCard:
    """A unit as it is now."""

    name: str
    state: str
    """Its remaining strength and its most important mark."""
    team: int
    lead: Model
    """The model whose face stands for it."""
    members: tuple[UnitMembers, ...]
    """Models that are left, or all if none is."""


def unit_card(table: Table, unit_id: str, in_reserve: str = IN_RESERVE) -> UnitCard | None:
    """Return the card of a unit; None if there is no such unit.

    *in_reserve*: words for a unit that is not on the table yet.
    """
    unit = table.units.get(UnitId(unit_id))
    if unit is None:
        return None
    models = table.of(unit.id) or [table.models[m] for m in unit.models]
    alike = dict[tuple[str, str], int]()
    for model in models:
        key = model.profile.name, ", ".join(arm.name for arm in model.profile.weapons)
        alike[key] = alike.get(key, 0) + 1
    return UnitCard(
        unit.name or unit.id,
        standing(table, unit, in_reserve),
        table.sides.index(unit.side),
        models[0],
        tuple(UnitMembers(many, name, weapons) for (name, weapons), many in alike.items()),
    )
