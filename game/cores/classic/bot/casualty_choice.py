"""Choice of the model that is lost."""

from __future__ import annotations

from game.cores.classic.bot.assessment import ClassicAssessment
from game.cores.classic.rules.movement import COHERENCY
from game.geometry.points import Disc, distance
from game.play.decisions import Choose
from game.play.moves.base_placement import out_of_chain
from game.table.records import Model, ModelId


def casualty(assessment: ClassicAssessment, asked: Choose) -> str:
    """Remove the least useful model without losing coherency; of equals, the furthest away."""
    table = assessment.view.table
    models = [table.models[ModelId(o.id)] for o in asked.options]
    unit = {m.id: m.disc for m in table.of(models[0].unit)}

    def dear(model: Model) -> tuple[bool, bool, float, float]:
        rest = {model_id: disc for model_id, disc in unit.items() if model_id != model.id}
        return (
            model.wounds == 1 and any(m.wounds > 1 for m in models),
            _breaks_coherency(rest),
            skill(model),
            -_off(assessment, model.disc),
        )

    return min(models, key=dear).id


def _breaks_coherency(rest: dict[ModelId, Disc]) -> bool:
    return bool(out_of_chain(rest, COHERENCY))


def skill(model: Model) -> float:
    """Return the value of a model within its unit."""
    profile = model.profile
    arms = max([w.strength - (w.ap or 7) / 2 + w.shots for w in profile.weapons], default=0.0)
    return arms + profile.a + profile.ld / 4 + profile.w


def _off(assessment: ClassicAssessment, base: Disc) -> float:
    """Return the distance in inches from a model to the nearest site."""
    return min([distance(base.at, site.at) for site in assessment.sites], default=0.0)
