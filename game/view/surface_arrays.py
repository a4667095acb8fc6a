"""The pixels of surfaces as arrays, loaded when this module is.

pygame loads its own module when it is first used. In Python 3.11, a second thread may then see
it before its names are there.
"""

from __future__ import annotations

from pygame import surfarray

__all__ = ["surfarray"]

_LOADED = surfarray.__file__
