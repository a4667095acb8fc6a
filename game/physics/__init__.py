"""The only package that imports pymunk; re-exports its stateless API."""

from __future__ import annotations

from game.physics.api import Crossed, Travel, cast, follow, stands

__all__ = ["Crossed", "Travel", "cast", "follow", "stands"]
