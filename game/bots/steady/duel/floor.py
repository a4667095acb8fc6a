"""By how much the steady bot turns a ring: by what both could do next (``TC-07``)."""

from __future__ import annotations

from game.bots.policy import Thoughts
from game.bots.steady.duel.position import Position, next_turn
from game.bots.steady.duel.scene import Scene
from game.play.amount import Amount

LIKELY = 3
"""So many of all ways to turn, the best at first sight, are looked at more closely."""
REPLIES = 2
"""Of so many replies the other is thought to choose the best, if it turns after."""
COARSE = 6
"""Of every so many steps of a reply one is looked at."""
NEXT = 1
"""So many actions of the next game turn are looked ahead."""


def turns(scene: Scene, asked: Amount) -> Thoughts:
    """Turn to where the next game turn begins best; not at all where nothing is better."""
    seat, ring = scene.seat, scene.at.fighters[scene.seat].cell.ring
    angles = sorted(
        range(asked.least, asked.most + 1, asked.step), key=lambda by: (abs(by), by)
    )
    kinds, first = scene.scales.kinds, scene.scales.first
    begun = next_turn(scene.at, first, (kinds[0].actions, kinds[1].actions))
    seen = list[tuple[float, int, Position]]()
    for by in angles:
        turned = turned_by(begun, ring, by)
        seen.append((scene.scales.weigh(turned)[seat], -len(seen), turned))
    yield
    likely = sorted(seen, reverse=True)[:LIKELY]
    still = seen[0]
    if still not in likely:
        likely.append(still)
    best, most = 0, float("-inf")
    for _, rank, turned in sorted(likely, key=lambda one: -one[1]):
        worth = _answered(scene, asked, turned) if seat != first else _next(scene, turned)
        if worth > most + 1e-9:
            best, most = angles[-rank], worth
        yield
    return best


def turned_by(at: Position, ring: int, by: int) -> Position:
    rings = list(at.rings)
    rings[ring] = (rings[ring] + by) % 360
    return at._replace(rings=tuple(rings))


def _next(scene: Scene, at: Position) -> float:
    return scene.ahead.worth(at, NEXT)[scene.seat]


def _answered(scene: Scene, asked: Amount, at: Position) -> float:
    """Return what is left of a position when the other has turned its ring, too."""
    foe = 1 - scene.seat
    ring = at.fighters[foe].cell.ring
    found = list[tuple[float, int, Position]]()
    for by in range(0, 360, COARSE * asked.step):
        turned = turned_by(at, ring, by)
        found.append((scene.scales.weigh(turned)[foe], by, turned))
    replies = [turned for _, _, turned in sorted(found, reverse=True)[:REPLIES]]
    return min([_next(scene, turned) for turned in replies])
