"""The eight ways in which a picture can be shown, numbered as in Exif."""

from __future__ import annotations

from typing import Final

UPRIGHT: Final = 1
"""The orientation of a picture that is shown as it is stored."""
TURNED: Final = (5, 6, 7, 8)
"""Orientations whose rows are shown as columns."""
ORIENTATIONS: Final = {
    1: (False, 0), 2: (True, 0), 3: (False, 180), 4: (True, 180),
    5: (True, 90), 6: (False, 270), 7: (True, 270), 8: (False, 90),
}  # fmt: skip
"""Whether a picture is mirrored from left to right, and the degrees by which it is turned then,
anticlockwise."""
_NUMBERS: Final = {found: number for number, found in ORIENTATIONS.items()}


def turned_clockwise(orientation: int) -> int:
    """Return the orientation after a quarter turn."""
    mirrored, degrees = ORIENTATIONS[orientation]
    return _NUMBERS[mirrored, (degrees - 90) % 360]


def flipped(orientation: int, *, down: bool) -> int:
    """Return the orientation after a flip from left to right, or from top to bottom."""
    mirrored, degrees = ORIENTATIONS[orientation]
    return _NUMBERS[not mirrored, ((180 if down else 0) - degrees) % 360]
