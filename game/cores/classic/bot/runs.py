"""Value of a run, by the paths it allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf

from game.bots.steady.unit_paths import UnitWalk
from game.cores.classic.bot.assessment import ClassicAssessment
from game.cores.classic.bot.position_value import PlaceEvaluator, TurnOptions
from game.cores.classic.bot.site_assignments import assignments
from game.cores.classic.bot.stretched_moves import stretches
from game.cores.classic.bot.unit_summary import AVERAGE_RUN, LONGEST_RUN, UnitSummary
from game.cores.classic.rules.movement import CLAUSES, COHERENCY
from game.cores.kit import difficult_ground
from game.play.decisions import CommonKind
from game.play.moves.march import March
from game.play.moves.paths import Moves

SHORTEST_RUN = 1.0
"""Inches that the run die shows at least."""


def run_worth(assessment: ClassicAssessment, unit: UnitSummary) -> float:
    """Return the value of a run in points.

    It is 0 if a short run would gain nothing, except in the last turn or for a fleet unit: a
    long one may reach a marker, or an enemy, then.
    """
    evaluator = run_evaluator(assessment, unit)
    here = evaluator.score(())

    def best(inches: float, *lengths: float) -> float:
        asked = _run(assessment, unit, inches)
        ways = _walks(assessment, unit, asked, evaluator, lengths)
        return max([evaluator.score(moves) for moves in ways], default=-inf)

    chancy = assessment.turns <= 1 or unit.is_fleet
    gains, shortest = list[float](), best(SHORTEST_RUN, SHORTEST_RUN)
    for inches in (SHORTEST_RUN, AVERAGE_RUN, LONGEST_RUN):
        # Every run may go as far as the shortest, which is walked once.
        lengths = [n for n in (inches, inches / 2) if n != SHORTEST_RUN]
        stretched = stretches(assessment, unit, _run(assessment, unit, inches), evaluator)
        found = max([evaluator.score(moves) for moves in stretched], default=-inf)
        found = max(found, shortest, best(inches, *lengths))
        gain = found - here if found > -inf else 0.0
        if gain <= assessment.weights.run_gain and not chancy:
            return 0.0
        gains.append(max(0.0, gain))
    return sum(gains) / len(gains)


def run_evaluator(assessment: ClassicAssessment, unit: UnitSummary) -> PlaceEvaluator:
    assignment = assignments(assessment).get(unit.id)
    options = TurnOptions(shoots=False, charges=unit.is_fleet)
    return PlaceEvaluator(assessment, unit, assignment, options)


def run_paths(
    assessment: ClassicAssessment, unit: UnitSummary, asked: March, evaluator: PlaceEvaluator
) -> Iterator[Moves]:
    """Yield runs toward the objective, and at the enemy that is best to fight."""
    furthest = _furthest(asked)
    yield from stretches(assessment, unit, asked, evaluator)
    lengths = dict.fromkeys((furthest, furthest / 2, SHORTEST_RUN))
    yield from _walks(assessment, unit, asked, evaluator, lengths)


def _walks(
    assessment: ClassicAssessment,
    unit: UnitSummary,
    asked: March,
    evaluator: PlaceEvaluator,
    lengths: Iterable[float],
) -> Iterator[Moves]:
    """Yield runs of some inches, of those that are allowed."""
    table, fields = assessment.view.table, []
    if evaluator.assignment:
        fields.append(evaluator.assignment.field)
    if evaluator.charge_targets:
        target = max(evaluator.charge_targets, key=lambda foe: evaluator.clash[foe.id])
        fields.append(assessment.field_toward(unit, target))
    furthest = _furthest(asked)
    for field in fields:
        for inches in lengths:
            if inches <= furthest and (
                moves := UnitWalk(asked, table, field).moves(inches / furthest)
            ):
                yield moves


def _furthest(asked: March) -> float:
    return max([going.distance for going in asked.model_limits.values()], default=0.0)


def _run(assessment: ClassicAssessment, unit: UnitSummary, inches: float) -> March:
    """Return the question that a roll of *inches* would lead to."""
    model_limits = difficult_ground.reach_of(
        assessment.view.table, unit.id, {m.id: inches for m in unit.models}
    )
    return March(
        assessment.side,
        "CC-22",
        "",
        kind=CommonKind.RUN,
        unit=unit.id,
        model_limits=model_limits,
        clauses=CLAUSES,
        chain=COHERENCY,
    )
