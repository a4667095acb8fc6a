"""Drawing of map objects: shapes, icons, names, arrows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

import pygame

from game.content.maps.class_base import MapClass
from game.content.maps.map_file import MapFile, MapObject
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
from game.geometry.points import Path, Point, distance
from game.view.style import CREAM, HALO, DrawingTheme

Pixels: TypeAlias = Sequence[tuple[int, int]]

SEEN_THROUGH: tuple[type[MapClass], ...] = (DeploymentZone, Exit, Gantry, Ring)
"""Areas that are only tinted, because other objects lie in them."""
TELLING: tuple[type[MapClass], ...] = (
    *(DeploymentZone, Exit, Lane, Lamp, Arrival, Hatch, Nest, Drain, Container, FloodOrigin),
)
"""Classes that the painted board shows hardly or not at all."""
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
"""Widths of some lines in inches; others are as thin as is well visible."""
ICONS: dict[type[MapClass], str] = {
    FloodOrigin: "waves",
    Nest: "egg",
    Drain: "circle-dot",
    Container: "package",
    Notch: "user",
    Lamp: "sun",
    Objective: "flag",
}
"""Icons on the discs of points."""
TINT = 46
"""Opacity of tinted areas, of 255."""


def colour_of(what: MapClass) -> Colour:
    """Return the colour of a class without its opacity; of ground: of its material."""
    if isinstance(what, Ground):
        return GROUNDS[what.material]
    return f"#{type(what).colour[3:]}"


def rank(one: MapObject) -> int:
    """Return an object's drawing rank: ground, water and tints, others, points and lanes."""
    if isinstance(one.what, Ground):
        return 0
    if isinstance(one.what, (DeepWater, *SEEN_THROUGH)):
        return 1
    return 3 if one.shape == "point" or isinstance(one.what, Lane) else 2


def reach(one: MapObject, ppi: int) -> float:
    """Return the pixels by which a line reaches beyond its path."""
    return max(3.0, line_width(one.what, ppi) / 2 + 2)


def line_width(what: MapClass, ppi: int) -> int:
    return max(2, round(WIDTHS.get(type(what), 0.0) * ppi))


def pixels(path: Path, ppi: int, corner: tuple[int, int]) -> list[tuple[int, int]]:
    left, top = corner
    return [(left + round(x * ppi), top + round(y * ppi)) for x, y in path]


def draw_shape(
    canvas: pygame.Surface, one: MapObject, ppi: int, corner: tuple[int, int], *, filled: bool
) -> None:
    """Draw an area or a line, the area with its edge only unless *filled*.

    Points are drawn by ``draw_mark``.
    """
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
    """Tint an area, so that the objects below stay visible."""
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


DISC = 12.0
"""Radius in units of a point's disc."""
NAMED, CLOSE = 12, 34
"""Minimum pixels per inch to show the names of zones and markers, and all names."""
ARROW_STEP_INCHES = 3.0
"""Inches between the arrows of a lane."""
STREAM = "#7FC7F4"


def numbers(mapfile: MapFile) -> dict[int, int]:
    """``MI-03``  Return the number of each marker; 0 becomes the first free one."""
    found = [
        (one.id, one.what.number)
        for _, one in mapfile.objects()
        if isinstance(one.what, Objective)
    ]
    used = {number for _, number in found}
    free = (number for number in range(1, 2 * len(found) + 1) if number not in used)
    return {id_: number or next(free) for id_, number in found}


def label(one: MapObject, ppi: int) -> str:
    """Return an object's label: its name, and the side of a zone; empty if zoomed out."""
    named = isinstance(one.what, (DeploymentZone, Objective, Exit, FloodOrigin, Nest))
    if ppi < (NAMED if named else CLOSE):
        return ""
    side = getattr(one.what, "side", "")
    return " · ".join(filter(None, (one.name, side)))


def middle(one: MapObject) -> Point:
    """Return the position of an object's label: the middle of its box."""
    xs, ys = [at.x for at in one.outline], [at.y for at in one.outline]
    return Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


def draw_mark(
    canvas: pygame.Surface,
    one: MapObject,
    ppi: int,
    corner: tuple[int, int],
    look: DrawingTheme,
    known: Mapping[int, int],
) -> None:
    """Draw the disc of a point and an object's name; *known*: the numbers of markers."""
    words = label(one, ppi)
    if one.shape == "point":
        (at,) = pixels(one.outline, ppi, corner)
        _disc(canvas, one, at, look, str(known.get(one.id, "")))
        if words:
            _name(canvas, words, (at[0], at[1] + look.px(DISC + 10)), look)
    elif words:
        (at,) = pixels((middle(one),), ppi, corner)
        _name(canvas, words, at, look)


def _disc(
    canvas: pygame.Surface, one: MapObject, at: tuple[int, int], look: DrawingTheme, number: str
) -> None:
    radius, colour = look.px(DISC), colour_of(one.what)
    pygame.draw.aacircle(canvas, HALO, at, radius + look.px(2))
    pygame.draw.aacircle(canvas, colour, at, radius)
    ink = _ink(colour)
    icon = ICONS.get(type(one.what), "circle")
    sign = (
        look.text(number, 16, ink, "title")
        if number
        else look.icon(f"ui/{icon}", look.px(DISC * 1.3), ink)
    )
    canvas.blit(sign, sign.get_rect(center=at))


def _ink(colour: Colour) -> Colour:
    red, green, blue, _ = pygame.Color(colour)
    return "#101417" if red * 0.3 + green * 0.6 + blue * 0.1 > 110 else CREAM


def _name(canvas: pygame.Surface, words: str, at: tuple[int, int], look: DrawingTheme) -> None:
    shade = look.text(words, 13, HALO, "heading")
    ink = look.text(words, 13, CREAM, "heading")
    place = ink.get_rect(center=at)
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        canvas.blit(shade, place.move(dx, dy))
    canvas.blit(ink, place)


def box_of(one: MapObject, ppi: int, look: DrawingTheme) -> pygame.Rect:
    """Return the pixels, from the board's corner, that an object and its marks may take."""
    spots = pixels(one.outline, ppi, (0, 0))
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    around = look.px(DISC + 4) if one.shape == "point" else 12 + ppi // 4
    box = pygame.Rect(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)
    box = box.inflate(2 * around, 2 * around)
    if words := label(one, ppi):
        wide, high = look.text(words, 13, CREAM, "heading").get_size()
        name = pygame.Rect(0, 0, wide + 4, high + 4)
        name.center = box.center
        if one.shape == "point":
            name.centery += look.px(DISC + 10)
        box.union_ip(name)
    return box


def draw_stream(
    canvas: pygame.Surface, path: Path, ppi: int, corner: tuple[int, int], look: DrawingTheme
) -> None:
    """Draw arrows along the path of a stream."""
    size = max(3.0, min(look.px(7), ppi * 0.4))
    for at, ahead in _arrows(path):
        ((x, y),) = pixels((at,), ppi, corner)
        dx, dy = ahead.x * size, ahead.y * size
        head = [
            (x + dx, y + dy),
            (x - dx * 0.6 - dy * 0.8, y - dy * 0.6 + dx * 0.8),
            (x - dx * 0.6 + dy * 0.8, y - dy * 0.6 - dx * 0.8),
        ]
        pygame.draw.polygon(canvas, HALO, head, 3)
        pygame.draw.polygon(canvas, STREAM, head)


def _arrows(path: Path) -> Iterator[tuple[Point, Point]]:
    """Yield positions and directions of the arrows along a path."""
    to_go = ARROW_STEP_INCHES / 2
    for a, b in pairwise(path):
        inches = distance(a, b)
        if not inches:
            continue
        ahead = Point((b.x - a.x) / inches, (b.y - a.y) / inches)
        at = to_go
        while at < inches:
            yield Point(a.x + ahead.x * at, a.y + ahead.y * at), ahead
            at += ARROW_STEP_INCHES
        to_go = at - inches
