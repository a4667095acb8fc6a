"""By how much the steady bot turns a ring: by what both could do next (``TC-07``)."""

from __future__ import annotations

from game.bots.policy import Thoughts
from game.bots.steady.cage.position import Position, next_turn
from game.bots.steady.cage.scene import Scene
from game.play.decisions import Amount

STRIDE = 3
"""Every third angle is weighed: a cell is wider than that."""


def turns(scene: Scene, asked: Amount) -> Thoughts:
    """Turn the ring so that the next game turn begins best; on a tie, the least."""
    seat, ring = scene.seat, scene.at.fighters[scene.seat].cell.ring
    kinds, first = scene.scales.kinds, scene.scales.first
    begun = next_turn(scene.at, first, (kinds[0].actions, kinds[1].actions))
    best, most = 0, float("-inf")
    steps = range(asked.least, asked.most + 1, asked.step)
    angles = [by for by in steps if by % (asked.step * STRIDE) == 0]
    for by in sorted(angles, key=lambda by: (abs(by), by)):
        worth = scene.scales.weigh(turned_by(begun, ring, by))[seat]
        if worth > most + 1e-9:
            best, most = by, worth
    yield
    return best


def turned_by(at: Position, ring: int, by: int) -> Position:
    rings = list(at.rings)
    rings[ring] = (rings[ring] + by) % 360
    return at._replace(rings=tuple(rings))
