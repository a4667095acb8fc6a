"""The Shooting phase of the modern core: ``MC-12`` to ``MC-19``."""

from game.rules.modern.shooting.phase import shooting

__all__ = ["shooting"]
