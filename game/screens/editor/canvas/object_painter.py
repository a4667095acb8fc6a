"""What stands on objects: discs on points, names, arrows along lanes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import pygame

from game.content.maps.map_file import MapFile, MapObject
from game.content.maps.spot_classes import (
    DeploymentZone,
    Exit,
    FloodOrigin,
    Nest,
    Objective,
)
from game.content.palettes import Colour
from game.geometry.points import Path, Point, distance
from game.screens.editor.canvas.shapes import ICONS, colour_of, pixels
from game.view.style import CREAM, HALO, DrawingTheme

DISC = 12.0
"""Units: how large the disc of a point is."""
NAMED, CLOSE = 12, 34
"""Pixels an inch from which on names are shown: of zones and markers, and of all."""
EVERY = 3.0
"""Inches from one arrow of a lane to the next."""
STREAM = "#7FC7F4"


def numbers(mapfile: MapFile) -> dict[int, int]:
    """``MI-03``  Return the number of each marker; 0 takes the first that is free."""
    found = [
        (one.id, one.what.number)
        for _, one in mapfile.objects()
        if isinstance(one.what, Objective)
    ]
    used = {number for _, number in found}
    free = (number for number in range(1, 2 * len(found) + 1) if number not in used)
    return {id_: number or next(free) for id_, number in found}


def label(one: MapObject, ppi: int) -> str:
    """Return what is written on an object: its name, of a zone also whose it is."""
    named = isinstance(one.what, (DeploymentZone, Objective, Exit, FloodOrigin, Nest))
    if ppi < (NAMED if named else CLOSE):
        return ""
    side = getattr(one.what, "side", "")
    return " · ".join(filter(None, (one.name, side)))


def middle(one: MapObject) -> Point:
    """Return where an object's words stand: in the middle of its box."""
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
    """Draw arrows along a path that water runs down."""
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
    """Yield where arrows stand along a path, and which way each points."""
    to_go = EVERY / 2
    for a, b in pairwise(path):
        far = distance(a, b)
        if not far:
            continue
        ahead = Point((b.x - a.x) / far, (b.y - a.y) / far)
        at = to_go
        while at < far:
            yield Point(a.x + ahead.x * at, a.y + ahead.y * at), ahead
            at += EVERY
        to_go = at - far
