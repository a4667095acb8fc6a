from __future__ import annotations

import pygame
import pytest


@pytest.fixture(scope="module")
def canvas() -> pygame.Surface:
    """Return the surface of a large window."""
    pygame.display.init()
    pygame.font.init()
    return pygame.display.set_mode((1920, 1080))
