"""How pieces are drawn by chance: each maker of outlines returns one that draws."""

from __future__ import annotations

from random import Random

from game.geometry.points import vector_of_heading
from game.mapgen.feature import Shaper
from game.mapgen.outlines import Corner, Outline, building


def block(wide: tuple[float, float], high: tuple[float, float]) -> Shaper:
    def drawn(rng: Random) -> Outline:
        w, h = rng.uniform(*wide), rng.uniform(*high)
        return [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)]

    return drawn


def house(wide: tuple[float, float], high: tuple[float, float]) -> Shaper:
    return lambda rng: building(rng, rng.uniform(*wide), rng.uniform(*high))


def rounded(radius: tuple[float, float], corners: int = 16) -> Shaper:
    def drawn(rng: Random) -> Outline:
        far = rng.uniform(*radius)
        turns = [vector_of_heading(360.0 * n / corners) for n in range(corners)]
        return [(x * far, y * far) for x, y in turns]

    return drawn


def blob(wide: tuple[float, float], high: tuple[float, float]) -> Shaper:
    """Draw what grew or fell: an oval that is nowhere quite round."""

    def drawn(rng: Random) -> Outline:
        w, h, corners = rng.uniform(*wide) / 2, rng.uniform(*high) / 2, rng.randint(8, 11)
        turns = [
            vector_of_heading(360.0 * (n + rng.uniform(-0.25, 0.25)) / corners)
            for n in range(corners)
        ]
        fars = [rng.uniform(0.82, 1.1) for _ in turns]
        return [(x * w * far, y * h * far) for (x, y), far in zip(turns, fars, strict=True)]

    return drawn


def line(long: tuple[float, float], bend: float = 0.0) -> Shaper:
    """Draw a line with a bend of so many degrees at the most somewhere in it."""

    def drawn(rng: Random) -> Outline:
        far, at = rng.uniform(*long), rng.uniform(0.4, 0.6)
        turned = vector_of_heading(
            90.0 + rng.choice((-1.0, 1.0)) * bend * rng.uniform(0.5, 1.0)
        )
        middle, rest = (far * at, 0.0), far * (1.0 - at)
        return [(0.0, 0.0), middle, (middle[0] + turned.x * rest, turned.y * rest)]

    return drawn


def slab(long: tuple[float, float], deep: tuple[float, float]) -> Shaper:
    """Draw a plate torn off at one end."""

    def drawn(rng: Random) -> Outline:
        w, h = rng.uniform(*long), rng.uniform(*deep)
        return [(0.5, 0.0), *_torn(rng, w, h), (0.5, h), (0.0, h - 0.5), (0.0, 0.5)]

    return drawn


def beam(long: tuple[float, float], deep: tuple[float, float]) -> Shaper:
    """Draw a girder with slanted ends."""

    def drawn(rng: Random) -> Outline:
        w, h, slant = rng.uniform(*long), rng.uniform(*deep), rng.uniform(0.2, 0.6)
        return [(slant, 0.0), (w, 0.0), (w + slant / 2, h * 0.6), (w - slant, h), (0.0, h)]

    return drawn


def angle(arm: tuple[float, float], deep: tuple[float, float]) -> Shaper:
    """Draw two plates that still hang together at a corner, both torn off."""

    def drawn(rng: Random) -> Outline:
        w, h, thick = rng.uniform(*arm), rng.uniform(*arm), rng.uniform(*deep)
        down = [(y, x) for x, y in reversed(_torn(rng, h, thick))]
        return [(0.0, 0.0), *_torn(rng, w, thick), (thick, thick), *down]

    return drawn


def _torn(rng: Random, long: float, deep: float) -> list[Corner]:
    """Return the end of a plate, from its upper edge to its lower one."""
    teeth = max(3, round(deep * 1.5))
    ends = [long - rng.uniform(0.0, 0.3) * min(long, 4.0) * (n % 2) for n in range(teeth)]
    return [(x, deep * n / (teeth - 1)) for n, x in enumerate(ends)]
