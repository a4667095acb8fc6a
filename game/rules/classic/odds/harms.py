"""What a die of an attack does to each kind of model in a unit: ``CC-12`` to ``CC-16``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.play.game import GameView
from game.rules.classic.needs import to_wound
from game.rules.classic.odds.wounds import Body, Harm, Ranks
from game.rules.classic.wounds import REND_AP, Hit, best_save, is_slain, save_alike
from game.rules.kit.core_api import trait
from game.rules.kit.probability import NEVER, chance_of_face
from game.table.records import Model


class Kinds:
    """The models of a unit under fire, sorted by what they save and stand.

    *apart*: each is a kind of its own, so that it can be told who was hit.
    """

    def __init__(self, look: GameView, models: Sequence[Model], *, apart: bool = False) -> None:
        numbers = dict[tuple[object, ...], int]()
        self.leads = list[Model]()
        """One model of each kind."""
        bodies = list[Body]()
        for model in models:
            p = model.profile
            tough = trait(look, model, "t").now
            id_ = model.id if apart else ""
            key = id_, p.sv, p.inv, p.has("stealth"), p.own_t, tough
            if key not in numbers:
                numbers[key] = len(self.leads)
                self.leads.append(model)
            bodies.append(Body(numbers[key], model.wounds))
        self.ranks: Ranks = tuple(reversed(bodies))
        """The last of the roster are given up first."""


def harm_of(
    look: GameView, chance: float, hit: Hit, toughness: int, leads: Sequence[Model]
) -> Harm:
    """Return what one die does that hits by a chance; *leads*: a model of each kind."""
    need = to_wound(hit.strength, toughness)
    rends = chance_of_face(6) if "rending" in hit.rules and need < NEVER else 0.0
    rent = replace(hit, ap=REND_AP)
    return Harm(
        chance * (chance_of_face(need) - rends),
        chance * rends,
        tuple(1.0 - chance_of_face(best_save(look, m, hit)[0]) for m in leads),
        tuple(1.0 - chance_of_face(best_save(look, m, rent)[0]) for m in leads),
        tuple(is_slain(look, m, hit) for m in leads),
        save_alike(leads, covered=hit.cover > 0),
    )
