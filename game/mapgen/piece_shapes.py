"""Shapes of pieces, from random outlines to objects of a map.

Tables of one kind copy each object by 180°.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from random import Random
from typing import Any, TypeAlias

from game.geometry.points import vector_of_heading
from game.geometry.polygons import box

Corner: TypeAlias = tuple[float, float]
Outline: TypeAlias = list[Corner]

GRID = 8.0
"""Grid cells per inch; corners lie at eighths of an inch, which are four pixels of Tiled."""
SMALL = 6.0
"""Width in inches below which a house is a plain rectangle."""
Shaper: TypeAlias = Callable[[Random], Outline]
"""Draws the outline of a piece in inches; the origin is its corner or its middle."""
RawObject: TypeAlias = dict[str, Any]
"""An object in the form that ``drawn_map`` takes."""
CENTRED = 0.12
"""Distance from a middle line, as a share of the table, that counts as the middle."""


def round_to_eighth(inches: float) -> float:
    return round(inches * GRID) / GRID


def in_eighths(outline: Iterable[Corner]) -> Outline:
    return [(round_to_eighth(x), round_to_eighth(y)) for x, y in outline]


def building(rng: Random, wide: float, high: float) -> Outline:
    """Return the ground plan of a house: a block, one with a cut corner, or two wings."""
    kind = rng.choice(("block", "cut", "wings")) if min(wide, high) >= SMALL else "block"
    if kind == "block":
        return chamfered_rectangle(0.0, 0.0, wide, high)
    x, y = (0.4, 0.4) if kind == "wings" else (0.2, 0.2)
    x, y = wide * rng.uniform(0.7 * x, x), high * rng.uniform(0.7 * y, y)
    cut: Outline = [(0.0, y), (x, y), (x, 0.0)] if kind == "wings" else [(0.0, y), (x, 0.0)]
    return _placed(rng, [*cut, (wide, 0.0), (wide, high), (0.0, high)], wide, high)


def ruin(rng: Random, wide: float, high: float) -> Outline:
    """Return the ground plan of a ruined house, with fallen corners and a breach in a side."""
    found: Outline = []
    corners = chamfered_rectangle(0.0, 0.0, wide, high)
    breached = rng.randrange(4)
    for n, (x, y) in enumerate(corners):
        found += _fallen(rng, x, y, wide, high) if rng.random() < 0.6 else [(x, y)]
        if n == breached:
            found += _breach(rng, (x, y), corners[(n + 1) % 4], wide, high)
    return in_eighths(found)


def _placed(rng: Random, outline: Outline, wide: float, high: float) -> Outline:
    """Return an outline as it is or mirrored, always clockwise."""
    if rng.random() < 0.5:
        outline = [(wide - x, y) for x, y in reversed(outline)]
    if rng.random() < 0.5:
        outline = [(x, high - y) for x, y in reversed(outline)]
    return in_eighths(outline)


def _fallen(rng: Random, x: float, y: float, wide: float, high: float) -> Outline:
    """Return the two corners that replace a fallen one, clockwise."""
    across = (x, y + _sign(y, high) * high * rng.uniform(0.1, 0.2))
    along = (x + _sign(x, wide) * wide * rng.uniform(0.1, 0.25), y)
    upper_left_or_lower_right = (x == 0.0) == (y == 0.0)
    return [across, along] if upper_left_or_lower_right else [along, across]


def _breach(rng: Random, one: Corner, other: Corner, wide: float, high: float) -> Outline:
    """Return a dent in the side between two adjacent corners, pointing to the middle."""
    middle = (wide / 2, high / 2)
    at = rng.uniform(0.4, 0.6)
    deep = rng.uniform(0.15, 0.3)

    def along(share: float, inward: float = 0.0) -> Corner:
        x, y = (a + (b - a) * share for a, b in zip(one, other, strict=True))
        return x + (middle[0] - x) * inward, y + (middle[1] - y) * inward

    return [along(at - 0.1), along(at, deep), along(at + 0.1)]


def _sign(value: float, most: float) -> float:
    """Return the inward direction, 1 or -1, from an end of a side."""
    return 1.0 if value < most / 2 else -1.0


@dataclass(frozen=True, slots=True)
class Feature:
    """A kind of piece that generators place."""

    kind: str
    """Class of the map object."""
    many: float
    """Number of pieces on either half of a table of 72" x 48"."""
    drawn: Shaper
    _: KW_ONLY
    line: bool = False
    solid: bool = False
    """True if no base gets in: other solid pieces keep their distance, and roads avoid it."""
    square: bool = False
    """True if it is turned by about a multiple of 90 degrees, instead of at random."""
    level: bool = False
    """True if it is never turned."""
    names: str = ""
    """Names shown to players, separated by spaces; each is used once."""
    said: Mapping[str, Any] = field(default_factory=dict)
    """Properties that differ from the usual ones of the class."""


def block(wide: tuple[float, float], high: tuple[float, float]) -> Shaper:
    return lambda rng: chamfered_rectangle(0.0, 0.0, rng.uniform(*wide), rng.uniform(*high))


def house(wide: tuple[float, float], high: tuple[float, float]) -> Shaper:
    return lambda rng: building(rng, rng.uniform(*wide), rng.uniform(*high))


def rounded(radius: tuple[float, float], corners: int = 16) -> Shaper:
    def drawn(rng: Random) -> Outline:
        distance = rng.uniform(*radius)
        turns = [vector_of_heading(360.0 * n / corners) for n in range(corners)]
        return [(x * distance, y * distance) for x, y in turns]

    return drawn


def blob(wide: tuple[float, float], high: tuple[float, float]) -> Shaper:
    """Return a shaper of irregular ovals."""

    def drawn(rng: Random) -> Outline:
        w, h, corners = rng.uniform(*wide) / 2, rng.uniform(*high) / 2, rng.randint(8, 11)
        turns = [
            vector_of_heading(360.0 * (n + rng.uniform(-0.25, 0.25)) / corners)
            for n in range(corners)
        ]
        fars = [rng.uniform(0.82, 1.1) for _ in turns]
        return [
            (x * w * distance, y * h * distance)
            for (x, y), distance in zip(turns, fars, strict=True)
        ]

    return drawn


def line(long: tuple[float, float], bend: float = 0.0) -> Shaper:
    """Return a shaper of lines with one bend of at most *bend* degrees."""

    def drawn(rng: Random) -> Outline:
        distance, at = rng.uniform(*long), rng.uniform(0.4, 0.6)
        turned = vector_of_heading(
            90.0 + rng.choice((-1.0, 1.0)) * bend * rng.uniform(0.5, 1.0)
        )
        middle, rest = (distance * at, 0.0), distance * (1.0 - at)
        return [(0.0, 0.0), middle, (middle[0] + turned.x * rest, turned.y * rest)]

    return drawn


def slab(long: tuple[float, float], deep: tuple[float, float]) -> Shaper:
    """Return a shaper of plates torn off at one end."""

    def drawn(rng: Random) -> Outline:
        w, h = rng.uniform(*long), rng.uniform(*deep)
        return [(0.5, 0.0), *_torn_end(rng, w, h), (0.5, h), (0.0, h - 0.5), (0.0, 0.5)]

    return drawn


def beam(long: tuple[float, float], deep: tuple[float, float]) -> Shaper:
    """Return a shaper of girders with slanted ends."""

    def drawn(rng: Random) -> Outline:
        w, h, slant = rng.uniform(*long), rng.uniform(*deep), rng.uniform(0.2, 0.6)
        return [(slant, 0.0), (w, 0.0), (w + slant / 2, h * 0.6), (w - slant, h), (0.0, h)]

    return drawn


def angle(arm: tuple[float, float], deep: tuple[float, float]) -> Shaper:
    """Return a shaper of two plates joined at a right angle, both torn off."""

    def drawn(rng: Random) -> Outline:
        w, h, thick = rng.uniform(*arm), rng.uniform(*arm), rng.uniform(*deep)
        down = [(y, x) for x, y in reversed(_torn_end(rng, h, thick))]
        return [(0.0, 0.0), *_torn_end(rng, w, thick), (thick, thick), *down]

    return drawn


def _torn_end(rng: Random, long: float, deep: float) -> list[Corner]:
    """Return the torn end of a plate, from its upper edge to its lower one."""
    teeth = max(3, round(deep * 1.5))
    ends = [long - rng.uniform(0.0, 0.3) * min(long, 4.0) * (n % 2) for n in range(teeth)]
    return [(x, deep * n / (teeth - 1)) for n, x in enumerate(ends)]


@dataclass(slots=True)
class MirroredTable:
    """A table on which each object gets a copy, rotated by 180° about the centre."""

    width: float
    height: float

    @property
    def centre(self) -> Corner:
        return self.width / 2, self.height / 2

    def other(self, at: Corner) -> Corner:
        return self.width - at[0], self.height - at[1]

    def others(self, outline: Iterable[Corner]) -> Outline:
        return [self.other(at) for at in outline]

    def where(self, at: Corner) -> str:
        """Return the part of the table in which a point lies: ``north-west``, ``middle``."""
        words = (
            _part(at[1] / self.height, "north", "south"),
            _part(at[0] / self.width, "west", "east"),
        )
        return "-".join(word for word in words if word) or "middle"

    def both(
        self,
        kind: str,
        name: str,
        corners: Sequence[Corner],
        shape: str = "polygon",
        **said: Any,
    ) -> list[RawObject]:
        """Return an object and its copy, named by their positions."""
        return [
            raw_object(kind, name and f"{self.where(middle_of(at))} {name}", shape, at, **said)
            for at in self._laid([*corners])
        ]

    def _laid(self, outline: Outline) -> list[Outline]:
        return [outline, self.others(outline)]


class PlainTable(MirroredTable):
    """A table without symmetry: objects are placed once, as drawn."""

    def _laid(self, outline: Outline) -> list[Outline]:
        return [outline]


def raw_object(
    kind: str, name: str, shape: str, corners: Sequence[Corner], **said: Any
) -> RawObject:
    """Return an object of a map with *said* properties, its corners at eighths of an inch."""
    placed = [[round_to_eighth(x), round_to_eighth(y)] for x, y in corners]
    at = placed[0] if shape == "point" else placed
    return {"class": kind, "name": name, shape: at, **said}


def middle_of(outline: Sequence[Corner]) -> Corner:
    """Return the centre of the bounding box of an outline."""
    left, top, right, low = box(outline)
    return (left + right) / 2, (top + low) / 2


def chamfered_rectangle(
    left: float, top: float, right: float, low: float, cut: float = 0.0
) -> Outline:
    """Return a rectangle with *cut* inches cut off its corners, clockwise on the table."""
    if not cut:
        return [(left, top), (right, top), (right, low), (left, low)]
    return [
        (left + cut, top),
        (right - cut, top),
        (right, top + cut),
        (right, low - cut),
        (right - cut, low),
        (left + cut, low),
        (left, low - cut),
        (left, top + cut),
    ]


def _part(share: float, low: str, high: str) -> str:
    if abs(share - 0.5) < CENTRED:
        return ""
    return low if share < 0.5 else high
