"""Fixtures for tests of the physics."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.physics.travel import rebound_heading


@pytest.fixture
def fresh_rebounds() -> Iterator[None]:
    """Forget rebounds before and after a test that changes how they are computed."""
    rebound_heading.cache_clear()
    yield
    rebound_heading.cache_clear()
