"""Record of what models did by themselves in a player turn, apart from their units.

A mark on a unit tells what its models did together. Models out of coherency act by themselves;
rules that ask what a model did read both here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from game.cores.kit.coherency import detached_models, main_body
from game.cores.kit.marks import ADVANCED, MOVED, RAN
from game.play.decisions import Refusal
from game.play.game import Game
from game.table.records import Clock, Model, ModelId, UnitId
from game.table.state import StatePage, Table


class Deed(StrEnum):
    """Something that a model does by itself; the marks of units have the same names."""

    MOVED = MOVED
    RAN = RAN
    ADVANCED = ADVANCED
    STAYED_BEHIND = "stayed behind"
    """It took no part in the charge of its unit."""


class ModelDeed(NamedTuple):
    """One deed of one model."""

    model: ModelId
    deed: Deed
    clause: str
    """The clause by which it acted by itself."""


@dataclass(frozen=True, slots=True)
class Deeds:
    """The deeds of the models of both sides in one player turn."""

    turn: str = ""
    """The game turn and the side; deeds of another turn no longer count."""
    done: tuple[ModelDeed, ...] = ()


PAGE = StatePage("deeds", Deeds())


def note(game: Game, clause: str, deed: Deed, models: Iterable[ModelId]) -> None:
    """Record a deed of models in the present player turn."""
    known, deeds = deeds_of_turn(game.table), deeds_with(game.table, clause, deed, models)
    if deeds.done != known:
        game.do(PAGE.write(clause, deeds))


def deeds_with(table: Table, clause: str, deed: Deed, models: Iterable[ModelId]) -> Deeds:
    """Return the deeds of the present player turn and one more of some models."""
    new = [ModelDeed(m, deed, clause) for m in models]
    done = tuple(dict.fromkeys([*deeds_of_turn(table), *new]))
    return Deeds(_turn(table.clock), done)


def deeds_of_turn(table: Table) -> tuple[ModelDeed, ...]:
    """Return the deeds of models in the present player turn."""
    if PAGE.name not in table.notes:
        return ()
    deeds = PAGE.of(table)
    return deeds.done if deeds.turn == _turn(table.clock) else ()


def _turn(clock: Clock) -> str:
    return f"{clock.round} {clock.side or ''}"


def has_done(table: Table, model: Model, deed: Deed) -> bool:
    """Return whether a model did something in this player turn, by itself or with its unit."""
    if table.units[model.unit].mark(deed):
        return True
    return any(done.model == model.id and done.deed == deed for done in deeds_of_turn(table))


NO_CHARGE = {
    Deed.RAN: Refusal("ran back to its unit in this turn", "CC-22"),
    Deed.ADVANCED: Refusal("advanced back to its unit in this turn", "MC-05"),
}
"""Deeds after which a model does not charge in the same turn."""


def kept_from_charging(table: Table, unit: UnitId) -> dict[ModelId, Refusal]:
    """``CC-22``, ``MC-05``  Return the models of a main body that may not charge, and why not.

    They ran or advanced by themselves. Models with the rule *fleet* may charge after a run,
    but not after one that they had to make: for them the clause of that run forbids it.
    """
    if not (deeds := deeds_of_turn(table)):
        return {}
    fleet = {m.id: m.profile.has("fleet") for m in main_body(table, unit)}
    return {
        id_: replace(why, clause=clause) if fleet[id_] else why
        for id_, deed, clause in deeds
        if id_ in fleet and (why := NO_CHARGE.get(deed))
    }


def charging_models(table: Table, unit: UnitId) -> list[Model]:
    """Return the models of a unit that take part in its charges."""
    kept = kept_from_charging(table, unit)
    return [m for m in main_body(table, unit) if m.id not in kept]


def models_left_behind(table: Table, unit: UnitId) -> tuple[ModelId, ...]:
    """Return the models that take no part in their unit's charges and do not bind it."""
    return (*detached_models(table, unit), *kept_from_charging(table, unit))


def all_kept_from_charging(table: Table, unit: UnitId) -> Refusal | None:
    """Return why no model of a main body may charge; None if one may."""
    kept = kept_from_charging(table, unit)
    if not kept or charging_models(table, unit):
        return None
    why = next(iter(kept.values()))
    return replace(why, reason=f"it {why.reason}")
