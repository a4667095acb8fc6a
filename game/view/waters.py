"""Deep water: all of it at once, for canals that meet have no kerb between them."""

from __future__ import annotations

from game.geometry.shapes import box
from game.view.brush import Easel, Shape, blurred, shifted, within, without
from game.view.grain import grained, water
from game.view.plan import Plan

KERB = "#A6A18F"
DEEP, GLINT = "#1F5457", "#A9E4D4"


def paint_water(easel: Easel, plan: Plan) -> None:
    for kerb in plan.kerbs:
        if part := easel.part(box(kerb.outline), 0.3):
            _paint_pool(part, kerb, plan)


def _paint_pool(easel: Easel, kerb: Shape, plan: Plan) -> None:
    """Lay the kerb, sink the water into it, and let the near shore shade it."""
    stones, pool = easel.mask([kerb]), easel.mask(plan.water)
    easel.lay(stones, easel.paper(grained(KERB, 1.1, 7)))
    easel.darken(without(stones, shifted(stones, -0.07 * easel.ppi)), 0.35)
    easel.lay(pool, easel.paper(water(DEEP, GLINT)))
    shore = blurred(without(stones, pool), 0.22 * easel.ppi)
    easel.darken(within(pool, shifted(shore, 0.12 * easel.ppi)), 0.75)
