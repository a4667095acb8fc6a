"""What figs do to one another in a chase: rough numbers, but for what is seen."""

from __future__ import annotations

from game.bots.steady.classic.objectives import blows, half_inches, reach_of, steady, volley_at
from game.bots.steady.pursuit.scene import Scene
from game.geometry.points import Disc, Point, distance, heading_of_vector, unit_vector
from game.rules.kit.line_of_sight import sees
from game.rules.pursuit.shooting import ARC, NEAR_MINES
from game.table.records import Model

LASTS = 0.7
"""How likely a fight goes on for another round, in the next Pursuit phase."""


def fire_at(
    scene: Scene, firer: Model, at: Disc, facing: float, foe: Model, there: Disc
) -> float:
    """``PU-27``  Return how many wounds a fig takes off another, if both stand so."""
    far = distance(at.at, there.at) - at.radius - there.radius
    if far > reach_of((firer,)) or not is_ahead(at.at, facing, there.at):
        return 0.0
    moved = not steady(firer, moved=True)
    harm = volley_at(firer.profile, foe.profile, half_inches(far), 0, moved=moved)
    if not harm or not sees(scene.look.table, at, there):
        return 0.0
    return harm


def is_ahead(at: Point, facing: float, foe: Point) -> bool:
    """``PU-27``  Return whether a place is in the arc of who stands so."""
    if distance(at, foe) < NEAR_MINES / 1000:
        return True
    aside = abs((heading_of_vector(unit_vector(at, foe)) - facing + 180.0) % 360.0 - 180.0)
    return aside <= ARC / 2


def fight(scene: Scene, mover: Model, foe: Model) -> float:
    """``PU-20``  Return what it is worth to a mover to run into an enemy, by blows alone.

    A round now, in which it charges, and perhaps one in the next Pursuit phase (``PU-16``).
    """
    gain = blows(mover.profile, foe.profile, charged=True)
    gain += LASTS * blows(mover.profile, foe.profile, charged=False)
    loss = (1.0 + LASTS) * blows(foe.profile, mover.profile, charged=False)
    return min(1.0, gain) * scene.price(foe) - min(1.0, loss) * scene.price(mover)
