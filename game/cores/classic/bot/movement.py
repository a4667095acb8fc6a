"""Choice of a unit's move in the classic core."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.bots.protocol import Thoughts
from game.bots.steady.scored_answers import ScoredAnswers
from game.bots.steady.unit_paths import UnitWalk, shifts, turned
from game.bots.steady.walking_distance import SLOW
from game.cores.classic.bot.assessment import ClassicAssessment
from game.cores.classic.bot.charge import enters_to_charge
from game.cores.classic.bot.objectives import STEP
from game.cores.classic.bot.position_value import PlaceEvaluator, TurnOptions
from game.cores.classic.bot.runs import run_evaluator, run_paths
from game.cores.classic.bot.shelters import shelters
from game.cores.classic.bot.site_assignments import UnitAssignment, assignments
from game.cores.classic.bot.stretched_moves import stretches
from game.cores.classic.bot.unit_summary import UnitSummary, apart
from game.geometry.points import distance, unit_vector
from game.play.decisions import PASS, Choose, CommonKind
from game.play.moves.march import March, moves_to_json
from game.play.moves.paths import Moves
from game.table.records import UnitId

ASSAULT = "assault"
AROUND = 26.0
"""Inches within which enemies are worth moving toward or away from."""
HERE = 0.5
GAIN = 0.3
"""Inches per model that a path through Difficult ground must save."""


def next_to_move(assessment: ClassicAssessment, asked: Choose) -> str:
    """Send the unit with the shortest way first, so that none stands in the others' way."""
    units = [assessment.summary(UnitId(o.id)) for o in asked.options if o.id != PASS]
    if not units:
        return PASS
    sent = assignments(assessment)

    def off(unit: UnitSummary) -> float:
        places = [m.at for m in unit.models]
        if assignment := sent.get(unit.id):
            return min([assignment.field.left(at) for at in places])
        return min([apart(places, unit.base, foe) for foe in assessment.foes], default=0.0)

    return min(units, key=off).id


def enters(assessment: ClassicAssessment, asked: Choose) -> str:
    """Enter Difficult ground if the unit gets further through it than around it."""
    if assessment.view.table.clock.phase == ASSAULT:
        return enters_to_charge(assessment, asked)
    unit = assessment.summary(UnitId(asked.about))
    assignment = assignments(assessment).get(unit.id)
    if assignment is None:
        return "keep out"
    smooth = assessment.field(unit, assignment.site, smooth=True)
    left = {"keep out": 0.0, "enter": 0.0}
    for m in unit.models:
        left["keep out"] += assignment.field.left(smooth.route(m.at, STEP)[-1])
        left["enter"] += assignment.field.left(assignment.field.route(m.at, STEP / SLOW)[-1])
    return "enter" if left["enter"] + GAIN * len(unit.models) < left["keep out"] else "keep out"


def best_march(assessment: ClassicAssessment, asked: March) -> Thoughts:
    """Evaluate about a dozen moves by the places that they lead to."""
    unit = assessment.summary(asked.unit)
    if asked.kind is CommonKind.RUN:
        evaluator = run_evaluator(assessment, unit)
        ways = run_paths(assessment, unit, asked, evaluator)
    else:
        evaluator = PlaceEvaluator(
            assessment, unit, assignments(assessment).get(unit.id), _turn_options(asked)
        )
        ways = candidates(assessment, asked, unit, evaluator)
    scored = ScoredAnswers(assessment.weights.temperature)
    scored.add(evaluator.score(()), [])
    for moves in ways:
        yield
        why = partial(evaluator.motive, moves)
        scored.add(evaluator.score(moves), moves_to_json(moves), why)
    return scored


def _turn_options(asked: March) -> TurnOptions:
    shoots = asked.kind is CommonKind.MOVE
    return TurnOptions(shoots, charges=shoots)


def candidates(
    assessment: ClassicAssessment, asked: March, unit: UnitSummary, evaluator: PlaceEvaluator
) -> Iterator[Moves]:
    """Yield moves worth evaluating: to the objective, to safety, toward and away from foes."""
    table = assessment.view.table
    yield from stretches(assessment, unit, asked, evaluator)
    if evaluator.assignment:
        yield from _along_the_assignment(assessment, asked, unit, evaluator.assignment)
    for foe in evaluator.charge_targets:
        if moves := UnitWalk(asked, table, assessment.field_toward(unit, foe)).moves():
            yield moves
    for refuge in evaluator.hazards.refuges(unit.base):
        yield from UnitWalk(asked, table, refuge).whole_and_half()
    goal = evaluator.assignment.site.at if evaluator.assignment else None
    for at in shelters(assessment, unit, goal):
        if moves := UnitWalk(asked, table, assessment.field_at(unit, at)).moves():
            yield moves
    here = unit.middle
    for foe in assessment.foes:
        there = foe.middle
        if HERE < distance(here, there) < AROUND:
            yield from shifts(asked, table, unit_vector(here, there), (1.0, 0.5))
            yield from shifts(asked, table, unit_vector(there, here), (1.0,))


def _along_the_assignment(
    assessment: ClassicAssessment, asked: March, unit: UnitSummary, assignment: UnitAssignment
) -> Iterator[Moves]:
    table = assessment.view.table
    field = (
        assessment.field(unit, assignment.site, smooth=True)
        if asked.off_limits
        else assignment.field
    )
    yield from UnitWalk(asked, table, field).whole_and_half()
    here = unit.middle
    path = field.path(here, STEP)
    if path and distance(here, path[-1]) > HERE:
        toward = unit_vector(here, path[-1])
        yield from shifts(asked, table, toward, (1.0,))
        for degrees in (45, -45):
            yield from shifts(asked, table, turned(toward, degrees), (1.0,))
