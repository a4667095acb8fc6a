"""Generator of battlefields (MP-23)."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from game.content.faults import Fault
from game.content.maps import MapFile, drawn_map
from game.mapgen.battlefield_themes import THEMES, BattlefieldTheme
from game.mapgen.parameters import BattlefieldPlan, retry_until_fit
from game.mapgen.piece_placement import (
    PlacedShape,
    PlacementTable,
    balance_faults,
    middle,
    pair,
    quarters,
    road,
)
from game.mapgen.piece_shapes import Feature, Outline, round_to_eighth
from game.rules.matched.system import unfit
from game.table.board import Board

ATTEMPTS = 40
DEFAULT_AREA = 72.0 * 48.0
"""Area in square inches of the table that the features of themes are counted for."""
GLOWS = {"Reactor": "#ffffa050", "PlasmaRegulator": "#ff60d0ff"}
"""Colours of the light of machines, by class."""
FILLED = 8
"""Maximum number of pairs of fillers on a usual table."""
LAMPS = 12.0
"""Approximate distance in inches between lamps."""


def make_battlefield(plan: BattlefieldPlan, seed: int) -> MapFile:
    """Return a battlefield that is fit for matched play; equal seeds give equal maps.

    Raise NoRoomError if no attempt was fit.
    """
    row = f"{plan.theme} {seed}"
    return retry_until_fit(row, ATTEMPTS, partial(_drawn, plan, seed), _unfit)


def _unfit(board: Board) -> list[Fault]:
    return [*unfit(board), *balance_faults(board)]


def _drawn(plan: BattlefieldPlan, seed: int, rng: Random) -> MapFile:
    theme = THEMES[plan.theme]
    wide, high = plan.width, plan.height
    across = road(wide, high, rng)
    ground = PlacementTable(wide, high, across, quarters(wide, high))
    middle(ground, rng, theme.middle)
    for feature in theme.features:
        for _ in range(_many(feature, plan, rng)):
            pair(ground, rng, feature)
    _fill(ground, theme, rng)
    layers = {
        "ground": _ground(theme, ground, across, rng),
        "terrain": _terrain(ground, rng),
        "lamps": _lamps(ground),
    }
    title = f"{plan.theme.capitalize()} {seed}"
    return drawn_map(plan.width, plan.height, layers, title=title, look=theme.look)


def _fill(ground: PlacementTable, theme: BattlefieldTheme, rng: Random) -> None:
    """Add small pieces where there is no cover nearby."""
    for _ in range(round(FILLED * ground.width * ground.height / DEFAULT_AREA)):
        if (bare := ground.bare()) is None:
            return
        pair(ground, rng, rng.choice(theme.fillers), bare)


def _many(feature: Feature, plan: BattlefieldPlan, rng: Random) -> int:
    """Return the number of pairs of a feature on the plan's table, rounded at random."""
    many = feature.many * plan.width * plan.height / DEFAULT_AREA
    return int(many) + (rng.random() < many - int(many))


def _terrain(ground: PlacementTable, rng: Random) -> list[dict[str, Any]]:
    """Return the piece in the centre and the pairs, named by their positions."""
    middle, *rest = ground.pieces
    objects = [_object(middle, middle.feature.names)]
    used = list[str]()
    for both in zip(rest[::2], rest[1::2], strict=True):
        left = [name for name in both[0].feature.names.split() if name not in used]
        name = rng.choice(left) if left else ""
        used.append(name)
        for piece, other in (both, both[::-1]):
            where = _where(_middle(piece.outline), _middle(other.outline))
            objects.append(_object(piece, f"{where} {name.replace('-', ' ')}" if name else ""))
    return objects


def _where(one: list[float], other: list[float]) -> str:
    """Return the side on which a piece stands, compared with its copy."""
    if one[1] != other[1]:
        return "north" if one[1] < other[1] else "south"
    return "west" if one[0] < other[0] else "east"


def _object(piece: PlacedShape, name: str) -> dict[str, Any]:
    shape = "polyline" if piece.feature.line else "polygon"
    corners = [[x, y] for x, y in piece.outline]
    return {"class": piece.feature.kind, "name": name, shape: corners} | dict(
        piece.feature.said
    )


def _ground(
    theme: BattlefieldTheme, ground: PlacementTable, across: Outline, rng: Random
) -> list[dict[str, Any]]:
    """Return patches of ground, with the road over them."""
    patches = list[dict[str, Any]]()
    for _ in range(round(3 * ground.width * ground.height / DEFAULT_AREA)):
        drawn = theme.patch(rng)
        wide, high = (max(side) for side in zip(*drawn, strict=True))
        x, y = rng.uniform(0, ground.width - wide), rng.uniform(0, ground.height - high)
        outline = [(round_to_eighth(x + cx), round_to_eighth(y + cy)) for cx, cy in drawn]
        patches += [_laid(theme.ground, o) for o in (outline, ground.turned(outline))]
    return [*patches, _laid(theme.road, across)]


def _laid(material: str, outline: Outline) -> dict[str, Any]:
    return {"class": "Ground", "polygon": [[x, y] for x, y in outline], "material": material}


def _lamps(ground: PlacementTable) -> list[dict[str, Any]]:
    """Return lamps on machines, and others evenly distributed; none without machines."""
    glowing = [p for p in ground.pieces if p.feature.kind in GLOWS]
    if not glowing:
        return []
    lamps = [
        {
            "class": "Lamp",
            "point": _middle(piece.outline),
            "radius": 6.0,
            "brightness": 1.2,
            "tint": GLOWS[piece.feature.kind],
        }
        for piece in glowing
    ]
    across, down = (max(1, round(side / LAMPS)) for side in (ground.width, ground.height))
    return lamps + [
        {
            "class": "Lamp",
            "point": [ground.width * (i + 0.5) / across, ground.height * (j + 0.5) / down],
            "radius": 8.0,
            "brightness": 0.8,
        }
        for i in range(across)
        for j in range(down)
    ]


def _middle(outline: Outline) -> list[float]:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return [(min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2]
