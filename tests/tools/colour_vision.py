"""Colour distances for normal and colour-blind vision.

The simulation is Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation
of Color Vision Deficiency" (2009), at full severity, on linear RGB. The distance is CIEDE2000
(2001) under the white D65.
"""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import TypeAlias

Three: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Three, Three, Three]

EYES: dict[str, Matrix] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)


def apart(one: str, other: str, eyes: Matrix) -> float:
    """Return the distance of two colours, ``#RRGGBB``, in the given vision."""
    return distance(lab_as_seen(one, eyes), lab_as_seen(other, eyes))


def lab_as_seen(colour: str, eyes: Matrix) -> Three:
    """Return a colour in the given vision, in CIE L*a*b*."""
    return _lab(_times(eyes, _linear(colour)))


def _linear(colour: str) -> Three:
    def channel(at: int) -> float:
        share = int(colour[at : at + 2], 16) / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    return channel(1), channel(3), channel(5)


def _times(matrix: Matrix, v: Three) -> Three:
    x, y, z = (r[0] * v[0] + r[1] * v[1] + r[2] * v[2] for r in matrix)
    return x, y, z


def _lab(linear: Three) -> Three:
    r, g, b = (min(1.0, max(0.0, share)) for share in linear)

    def root(t: float) -> float:
        return t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29

    white = (sum(row) for row in XYZ)
    x, y, z = (root(t / w) for t, w in zip(_times(XYZ, (r, g, b)), white, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Three, other: Three) -> float:
    """Return CIEDE2000 between two colours in CIE L*a*b*."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    c7 = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1 + 0.5 * (1 - sqrt(c7 / (c7 + 25**7)))
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = degrees(atan2(b1, a1 * stretch)), degrees(atan2(b2, a2 * stretch))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    light, chroma, hue = (l1 + l2) / 2, (c1 + c2) / 2, h1 + turn / 2

    def wave(times: int, shift: float) -> float:
        return cos(radians(times * hue + shift))

    t = 1 - 0.17 * wave(1, -30) + 0.24 * wave(2, 0) + 0.32 * wave(3, 6) - 0.2 * wave(4, -63)
    dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * t)
    twist = sin(radians(60 * exp(-((((hue % 360) - 275) / 25) ** 2))))
    rotation = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * twist
    return sqrt(dl**2 + dc**2 + dh**2 + rotation * dc * dh)
