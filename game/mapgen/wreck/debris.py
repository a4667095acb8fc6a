"""``ZG-12``, ``CC-37``  What lies in a wreck: torn plates, girders, slag, stacks of cargo."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from game.mapgen.feature import Feature
from game.mapgen.outlines import Outline
from game.mapgen.piece_shapes import angle, beam, blob, block, slab

FIXED = {"loose": False}


def _stepped(rng: Random) -> Outline:
    """Return a stack of which a corner was taken."""
    w, h = rng.uniform(3.5, 4.5), rng.uniform(3.75, 4.5)
    x, y = w * rng.uniform(0.55, 0.65), h * rng.uniform(0.5, 0.6)
    return [(0.0, 0.0), (w, 0.0), (w, y), (x, y), (x, h), (0.0, h)]


SLAG = Feature(
    "Debris", 3, blob((1.6, 2.4), (1.3, 2.0)), solid=True, names="slag wreck scrap", said=FIXED
)
SPAR = Feature(
    "Debris",
    2,
    beam((4.5, 6.0), (0.75, 0.9)),
    solid=True,
    names="beam girder spar strut",
    said=FIXED,
)

LYING: Mapping[str, tuple[Feature, ...]] = {
    "hulk": (
        Feature(
            "Block",
            2,
            block((4.5, 6.0), (2.25, 3.0)),
            solid=True,
            square=True,
            names="cargo-stack long-stack racks",
        ),
        Feature("Block", 1.5, _stepped, solid=True, square=True, names="crates broken-stack"),
        Feature(
            "Block",
            2,
            block((2.75, 3.5), (3.5, 5.0)),
            solid=True,
            square=True,
            names="containers tank generator",
        ),
        Feature(
            "Debris",
            1,
            slab((3.0, 4.0), (1.4, 1.8)),
            solid=True,
            names="torn-plate fallen-plate",
            said=FIXED,
        ),
        SPAR,
        SLAG,
    ),
    "void": (
        Feature(
            "Debris",
            1,
            angle((4.5, 7.5), (1.25, 1.6)),
            solid=True,
            names="broken-bow tail rib",
            said=FIXED,
        ),
        Feature(
            "Debris",
            2.5,
            slab((5.5, 8.0), (2.2, 3.2)),
            solid=True,
            names="wing keel-plate bulkhead flank",
            said=FIXED,
        ),
        SPAR,
        SPAR,
        Feature(
            "Debris",
            2.5,
            blob((2.2, 3.4), (2.0, 3.0)),
            solid=True,
            names="engine-bell cowl shard fin",
            said=FIXED,
        ),
        SLAG,
    ),
}
"""By the kind of wreck; on either half of a table of 72" x 48"."""
