"""The Shooting phase of the modern core: ``MC-12`` to ``MC-15``, and Overwatch, ``MC-21``."""

from game.rules.modern.shooting.phase import shooting
from game.rules.modern.shooting.volley import may_overwatch, overwatch

__all__ = ["may_overwatch", "overwatch", "shooting"]
