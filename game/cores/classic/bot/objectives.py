"""Value of the mission's objectives, and expected damage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property, lru_cache

from game.bots.steady.walking_distance import DistanceField
from game.content.armouries.weapon_rules import CLASSIC
from game.cores.classic.bot import ClassicWeights
from game.cores.classic.rules.melee_attacks import allows_armour, arms
from game.cores.classic.rules.targeting import RAPID_RANGE, relentless
from game.cores.classic.rules.unit_state import (
    SECOND_CHANCE,
    pierces,
    strength_of,
    to_shoot,
    to_strike,
    to_wound,
)
from game.cores.kit.attacks import triggers_of
from game.cores.kit.dice_chances import NEVER, chance_of_face
from game.cores.kit.queries import AIMS
from game.geometry.limits import is_more_than, is_within
from game.geometry.points import Point, distance
from game.geometry.polygons import Polygon, box, inside, off_polygon
from game.play.game import GameView
from game.table.records import Fire, Model, ModelId, Profile, Side, UnitId, Weapon

LONG = 3
"""Number of remaining turns in which a unit can still use its full value."""


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


MARKER_REACH = 3.0


def scoring_sites(
    view: GameView, side: Side, weights: ClassicWeights
) -> tuple[ScoringSite, ...]:
    """``MI-03``  Return the sites of a side; by default every marker."""
    aims = tuple(
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
    return aims or tuple(
        ScoringSite(marker.id, at=marker.at, value=weights.marker, reach=MARKER_REACH)
        for marker in view.table.objectives
    )


STEP = 6.0
"""Inches that a unit walks in a turn."""
PACE = 8.0
"""Inches that a unit covers in a turn in which it also runs."""
INSIDE = 0.75
"""Inches by which a unit comes nearer to a marker than it must."""
SLACK = 2.0
"""Turns to spare at which arrival is nearly certain; as many too late, nearly impossible."""


def inches_left(stake: ScoringSite, field: DistanceField, at: Point, base: float) -> float:
    """Return the inches that a model still has to walk to a site; 0 if it is there."""
    reach = stake.reach + base
    if not stake.outline:
        reach -= INSIDE
    straight = stake.off(at)
    if is_within(straight, reach):
        return 0.0
    return max(field.left(at) - reach, straight - reach)


def expected_points(
    weights: ClassicWeights,
    stake: ScoringSite,
    lefts: Sequence[float],
    turns: int,
    *,
    denied: bool = False,
) -> float:
    """Return the points to expect of a unit, by the inches its models have left to a site.

    *turns* is the number of its side's turns, the current one included. *denied*: enemies
    contest the site.
    """
    if stake.each:
        return stake.value * sum([_gets_off(weights, left, turns) for left in lefts])
    left = min(lefts)
    if stake.turns:
        return stake.value * _in_time(weights, left, turns - stake.turns)
    if turns > 1:
        return stake.value * weights.later(left / STEP + weights.away * (left > 0.0))
    if left > 0.0:
        return weights.near_at_last * stake.value * weights.later(left / STEP)
    return stake.value * (weights.contested if denied else 1.0)


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


BLAST_HITS = 1.4
"""Expected number of models touched by a three-inch blast marker."""


@lru_cache(4096)
def shot(weapon: Weapon, firer: Profile, foe: Profile, cover: int) -> float:
    """Return the expected number of wounds of one shot."""
    if to_shoot(firer.bs) == NEVER:
        return 0.0
    hits = chance_of_face(to_shoot(firer.bs))
    again = SECOND_CHANCE.get(firer.bs, NEVER)
    if "twin-linked" in weapon.rules:
        again = to_shoot(firer.bs)
    hits += (1.0 - hits) * chance_of_face(again)
    if weapon.blast:
        hits = BLAST_HITS * weapon.blast / 3.0
    strength = weapon.strength or firer.s
    return hits * _wounds(strength, weapon, foe, cover, armour=True)


def _wounds(strength: int, weapon: Weapon, foe: Profile, cover: int, *, armour: bool) -> float:
    """Return the expected number of wounds of one hit."""
    saves = [NEVER]
    if foe.inv:
        saves.append(foe.inv)
    if cover:
        saves.append(cover - foe.has("stealth"))
    if foe.sv and armour and not pierces(weapon.ap, foe.sv):
        saves.append(foe.sv)
    wounds = chance_of_face(to_wound(strength, foe.t))
    each = foe.w if strength >= 2 * (foe.own_t or foe.t) else 1
    if wounds and any(t.ap for t in triggers_of(weapon, CLASSIC)):
        # A 6 to wound pierces armour: take it that only an invulnerable save is left.
        rent, six = NEVER if foe.inv is None else foe.inv, chance_of_face(6)
        return each * ((wounds - six) * _fails(min(saves)) + six * _fails(rent))
    return each * wounds * _fails(min(saves))


def _fails(save: int) -> float:
    return 1.0 - chance_of_face(max(2, save))


@lru_cache(4096)
def volley_at(firer: Profile, foe: Profile, inches: float, cover: int, *, moved: bool) -> float:
    """Return the expected wounds of one model's fire at *inches*, in steps of 0.5."""
    best = 0.0
    for weapon in firer.weapons:
        shots = shots_at(weapon, inches, moved=moved)
        if shots:
            best = max(best, shots * shot(weapon, firer, foe, cover))
    return best


def shots_at(weapon: Weapon, inches: float, *, moved: bool) -> int:
    """``CC-09``  Return the number of shots of a weapon at *inches*; it may be 0."""
    if weapon.fire is Fire.MELEE or is_more_than(inches, weapon.range):
        return 0
    if weapon.fire is Fire.HEAVY and moved:
        return 0
    if weapon.fire is Fire.RAPID:
        if is_within(inches, RAPID_RANGE):
            return 2
        return 0 if moved else 1
    return weapon.shots


def reach_of(models: Sequence[Model]) -> float:
    """Return the longest weapon range of some models in inches; 0 for none."""
    return max(
        [w.range for m in models if m.profile.bs for w in m.profile.weapons if w.range],
        default=0.0,
    )


def steady(model: Model, *, moved: bool) -> bool:
    """Return whether a model fires as if stationary."""
    return relentless(model) or not moved


@lru_cache(4096)
def blows(attacker: Profile, foe: Profile, *, charged: bool) -> float:
    """Return the expected wounds of one model in a round of combat."""
    weapons = _arms(attacker)
    fighting = [w for w in attacker.weapons if w.fire in (Fire.MELEE, Fire.PISTOL)]
    attacks = attacker.a + charged + (len(fighting) >= 2)
    hits = chance_of_face(to_strike(attacker.ws, foe.ws))
    best = 0.0
    for weapon in weapons:
        strength = strength_of(weapon, attacker.s, charged=charged)
        best = max(best, _wounds(strength, weapon, foe, 0, armour=allows_armour(weapon)))
    return attacks * hits * best


@lru_cache(256)
def _arms(profile: Profile) -> tuple[Weapon, ...]:
    return arms(Model(ModelId(""), unit=UnitId(""), side=Side(""), profile=profile, base=0.5))


def half_inches(inches: float) -> float:
    """Return a distance rounded up to half an inch, so that fewer values are cached."""
    return -(-max(0.0, inches) * 2 // 1) / 2
