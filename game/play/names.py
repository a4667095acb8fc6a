"""What things on the table are called, in words for players."""

from __future__ import annotations

from game.table.records import ModelId, Side, UnitId
from game.table.state import Table


def name(table: Table, id_: str) -> str:
    """Return what players call whatever has this id: a model, unit, side, marker or zone.

    What is none of these is a word already.
    """
    if unit := table.units.get(UnitId(id_)):
        return unit.name or unit.id
    if ModelId(id_) in table.models:
        return model_name(table, ModelId(id_))
    if id_ in table.sides:
        return side_name(Side(id_))
    for marker in table.board.markers:
        if marker.id == id_:
            return f"marker {marker.number}"
    return id_


def side_name(side: Side) -> str:
    """Return a side's name as a title: ``"Wardens"``."""
    return side[:1].upper() + side[1:]


def model_name(table: Table, id_: ModelId) -> str:
    """Return a model's name by its profile: ``"Warden sergeant"``, ``"Warden 3"``.

    Models alike in one unit are numbered in the order of the roster; the unit is named where
    several have such models. A unit of one model and that model have one name.
    """
    model = table.models[id_]
    unit = table.units.get(model.unit)
    if unit is None:
        return id_
    if len(unit.models) == 1:
        return unit.name or unit.id
    called = model.profile.name
    alike = [m for m in table.models.values() if m.profile.name == called]
    mates = [m.id for m in alike if m.unit == model.unit]
    number = f" {mates.index(id_) + 1}" if len(mates) > 1 else ""
    squad = f" of {unit.name or unit.id}" if len(mates) < len(alike) else ""
    return f"{called}{number}{squad}"
