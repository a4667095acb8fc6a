"""Whether the steady bot runs: not before it knows what even the shortest run is good for."""

from __future__ import annotations

from collections.abc import Iterator

from game.bots.steady.classic.assessment import Band, Survey
from game.bots.steady.classic.position_value import Outlook, Stance
from game.bots.steady.errands import errands
from game.bots.steady.marching import Walk
from game.play.march import March
from game.play.paths import Moves
from game.rules.classic.movement import CLAUSES, COHERENCY
from game.rules.kit.movement import reach_of

RUN = "CC-22"
SHORTEST, MIDDLE, FURTHEST = 1.0, 3.5, 6.0
"""Inches that the die may show."""
TRIFLE = 0.02
"""Points for which nobody runs."""
STAYS = Outlook(shoots=False, charges=False)


def run_worth(survey: Survey, unit: Band) -> float:
    """Return what a run is worth, in points; nothing if a short one were in vain."""
    stance = run_stance(survey, unit)
    here = stance.score(())
    gains = list[float]()
    for far in (SHORTEST, MIDDLE, FURTHEST):
        ways = run_ways(survey, unit, _run(survey, unit, far), stance)
        gain = max([stance.score(moves) for moves in ways], default=here) - here
        if gain <= TRIFLE:
            return 0.0
        gains.append(gain)
    return sum(gains) / len(gains)


def run_stance(survey: Survey, unit: Band) -> Stance:
    fleet = all(m.profile.has("fleet") for m in unit.models)
    errand = errands(survey).get(unit.id)
    return Stance(survey, unit, errand, Outlook(shoots=False, charges=fleet))


def run_ways(survey: Survey, unit: Band, asked: March, stance: Stance) -> Iterator[Moves]:
    """Yield ways to run: on the errand, or at the enemy with whom a fight is worth most."""
    table, fields = survey.look.table, []
    if stance.errand:
        fields.append(stance.errand.field)
    if stance.prey:
        prey = max(stance.prey, key=lambda foe: stance.clash[foe.id])
        fields.append(survey.field_toward(unit, prey))
    furthest = max([going.far for going in asked.goings.values()], default=0.0)
    for field in fields:
        for inches in (furthest, furthest / 2, SHORTEST):
            if inches <= furthest and (
                moves := Walk(asked, table, field).moves(inches / furthest)
            ):
                yield moves


def _run(survey: Survey, unit: Band, far: float) -> March:
    """Return the question that a die of so much would lead to."""
    goings = reach_of(survey.look.table, unit.id, {m.id: far for m in unit.models})
    return March(
        survey.side, RUN, "", unit=unit.id, goings=goings, clauses=CLAUSES, chain=COHERENCY
    )
