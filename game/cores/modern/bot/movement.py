"""Choice of a unit's move in the modern core."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.bots.protocol import Thoughts
from game.bots.steady.scored_answers import ScoredAnswers
from game.bots.steady.unit_paths import UnitWalk, shifts
from game.bots.steady.walking_distance import DistanceField
from game.cores.kit.difficult_ground import ENTERS, KEEPS_OUT
from game.cores.modern.bot.assessment import ModernAssessment, ModernUnitSummary, apart
from game.cores.modern.bot.marker_assignments import MarkerAssignment, assignments
from game.cores.modern.bot.position_value import ModernPlaceEvaluator
from game.cores.modern.rules.charge_odds import charge_requirement
from game.cores.modern.rules.movement import NEAR
from game.cores.modern.rules.targeting import fires_after_advance
from game.geometry.limits import is_within
from game.geometry.points import Disc, Path, distance, length, point_along, unit_vector
from game.play.decisions import PASS, Choose, CommonKind
from game.play.moves.march import March, moves_to_json
from game.play.moves.paths import Moves
from game.table.records import Fire, ModelId, UnitId

WADES = 4.0
"""Inches that the higher of two dice almost always allows (``CC-20``)."""
STEP = 0.5
GOOD_TOTAL = 7
"""Highest total that two dice reach more often than not."""
HERE = 0.5
LIKELY = 9.0
"""Inches between a unit and an enemy after its move at which it forgoes to advance."""
AROUND = 30.0
MAX_TARGETS = 2
"""Number of nearest enemies that are considered as goals."""


def next_to_move(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """Send free units first, among them those nearest to an enemy."""
    yield
    troops = [assessment.summary(UnitId(o.id)) for o in asked.options if o.id != PASS]
    if not troops:
        return PASS
    return min(troops, key=lambda t: (assessment.engaged(t), _nearest(assessment, t))).id


def _nearest(assessment: ModernAssessment, summary: ModernUnitSummary) -> float:
    return min([_off(summary, foe) for foe in assessment.foes], default=0.0)


def _off(summary: ModernUnitSummary, foe: ModernUnitSummary) -> float:
    return apart([m.at for m in summary.models], summary.base, foe)


def enters(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """``CC-20``  Enter Difficult ground if the path leads into it within ``WADES`` inches.

    When charging, enter it if the way around needs more than ``GOOD_TOTAL``.
    """
    yield
    summary = assessment.summary(UnitId(asked.about))
    if assessment.view.table.clock.phase == "charge":
        foe = min(assessment.foes, key=lambda foe: _off(summary, foe))
        return (
            KEEPS_OUT
            if charge_requirement(assessment.view, summary.id, [foe.id]).clear <= GOOD_TOTAL
            else ENTERS
        )
    field = _bound_for(assessment, summary)
    if field is None:
        return KEEPS_OUT
    lead = min(summary.models, key=lambda m: field.left(m.at))
    path = field.route(lead.at, summary.distance)
    dry = _dry_part(assessment, asked, path, lead.base)
    return ENTERS if dry < min(WADES, length(path) - STEP) else KEEPS_OUT


def _bound_for(
    assessment: ModernAssessment, summary: ModernUnitSummary
) -> DistanceField | None:
    """Return the distances to the unit's goal, or to the nearest enemy.

    None if it has no goal and mostly shoots, or if there are no enemies.
    """
    if goal := assignments(assessment).get(summary.id):
        return goal.field
    if not summary.fights or not assessment.foes:
        return None
    return assessment.field(
        summary, min(assessment.foes, key=lambda foe: _off(summary, foe)).middle
    )


def _dry_part(assessment: ModernAssessment, asked: Choose, path: Path, base: float) -> float:
    """Return the inches of a path before the first of the areas that are asked about."""
    areas = [t for t in assessment.view.table.difficult if t.id in asked.places]
    whole, walked = length(path), 0.0
    while walked < whole:
        at = Disc(point_along(path, walked), base)
        if any(area.holds(at) for area in areas):
            return walked
        walked += STEP
    return whole


def main_body(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """Among equally large groups, choose the one nearest to the unit's marker."""
    yield
    summary, models = assessment.summary(UnitId(asked.about)), assessment.view.table.models
    goal = assignments(assessment).get(summary.id)
    at = goal.place.at if isinstance(goal, MarkerAssignment) else summary.middle
    return min(
        (o.id for o in asked.options), key=lambda id_: distance(models[ModelId(id_)].at, at)
    )


def pace(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """``MC-05``  Advance unless that gives up a shot or a charge that is worth it."""
    yield
    summary = assessment.summary(UnitId(asked.about))
    names = [o.id for o in asked.options]
    if "advance" not in names:
        return names[0]
    near = _nearest(assessment, summary) - summary.distance
    if summary.fights:
        keeps = near <= LIKELY and any(summary.gain(foe) > 0.0 for foe in assessment.foes)
    else:
        keeps = near <= summary.reach and not _fires_on_the_run(summary)
    if keeps:
        return "move"
    goal = assignments(assessment).get(summary.id)
    if isinstance(goal, MarkerAssignment):
        left = min([goal.field.left(m.at) for m in summary.models]) - goal.place.reach
        return "move" if left <= summary.distance else "advance"
    return "advance" if goal else "move"


def _fires_on_the_run(summary: ModernUnitSummary) -> bool:
    weapons = [w for m in summary.models for w in m.profile.weapons if w.fire is not Fire.MELEE]
    return all(fires_after_advance(w) for w in weapons)


def best_march(assessment: ModernAssessment, asked: March) -> Thoughts:
    """Evaluate some moves by the places that they lead to."""
    summary = assessment.summary(asked.unit)
    advances = asked.kind is CommonKind.RUN
    shoots = not advances or _fires_on_the_run(summary)
    goal = assignments(assessment).get(summary.id)
    evaluator = ModernPlaceEvaluator(
        assessment, summary, goal, shoots=shoots, charges=not advances
    )
    scored = ScoredAnswers(assessment.weights.temperature)
    scored.add(evaluator.score(()), [])
    for moves in _candidates(assessment, asked, evaluator):
        yield
        why = partial(evaluator.motive, moves)
        scored.add(evaluator.score(moves), moves_to_json(moves), why)
    return scored


def _candidates(
    assessment: ModernAssessment, asked: March, evaluator: ModernPlaceEvaluator
) -> Iterator[Moves]:
    table, summary = assessment.view.table, evaluator.summary
    if evaluator.goal:
        yield from UnitWalk(asked, table, evaluator.goal.field).whole_and_half()
    for refuge in assessment.hazards.refuges(summary.base):
        yield from UnitWalk(asked, table, refuge).whole_and_half()
    here = summary.middle
    targets = [foe for foe in assessment.foes if summary.gain(foe) > 0.0] or assessment.foes
    for foe in sorted(targets, key=lambda foe: distance(here, foe.middle))[:MAX_TARGETS]:
        field = assessment.field(summary, foe.middle)
        known = evaluator.goal and evaluator.goal.field is field
        if not known and (moves := UnitWalk(asked, table, field).moves()):
            yield moves
    foes = sorted(assessment.foes, key=lambda foe: distance(here, foe.middle))
    for foe in foes[:MAX_TARGETS]:
        there = foe.middle
        if HERE < distance(here, there) < AROUND:
            yield from shifts(asked, table, unit_vector(here, there), (1.0, 0.5))
            yield from shifts(asked, table, unit_vector(there, here), (1.0,))


def falls_back(assessment: ModernAssessment, asked: March) -> Thoughts:
    """``MC-06``  Leave a fight that costs more than it gains, if a way out exists."""
    yield
    table, summary = assessment.view.table, assessment.summary(asked.unit)
    places = [m.at for m in summary.models]
    foes = [foe for foe in assessment.foes if is_within(apart(places, summary.base, foe), NEAR)]
    stays = sum([summary.blows_at(foe) * foe.value for foe in foes])
    stays += sum([summary.ties(foe) - foe.blows_at(summary) * summary.value for foe in foes])
    holds = any(
        is_within(apart([place.at], 0.0, summary), place.reach) and place.value > 0.0
        for place in assessment.scoring_places
    )
    if stays >= 0.0 or holds:
        return []
    return next((moves for moves in asked.samples(table, 24) if moves), [])
