"""The interface that both cores offer to modules: attempts, shots, characteristics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.play.arrange import Spots
from game.play.game import Game, GameView, Rule
from game.rules.kit.modules import QueryHook
from game.table.board import Terrain
from game.table.events import Act, Reason
from game.table.records import Model, ModelId, Side, UnitId
from game.table.state import Table


@dataclass(frozen=True, slots=True)
class Core:
    strength_test: Callable[[Game, str, ModelId], bool]
    """``CC-02``  Roll a clause's Strength test for a model; whether it passes."""
    strike: Callable[[Game, ModelId, int], Rule[None]]
    """A model takes a hit of some Strength without save."""
    lock: Callable[[Game, str], None]
    """Note by a clause who is in combat now, as models stand."""
    locked: Callable[[Table, UnitId], bool]
    """Whether the main body of a unit is in combat."""
    holds: float
    """From how many inches an enemy holds a model that is out of coherency where it is."""
    pace: Callable[[GameView, Model], float]
    """How many inches a model moves on open ground."""
    rough: Callable[[GameView], Sequence[Terrain]]
    """What ground is Difficult."""
    skirmish: Callable[[Game, UnitId, UnitId, Side], Rule[object]]
    """A round of combat between all models of two units, wherever they are.

    The side is the one that acts.
    """
    lands_off: float
    """A unit that arrives during the battle stays more than so many inches from enemies."""
    arrive: Callable[[Game, str, UnitId, Spots], Rule[None]]
    """By a clause a unit that was kept back comes onto the table, each model to its place."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A unit that wants to do something, perhaps to another."""

    unit: UnitId
    act: Act
    target: UnitId | None = None


@dataclass(frozen=True, slots=True)
class Shot:
    """One model that fires one weapon at a unit."""

    model: ModelId
    weapon: str
    target: UnitId


@dataclass(frozen=True, slots=True)
class Trait:
    """A characteristic of a model, by its name in the profile: ``"s"``, ``"ws"``."""

    model: ModelId
    name: str


TRAIT = QueryHook[Trait, Reason]("characteristic")


@dataclass(frozen=True, slots=True)
class Value:
    """A number with all that made it what it is."""

    base: int
    reasons: tuple[Reason, ...] = ()
    most: int = 10
    """It counts as no more than this: 10 in the classic core (``CC-01``)."""

    @property
    def now(self) -> int:
        """Return the value as it counts: 0 to *most*."""
        return max(0, min(self.most, self.base + sum([r.amount for r in self.reasons])))


def trait(look: GameView, model: Model, name: str, most: int = 10) -> Value:
    """``CC-01``, ``MC-01``  Return a characteristic (``"ws"``, …) with its modifiers."""
    return Value(
        getattr(model.profile, name) or 0, tuple(TRAIT.of(look, Trait(model.id, name))), most
    )


def characteristic_test(game: Game, clause: str, who: ModelId, name: str) -> bool:
    """``CC-02``  The value or less passes; a 6 fails, a 1 passes; 0 fails without a roll."""
    model = game.table.models[who]
    value = trait(game, model, name)
    if value.now == 0:
        return False
    need = max(1, min(5, value.now))
    (face,) = game.throw(
        clause,
        model.side,
        f"{name.upper()} test",
        need=need,
        under=True,
        who=who,
        reasons=value.reasons,
    )
    return face <= need
