"""How units stand to one another: locks, losses, what they are called on to do."""

from __future__ import annotations

from game.play.game import Game, Step
from game.rules.classic.hooks import FALLING_BACK, LOCKED, marked
from game.rules.kit.distances import contacts, touch
from game.rules.kit.unit_marks import MAY_BREAK, is_detached, main_body
from game.table.events import Unmarked
from game.table.records import Model, Unit, UnitId, Where
from game.table.state import Table


def combat_of(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    """Return all units that hang together by base contact with *unit*, it first."""
    found, look = [unit], [unit]
    while look:
        for other in contacts(table, look.pop(0)):
            if other not in found:
                found.append(other)
                look.append(other)
    return tuple(found)


def is_locked(unit: Unit) -> bool:
    return unit.mark(LOCKED) is not None


def is_held(table: Table, unit: Unit) -> bool:
    """``CC-31``  Whether a lock keeps every model of a unit where it is."""
    return all([_stays(m, unit) for m in table.of(unit.id)])


def _stays(model: Model, unit: Unit) -> bool:
    held = bool(model.mark(LOCKED)) if is_detached(model) else is_locked(unit)
    return held and not model.mark(MAY_BREAK)


def is_model_locked(table: Table, model: Model) -> bool:
    """``CC-31``  Whether a model is locked: with its unit, or out of coherency for itself."""
    thing = model if is_detached(model) else table.units[model.unit]
    return thing.mark(LOCKED) is not None


def is_falling_back(unit: Unit) -> bool:
    return unit.mark(FALLING_BACK) is not None


def note_locks(game: Game, clause: str = "CC-31") -> None:
    """``CC-31``  Base contact with an enemy locks both units; without it nobody is locked.

    *clause*: what brought them into contact.
    """
    table = game.table
    for thing in _lockable(table):
        if (touching := in_contact(table, thing)) is not (thing.mark(LOCKED) is not None):
            change = marked(clause, thing.id, LOCKED) if touching else None
            game.do(change or Unmarked(clause, thing.id, LOCKED))


def _lockable(table: Table) -> list[Unit | Model]:
    return [*table.units.values(), *table.models.values()]


def in_contact(table: Table, thing: Unit | Model) -> bool:
    """``CC-31``  Whether a unit is to be locked; a model only if it is out of coherency."""
    if isinstance(thing, Unit):
        mine = main_body(table, thing.id)
    else:
        mine = [thing] if is_detached(thing) and thing.where is Where.TABLE else []
    foes = table.standing(table.enemy(thing.side)) if mine else ()
    return any([touch(m.disc, foe.disc) for m in mine for foe in foes])


def broken_contact(table: Table) -> Step | None:
    """``CC-31``  A step that frees units whose contact was broken outside of combat."""
    for thing in _lockable(table):
        if thing.marks and thing.mark(LOCKED) and not in_contact(table, thing):
            return _free
    return None


async def _free(game: Game) -> None:
    note_locks(game)
