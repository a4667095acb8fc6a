"""What one model does to another at a distance (``ZG-17``, ``ZG-18``): rough numbers."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from game.bots.steady.classic.objectives import half_inches, shot
from game.geometry.line_of_sight import blocked
from game.geometry.points import Disc, Point
from game.rules.classic.targeting import RAPID_RANGE
from game.rules.kit.line_of_sight import blockers
from game.rules.kit.probability import at_most, average, of_dice
from game.rules.zero_g.shooting import STRETCH, strength_after
from game.table.board import Board
from game.table.records import Fire, Profile

SNAP = 1
"""The skill of whoever fires snap shots."""


def harm(firer: Profile, foe: Profile, far: float, wounds: int, *, snaps: bool) -> float:
    """Return what share of a model of so many wounds one turn of fire takes off."""
    return _harm(firer, foe, half_inches(far), wounds, snaps)


@lru_cache(1 << 14)
def _harm(firer: Profile, foe: Profile, far: float, wounds: int, snaps: bool) -> float:  # noqa: FBT001  a key of a cache
    best = 0.0
    for weapon in firer.weapons:
        if weapon.fire is Fire.MELEE or not firer.bs:
            continue
        strength = weapon.strength or firer.s
        strength = strength_after(strength, weapon, far)
        if not strength or far > weapon.range + STRETCH * strength:
            continue
        skill = SNAP if snaps or far > weapon.range else firer.bs
        shots = weapon.shots
        if weapon.fire is Fire.RAPID:
            shots = 2 if far <= RAPID_RANGE else 1
        by = replace(firer, bs=skill)
        each = shot(replace(weapon, strength=strength), by, foe, 0)
        best = max(best, average(at_most(of_dice(shots, min(1.0, each)), wounds)) / wounds)
    return best


@lru_cache(1 << 15)
def in_view(board: Board, eye: Point, base: Disc) -> bool:
    """Return whether the straight line to the middle of a base is clear."""
    return not blocked(eye, base.at, blockers(board, Disc(eye, 0.0), base))
