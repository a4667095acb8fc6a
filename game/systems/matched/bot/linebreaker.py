"""The place from which a side breaks the enemy's line in matched play (MP-35)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, product
from math import ceil

from game.cores.kit.queries import AIMS, ScoringPlace
from game.cores.modern.rules.movement import engaged
from game.geometry.points import Disc, Point, distance
from game.geometry.polygons import box, within_polygon
from game.play.game import GameView
from game.table.board import Polygon
from game.table.records import Side

FROM = 4
"""The battle round from which units are sent; the fifth may be the last."""
REACH = 1.0
"""Inches within which a base is at the place, and so over the zone."""
GRID = 2


def scoring_places(view: GameView, side: Side, value: float) -> Iterator[ScoringPlace]:
    """Yield the places that score in the mission, and late in the battle the enemy's zone."""
    return chain(AIMS.of(view, side), line_place(view, side, value) if value else ())


def line_place(view: GameView, side: Side, value: float) -> Iterator[ScoringPlace]:
    """``MP-35``  Yield the spot of the enemy's zone that is nearest to a free unit."""
    table = view.table
    zone = table.zones.get(table.enemy(side))
    if zone is None or table.clock.round < FROM:
        return
    spots = _spots(table.board.zone(zone).outline)
    free = [
        m.at for u in table.fielded(side) if not engaged(table, u.id) for m in table.of(u.id)
    ]
    if spots and free:
        at = min(spots, key=lambda spot: min([distance(spot, here) for here in free]))
        yield ScoringPlace(zone, at=at, value=value, reach=REACH)


@lru_cache(8)
def _spots(outline: Polygon) -> tuple[Point, ...]:
    """Return the places of a grid that lie in a zone with an inch around them."""
    left, top, right, low = box(outline)
    columns, rows = (
        range(ceil(left), int(right) + 1, GRID),
        range(ceil(top), int(low) + 1, GRID),
    )
    spots = [Point(float(x), float(y)) for x, y in product(columns, rows)]
    return tuple([at for at in spots if within_polygon(Disc(at, REACH), outline)])
