"""Player-facing wording: names, lengths, and grouping of similar log lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from math import ceil, floor

from game.geometry.points import LOOSE_EPSILON, length
from game.play.dice import FIRST
from game.table.events import Act, Acted, Event, PieceMoved, Rolled
from game.table.pieces import ROLL
from game.table.records import Model, ModelId, Side, Unit, UnitId, Where
from game.table.state import Table

MAX_LISTED = 3
"""Up to this many models are listed by name; more are only counted."""


def name(table: Table, id_: str) -> str:
    """Return the name of a model, unit, side, marker or piece by its id.

    Other texts are returned unchanged.
    """
    if unit := table.units.get(UnitId(id_)):
        return unit_name(table, unit)
    if ModelId(id_) in table.models:
        return model_name(table, ModelId(id_))
    if id_ in table.sides:
        return side_name(Side(id_))
    for marker in table.objectives:
        if marker.id == id_:
            return f"marker {marker.number}" if marker.number else plain_name(id_)
    if id_ in table.pieces:
        return id_.replace("-", " ").capitalize()
    return next((piece.name for piece in table.board.terrain if piece.id == id_), id_)


def plain_name(id_: str) -> str:
    """Return an id as words: ``"marker-north-west"`` is ``"marker north west"``."""
    return id_.replace("-", " ")


def with_article(called: str) -> str:
    """Return a name with "the", unless it has one or a number: ``"the mill"``, ``"ruin 3"``."""
    named = called.startswith("the ") or called[-1:].isdecimal()
    return called if named else f"the {called}"


MARK_TEXTS = {
    "may part": "may break off",
    "stopped": "stuck",
    "tried beyond its number": "tried an extra power",
    "tested its nerve": "has tested morale",
}
"""Texts of marks for players, where the mark's name says something else."""


def mark_text(mark: str) -> str:
    """Return the text of a mark by its name."""
    return MARK_TEXTS.get(mark, mark)


def join_names(ids: Sequence[str]) -> str:
    """Return a few ids as a list in a sentence; of many, only the number of models."""
    if len(ids) > MAX_LISTED:
        return f"{len(ids)} models"
    return " and ".join([part for part in (", ".join(ids[:-1]), ids[-1]) if part])


def side_name(side: Side) -> str:
    """Return a side's name as a title: ``"Wardens"``."""
    return side[:1].upper() + side[1:]


def unit_name(table: Table, unit: Unit) -> str:
    """Return a unit's name, with its side if both have a single model of that name.

    So both sides may bring the same champion: ``"Veteran (Red)"``.
    """
    called = unit.name or unit.id
    if len(unit.models) == 1:
        for other in table.units.values():
            twin = other.name == unit.name and other.side != unit.side
            if twin and table.models[other.models[0]].where is not Where.RESERVE:
                return f"{called} ({side_name(unit.side)})"
    return called


def model_name(table: Table, id_: ModelId) -> str:
    """Return a model's name by its profile: ``"Warden sergeant"``, ``"Warden 3"``.

    Equal models of one unit are numbered in the order of the roster. The unit is added if other
    units have such models. A unit of one model shares its name with the model.
    """
    model = table.models[id_]
    unit = table.units.get(model.unit)
    if unit is None:
        return id_
    if len(unit.models) == 1:
        return unit_name(table, unit)
    mates, alike = (_alike(table, model, of) for of in (unit.models, table.models))
    squad = f" of {unit.name or unit.id}" if mates < alike else ""
    return f"{short_name(table, id_)}{squad}"


def short_name(table: Table, id_: ModelId) -> str:
    """Return a model's name without its unit: ``"Warden sergeant"``, ``"Warden 3"``."""
    model = table.models[id_]
    unit = table.units[model.unit]
    if len(unit.models) == 1:
        return unit_name(table, unit)
    called = model.profile.name
    mates = [m for m in unit.models if table.models[m].profile.name == called]
    return f"{called} {mates.index(id_) + 1}" if len(mates) > 1 else called


def _alike(table: Table, model: Model, among: Iterable[ModelId]) -> int:
    """Return the number of models in *among* with the profile name of *model*."""
    return sum([table.models[m].profile.name == model.profile.name for m in among])


FINE = 0.1
"""Inches of excess below which hundredths are shown."""


def excess_text(far: float, most: float) -> tuple[str, str]:
    """Return texts for a distance and for its excess over *most* inches.

    Both are rounded up alike, so that an excess never looks like none: 24.004 of 24 inches is
    ``24.01`` and ``0.01``, 31.52 is ``31.6`` and ``7.6``.
    """
    over = far - most
    steps, digits = (100, 2) if over < FINE else (10, 1)
    over = ceil(over * steps - LOOSE_EPSILON) / steps
    return f"{most + over:.{digits}f}", f"{over:.{digits}f}"


def too_near_text(far: float, least: float, what: str) -> str:
    """Return the text of a distance below the minimum: ``is 1.3" from the mill, not 2"``.

    It is rounded down, so that it never looks sufficient: 1.996 is ``1.99``.
    """
    steps, digits = (100, 2) if least - far < FINE else (10, 1)
    told = floor(max(0.0, far) * steps + LOOSE_EPSILON) / steps
    return f'is {told:.{digits}f}" from {what}, not {least:g}"'


MANY = 3
"""Minimum number of similar lines that are merged into one."""
ROLLS = "PU-08"


class LogGroup(StrEnum):
    """The kinds of adjacent events that the log shows as one line."""

    ORDER = "order"
    STREET = "street"


def log_group(event: Event) -> LogGroup | None:
    """Return the group in which an event can be merged into one line, or None."""
    match event:
        case Rolled(what=what) if what == FIRST:
            return LogGroup.ORDER
        case PieceMoved(clause) if clause == ROLLS:
            return LogGroup.STREET
        case Acted(act=Act.KEEPS_PACE):
            return LogGroup.STREET
        case _:
            return None


def is_partial_roll(event: PieceMoved) -> bool:
    """Return whether a piece rolled less than the full distance."""
    return event.clause == ROLLS and length(event.path) < ROLL - 0.01


def group_similar(events: Sequence[Event]) -> str:
    """Return one line for several similar events, without their clause."""
    rollers = {e.who or e.by for e in events if isinstance(e, Rolled)}
    figs = {e.unit for e in events if isinstance(e, Acted)}
    pieces = {e.piece for e in events if isinstance(e, PieceMoved)}
    told = (
        (rollers, "rolls", "roll", f"for {FIRST}"),
        (figs, "fig keeps", "figs keep", "pace"),
        (pieces, "piece rolls", "pieces roll", "back"),
    )
    return ", ".join(
        f"{len(who)} {does if len(who) == 1 else do} {what}"
        for who, does, do, what in told
        if who
    )
