"""Application of events to a table: the only place where a table changes."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from game.table import events
from game.table.board import ObjectiveMarker, terrain
from game.table.events import Event
from game.table.records import (
    Clock,
    How,
    Loss,
    Mark,
    Model,
    ModelId,
    Result,
    Side,
    Unit,
    UnitId,
    Until,
    Where,
)
from game.table.state import SystemEvent, SystemState, Table


def apply(table: Table, event: Event) -> None:  # noqa: C901, PLR0912, PLR0915  a case each
    """Apply an event to a table; only this function changes tables."""
    models = table.models
    match event:  # the most frequent events first
        case events.Moved(model=mover, path=path, facing=facing):
            models[mover] = models[mover].moved(path[-1], facing)
        case events.Marked(_, model_ids, mark):
            _remark(table, model_ids, mark.name, (mark,))
        case events.Acted() | events.MarkerLaid() | events.Announced() | events.Struck():
            pass
        case events.Rolled():
            table.rolls += len(event.faces)
        case events.PhaseBegan(_, round_, phase, side):
            _turn_clock(table, Clock(round_, phase, side))
        case events.Handled():
            table.queue = table.queue[1:]
        case events.Noted(_, page, note):
            table.notes[page] = note
        case SystemEvent():
            event.apply(table)
        case events.Placed(model=mover, at=at, facing=facing):
            models[mover] = replace(models[mover], at=at, facing=facing, where=Where.TABLE)
            for page, note in table.notes.items():
                if isinstance(note, SystemState):
                    table.notes[page] = note.when_placed(mover)
        case events.ArrowsChanged(_, model_ids, arrows, heading):
            _push(table, model_ids, arrows, heading)
        case events.PhaseOver():
            table.clock = replace(table.clock, over=True)
        case events.Removed(model=model, how=how, where=where, by=by):
            _remove(table, models[model], how, where, by)
        case events.PieceMoved(_, piece, path):
            table.pieces[piece] = replace(table.pieces[piece], at=path[-1])
        case events.Queued(_, order):
            table.queue = order
        case events.Wounded(_, victim, wounds):
            left = max(0, models[victim].wounds - wounds)
            models[victim] = replace(models[victim], wounds=left)
        case events.Turned(_, mover, facing):
            models[mover] = replace(models[mover], facing=facing)
        case events.Healed(_, patient, wounds):
            most = models[patient].profile.w
            healed = min(most, models[patient].wounds + wounds)
            models[patient] = replace(models[patient], wounds=healed)
        case events.Defected(_, unit, side):
            _turn_coat(table, unit, side)
        case events.Joined(unit=unit, side=side, like=like, models=model_ids):
            _join(table, unit, side, like, model_ids)
        case events.Raised(_, unit):
            spare = table.spares.pop(unit)
            table.units[unit] = spare.unit
            table.models |= {m.id: m for m in spare.models}
        case events.BodyRemoved(_, model):
            models[model] = replace(models[model], where=Where.GONE)
        case events.PieceHeld(_, piece, by):
            table.pieces[piece] = replace(table.pieces[piece], holder=by)
        case events.PieceRemoved(_, piece):
            del table.pieces[piece]
        case events.PieceLeft(_, piece):
            table.pieces[piece] = replace(table.pieces[piece], where=Where.RESERVE, on="")
        case events.PieceCame(piece=piece, at=at, turned=turned, on=on):
            came = replace(table.pieces[piece], at=at, turned=turned, on=on)
            table.pieces[piece] = replace(came, where=Where.TABLE)
        case events.Rerolled():
            table.rolls += 1
        case events.Unmarked(_, model_ids, name):
            _remark(table, model_ids, name, ())
        case events.ZoneTaken(_, side, zone):
            table.zones[side] = zone
        case events.TurnsOrdered(_, first):
            table.first = first
        case events.ObjectivePlaced(marker=marker, at=at, number=number):
            table.markers[marker] = ObjectiveMarker(marker, at, number)
        case events.GroundChanged(_, kind, outlines):
            table.ground += tuple(
                terrain(f"{kind.replace(' ', '-')}-{n}", kind, outline)
                for n, outline in enumerate(outlines, len(table.ground) + 1)
            )
        case events.DoorMoved(_, door, is_open=is_open):
            table.board = table.board.with_door(door, is_open=is_open)
        case events.Scored(_, side, points, _):
            table.scores[side] = table.scores.get(side, 0) + points
        case events.Ended(clause, winner, reason):
            table.result = Result(winner, reason, clause)
        case _:
            assert_never(event)


def _remove(table: Table, model: Model, how: How, where: Where, by: str) -> None:
    table.models[model.id] = replace(model, where=where)
    when = replace(table.clock, over=False)
    lost = Loss(
        model.id,
        unit=model.unit,
        side=model.side,
        how=how,
        when=when,
        moment=table.rolls,
        by=by,
    )
    table.losses = (*table.losses, lost)


def _turn_coat(table: Table, unit: UnitId, side: Side) -> None:
    """Give a unit to the other side; earlier losses stay with the side that suffered them.

    A WARLORD loses that keyword (``MP-10``).
    """
    table.units[unit] = replace(table.units[unit], side=side)
    for model in table.of(unit):
        kept = tuple(word for word in model.profile.keywords if word != "WARLORD")
        profile = replace(model.profile, keywords=kept)
        table.models[model.id] = replace(model, side=side, profile=profile)


def _join(
    table: Table, unit: UnitId, side: Side, like: UnitId, model_ids: tuple[ModelId, ...]
) -> None:
    """Add copies of some models of a spare unit to a side, under a name of their own."""
    spare = table.spares[like]
    made = [
        replace(m, id=ModelId(f"{unit}{m.id.removeprefix(like)}"), unit=unit, side=side)
        for m in spare.models
        if m.id in model_ids
    ]
    called = name = spare.unit.name if len(made) == len(spare.models) else made[0].profile.name
    alike, number = [u.name for u in table.units.values() if u.side == side], 1
    while name in alike:
        number += 1
        name = f"{called} {number}"
    table.units[unit] = Unit(unit, side=side, name=name, models=tuple(m.id for m in made))
    table.models |= {m.id: m for m in made}


def _push(table: Table, id_: str, arrows: int, heading: float) -> None:
    if piece := table.pieces.get(id_):
        table.pieces[id_] = replace(piece, arrows=arrows, heading=heading)
    else:
        model = table.models[ModelId(id_)]
        table.models[model.id] = replace(model, arrows=arrows, heading=heading)


def _remark(table: Table, id_: str, name: str, new: tuple[Mark, ...]) -> None:
    if unit := table.units.get(UnitId(id_)):
        marks = _renewed(unit.marks, name, new)
        # Not replace, which takes twice as long.
        table.units[unit.id] = Unit(
            unit.id, unit.side, unit.name, models=unit.models, marks=marks
        )
    else:
        model = table.models[ModelId(id_)]
        table.models[model.id] = replace(model, marks=_renewed(model.marks, name, new))


def _renewed(marks: tuple[Mark, ...], name: str, new: tuple[Mark, ...]) -> tuple[Mark, ...]:
    return (*(m for m in marks if m.name != name), *new)


def _turn_clock(table: Table, clock: Clock) -> None:
    """Start another phase, and drop the marks that have expired."""
    was = table.clock
    table.clock = clock
    for page, note in table.notes.items():
        if isinstance(note, SystemState):
            table.notes[page] = note.in_next_phase()
    past = {Until.PHASE}
    if clock.round != was.round or clock.side != was.side:
        past.add(Until.TURN)
    if clock.round != was.round:
        past.add(Until.ROUND)
    for unit in table.units.values():
        if unit.marks and any([m.until in past for m in unit.marks]):
            kept = tuple(m for m in unit.marks if m.until not in past)
            table.units[unit.id] = replace(unit, marks=kept)
    for model in table.models.values():
        if model.marks and any([m.until in past for m in model.marks]):
            kept = tuple(m for m in model.marks if m.until not in past)
            table.models[model.id] = replace(model, marks=kept)
