"""Who keeps pace and who slows down (``PU-11``): by exact chances of what would hit him."""

from __future__ import annotations

from game.bots.policy import Thoughts
from game.bots.steady.chase.backing import Fate, ends, stays
from game.bots.steady.chase.fates import FAR_BACK, TAKEN
from game.bots.steady.chase.scene import Scene
from game.geometry.points import Disc, Point
from game.play.decisions import Choose
from game.rules.pursuit.odds import totals
from game.rules.pursuit.pace import DICE, KEEP
from game.table.records import Model, ModelId

LASTS = 1.5
BACK = 0.001
"""What an inch costs a hunter that it falls back."""


def pace(scene: Scene, asked: Choose) -> Thoughts:
    """Keep pace where nothing comes; else weigh each way to slow down, all its dice."""
    who = scene.look.table.models[ModelId(asked.about)]
    fate = stays(scene.look, who.id, who.disc)
    yield
    if fate.free >= 1.0:
        return KEEP
    worth = {KEEP: _worth(scene, who, who.at, fate)}
    back = dict[int, float]()
    for far in range(1, 6 * max(DICE.values()) + 1):
        back[far] = _going_back(scene, who, far)
        yield
    for option, dice in DICE.items():
        worth[option] = 0.0
        for far, chance in enumerate(totals(dice)):
            if chance:
                worth[option] += chance * back[far]
    return max((o.id for o in asked.options), key=lambda name: worth[name])


def _going_back(scene: Scene, who: Model, far: int) -> float:
    """Return what it is worth to go so many inches back."""
    worth = 0.0
    for end in ends(scene.look, who.id, float(far)):
        fate = Fate(taken=1.0)
        if not end.stopped:
            fate = stays(scene.look, who.id, Disc(end.at, who.base))
        worth += end.chance * _worth(scene, who, end.at, fate)
    return worth


def _worth(scene: Scene, who: Model, at: Point, fate: Fate) -> float:
    """Return what it is worth to a fig's side that it stands there and meets a fate."""
    free, street, lanes = fate.free, scene.street, scene.lanes(who)
    if who in scene.hunters:
        fell = BACK * (street.off(at) - street.off(who.at))
        alive = free * lanes.before(at, who.facing) + fate.taken * TAKEN * TAKEN
        return LASTS * alive * scene.price(who) - fell
    back = street.at(min(street.long - 1.0, street.off(at) + FAR_BACK), street.along(at))
    return free * lanes.before(at, who.facing) + fate.taken * TAKEN * lanes.before(
        back, street.facing
    )
