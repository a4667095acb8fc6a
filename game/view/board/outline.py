"""A board in bare outlines: what is shown until it is painted, within a frame."""

from __future__ import annotations

from math import ceil

import pygame

from game.table.board import Board, TerrainKind
from game.view.board.materials import materials

_TINTS = {
    TerrainKind.WOOD: "#3B4630",
    TerrainKind.HEDGE: "#3B4630",
    TerrainKind.DEEP_WATER: "#1B4346",
    TerrainKind.RUIN: "#57503F",
    TerrainKind.RUBBLE: "#504C43",
    TerrainKind.CRATER: "#433D33",
    TerrainKind.DEBRIS: "#4A5258",
    TerrainKind.WEEDS: "#4A4C2C",
    TerrainKind.SPINES: "#4B4230",
    TerrainKind.VENOM_PLANTS: "#3A3440",
    TerrainKind.REACTOR: "#40464A",
    TerrainKind.SERVO_HAULER: "#46443E",
    TerrainKind.REGULATOR: "#34505A",
    TerrainKind.CONDUIT: "#3F8098",
    TerrainKind.PIPE: "#6A4630",
    TerrainKind.FORTIFICATION: "#504C43",
}


def outline(board: Board, ppi: int) -> pygame.Surface:
    """Return the whole board at so many pixels an inch, each piece in one colour."""
    stuff = materials(board.look)
    size = ceil(board.width) * ppi, ceil(board.height) * ppi
    canvas = pygame.Surface(size)
    canvas.fill(dim(stuff.floor, stuff.dark))
    solid = dim(stuff.cap, stuff.dark)
    for piece in board.terrain:
        spots = [(x * ppi, y * ppi) for x, y in piece.outline]
        tint = _TINTS.get(piece.kind, solid)
        if piece.closed:
            pygame.draw.polygon(canvas, tint, spots)
        else:
            pygame.draw.lines(canvas, tint, False, spots, max(2, round(0.3 * ppi)))  # noqa: FBT003
    return canvas


def dim(colour: str, light: tuple[float, float, float]) -> tuple[int, int, int]:
    """Return a colour as it looks where no lamp shines."""
    red, green, blue, _ = pygame.Color(colour)
    return round(red * light[0]), round(green * light[1]), round(blue * light[2])
