"""Value of the damage that a pursuit deals."""

from __future__ import annotations

from game.cores.classic.bot import expected_damage
from game.cores.classic.bot.expected_damage import blows, half_inches, steady, volley_at
from game.cores.kit.sight_lines import sees
from game.geometry.points import Disc, Point, distance
from game.systems.pursuit.bot.assessment import PursuitAssessment
from game.systems.pursuit.rules.shooting import is_in_arc
from game.table.records import Model


def fire_at(
    assessment: PursuitAssessment,
    firer: Model,
    at: Disc,
    facing: float,
    foe: Model,
    there: Disc,
) -> float:
    """``PU-27``  Return the wounds that one model's fire takes off another, on average."""
    inches = distance(at.at, there.at) - at.radius - there.radius
    if inches > expected_damage.reach_of((firer,)) or not _is_in_arc(at.at, facing, there.at):
        return 0.0
    moved = not steady(firer, moved=True)
    harm = volley_at(firer.profile, foe.profile, half_inches(inches), 0, moved=moved)
    if not harm or not sees(assessment.view.table, at, there):
        return 0.0
    return harm


def _is_in_arc(at: Point, facing: float, foe: Point) -> bool:
    """``PU-27``  Return the same as the rule; also for an expected place that is one's own."""
    return at == foe or is_in_arc(at, facing, foe)


def fight(assessment: PursuitAssessment, mover: Model, foe: Model) -> float:
    """``PU-20``  Return the value to a mover of running into an enemy, by blows alone.

    A round now, in which it charges, and perhaps one in the next Pursuit phase (``PU-16``).
    """
    gain, again = blows(mover.profile, foe.profile, charged=True), assessment.weights.next_round
    gain += again * blows(mover.profile, foe.profile, charged=False)
    loss = (1.0 + again) * blows(foe.profile, mover.profile, charged=False)
    return min(1.0, gain) * assessment.price(foe) - min(1.0, loss) * assessment.price(mover)
