"""The interface that both cores offer to modules: attempts, shots, characteristics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import NamedTuple

from game.play.arrange import Spots
from game.play.decisions import Refusal
from game.play.game import Game, GameView, Rule
from game.rules.kit.modules import EventHook, QueryHook
from game.table.board import Terrain
from game.table.events import Act, Reason, RollKind
from game.table.records import Model, ModelId, Side, Unit, UnitId
from game.table.state import Table


@dataclass(frozen=True, slots=True)
class Core:
    """The functions and numbers of a core that modules use without knowing which core it is."""

    name: str
    """The system of which it is the core."""
    strike: Callable[[Game, ModelId, int], Rule[None]]
    """Give a model a hit of some Strength that allows no save."""
    lock: Callable[[Game, str], None]
    """Mark the units that are in combat now, given the positions of models; cites a clause."""
    _: KW_ONLY
    locked: Callable[[Table, UnitId], bool]
    """Return whether the main body of a unit is in combat."""
    holds: float
    """Inches within which an enemy pins a model that is out of coherency."""
    pace: Callable[[GameView, Model], float]
    """Return the distance in inches that a model moves on open ground."""
    rough: Callable[[GameView], Sequence[Terrain]]
    """Return the terrain that is Difficult."""
    skirmish: Callable[[Game, UnitId, UnitId, Side], Rule[object]]
    """Fight a round of combat between all models of two units, wherever they are.

    The side is the one that acts.
    """
    lands_off: float
    """Inches that a unit arriving during the battle must stay away from enemies."""
    arrive: Callable[[Game, str, UnitId, Spots], Rule[None]]
    """Bring a unit from reserve onto the table, each model to its place; cites a clause."""


class Attempt(NamedTuple):
    """An action that a unit is about to take, perhaps against another unit."""

    unit: UnitId
    act: Act
    target: UnitId | None = None


class Shot(NamedTuple):
    """One model attacking a unit with one weapon, by a shot or in close combat."""

    model: ModelId
    weapon: str
    target: UnitId


REFUSED = QueryHook[Attempt, Refusal]("may it?")
MUST_MOVE = QueryHook[Unit, Refusal]("may the phase end without it?")
"""Reasons why a unit must move before its player may end the Movement phase."""
UNIT_SHOT = EventHook[Attempt]("a unit has shot")
KILLED = EventHook[ModelId]("a model has lost its last wound")


class Trait(NamedTuple):
    """A characteristic of a model, by its name in the profile: ``"s"``, ``"ws"``."""

    model: ModelId
    name: str


TRAIT = QueryHook[Trait, Reason]("characteristic")


class Value(NamedTuple):
    """A characteristic with its modifiers and their reasons."""

    base: int
    reasons: tuple[Reason, ...] = ()
    most: int = 10
    """Upper limit of the modified value: 10 in the classic core (``CC-01``)."""

    @property
    def now(self) -> int:
        """Return the modified value, limited to 0 to *most*."""
        base = self.base
        if self.reasons:
            base += sum([r.amount for r in self.reasons])
        return max(0, min(self.most, base))


def trait(view: GameView, model: Model, name: str, most: int = 10) -> Value:
    """``CC-01``, ``MC-01``  Return a characteristic (``"ws"``, …) with its modifiers."""
    return Value(
        getattr(model.profile, name) or 0, tuple(TRAIT.of(view, Trait(model.id, name))), most
    )


def strength_test(game: Game, clause: str, model_id: ModelId) -> bool:
    """``CC-02``  Roll a Strength test; return whether it passes.

    The value or less passes. A 6 fails and a 1 passes; 0 fails without a roll.
    """
    model = game.table.models[model_id]
    value = trait(game, model, "s")
    if value.now == 0:
        return False
    need = max(1, min(5, value.now))
    (face,) = game.throw(
        clause,
        model.side,
        "S test",
        need=need,
        under=True,
        id_=model_id,
        reasons=value.reasons,
        kind=RollKind.STRENGTH,
    )
    return face <= need


def majority(values: Iterable[int]) -> int:
    """``CC-27``, ``MC-16``  Return the most frequent value; of equally frequent the highest."""
    counts = Counter(values)
    return max(counts, key=lambda value: (counts[value], value))
