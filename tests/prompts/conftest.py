from __future__ import annotations

import pygame
import pytest


@pytest.fixture(scope="session", autouse=True)
def _window() -> None:
    pygame.display.init()
    pygame.display.set_mode((320, 240))
