"""Characteristics of models as they are now, whatever the core."""

from __future__ import annotations

from dataclasses import dataclass

from game.play.game import Game, GameView
from game.rules.kit.moments import Ask
from game.table.events import Reason
from game.table.records import Model, ModelId


@dataclass(frozen=True, slots=True)
class Trait:
    """A characteristic of a model, by its name in the profile: ``"s"``, ``"ws"``."""

    model: ModelId
    name: str


TRAIT = Ask[Trait, Reason]("characteristic")


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
