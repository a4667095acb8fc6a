"""Who is sent to which marker."""

from __future__ import annotations

from dataclasses import dataclass

from game.bots.steady.modern.assessment import Troop
from game.bots.steady.modern.scene import Scene, apart
from game.bots.steady.walking_distance import Field
from game.rules.kit.queries import ScoringPlace
from game.table.records import UnitId

AGAIN = 0.45
"""What a marker is worth to another unit that is sent there."""
CROWD = 8.0
"""Inches around a marker within which enemies contest it."""
FEAR = 0.15
SLOW = 0.8
"""What each round that it takes to come there leaves of a marker's worth."""


@dataclass(frozen=True)
class Post:
    """Where a unit is sent."""

    aim: ScoringPlace
    field: Field


def posts(scene: Scene) -> dict[UnitId, Post]:
    """Send every unit to a marker that it is worth: the best pair first."""
    free, taken = [t for t in scene.mine if not scene.engaged(t)], dict[str, int]()
    for troop in scene.mine:
        if troop not in free:
            for aim in scene.aims:
                if apart([aim.at], 0.0, troop) <= aim.reach:
                    taken[aim.id] = taken.get(aim.id, 0) + 1
    offers = [
        (_worth(scene, troop, post), troop, post)
        for troop in free
        for aim in scene.aims
        for post in (Post(aim, scene.field(troop, aim.at)),)
    ]
    sent = dict[UnitId, Post]()
    while offers:
        best = max(offers, key=lambda offer: offer[0] * AGAIN ** taken.get(offer[2].aim.id, 0))
        _, troop, post = best
        sent[troop.id] = post
        taken[post.aim.id] = taken.get(post.aim.id, 0) + 1
        offers = [offer for offer in offers if offer[1].id != troop.id]
    return sent


def _worth(scene: Scene, troop: Troop, post: Post) -> float:
    """Return what it is worth to send a unit to a marker, in points."""
    left = min([post.field.left(m.at) for m in troop.models]) - post.aim.reach
    turns = max(0.0, left / troop.far)
    if turns > scene.rounds:
        return 0.01
    rounds = scene.rounds - turns
    near = [foe for foe in scene.foes if apart([post.aim.at], 0.0, foe) <= CROWD]
    danger = sum([max(0.0, foe.brawl(troop)) for foe in near])
    stays = min(1.0, len(troop.models) / 5)
    worth = post.aim.value * rounds * float(SLOW**turns) * (0.5 + 0.5 * stays)
    return max(0.01, worth - FEAR * danger)
