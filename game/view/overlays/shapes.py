"""The overlay shapes as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from game.content.palettes import Colour, palette
from game.geometry.points import Disc, Path, Point
from game.table.records import Model
from game.view.style import AMBER, COOL, CREAM, TEAMS


class Stroke(NamedTuple):
    paint: Colour | Callable[[], Colour]
    """Its colour, or what tells it for the palette in use."""
    dash: str = ""
    """As in SVG: lengths of line and gap in turn, in units."""

    @property
    def colour(self) -> Colour:
        return self.paint if isinstance(self.paint, str) else self.paint()


class OverlayTone(Enum):
    CHOSEN = Stroke(AMBER)
    PLANNED = Stroke("#FFE2AE", "8 7")
    GOOD = Stroke(lambda: palette().good, "12 6")
    BAD = Stroke(lambda: palette().bad, "2.5 5")
    COOL = Stroke(COOL)
    PLAIN = Stroke(CREAM)
    FIRST = Stroke(lambda: TEAMS[0].plain)
    SECOND = Stroke(lambda: TEAMS[1].plain, "10 4")

    def __reduce_ex__(
        self, protocol: object
    ) -> tuple[Callable[..., OverlayTone], tuple[object, ...]]:
        """Be sent to another process by name: what tells a colour cannot be."""
        return getattr, (OverlayTone, self.name)


@dataclass(frozen=True, slots=True)
class RangeRing:
    """All that is within a distance of a point: a range, an objective's reach."""

    at: Point
    radius: float
    tone: OverlayTone = OverlayTone.CHOSEN
    words: str = ""


@dataclass(frozen=True, slots=True)
class Trail:
    """A path that a model would go, with the inches it uses of those that it may."""

    path: Path
    base: float
    allowed: float
    legal: bool = True


@dataclass(frozen=True, slots=True)
class MarchTrails:
    """Paths of the others of a march: fainter than the one that is in the hand."""

    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Ruler:
    """The distance from one base's edge to another's, or between points: bases of radius 0."""

    start: Disc
    end: Disc


@dataclass(frozen=True, slots=True)
class BaseOutline:
    """A ring close around each of some bases: a unit, or those that may be chosen."""

    bases: tuple[Disc, ...]
    tone: OverlayTone = OverlayTone.CHOSEN


@dataclass(frozen=True, slots=True)
class Links:
    """Coherency: lines between models that are near enough, and gaps that are too wide."""

    kept: tuple[tuple[Point, Point], ...]
    broken: tuple[tuple[Point, Point], ...] = ()


@dataclass(frozen=True, slots=True)
class OverlayLine:
    """A line of sight or of fire; *block* is where something stands in its way."""

    start: Point
    end: Point
    tone: OverlayTone = OverlayTone.GOOD
    block: Point | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class TargetBrackets:
    """Corners around a base that is shot at or about to be picked."""

    base: Disc
    tone: OverlayTone = OverlayTone.GOOD


@dataclass(frozen=True, slots=True)
class Blast:
    at: Point
    diameter: float


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the table: where a model may be placed, an arc, ground that will flood."""

    outlines: tuple[Path, ...]
    tone: OverlayTone = OverlayTone.COOL
    words: str = ""


@dataclass(frozen=True, slots=True)
class BoardNote:
    """A few words at a point."""

    at: Point
    words: str
    tone: OverlayTone = OverlayTone.PLAIN


@dataclass(frozen=True, slots=True)
class Pin:
    """A marker that a player drew: a disc in its colour, and a word beneath it."""

    at: Point
    words: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class VisibleArea:
    """Ground that something can see, shoot or come to: a faint area with words at its rim."""

    outlines: tuple[Path, ...]
    tone: OverlayTone = OverlayTone.COOL
    words: str = ""
    fill: float = 0.06
    at: Point | None = None
    """Where the words stand; None for its uppermost corner."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The whole table in inches, every sixth line stronger."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Current:
    """Which way water runs: its ways, where it comes from, where it ends."""

    streams: tuple[Path, ...] = ()
    """Each downstream."""
    source: Path = ()
    """A point or a line."""
    ends: Path = ()
    """Where it stops at something."""
    pools: Path = ()
    """Where it meets itself and goes no further."""
    dry: tuple[Path, ...] = ()
    """Ways that it does not take."""


@dataclass(frozen=True, slots=True)
class DriftArrows:
    """Arrows that drift down a current."""

    streams: tuple[Path, ...]
    offs: tuple[float, ...]
    """How many inches the water of each stream has come already."""
    source: Path
    share: float = 0.0
    """How far each arrow is on its way to the next: from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """The ground that something slides across; who cannot be passed is hatched, too."""

    outline: Path
    """Its corners where it is now."""
    by: Point
    """How far it slides, in inches to the right and down."""
    hard: bool
    """Whether it strikes whom it comes to; else it is rubble that slides across them."""
    leaves: bool = False
    """Whether it goes off the table there."""


class TagCell(NamedTuple):
    """A few letters on a tag."""

    words: str
    ink: Colour
    fill: Colour


class Tag(NamedTuple):
    """What hangs on a base: letters in cells."""

    base: Disc
    cells: tuple[TagCell, ...]
    brief: tuple[TagCell, ...]
    """Those that are left where tags are crowded."""


@dataclass(frozen=True, slots=True)
class Tags:
    """A tag on each of some bases, laid so that each can be read."""

    tags: tuple[Tag, ...]


Overlay: TypeAlias = (
    Current
    | DriftArrows
    | VisibleArea
    | Grid
    | RangeRing
    | Trail
    | MarchTrails
    | Ruler
    | BaseOutline
    | Tags
    | Links
    | OverlayLine
    | TargetBrackets
    | Blast
    | Sweep
    | Area
    | BoardNote
    | Pin
)


class OverlayLayers(NamedTuple):
    """Overlays under the tokens, and over them; who is drawn as a ghost."""

    below: tuple[Overlay, ...] = ()
    above: tuple[Overlay, ...] = ()
    ghosts: tuple[Model, ...] = ()
    """Models where they might come to stand."""
