"""Moves of a unit that holds one marker to another one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.bots.steady.unit_paths import UnitWalk
from game.cores.classic.bot.assessment import ClassicAssessment
from game.cores.classic.bot.position_value import PlaceEvaluator
from game.cores.classic.bot.unit_summary import UnitSummary
from game.play.moves.march import March
from game.play.moves.paths import Moves

STRETCH = 12.0
"""Inches to another marker within which a unit is stretched toward it."""


def stretches(
    assessment: ClassicAssessment, unit: UnitSummary, asked: March, evaluator: PlaceEvaluator
) -> Iterator[Moves]:
    """``MI-03``  Yield moves to further markers that leave a model at each one now held."""
    if evaluator.assignment is None or not evaluator.spare:
        return
    sites, places = (evaluator.assignment.site, *evaluator.spare), [m.at for m in unit.models]
    held = [site for site in sites if site.is_near(places, unit.base)]
    for goal in sites if held else ():
        order = sorted(unit.models, key=lambda m: goal.off(m.at))
        if goal in held or goal.off(order[0].at) > STRETCH:
            continue
        stay = {next(m.id for m in order if s.is_near([m.at], m.base)) for s in held}
        model_limits = {m: going for m, going in asked.model_limits.items() if m not in stay}
        field = assessment.field(unit, goal, smooth=bool(asked.off_limits))
        if moves := UnitWalk(
            replace(asked, model_limits=model_limits), assessment.view.table, field
        ).moves():
            yield moves
