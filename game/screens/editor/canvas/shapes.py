"""Objects as plain shapes in the colours of their classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import pygame

from game.content.maps.class_base import MapClass
from game.content.maps.map_file import MapObject
from game.content.maps.spot_classes import (
    Arrival,
    Container,
    DeploymentZone,
    Drain,
    Exit,
    FloodOrigin,
    Gantry,
    Ground,
    Hatch,
    Lamp,
    Lane,
    Nest,
    Notch,
    Objective,
    Ring,
)
from game.content.maps.terrain_classes import DeepWater, Hull, LowWall, Wall
from game.content.palettes import Colour
from game.geometry.points import Path

Pixels: TypeAlias = Sequence[tuple[int, int]]

SEEN_THROUGH: tuple[type[MapClass], ...] = (DeploymentZone, Exit, Gantry, Ring)
"""Areas that are only tinted: other things lie in them."""
TELLING: tuple[type[MapClass], ...] = (
    *(DeploymentZone, Exit, Lane, Lamp, Arrival, Hatch, Nest, Drain, Container, FloodOrigin),
)
"""What no picture of the board shows, or hardly."""
GROUNDS = {
    "paving": "#55554E",
    "road": "#3C3D3E",
    "grass": "#3D4B30",
    "earth": "#4A3E30",
    "water": "#1B4346",
    "deck": "#465058",
    "void": "#0B0D12",
}
WIDTHS: dict[type[MapClass], float] = {Wall: 0.3, LowWall: 0.35, Hull: 0.4}
"""How thick some lines are, in inches; others are as thin as can be seen well."""
ICONS: dict[type[MapClass], str] = {
    FloodOrigin: "waves",
    Nest: "egg",
    Drain: "circle-dot",
    Container: "package",
    Notch: "user",
    Lamp: "sun",
    Objective: "flag",
}
"""What stands on the disc of a point."""
TINT = 46
"""Of 255: how much is seen of an area that is seen through."""


def colour_of(what: MapClass) -> Colour:
    """Return the colour of a class without its opacity; of ground: of its material."""
    if isinstance(what, Ground):
        return GROUNDS[what.material]
    return f"#{type(what).colour[3:]}"


def rank(one: MapObject) -> int:
    """Return what lies on what: ground, water, what is seen through, the rest, points."""
    if isinstance(one.what, Ground):
        return 0
    if isinstance(one.what, (DeepWater, *SEEN_THROUGH)):
        return 1
    return 3 if one.shape == "point" or isinstance(one.what, Lane) else 2


def reach(one: MapObject, ppi: int) -> float:
    """Return how many pixels a line reaches beyond its path."""
    return max(3.0, line_width(one.what, ppi) / 2 + 2)


def line_width(what: MapClass, ppi: int) -> int:
    return max(2, round(WIDTHS.get(type(what), 0.0) * ppi))


def pixels(path: Path, ppi: int, corner: tuple[int, int]) -> list[tuple[int, int]]:
    left, top = corner
    return [(left + round(x * ppi), top + round(y * ppi)) for x, y in path]


def draw_shape(
    canvas: pygame.Surface, one: MapObject, ppi: int, corner: tuple[int, int], *, filled: bool
) -> None:
    """Draw an area or a line; of an area only the edge unless *filled*. Points are marks."""
    if one.shape == "point":
        return
    spots, colour = pixels(one.outline, ppi, corner), colour_of(one.what)
    if one.shape == "polyline":
        wide = line_width(one.what, ppi) if filled else 2
        pygame.draw.lines(canvas, colour, False, spots, wide)  # noqa: FBT003  pygame's
        return
    if filled and isinstance(one.what, SEEN_THROUGH):
        tint(canvas, spots, colour)
    elif filled:
        pygame.draw.polygon(canvas, colour, spots)
    edge = pygame.Color(colour).lerp("#FFFFFF", 0.3)
    pygame.draw.aalines(canvas, edge, True, spots)  # noqa: FBT003


def tint(canvas: pygame.Surface, spots: Pixels, colour: Colour, share: int = TINT) -> None:
    """Lay a colour over an area, so that what is below it is still seen."""
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    box = pygame.Rect(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)
    seen = box.clip(canvas.get_clip())
    if not seen:
        return
    veil = pygame.Surface(seen.size)
    veil.set_colorkey("#000000")
    shade = pygame.Color(colour).lerp("#FFFFFF", 0.02)
    moved = [(x - seen.left, y - seen.top) for x, y in spots]
    pygame.draw.polygon(veil, shade, moved)
    veil.set_alpha(share)
    canvas.blit(veil, seen)
