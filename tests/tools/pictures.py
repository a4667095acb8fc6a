"""Approved pictures: compared tile by tile, written anew with ``--rewrite``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygame

SIDE = 32
TOLERANCE = 6.0
"""How far the mean of a tile may be off, in levels of a channel."""


def check(picture: pygame.Surface, file: Path, *, rewrite: bool) -> None:
    """Hold a picture against the approved one; name the tiles that differ."""
    if rewrite:
        file.parent.mkdir(exist_ok=True)
        pygame.image.save(picture, file)
        return
    assert file.exists(), f"no approved picture {file.name}; look at it and run with --rewrite"
    approved = pygame.image.load(file)
    assert picture.get_size() == approved.get_size()
    off = [
        (x, y)
        for x in range(0, picture.get_width(), SIDE)
        for y in range(0, picture.get_height(), SIDE)
        if _apart(picture, approved, pygame.Rect(x, y, SIDE, SIDE)) > TOLERANCE
    ]
    assert not off, f"{file.name} looks different at {off}"


def _apart(one: pygame.Surface, other: pygame.Surface, tile: pygame.Rect) -> float:
    a, b = (
        pygame.surfarray.array3d(s.subsurface(tile.clip(s.get_rect()))).astype(float)
        for s in (one, other)
    )
    return float(np.abs(a - b).mean(axis=(0, 1)).max())
