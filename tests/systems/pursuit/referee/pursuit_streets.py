"""Random streets at the beginning of a Pursuit phase."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin
from random import Random

from tests.systems.pursuit.referee.pursuit_geometry import (
    LONG,
    ROUNDED,
    WIDE,
    Shape,
    Vec,
    between,
    centroid,
    gap,
    is_on_table,
    off_shape,
    overlaps,
    shape_moved,
)
from tests.systems.pursuit.referee.pursuit_phase import (
    MINES_RADIUS,
    RIDERS,
    ROLL,
    SWARM,
    Block,
    Cluster,
    Man,
    Street,
    rounded,
)

LUCK = ((1, 2, 3, 4, 5, 6), (1, 1, 2, 2, 3, 3), (2, 3), (1, 2, 3, 3, 3, 6), (2, 5))
"""Dice that players roll: fair ones, and such that more models get stuck, or crowdeder die."""
NEAR = 0.03
"""Models that do not touch are at least this far apart, beyond all that is contact."""


def street(seed: int) -> Street:
    """Return the street of a seed."""
    chance = Random(seed)
    blocks = [*_blocks(chance)]
    luck = chance.choice(LUCK)
    found = Street(
        [],
        blocks,
        [Cluster(f"mines-{n + 1}") for n in range(chance.choice((0, 2, 4, 5)))],
        faces=[chance.choice(luck) for _ in range(600)],
        chance=Random(seed + 10**6),
        placed=chance.randrange(2),
        north=90.0 * chance.randrange(4),
        paces=chance.choice(((0,), (0, 0, 1, 2, 3), (1, 2, 3, 3), (0, 1))),
    )
    for cluster in found.clusters[: chance.randrange(6)]:
        if blocks:
            _attach(found, cluster, chance)
    _muster(found, chance)
    found.__post_init__()
    return found


# -- pieces


def _blocks(chance: Random) -> Iterator[Block]:
    shapes = [*_hook(chance)] if chance.random() < 0.3 else []
    taken = [*shapes]
    shapes += [
        shape for shape in _cells(chance) if all(between(shape, other) > 0.0 for other in taken)
    ]
    for n, shape in enumerate(shapes):
        middle = Vec(*(rounded(c) for c in centroid(shape)))
        size, intact = chance.randint(1, 3), chance.random() < 0.3
        if shape in taken:  # a hook presses only if it is Impassable
            size, intact = 3, chance.random() < 0.7
        yield Block(
            f"block-{n + 1}", size, intact, shape_moved(shape, -middle.x, -middle.y), middle
        )


def _length(chance: Random, least: float, most: float, *, exact: bool) -> float:
    value = chance.uniform(least, most)
    return round(value * 4.0) / 4.0 if exact else rounded(value)


def _cells(chance: Random) -> Iterator[Shape]:
    """Yield outlines in the cells of a grid; those that fill their cells are flush."""
    exact, full = chance.random() < 0.6, chance.choice((0.2, 0.5, 0.8))
    share, x, count = chance.choice((0.15, 0.3, 0.5)), 0.0, 0
    crowded = chance.random() < 0.2
    if chance.random() < 0.5:
        x = _length(chance, 0.25, 6.0, exact=exact)
    while x < LONG:
        wide = _length(chance, 2.5, 10.0, exact=exact)
        y = _length(chance, 0.0, 5.0, exact=exact)
        while y < WIDE:
            high = _length(chance, 2.5, 10.0, exact=exact)
            here = (
                share if x > ROLL or crowded else share / 4.0
            )  # too many would leave the table
            if x + wide <= LONG and y + high <= WIDE and chance.random() < here and count < 14:
                count += 1
                yield _outline(chance, Vec(x, y), Vec(wide, high), full=chance.random() < full)
            y += high
        x += wide


def _outline(chance: Random, at: Vec, size: Vec, *, full: bool) -> Shape:
    """Return an outline within a cell."""
    a, b = chance.uniform(0.2, 0.45), chance.uniform(0.55, 0.8)
    square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    kinds = [
        square,
        [(a, 0.0), (1.0, b), (b, 1.0), (0.0, a)],
        [(0.0, a), (1.0, 0.0), (b, 1.0)],
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (b, 1.0), (b, a), (0.0, a)],
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, b), (b, b), (b, a), (0.0, a)],
        [(0.0, 0.0), (1.0, 0.0), (1.0, a), (a, a), (a, b), (1.0, b), (1.0, 1.0), (0.0, 1.0)],
    ]
    corners = square if full else chance.choice(kinds)
    return [Vec(rounded(at.x + u * size.x), rounded(at.y + v * size.y)) for u, v in corners]


def _hook(chance: Random) -> Iterator[Shape]:
    """Yield a hook around a smaller piece, which is further away and so comes first."""
    exact = chance.random() < 0.5
    x = _length(chance, 6.0, 30.0, exact=exact)
    y = _length(chance, 2.0, 28.0, exact=exact)
    arm = _length(chance, 0.75, 1.5, exact=exact)
    long = _length(chance, 28.0, LONG - x - 1.0, exact=exact)
    deep = _length(chance, 4.0, 9.0, exact=exact)
    spine = _length(chance, 2.0, 4.0, exact=exact)
    hook = [
        (0.0, 0.0),
        (arm, 0.0),
        (arm, deep),
        (long, deep),
        (long, deep + spine),
        (0.0, deep + spine),
    ]
    if chance.random() < 0.5:
        hook = [(u, deep + spine - v) for u, v in reversed(hook)]
    yield [Vec(rounded(x + u), rounded(y + v)) for u, v in hook]
    low = y if hook[0][1] == 0.0 else y + spine
    at = x + arm + _length(chance, 2.5, 9.0, exact=exact)
    high = _length(chance, 1.5, deep - 0.5, exact=exact)
    off = _length(chance, 0.0, deep - high - 0.25, exact=exact)
    wide = _length(chance, 2.0, 5.0, exact=exact)
    yield [
        Vec(rounded(at + u * wide), rounded(low + off + v * high + 0.125))
        for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))
    ]


# -- mines


def _attach(found: Street, cluster: Cluster, chance: Random) -> None:
    block = chance.choice(found.blocks)
    for _ in range(20):
        if at := found.beside(block):
            cluster.x, cluster.y, cluster.piece = *at, block.id
            return


# -- models


def _muster(found: Street, chance: Random) -> None:
    modern = chance.random() < 0.8
    riders = ("scout-bike", "scout-bike", "veteran-sergeant") if modern else ("rough-rider",)
    swarm = "gargoyle" if modern else "gun-drone"
    wanted = [(RIDERS, chance.choice(riders)) for _ in range(chance.randint(1, 5))]
    wanted += [(SWARM, swarm) for _ in range(chance.randint(1, 6))]
    if chance.random() < 0.3:
        chance.shuffle(wanted)
    for n, (side, profile) in enumerate(wanted):
        man = Man(f"{'rider' if side == RIDERS else 'imp'}-{n + 1}-1", side, profile, 0.0, 0.0)
        for _ in range(60):
            man.x, man.y = (rounded(c) for c in _spot(found, man, chance))
            if _may_stand(found, man):
                found.men.append(man)
                _dress(found, man, chance)
                break


def _spot(found: Street, man: Man, chance: Random) -> Vec:
    r, pick = man.line.base, chance.random()
    if found.men and pick < 0.3:
        other = chance.choice(found.men)
        reach = r + other.line.base + chance.choice((0.0, 0.0, chance.uniform(0.1, 6.0)))
        angle = chance.choice((0, 0, 90, 180, chance.randrange(360)))
        return Vec(other.x - reach * cos(radians(angle)), other.y + reach * sin(radians(angle)))
    if (mines := found.mines()) and pick < 0.5:
        cluster = chance.choice(mines)
        off = chance.uniform(0.1, 8.0) * chance.choice((-1.0, 1.0, 1.0))
        reach = 0.9 * (r + MINES_RADIUS)
        return Vec(cluster.x - off, cluster.y + chance.uniform(-reach, reach))
    if found.blocks and pick < 0.85:
        block = chance.choice([*found.blocks, *found.blocks[1:2] * 3])  # more often in a hook
        shape = block.shape
        low, high = min(p.y for p in shape), max(p.y for p in shape)
        y = rounded(chance.uniform(low - 0.9 * r, high + 0.9 * r))
        if chance.random() < 0.1:
            y = chance.choice((low - r, high + r))
        left, right = min(p.x for p in shape) - r, max(p.x for p in shape) + r
        if chance.random() < 0.2:
            return Vec(chance.uniform(left, right), y)
        off = chance.choice((0.0, chance.uniform(0.1, 13.0), chance.uniform(0.1, 13.0)))
        return Vec(left - off if chance.random() < 0.7 else right + off, y)
    if pick < 0.92:
        return Vec(r + chance.uniform(0.0, 14.0), chance.uniform(r, WIDE - r))
    return Vec(chance.uniform(r, LONG - r), chance.uniform(r, WIDE - r))


def _may_stand(found: Street, man: Man) -> bool:
    """Return whether a model overlaps nothing where it is, nor is nearly in contact."""
    if not is_on_table(man.base):
        return False
    for block in found.blocks:
        off = off_shape(Vec(man.x, man.y), block.shape) - man.line.base
        if ROUNDED < off < NEAR or (block.impassable and off < -ROUNDED / 2):
            return False
    for other in found.men:
        off = gap(man.base, other.base)
        if off < -ROUNDED / 2 or ROUNDED < off < NEAR:
            return False
    return all(gap(man.base, c.disc) > NEAR for c in found.clusters if c.piece)


def _dress(found: Street, man: Man, chance: Random) -> None:
    """Turn a model, give it wounds, and let it be stuck if it is in a ruin."""
    man.facing = chance.choice((90.0, 90.0, 45.0, 135.0, 225.0, float(chance.randrange(360))))
    man.wounds = chance.choice((1, 1, 1, 2, 3))
    ruins = [b.id for b in found.blocks if b.is_difficult(man) and overlaps(b.shape, man.base)]
    if ruins and not found.foes(man) and chance.random() < 0.4:
        man.stuck = chance.choice(ruins)
    for foe in found.foes(man):
        foe.stuck = ""
