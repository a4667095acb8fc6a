"""Whom the steady bot gives up: the plain ones first, from where they matter least."""

from __future__ import annotations

from game.bots.steady.classic.assessment import Survey
from game.geometry.points import Disc, distance
from game.play.coherency import out_of_chain
from game.play.decisions import Choose
from game.table.records import Model, ModelId

CHAIN = 2.0


def casualty(survey: Survey, asked: Choose) -> str:
    """Give up who fights and shoots least, does not tear the unit, and is furthest off."""
    table = survey.look.table
    models = [table.models[ModelId(o.id)] for o in asked.options]
    unit = {m.id: m.disc for m in table.of(models[0].unit)}

    def dear(model: Model) -> tuple[bool, bool, float, float]:
        rest = {who: disc for who, disc in unit.items() if who != model.id}
        return (
            model.wounds == 1 and any(m.wounds > 1 for m in models),
            _torn(rest),
            skill(model),
            -_off(survey, model.disc),
        )

    return min(models, key=dear).id


def _torn(rest: dict[ModelId, Disc]) -> bool:
    return bool(out_of_chain(rest, CHAIN))


def skill(model: Model) -> float:
    """Return what a model is worth among its mates."""
    profile = model.profile
    arms = max([w.strength - (w.ap or 7) / 2 + w.shots for w in profile.weapons], default=0.0)
    return arms + profile.a + profile.ld / 4 + profile.w


def _off(survey: Survey, base: Disc) -> float:
    """Return how far a model is from the nearest place at stake."""
    return min([distance(base.at, stake.at) for stake in survey.stakes], default=0.0)
