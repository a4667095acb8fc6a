"""Repeating noise textures, and contours of a field (marching squares)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pygame

from game.content.palettes import Colour
from game.geometry.points import Path, Point
from game.view.memory import spare

Field: TypeAlias = npt.NDArray[np.float32]

SIDE = 512


@spare
@lru_cache(4)
def noise(cell: int, octaves: int, seed: int) -> Field:
    """Return noise of mean 0.5 that repeats; its coarsest lumps are *cell* pixels wide."""
    field: Field = np.zeros((SIDE, SIDE), np.float32)
    weight, total = np.float32(1.0), np.float32(0.0)
    for octave in range(octaves):
        field += weight * _lumps(max(2, SIDE * 2**octave // cell), seed + octave)
        total += weight
        weight /= np.float32(2.0)
    field /= total
    return field


def _lumps(count: int, seed: int) -> Field:
    """Return random values on a *count* x *count* grid, interpolated smoothly to full size."""
    grid = np.random.default_rng(seed).random((count, count), np.float32)
    if count >= SIDE:
        return grid[:SIDE, :SIDE]
    at = np.arange(SIDE, dtype=np.float32) * np.float32(count / SIDE)
    low = at.astype(np.intp)
    share = at - low
    share *= share * (3 - 2 * share)
    high = (low + 1) % count
    rows = grid[low] + (grid[high] - grid[low]) * share[:, None]
    left = rows[:, low]
    drawn: Field = left + (rows[:, high] - left) * share
    return drawn


@spare
@lru_cache(1)
def _mottling(seed: int) -> Field:
    """Return large stains, lumps and a fine grain, from about -0.4 to 0.4."""
    mottling: Field = (
        np.float32(0.34) * (noise(128, 2, seed) - np.float32(0.5))
        + np.float32(0.30) * (noise(24, 2, seed + 9) - np.float32(0.5))
        + np.float32(0.22) * (noise(4, 2, seed + 17) - np.float32(0.5))
    )
    return mottling


@spare
@lru_cache(32)
def grained(colour: Colour, rough: float, shift: int = 0) -> pygame.Surface:
    """Return a material in shades of one colour.

    A different *shift* gives an unrelated pattern.
    """
    shade = 1 + np.float32(rough) * np.roll(_mottling(1), (shift * 97, shift * 61), (0, 1))
    return _surface(rgb(colour) * shade[..., None])


@spare
@lru_cache(4)
def mixed(shift: int) -> pygame.Surface:
    """Return soft clouds of white and black, to be used as a mask of uneven coverage."""
    share = np.clip((noise(160, 4, 1 + shift) - np.float32(0.40)) * np.float32(5.0), 0, 1)
    return _surface(np.repeat(share[..., None] * np.float32(255), 3, axis=2))


@spare
@lru_cache(4)
def water(deep: Colour, light: Colour) -> pygame.Surface:
    """Return water: slow swells, and bright threads at the ridges of the noise."""
    ridge = 1 - np.abs(noise(110, 3, 5) * 2 - 1)
    other = 1 - np.abs(noise(60, 2, 6) * 2 - 1)
    threads = np.clip((ridge * other - 0.74) / 0.26, 0, 1) ** 1.6 * 0.55
    swell = 0.62 + 0.76 * noise(200, 2, 8)
    base, bright = rgb(deep), rgb(light)
    return _surface(base * swell[..., None] + (bright - base) * threads[..., None])


def rgb(colour: Colour) -> Field:
    return np.array(pygame.Color(colour)[:3], np.float32)


def _surface(picture: npt.NDArray[np.floating]) -> pygame.Surface:
    return pygame.surfarray.make_surface(np.clip(picture, 0, 255).astype(np.uint8)).convert()


def cover(canvas: pygame.Surface, texture: pygame.Surface, left: int, top: int) -> None:
    """Fill a canvas with a texture; *left* and *top* are the canvas's corner on the board."""
    width, height = canvas.get_size()
    canvas.fblits(
        [
            (texture, (x, y))
            for x in range(-(left % SIDE), width, SIDE)
            for y in range(-(top % SIDE), height, SIDE)
        ]
    )


Floats = npt.NDArray[np.float64]
Edge: TypeAlias = tuple[int, int, bool]
"""An edge: row and column of a grid point, and the direction of its neighbour.

True is the neighbour below, False the one to the right.
"""


def contours(field: Floats, corner: Point, step: float) -> tuple[Path, ...]:
    """Return closed outlines of the areas where a field is above zero.

    *field* holds values *step* inches apart, the first of them at *corner*. Its rim has to be
    below zero.
    """
    inside = field > 0.0
    links = dict[Edge, list[Edge]]()
    for a, b in _stretches(inside):
        links.setdefault(a, []).append(b)
        links.setdefault(b, []).append(a)
    return tuple(
        tuple(_spot(field, edge, corner, step) for edge in loop) for loop in _loops(links)
    )


def _stretches(inside: npt.NDArray[np.bool_]) -> Iterator[tuple[Edge, Edge]]:
    """Yield the pairs of edges that an outline joins within each square."""
    count = inside[:-1, :-1].astype(int) + inside[:-1, 1:] + inside[1:, :-1] + inside[1:, 1:]
    for row, column in np.argwhere((count > 0) & (count < 4)).tolist():
        top, low = (row, column, False), (row + 1, column, False)
        left, right = (row, column, True), (row, column + 1, True)
        corner = bool(inside[row, column])
        crossed = [
            edge
            for edge, differs in (
                (top, corner != inside[row, column + 1]),
                (left, corner != inside[row + 1, column]),
                (low, inside[row + 1, column] != inside[row + 1, column + 1]),
                (right, inside[row, column + 1] != inside[row + 1, column + 1]),
            )
            if differs
        ]
        for n in range(0, len(crossed), 2):
            yield crossed[n], crossed[n + 1]


def _loops(links: dict[Edge, list[Edge]]) -> Iterator[list[Edge]]:
    left = dict.fromkeys(links)
    while left:
        here = next(iter(left))
        loop = list[Edge]()
        while here in left:
            del left[here]
            loop.append(here)
            here = next((e for e in links[here] if e in left), here)
        yield loop


def _spot(field: Floats, edge: Edge, corner: Point, step: float) -> Point:
    """Return the point between two grid points where the field is zero."""
    row, column, down = edge
    here = float(field[row, column])
    there = float(field[row + down, column + (not down)])
    share = here / (here - there)
    return Point(
        round(corner.x + (column + share * (not down)) * step, 3),
        round(corner.y + (row + share * down) * step, 3),
    )
