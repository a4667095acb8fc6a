"""Floor 2: the only room that knows pymunk, behind one door that remembers nothing."""

from __future__ import annotations

from game.physics.api import Crossed, Travel, cast, follow, stands

__all__ = ["Crossed", "Travel", "cast", "follow", "stands"]
