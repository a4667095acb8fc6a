"""Characteristics of models with their modifiers (CC-01, MC-01)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from game.cores.kit.hooks import QueryHook
from game.play.game import Game, GameView
from game.table.events import Reason, RollKind
from game.table.records import Model, ModelId


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


def strength_need(strength: int) -> int:
    """``CC-02``  Return the highest face that passes a Strength test; 0 if none does."""
    return min(5, strength)


def strength_test(game: Game, clause: str, model_id: ModelId) -> bool:
    """``CC-02``  Roll a Strength test; return whether it passes.

    The value or less passes. A 6 fails and a 1 passes; 0 fails without a roll.
    """
    model = game.table.models[model_id]
    value = trait(game, model, "s")
    if not (need := strength_need(value.now)):
        return False
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
