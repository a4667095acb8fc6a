"""Approved pictures: compared tile by tile, rewritten with ``--rewrite``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygame
from PIL import Image

SIDE = 32
TOLERANCE = 6.0
"""Maximum difference of a tile's mean, in levels of a channel."""


def check(picture: pygame.Surface, file: Path, *, rewrite: bool, colours: int = 0) -> None:
    """Compare a picture with the approved one; name the tiles that differ.

    *colours*: the number of colours kept in the file, to keep it small; 0: all.
    """
    if rewrite:
        file.parent.mkdir(exist_ok=True)
        _save(picture, file, colours)
        return
    assert file.exists(), f"no approved picture {file.name}; look at it and run with --rewrite"
    approved = pygame.image.load(file)
    if colours:
        picture = _in_colours_of(picture, file)
    assert picture.get_size() == approved.get_size()
    off = [
        (x, y)
        for x in range(0, picture.get_width(), SIDE)
        for y in range(0, picture.get_height(), SIDE)
        if _apart(picture, approved, pygame.Rect(x, y, SIDE, SIDE)) > TOLERANCE
    ]
    assert not off, f"{file.name} looks different at {off}"


def _save(picture: pygame.Surface, file: Path, colours: int) -> None:
    if not colours:
        pygame.image.save(picture, file)
        return
    whole = _image(picture)
    # An octree keeps the colours of small things, too.
    few = whole.quantize(colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    # Once more, with the same palette mapping as in the comparison, which differs a little.
    whole.quantize(palette=few, dither=Image.Dither.NONE).save(file, optimize=True)


def _in_colours_of(picture: pygame.Surface, file: Path) -> pygame.Surface:
    """Return a picture with each colour replaced by the nearest one of that file."""
    with Image.open(file) as approved:
        few = _image(picture).quantize(palette=approved, dither=Image.Dither.NONE)
    return pygame.image.frombytes(few.convert("RGB").tobytes(), picture.get_size(), "RGB")


def _image(picture: pygame.Surface) -> Image.Image:
    raw = pygame.image.tobytes(picture, "RGB")
    return Image.frombytes("RGB", picture.get_size(), raw)


def _apart(one: pygame.Surface, other: pygame.Surface, tile: pygame.Rect) -> float:
    a, b = (
        pygame.surfarray.array3d(s.subsurface(tile.clip(s.get_rect()))).astype(float)
        for s in (one, other)
    )
    return float(np.abs(a - b).mean(axis=(0, 1)).max())
