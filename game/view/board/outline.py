"""A board in bare outlines: what is shown until it is painted, within a frame."""

from __future__ import annotations

from math import ceil

import pygame

from game.table.board import Board, Kind
from game.view.board.materials import materials

_TINTS = {
    Kind.WOOD: "#3B4630",
    Kind.HEDGE: "#3B4630",
    Kind.DEEP_WATER: "#1B4346",
    Kind.RUIN: "#57503F",
    Kind.RUBBLE: "#504C43",
    Kind.CRATER: "#433D33",
    Kind.DEBRIS: "#4A5258",
    Kind.WEEDS: "#4A4C2C",
    Kind.SPINES: "#4B4230",
    Kind.VENOM_PLANTS: "#3A3440",
    Kind.REACTOR: "#40464A",
    Kind.SERVO_HAULER: "#46443E",
    Kind.REGULATOR: "#34505A",
    Kind.CONDUIT: "#3F8098",
    Kind.PIPE: "#6A4630",
    Kind.FORTIFICATION: "#504C43",
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
