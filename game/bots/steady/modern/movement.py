"""How a unit moves: whether it advances, and where it goes."""

from __future__ import annotations

from collections.abc import Iterator

from game.bots.policy import Thoughts
from game.bots.steady.marching import Walk, shifts
from game.bots.steady.modern.assessment import Troop
from game.bots.steady.modern.position_value import CHARGE, Standing
from game.bots.steady.modern.posting import Post, posts
from game.bots.steady.modern.scene import NEAR, Scene, apart
from game.bots.steady.modern.wading import ways_to_the_dry
from game.geometry.points import distance, unit_vector
from game.play.decisions import PASS, Choose
from game.play.march import March, moves_to_json
from game.play.paths import Moves
from game.table.records import Fire, UnitId

ADVANCE = "MC-05"
HERE = 0.5
AROUND = 30.0
PREY = 2
"""So many enemies are worth to go toward."""


def next_to_move(scene: Scene, asked: Choose) -> Thoughts:
    """Send those first who have least way to go: nobody stands in the others' way then."""
    yield
    troops = [scene.troop(UnitId(o.id)) for o in asked.options if o.id != PASS]
    if not troops:
        return PASS
    return min(troops, key=lambda t: (scene.engaged(t), _nearest(scene, t))).id


def _nearest(scene: Scene, troop: Troop) -> float:
    places = [m.at for m in troop.models]
    return min([apart(places, troop.base, foe) for foe in scene.foes], default=0.0)


def pace(scene: Scene, asked: Choose) -> Thoughts:
    """``MC-05``  Advance where neither a shot nor a charge is given up that is worth it."""
    yield
    troop = scene.troop(UnitId(asked.about))
    names = [o.id for o in asked.options]
    if "advance" not in names:
        return names[0]
    near = _nearest(scene, troop)
    charges = troop.strikes > 0.0 and near - troop.far <= CHARGE - 2.0
    fires = troop.reach and near - troop.far <= troop.reach and not _fires_on_the_run(troop)
    post = posts(scene).get(troop.id)
    arrives = post is not None and _left(troop, post) <= troop.far
    idle = post is None and not _hunts(troop)
    return "move" if charges or fires or arrives or idle else "advance"


def _hunts(troop: Troop) -> bool:
    return troop.strikes >= troop.shoots


def _left(troop: Troop, post: Post) -> float:
    return min([post.field.left(m.at) for m in troop.models]) - post.aim.reach


def _fires_on_the_run(troop: Troop) -> bool:
    weapons = [w for m in troop.models for w in m.profile.weapons if w.fire is not Fire.MELEE]
    return all(w.fire is Fire.ASSAULT for w in weapons)


def best_march(scene: Scene, asked: March) -> Thoughts:
    """Weigh some ways to move, and take the one that leads to the best place."""
    troop = scene.troop(asked.unit)
    advances = asked.clause == ADVANCE
    shoots = not advances or _fires_on_the_run(troop)
    post = posts(scene).get(troop.id)
    standing = Standing(scene, troop, post, shoots=shoots, charges=not advances)
    best: Moves = ()
    most = standing.score(best)
    for moves in _candidates(scene, asked, standing):
        yield
        worth = standing.score(moves)
        if worth > most:
            best, most = moves, worth
    asked.judge(scene.look.table, best)
    return moves_to_json(best)


def _candidates(scene: Scene, asked: March, standing: Standing) -> Iterator[Moves]:
    table, troop = scene.look.table, standing.troop
    if standing.post:
        walk = Walk(asked, table, standing.post.field)
        for share in (1.0, 0.5):
            if moves := walk.moves(share):
                yield moves
    yield from ways_to_the_dry(standing.scene, asked, troop)
    here = troop.middle
    prey = sorted(standing.prey or scene.foes, key=lambda foe: distance(here, foe.middle))
    for foe in prey[:PREY]:
        if moves := Walk(asked, table, scene.field(troop, foe.middle)).moves():
            yield moves
    foes = sorted(scene.foes, key=lambda foe: distance(here, foe.middle))
    for foe in foes[:PREY]:
        there = foe.middle
        if HERE < distance(here, there) < AROUND:
            yield from shifts(asked, table, unit_vector(here, there), (1.0, 0.5))
            yield from shifts(asked, table, unit_vector(there, here), (1.0,))


def falls_back(scene: Scene, asked: March) -> Thoughts:
    """``MC-06``  Leave a fight that costs more than it brings, if there is a way out."""
    yield
    table, troop = scene.look.table, scene.troop(asked.unit)
    places = [m.at for m in troop.models]
    foes = [foe for foe in scene.foes if apart(places, troop.base, foe) <= NEAR]
    stays = sum([troop.blows_at(foe) * foe.value for foe in foes])
    stays -= sum([foe.blows_at(troop) * troop.value for foe in foes])
    holds = any(
        apart([aim.at], 0.0, troop) <= aim.reach and aim.value > 0.0 for aim in scene.aims
    )
    if stays >= 0.0 or holds:
        return []
    return next((way for way in asked.samples(table, 24) if way), [])
