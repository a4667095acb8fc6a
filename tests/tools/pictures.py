"""Approved pictures: compared tile by tile, rewritten with ``--rewrite``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame
from PIL import Image

SIDE = 32
TOLERANCE = 6.0
"""Maximum difference of a tile's mean, in levels of a channel."""


def pixels(picture: pygame.Surface) -> npt.NDArray[np.int16]:
    """Return the colour of each pixel by column and row; levels may be subtracted."""
    return pygame.surfarray.array3d(picture).astype(np.int16)


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
    off = [(SIDE * int(x), SIDE * int(y)) for x, y in np.argwhere(apart(picture, approved))]
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


def apart(one: pygame.Surface, other: pygame.Surface) -> npt.NDArray[np.bool_]:
    """Return for each tile, by column and row, if a channel's mean difference is too large."""
    wide, high = one.get_size()
    raw = [pygame.image.tobytes(picture, "RGB") for picture in (one, other)]
    if raw[0] == raw[1]:
        return np.zeros((-(-wide // SIDE), -(-high // SIDE)), np.bool_)
    a, b = (np.frombuffer(levels, np.uint8).reshape(high, wide, 3) for levels in raw)
    difference = np.maximum(a, b) - np.minimum(a, b)
    down, across = range(0, high, SIDE), range(0, wide, SIDE)
    rows = np.add.reduceat(difference, down, axis=0, dtype=np.uint16)
    sums = np.add.reduceat(rows, across, axis=1, dtype=np.int64)
    pixels = np.minimum(SIDE, high - np.array(down))[:, None] * np.minimum(
        SIDE, wide - np.array(across)
    )
    found: npt.NDArray[np.bool_] = (sums.max(axis=2) / pixels > TOLERANCE).T
    return found
