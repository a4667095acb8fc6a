"""The condition of a unit, down to the rolls that it needs.

Characteristics, tests and roll tables are here.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.cores.kit.coherency import is_detached
from game.cores.kit.dice_chances import NEVER
from game.cores.kit.marks import FALLING_BACK, LOCKED, MAY_BREAK, marked
from game.cores.kit.queries import Characteristic
from game.cores.kit.traits import Value, majority, trait
from game.cores.kit.units import contacts, pairs_within
from game.geometry.points import CONTACT
from game.play.game import Game, GameView, Step
from game.table.events import Reason, Unmarked
from game.table.records import Model, ModelId, Unit, UnitId, Weapon, Where
from game.table.state import Table

TRAITS = ("ws", "bs", "s", "t", "w", "i", "a", "ld")
SECOND_CHANCE = {6: 6, 7: 5, 8: 4, 9: 3, 10: 2}
"""``CC-05``  Roll needed by the second roll of a miss, by BS."""


def combat_of(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    """Return all units linked to *unit* by base contact, with *unit* first."""
    found, look = [unit], [unit]
    while look:
        for other in contacts(table, look.pop(0)):
            if other not in found:
                found.append(other)
                look.append(other)
    return tuple(found)


def is_locked(unit: Unit) -> bool:
    """Return whether a unit is marked as locked in combat."""
    return unit.mark(LOCKED) is not None


def is_pinned(table: Table, unit: Unit) -> bool:
    """``CC-31``  Return whether every model of a unit is held in place by combat."""
    # Most units are neither locked nor scattered, so the first model tells.
    models = table.models
    for id_ in unit.models:
        if models[id_].where is Where.TABLE and not _stays(models[id_], unit):
            return False
    return True


def _stays(model: Model, unit: Unit) -> bool:
    held = bool(model.mark(LOCKED)) if is_detached(model) else is_locked(unit)
    return held and not model.mark(MAY_BREAK)


def is_model_locked(table: Table, model: Model) -> bool:
    """``CC-31``  Return whether a model is locked: with its unit, or alone if detached."""
    thing = model if is_detached(model) else table.units[model.unit]
    return thing.mark(LOCKED) is not None


def is_falling_back(unit: Unit) -> bool:
    """Return whether a unit is marked as falling back."""
    return unit.mark(FALLING_BACK) is not None


def update_locked_marks(game: Game, clause: str = "CC-31") -> None:
    """``CC-31``  Mark the units that touch an enemy as locked, and unmark the others.

    *clause*: the clause that brought them into contact.
    """
    touching = in_contact(game.table)
    for thing in _lockable(game.table):
        if (locks := thing.id in touching) is not (thing.mark(LOCKED) is not None):
            change = marked(clause, thing.id, LOCKED) if locks else None
            game.do(change or Unmarked(clause, thing.id, LOCKED))


def _lockable(table: Table) -> list[Unit | Model]:
    return [*table.units.values(), *table.models.values()]


def in_contact(table: Table) -> set[str]:
    """``CC-31``  Return the ids of units in contact, and of models in it out of coherency."""
    ones, others = [table.standing(side) for side in table.sides]
    pairs = pairs_within(ones, others, CONTACT)
    return {m.id if is_detached(m) else m.unit for pair in pairs for m in pair}


def broken_contact(table: Table) -> Step | None:
    """``CC-31``  Return a step that frees units no longer in contact.

    None if there are none.
    """
    locked = [thing.id for thing in _lockable(table) if thing.marks and thing.mark(LOCKED)]
    return _free if locked and not in_contact(table).issuperset(locked) else None


async def _free(game: Game) -> None:
    update_locked_marks(game)


def modified_characteristics(view: GameView, model_id: ModelId) -> Iterator[Characteristic]:
    """``CC-01``  Yield a model's characteristics with their modifiers."""
    model = view.table.models[model_id]
    for name in TRAITS:
        value = trait(view, model, name)
        yield Characteristic(name, value.base, value.now, value.reasons)


def unit_trait(view: GameView, unit: UnitId, name: str) -> int:
    """``CC-27``  Return the majority value of a characteristic in a unit on the table."""
    return majority([trait(view, m, name).now for m in view.table.of(unit)])


def leadership(view: GameView, unit: Unit) -> Value:
    """``CC-03``  Return the best Leadership among a unit's models on the table."""
    return max(
        (trait(view, m, "ld") for m in view.table.of(unit.id)), key=lambda value: value.now
    )


def leadership_test(
    game: Game, clause: str, unit_id: UnitId, reasons: tuple[Reason, ...] = ()
) -> bool:
    """``CC-03``  Roll 2d6 for a unit; return whether it passes.

    Leadership or less passes; a double 1 always does.
    """
    unit = game.table.units[unit_id]
    ld = leadership(game, unit)
    need = ld.now + sum([r.amount for r in reasons])
    faces = game.throw(
        clause,
        unit.side,
        "Leadership test",
        2,
        need=max(2, need),
        under=True,
        total=True,
        id_=unit_id,
        reasons=(*ld.reasons, *reasons),
    )
    return sum(faces) <= need or faces == (1, 1)


def to_shoot(bs: int) -> int:
    """``CC-05``  Return the roll to hit: 7 - BS, but at least 2; ``NEVER`` for BS 0."""
    return max(2, 7 - bs)


def to_wound(strength: int, toughness: int) -> int:
    """``CC-12``  Return the roll to wound by S - T; ``NEVER`` if it cannot wound."""
    over = strength - toughness
    if over >= 2:
        return 2
    if over >= -1:
        return 4 - over
    return 6 if over >= -3 else NEVER


def to_strike(ws: int, target_ws: int) -> int:
    """``CC-27``  Return the roll to hit in close combat; 1, without a roll, against WS 0.

    3+ with a WS greater than the target's, 5+ with less than half of it, otherwise 4+.
    """
    if target_ws == 0:
        return 1
    if ws > target_ws:
        return 3
    return 5 if target_ws > 2 * ws else 4


def pierces(ap: int | None, sv: int | None) -> bool:
    """``CC-13``  Return whether a weapon's AP allows no armour save."""
    return sv is not None and ap is not None and ap <= sv


def strength_of(weapon: Weapon, user: int, *, charged: bool = False) -> int:
    """``CC-28``  Return a weapon's strength for its user, up to 10.

    A power fist doubles it; a lance adds 2 if its user charged.
    """
    strength = weapon.strength or min(10, user + weapon.more)
    if "power fist" in weapon.rules:
        strength = min(10, strength * 2)
    return min(10, strength + 2) if charged and "lance" in weapon.rules else strength
