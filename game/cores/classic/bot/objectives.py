"""Value of the mission's objectives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property

from game.bots.steady.walking_distance import DistanceField
from game.cores.classic.bot.weights import ClassicWeights
from game.cores.kit.queries import AIMS
from game.geometry.limits import is_within
from game.geometry.points import Point, distance
from game.geometry.polygons import Polygon, box, inside, off_polygon
from game.play.game import GameView
from game.table.records import Side

LONG = 3
"""Number of remaining turns in which a unit can still use its full value."""
MARKER_REACH = 3.0
STEP = 6.0
"""Inches that a unit walks in a turn."""
PACE = 8.0
"""Inches that a unit covers in a turn in which it also runs."""
INSIDE = 0.75
"""Inches by which a unit comes nearer to a marker than it must."""
SLACK = 2.0
"""Turns to spare at which arrival is nearly certain; as many too late, nearly impossible."""


@dataclass(frozen=True)
class ScoringSite:
    """A place that is worth points to a side.

    Points are scored by holding it when the game ends, by being there in some of the side's
    turns, or by leaving the table there; see ScoringPlace.
    """

    id: str
    at: Point
    value: float
    _: KW_ONLY
    reach: float
    """Inches from a base's edge within which it is held, and denied."""
    turns: int = 0
    each: bool = False
    outline: Polygon = ()

    def off(self, at: Point) -> float:
        """Return the distance in inches from a point to the site."""
        return off_polygon(at, self.outline) if self.outline else distance(at, self.at)

    def is_near(self, places: Sequence[Point], base: float) -> bool:
        """Return whether a base at one of some places is near enough to hold it."""
        return any(is_within(self.off(at), self.reach + base) for at in places)

    @cached_property
    def goals(self) -> tuple[Point, ...]:
        """Return points to go to in order to be there."""
        if not self.outline:
            return (self.at,)
        left, top, right, low = box(self.outline)
        across, down = int(right - left), int(low - top)
        spread = (
            Point(left + (i + 0.5) * (right - left) / (across + 1), top + j)
            for i in range(across + 1)
            for j in range(1, down)
        )
        return tuple(at for at in spread if inside(at, self.outline)) or (self.at,)


def scoring_sites(
    view: GameView, side: Side, weights: ClassicWeights
) -> tuple[ScoringSite, ...]:
    """``MI-03``  Return the sites of a side; by default every marker."""
    places = tuple(
        ScoringSite(
            a.id,
            at=a.at,
            value=a.value,
            reach=a.reach,
            turns=a.turns,
            each=a.each,
            outline=a.outline,
        )
        for a in AIMS.of(view, side)
    )
    return places or tuple(
        ScoringSite(marker.id, at=marker.at, value=weights.marker, reach=MARKER_REACH)
        for marker in view.table.objectives
    )


def inches_left(site: ScoringSite, field: DistanceField, at: Point, base: float) -> float:
    """Return the inches that a model still has to walk to a site; 0 if it is there."""
    reach = site.reach + base
    if not site.outline:
        reach -= INSIDE
    straight = site.off(at)
    if is_within(straight, reach):
        return 0.0
    return max(field.left(at) - reach, straight - reach)


def expected_points(
    weights: ClassicWeights,
    site: ScoringSite,
    lefts: Sequence[float],
    turns: int,
    *,
    denied: bool = False,
) -> float:
    """Return the points to expect of a unit, by the inches its models have left to a site.

    *turns* is the number of its side's turns, the current one included. *denied*: enemies
    contest the site.
    """
    if site.each:
        return site.value * sum([_gets_off(weights, left, turns) for left in lefts])
    left = min(lefts)
    if site.turns:
        return site.value * _in_time(weights, left, turns - site.turns)
    if turns > 1:
        return site.value * weights.later(left / STEP + weights.away * (left > 0.0))
    if left > 0.0:
        return weights.near_at_last * site.value * weights.later(left / STEP)
    return site.value * (weights.contested if denied else 1.0)


def _gets_off(weights: ClassicWeights, left: float, turns: int) -> float:
    """Return the chance that a model leaves the table in time, discounted for the time."""
    if left <= 0.0:
        return 1.0
    spare = turns - 1 - left / PACE
    return _odds(spare / SLACK) * weights.later(weights.hurry * left / PACE)


def _in_time(weights: ClassicWeights, left: float, spare: int) -> float:
    """Return the chance that a unit arrives in time, discounted for the time.

    *spare* is the number of turns to spare if it were there now.
    """
    away = left / PACE + weights.away * (left > 0.0)
    return _odds((spare - away) / SLACK) * weights.later(weights.hurry * away)


def _odds(x: float) -> float:
    """Return a rough chance: 0.5 at 0, 0.9 at 1, and never quite 1."""
    if abs(x) <= 1.0:
        return 0.5 + 0.4 * x
    return 1.0 - 0.1 / x if x > 0.0 else -0.1 / x
