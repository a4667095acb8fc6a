"""Distances, marks, main bodies and suggested casualties of units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum, StrEnum
from typing import TypeVar

from game.geometry.limits import is_within, last_within
from game.geometry.points import CONTACT, LOOSE_EPSILON, Disc, nearest_gap
from game.geometry.points import gap as between
from game.geometry.polygons import box, widened
from game.play.base_placement import out_of_chain
from game.play.decisions import Choose, Refusal
from game.table.events import Marked
from game.table.records import Mark, Model, ModelId, Side, Unit, UnitId, Until
from game.table.state import Table

Thing = TypeVar("Thing")


def touch(a: Disc, b: Disc) -> bool:
    """Return whether two bases are in contact."""
    return is_within(between(a, b), CONTACT)


def contacts(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    """Return the enemy units in base contact with a unit, in the order of rosters."""
    mine = table.of(unit)
    side = table.units[unit].side
    touching = pairs_within(table.standing(table.enemy(side)), mine, CONTACT)
    return tuple(dict.fromkeys([foe.unit for foe, _ in touching]))


def discs(models: Iterable[Model]) -> list[Disc]:
    """Return the bases of models."""
    return [m.disc for m in models]


def gap_between(table: Table, unit: UnitId, other: UnitId) -> float:
    """Return the distance of two units in inches, between their nearest base edges."""
    return nearest_gap(discs(table.of(unit)), discs(table.of(other)))


def holders(table: Table, model: Model, inches: float) -> tuple[UnitId, ...]:
    """Return the enemy units within *inches* of a model, in the order of rosters."""
    foes = table.standing(table.enemy(model.side))
    near = pairs_within([model], foes, inches)
    return tuple(dict.fromkeys([foe.unit for _, foe in near]))


def enemy_within(table: Table, unit: UnitId, inches: float) -> bool:
    """Return whether an enemy is within *inches* of any model of a unit."""
    foes = table.standing(table.enemy(table.units[unit].side))
    return any(True for _ in pairs_within(table.of(unit), foes, inches))


def pairs_within(
    ones: Sequence[Model], others: Sequence[Model], inches: float
) -> Iterator[tuple[Model, Model]]:
    """Yield the pairs of one model of each group that are within *inches* of each other."""
    if not ones or not others:
        return
    # Most pairs are far apart; comparing coordinates rejects them cheaply.
    left, top, right, low = widened(box([m.at for m in ones]), max([m.base for m in ones]))
    left, top, right, low = left - inches, top - inches, right + inches, low + inches
    near = [
        (at, base, m)
        for m in others
        for at, base in (m.disc,)
        if left - base <= at[0] <= right + base and top - base <= at[1] <= low + base
    ]
    for one in ones if near else ():
        (x, y), reach = one.at, one.base + inches + LOOSE_EPSILON
        for at, base, other in near:
            distance = reach + base
            if (
                -distance < at[0] - x < distance
                and -distance < at[1] - y < distance
                and in_reach(one, other, inches)
            ):
                yield one, other


def sorted_by_distance(things: Sequence[Thing], off: Callable[[Thing], float]) -> list[Thing]:
    """Return things sorted by distance; those that tie within 0.01" keep their order."""
    left, ordered = [(off(thing), thing) for thing in things], list[Thing]()
    while left:
        tied = last_within(min([distance for distance, _ in left]) + CONTACT)
        first = next(n for n, (distance, _) in enumerate(left) if distance <= tied)
        ordered.append(left.pop(first)[1])
    return ordered


def in_turn(table: Table, first: Side) -> tuple[Side, Side]:
    """Return both sides, the acting one first (``CC-36``)."""
    return first, table.enemy(first)


def in_reach(base: Model, other: Model, inches: float) -> bool:
    """Return whether two models are within *inches* of each other."""
    return is_within(between(base.disc, other.disc), inches)


HANDLED = "handled"
"""The unit has had its turn in this phase."""
MOVED = "moved"
"""The unit has moved in this player turn."""
FIRED = "fired"
"""The unit has shot in this player turn; *about* is its target."""
CHARGED = "charged"
HELD = "held in reserve"
"""The unit has not been set up; *about* may be a ``WhyHeld``."""
LOOSE = "out of coherency"
"""The model is detached from its unit: locked on its own, not bound by coherency."""
MAY_BREAK = "may break contact"
"""The locked model may move away in the Movement phase (``CC-31``) from the unit in *about*."""
SCATTERED = "scattered"
"""Most of the unit is out of coherency; *about* is the clause that applies."""

RAN = "ran"
NO_CHARGE = "may not charge"
"""The unit may not charge in this player turn; *about* is the clause that forbids it."""
LOCKED = "locked in combat"
FALLING_BACK = "falling back"
TESTED = "tested its nerve"
ADVANCED = "advanced"
FELL_BACK = "fell back"
FOUGHT = "fought"
"""The unit fought in this phase."""
TRIED = "tried a power"
"""On a psyker; *about*: the powers it tried, one entry per try (``MC-08``, ``MC-11``)."""
BEYOND = "tried beyond its number"
"""On a psyker; *about*: the number of tries beyond its own number (``MP-10``)."""

MARK_DURATIONS: Mapping[str, Until] = {
    ADVANCED: Until.TURN,
    BEYOND: Until.PHASE,
    FALLING_BACK: Until.BATTLE,
    FELL_BACK: Until.TURN,
    FOUGHT: Until.PHASE,
    LOCKED: Until.BATTLE,
    NO_CHARGE: Until.TURN,
    RAN: Until.TURN,
    TESTED: Until.PHASE,
    TRIED: Until.PHASE,
    HANDLED: Until.PHASE,
    MOVED: Until.TURN,
    FIRED: Until.TURN,
    CHARGED: Until.TURN,
    HELD: Until.BATTLE,
    LOOSE: Until.BATTLE,
    MAY_BREAK: Until.PHASE,
    SCATTERED: Until.BATTLE,
}


class WhyHeld(StrEnum):
    """Why a unit is held in reserve: the clause that its mark holds."""

    NO_ROOM = "CC-33"
    BELOW = "MI-06"
    """Below the drains."""


def marked(clause: str, id_: str, name: str, about: str = "") -> Marked:
    """Return the event that puts one of these marks on a unit or a model."""
    return Marked(clause, id_, Mark(name, MARK_DURATIONS[name], about))


def is_detached(model: Model) -> bool:
    """Return whether a model is out of coherency with its unit."""
    return bool(model.marks) and model.mark(LOOSE) is not None


def is_scattered(unit: Unit) -> bool:
    """Return whether most of a unit is out of coherency."""
    return unit.mark(SCATTERED) is not None


def is_astray(table: Table, model: Model) -> bool:
    """Return whether a model can only move back to its unit."""
    return is_detached(model) or is_scattered(table.units[model.unit])


def refused_astray(table: Table, model: Model) -> Refusal | None:
    """Return why a model can only make its way back, or None; the marks hold the clause."""
    if mark := table.units[model.unit].mark(SCATTERED):
        reason = f"{table.units[model.unit].name} is scattered"
        return Refusal(reason, mark.about)
    if mark := model.mark(LOOSE):
        return Refusal(f"{model.profile.name} is out of coherency", mark.about)
    return None


def main_body(table: Table, unit: UnitId) -> list[Model]:
    """Return the models of a unit that act as one: all but those out of coherency."""
    return [m for m in table.of(unit) if not is_detached(m)]


def detached_models(table: Table, unit: UnitId) -> tuple[ModelId, ...]:
    """Return the models of a unit that are out of coherency."""
    return tuple(m.id for m in table.of(unit) if is_detached(m))


class Rank(IntEnum):
    """The ranks of a unit's models, in the order in which a player gives them up."""

    FILE = 0
    """One of the most numerous models of the unit."""
    SPECIAL = 1
    """A model with other weapons or another profile."""
    LEADER = 2
    """A character, or a model with a higher Ld than the rank and file."""


def rank_of(table: Table, model: Model) -> Rank:
    """Return a model's rank in the unit as it started."""
    kin = [table.models[m].profile for m in table.units[model.unit].models]
    names = Counter([profile.name for profile in kin])
    common = max(kin, key=lambda profile: names[profile.name])
    own = model.profile
    if own.name == common.name:
        return Rank.FILE
    leads = own.ld > common.ld or own.has("CHARACTER")
    return Rank.LEADER if leads else Rank.SPECIAL


CHAIN = 2.0
"""Inches between neighbours of a unit in coherency."""


def suggested_casualties(table: Table, asked: Choose) -> list[ModelId]:
    """Return the models that a question of casualties suggests, one for each of its series.

    Rank and file come first, leaders last; among equals those whose loss breaks no coherency,
    then those that do not stand in cover.
    """
    left = [table.models[ModelId(o.id)] for o in asked.options]
    stands, found = {m.id: m.disc for m in table.of(left[0].unit)}, list[ModelId]()
    ranks = {m.id: rank_of(table, m) for m in left}
    shelters = [area for area in table.areas if area.cover or area.bonus]
    covered = {m.id: any(area.holds(m.disc) for area in shelters) for m in left}

    def price(model: Model) -> tuple[Rank, int, bool]:
        rest = {m: disc for m, disc in stands.items() if m != model.id}
        return ranks[model.id], len(out_of_chain(rest, CHAIN)), covered[model.id]

    while left and len(found) < max(1, asked.series):
        falls = min(left, key=price)
        found.append(falls.id)
        left.remove(falls)
        del stands[falls.id]
        if falls.wounds > 1:
            return found  # it may stand, and the next question can offer it alone
    return found


def falls_whole(table: Table, asked: Choose) -> bool:
    """Return whether a question of casualties ends the same way whatever is answered.

    All models of the unit are alike, and the wounds to come remove all of them.
    """
    models = table.of(table.models[ModelId(asked.options[0].id)].unit)
    kinds = {(m.profile, m.wounds, m.marks) for m in models}
    return len(kinds) == 1 and sum([m.wounds for m in models]) <= asked.series
