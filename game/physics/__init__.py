"""The only package that imports pymunk; re-exports its stateless API."""

from __future__ import annotations

from game.physics.api import Crossed, Travel, can_stand, cast_line, follow_path

__all__ = ["Crossed", "Travel", "can_stand", "cast_line", "follow_path"]
