"""What the flood is to an army: ground that slows it, units that it parted, water to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.bots.policy import Thoughts
from game.bots.steady.flood_risk import peril, to_the_dry
from game.bots.steady.marching import Walk
from game.bots.steady.modern.assessment import Troop
from game.bots.steady.modern.posting import posts
from game.bots.steady.modern.scene import Scene, apart
from game.bots.steady.walking_distance import Field
from game.geometry.points import Disc, Path, Point, distance, length
from game.play.decisions import Choose
from game.play.march import March
from game.play.paths import Moves
from game.rules.kit.movement import ENTERS, KEEPS_OUT
from game.rules.modern.odds.charge import charge_requirement
from game.table.lanes import point_along
from game.table.records import ModelId, UnitId

WADES = 4.0
"""So many inches the higher of two dice is good for, nearly (``CC-20``)."""
STEP = 0.5
LIKELY = 7
"""What two dice make oftener than not."""


def enters(scene: Scene, asked: Choose) -> Thoughts:
    """``CC-20``  Wade where the way leads into it before so many inches are gone."""
    yield
    troop = scene.troop(UnitId(asked.about))
    if scene.look.table.clock.phase == "charge":
        foe = min(scene.foes, key=lambda foe: _off(troop, foe))
        return (
            KEEPS_OUT
            if charge_requirement(scene.look, troop.id, [foe.id]).clear <= LIKELY
            else ENTERS
        )
    field = _bound_for(scene, troop)
    if field is None:
        return KEEPS_OUT
    lead = min(troop.models, key=lambda m: field.left(m.at))
    path = field.route(lead.at, troop.far)
    dry = _dry_part(scene, asked, path, lead.base)
    return ENTERS if dry < min(WADES, length(path) - STEP) else KEEPS_OUT


def _off(troop: Troop, foe: Troop) -> float:
    return apart([m.at for m in troop.models], troop.base, foe)


def _bound_for(scene: Scene, troop: Troop) -> Field | None:
    """Return the way to where a unit is sent, or to the nearest enemy if it hunts."""
    if post := posts(scene).get(troop.id):
        return post.field
    if troop.strikes < troop.shoots or not scene.foes:
        return None
    return scene.field(troop, min(scene.foes, key=lambda foe: _off(troop, foe)).middle)


def _dry_part(scene: Scene, asked: Choose, path: Path, base: float) -> float:
    """Return how many inches of a way come before the first of the areas asked about."""
    areas = [t for t in scene.look.table.difficult if t.id in asked.places]
    whole, walked = length(path), 0.0
    while walked < whole:
        at = Disc(point_along(path, walked), base)
        if any(area.holds(at) for area in areas):
            return walked
        walked += STEP
    return whole


def main_body(scene: Scene, asked: Choose) -> Thoughts:
    """``FF-19``  Of equally large groups take that nearest to where the unit is sent."""
    yield
    troop, models = scene.troop(UnitId(asked.about)), scene.look.table.models
    post = posts(scene).get(troop.id)
    goal = post.aim.at if post else troop.middle
    return min(
        (o.id for o in asked.options), key=lambda who: distance(models[ModelId(who)].at, goal)
    )


def washed_off(scene: Scene, troop: Troop, places: Sequence[Point]) -> float:
    """Return in points what a unit is likely to lose where it stands, if the flood comes."""
    if not scene.flood:
        return 0.0
    wounds = sum(
        peril(scene.look, m, at) * m.wounds for m, at in zip(troop.models, places, strict=True)
    )
    return scene.flood * wounds * troop.value


def ways_to_the_dry(scene: Scene, asked: March, troop: Troop) -> Iterator[Moves]:
    """Yield ways onto gantries, and behind what keeps the water off, if the flood may come."""
    if scene.flood and (dry := to_the_dry(scene.look, troop.base)):
        walk = Walk(asked, scene.look.table, dry)
        for share in (1.0, 0.5):
            if moves := walk.moves(share):
                yield moves
