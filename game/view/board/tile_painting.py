"""Tiles of Tiled, composed to one picture of a board."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Final

import pygame

from game.table.board import TileGround, TileImage, TileLayer, TileObject, TilePlace

MAX_COMPOSED: Final = 16_000_000
"""Maximum number of pixels of a composed picture; tiles are scaled down to stay below it."""


def composed(
    tiles: TileGround,
    sheets: Mapping[str, pygame.Surface],
    width: float,
    height: float,
    share: float = 1.0,
) -> pygame.Surface:
    """Return a picture of all tiles of a board of that size in inches.

    *sheets* are the pictures by their files, as they were decoded; tiles of others are left
    out. The colours of the result are multiplied by its opacity. *share*: the share of the
    maximum of pixels that it may have.
    """
    own = width * height * tiles.pixels**2
    pixels = max(1, int(tiles.pixels * min(1.0, share * MAX_COMPOSED / own) ** 0.5))
    size = ceil(width) * pixels, ceil(height) * pixels
    whole = pygame.Surface(size, pygame.SRCALPHA)
    scale = pixels / tiles.pixels
    images = [_image(one, sheets, scale) for one in tiles.images]
    for layer in tiles.layers:
        whole.fblits(_laid(layer, images, scale), pygame.BLEND_PREMULTIPLIED)
        for one in layer.objects:
            if picture := images[one.image]:
                whole.blit(
                    *_placed(picture, one, layer, scale), None, pygame.BLEND_PREMULTIPLIED
                )
    return whole


def _placed(
    image: pygame.Surface, one: TileObject, layer: TileLayer, scale: float
) -> tuple[pygame.Surface, tuple[int, int]]:
    """Return the picture of a tile off the grid, with the corner where it is drawn."""
    size = max(1, round(one.width * scale)), max(1, round(one.height * scale))
    if image.get_size() != size:
        image = pygame.transform.smoothscale(image, size)
    image = pygame.transform.flip(image, flip_x=one.across, flip_y=one.down)
    if one.angle % 360.0:
        image = pygame.transform.rotozoom(image, -one.angle, 1.0)
    faded = layer._replace(opacity=layer.opacity * one.opacity)
    x, y = (part * scale for part in one.middle)
    return _coloured(image, faded), (round(x - image.width / 2), round(y - image.height / 2))


def _image(
    image: TileImage, sheets: Mapping[str, pygame.Surface], scale: float
) -> pygame.Surface | None:
    """Return the picture of a tile, its colours multiplied by its opacity; None without one."""
    sheet = sheets.get(image.file)
    if sheet is None or not sheet.get_rect().contains(box := pygame.Rect(image.box)):
        return None
    cut = pygame.Surface(box.size, pygame.SRCALPHA)
    part = sheet.subsurface(box)
    if left_out := colour_of(image.transparent):
        part = part.copy()
        part.set_colorkey(left_out)
    cut.blit(part, (0, 0))
    cut = cut.premul_alpha()
    size = max(1, round(image.size[0] * scale)), max(1, round(image.size[1] * scale))
    return cut if cut.get_size() == size else pygame.transform.smoothscale(cut, size)


def colour_of(text: str) -> pygame.Color | None:
    """Return a colour of Tiled, ``#rrggbb`` or ``#aarrggbb``; None for no colour."""
    try:
        return pygame.Color(f"#{text[-6:]}") if len(text) in {6, 7, 9} else None
    except ValueError:
        return None


def _laid(
    layer: TileLayer, images: list[pygame.Surface | None], scale: float
) -> list[tuple[pygame.Surface, tuple[int, int]]]:
    """Return the pictures of a layer's tiles with the corners where they are drawn."""
    known = dict[tuple[int, bool, bool, bool], pygame.Surface]()
    found = list[tuple[pygame.Surface, tuple[int, int]]]()
    for place in layer.places:
        if (image := images[place.image]) is None:
            continue
        key = place[2:]
        if key not in known:
            known[key] = _coloured(_flipped(image, place), layer)
        picture = known[key]
        found.append(
            (picture, (round(place.left * scale), round(place.low * scale) - picture.height))
        )
    return found


def _flipped(image: pygame.Surface, place: TilePlace) -> pygame.Surface:
    if place.diagonally:
        turned = pygame.transform.rotate(image, -90)
        image = pygame.transform.flip(turned, flip_x=True, flip_y=False)
    return pygame.transform.flip(image, flip_x=place.across, flip_y=place.down)


def _coloured(image: pygame.Surface, layer: TileLayer) -> pygame.Surface:
    """Return a copy of a picture with the opacity and the tint of a layer."""
    image = image.copy()
    if tint := colour_of(layer.tint):
        image.fill((*tint[:3], 255), special_flags=pygame.BLEND_RGBA_MULT)
    if layer.opacity < 1.0:
        image.fill((round(255 * layer.opacity),) * 4, special_flags=pygame.BLEND_RGBA_MULT)
    return image
