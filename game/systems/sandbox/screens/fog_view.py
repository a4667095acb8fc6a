"""The areas without fog for some sides of a sandbox."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin

from game.cores.kit.queries import HIDES, TableView
from game.geometry.points import Disc, Path, Point
from game.lab.sight import seen_from
from game.systems.sandbox.rules.table_aids import NEARBY, Fog, LampLight, Vision
from game.view.overlays.fog_cover import FogOpenings
from game.view.overlays.ground_outlines import visible_area

CORNERS = 40
"""Number of corners of the circle around a model in the dark."""


def fog_openings(view: TableView, vision: Vision) -> FogOpenings:
    """``SB-17``  Return the areas without fog for some sides, for display."""
    seen = tuple(seen_from(view, eye) for eye in vision.eyes)
    if vision.fog is not Fog.DARK:
        return FogOpenings(seen)
    near = [_circle(eye._replace(radius=eye.radius + NEARBY)) for eye in vision.eyes]
    return FogOpenings(seen, (*near, *(_lit(view, light) for light in vision.lights)))


def _lit(view: TableView, light: LampLight) -> Path:
    """``SB-17``  Return the area that a lamp lights up."""
    hides = [*HIDES.of(view, Disc(light.at, 0.0))]
    walls = [side for hide in hides if not hide.into for side in hide.sides]
    clumps = [hide.sides for hide in hides if hide.into]
    return visible_area(light.at, light.radius, (*walls, *view.table.board.rim), clumps)


def _circle(disc: Disc) -> Path:
    (x, y), r = disc
    return tuple(Point(x + r * dx, y + r * dy) for dx, dy in _directions())


@lru_cache(maxsize=1)
def _directions() -> tuple[tuple[float, float], ...]:
    turns = [radians(360.0 * n / CORNERS) for n in range(CORNERS)]
    return tuple((sin(turn), cos(turn)) for turn in turns)
