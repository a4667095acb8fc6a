"""The shapes of overlays over the board, as data for drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from game.content.palettes import Colour, palette
from game.geometry.points import Disc, Path, Point
from game.table.records import Model, UnitId
from game.view.colours import AMBER, COOL, CREAM, HALO, TEAMS


class Stroke(NamedTuple):
    paint: Colour | Callable[[], Colour]
    """Its colour, or a function that returns it for the current palette."""
    dash: str = ""
    """Dash pattern as in SVG: alternating lengths of line and gap, in units."""

    @property
    def colour(self) -> Colour:
        return self.paint if isinstance(self.paint, str) else self.paint()


class OverlayTone(Enum):
    """The strokes of overlays, by meaning."""

    CHOSEN = Stroke(AMBER)
    PLANNED = Stroke("#FFE2AE", "8 7")
    GOOD = Stroke(lambda: palette().good, "12 6")
    BAD = Stroke(lambda: palette().bad, "2.5 5")
    THREAT = Stroke(lambda: palette().bad)
    COOL = Stroke(COOL)
    PLAIN = Stroke(CREAM)
    FIRST = Stroke(lambda: TEAMS[0].plain)
    SECOND = Stroke(lambda: TEAMS[1].plain, "10 4")

    def __reduce_ex__(
        self, protocol: object
    ) -> tuple[Callable[..., OverlayTone], tuple[object, ...]]:
        """Pickle by name, because the functions that return colours cannot be pickled."""
        return getattr, (OverlayTone, self.name)


@dataclass(frozen=True, slots=True)
class RangeRing:
    """A circle around a point, such as a range or an objective's reach."""

    at: Point
    radius: float
    tone: OverlayTone = OverlayTone.CHOSEN
    words: str = ""


@dataclass(frozen=True, slots=True)
class Trail:
    """A planned path of a model, with the length allowed in inches."""

    path: Path
    base: float
    allowed: float
    legal: bool = True


@dataclass(frozen=True, slots=True)
class MarchTrails:
    """Paths of the other models of a march, fainter than the one being planned."""

    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Ruler:
    """The distance between the edges of two bases, or of points as bases of radius 0."""

    start: Disc
    end: Disc


@dataclass(frozen=True, slots=True)
class BaseOutline:
    """A ring close around each of some bases, such as a unit or the selectable models."""

    bases: tuple[Disc, ...]
    tone: OverlayTone = OverlayTone.CHOSEN
    merged: bool = False
    """True if bases that overlap have one common outline."""


@dataclass(frozen=True, slots=True)
class Links:
    """Lines of coherency between models that are close enough, and gaps that are too wide."""

    kept: tuple[tuple[Point, Point], ...]
    broken: tuple[tuple[Point, Point], ...] = ()


@dataclass(frozen=True, slots=True)
class OverlayLine:
    """A line of sight or of fire; *block* is the point where it is blocked."""

    start: Point
    end: Point
    tone: OverlayTone = OverlayTone.GOOD
    _: KW_ONLY
    block: Point | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class TargetBrackets:
    """Corner brackets around a base that is a target or about to be picked."""

    base: Disc
    tone: OverlayTone = OverlayTone.GOOD


@dataclass(frozen=True, slots=True)
class Blast:
    """A blast of a diameter in inches."""

    at: Point
    diameter: float


@dataclass(frozen=True, slots=True)
class Area:
    """An area of the table, such as a zone for models, an arc, or changed ground."""

    outlines: tuple[Path, ...]
    tone: OverlayTone = OverlayTone.COOL
    words: str = ""


@dataclass(frozen=True, slots=True)
class BoardNote:
    """Words at a point."""

    at: Point
    words: str
    tone: OverlayTone = OverlayTone.PLAIN


@dataclass(frozen=True, slots=True)
class Pin:
    """A marker drawn by a player: a disc in the player's colour, and a word below it."""

    at: Point
    words: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class VisibleArea:
    """The area that a model can see, shoot or reach, drawn faintly with words at its rim."""

    outlines: tuple[Path, ...]
    tone: OverlayTone = OverlayTone.COOL
    words: str = ""
    _: KW_ONLY
    fill: float = 0.06
    at: Point | None = None
    """Place of the words; None for the uppermost corner."""


@dataclass(frozen=True, slots=True)
class Grid:
    """An inch grid over the whole table; every sixth line is stronger."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Current:
    """The course of the water: its streams, its source and its ends."""

    streams: tuple[Path, ...] = ()
    """Paths, each in downstream direction."""
    source: Path = ()
    """A point or a line."""
    ends: Path = ()
    """Points where something stops the water."""
    _: KW_ONLY
    pools: Path = ()
    """Points where streams meet and end."""
    dry: tuple[Path, ...] = ()
    """Paths that the water does not take."""


@dataclass(frozen=True, slots=True)
class DriftArrows:
    """Animated arrows along a current."""

    streams: tuple[Path, ...]
    offs: tuple[float, ...]
    """Inches that the water has already run at the start of each stream."""
    source: Path
    share: float = 0.0
    """Progress of each arrow to the place of the next one, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """The area that a piece slides across; hatched if the piece is solid."""

    outline: Path
    """Its corners before it slides."""
    by: Point
    """Distance that it slides, in inches to the right and down."""
    hard: bool
    """True if it strikes models in its way; otherwise it is rubble that slides across them."""
    leaves: bool = False
    """True if it leaves the table there."""


class TagCell(NamedTuple):
    """A few letters on a tag."""

    words: str
    ink: Colour
    fill: Colour


class Tag(NamedTuple):
    """A tag on a base: letters in cells."""

    base: Disc
    cells: tuple[TagCell, ...]
    brief: tuple[TagCell, ...]
    """Cells shown where tags are crowded."""


class UnitLabel(NamedTuple):
    """Odds of a unit, on its badge."""

    unit: UnitId
    figure: str
    """A chance or number, such as ``50%``."""
    detail: str
    tone: OverlayTone = OverlayTone.CHOSEN


@dataclass(frozen=True, slots=True)
class UnitLabels:
    """Odds on the badges of some units; of two labels of a unit the first is shown."""

    labels: tuple[UnitLabel, ...]


@dataclass(frozen=True, slots=True)
class Tags:
    """Tags on some bases, placed so that each is readable."""

    tags: tuple[Tag, ...]
    labels: tuple[UnitLabel, ...] = ()
    """Labels of units that are shown instead while models are drawn small."""


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
    | UnitLabels
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
    """Overlays below and above the tokens, and models drawn as ghosts."""

    below: tuple[Overlay, ...] = ()
    above: tuple[Overlay, ...] = ()
    ghosts: tuple[Model, ...] = ()
    """Models at their possible positions."""


class LabelPlate(NamedTuple):
    """Words on a small dark plate, centred on a point."""

    at: Point
    words: str
    colour: Colour
    lift: float = 0.0
    """Units above the point."""


class FilledArea(NamedTuple):
    """An area with a solid edge, in pixels from the board's corner."""

    outlines: tuple[tuple[tuple[float, float], ...], ...]
    """Its edges and those of its holes."""
    colour: Colour
    opacity: float
    width: float
    """Width of the edge."""


class SvgSketch:
    """Collects an overlay's lines, and their bounds in pixels from the board's corner."""

    def __init__(self, ppi: int, scale: float) -> None:
        self.ppi, self.scale = ppi, scale
        self.parts: list[str] = []
        self.fills: list[FilledArea] = []
        self.pills: list[LabelPlate] = []
        self.left = self.top = float("inf")
        self.right = self.bottom = float("-inf")

    def line(
        self, path: Iterable[Point], stroke: Stroke, width: float = 2.4, *, closed: bool = False
    ) -> None:
        spots = [self._spot(at) for at in path]
        path_data = "M" + " L".join(spots) + (" Z" if closed else "")
        self._stroke(f'path d="{path_data}"', stroke, width)

    def circle(
        self, at: Point, radius: float, stroke: Stroke, width: float = 2.2, *, fill: float = 0.0
    ) -> None:
        self._reach(at, radius)
        x, y, r = at[0] * self.ppi, at[1] * self.ppi, radius * self.ppi
        shape = f'circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}"'
        if fill:
            self.parts.append(f'<{shape} fill="{stroke.colour}" fill-opacity="{fill}"/>')
        self._stroke(shape, stroke, width)

    def area(self, outlines: Iterable[Iterable[Point]], colour: Colour, opacity: float) -> None:
        path_data = " ".join(
            "M" + " L".join(self._spot(at) for at in o) + " Z" for o in outlines
        )
        self.parts.append(
            f'<path d="{path_data}" fill="{colour}" fill-opacity="{opacity}" '
            'fill-rule="evenodd"/>'
        )

    def fill(
        self, outlines: Sequence[Path], colour: Colour, opacity: float, width: float
    ) -> None:
        """Fill an area within a solid edge; large ones paint faster than by ``area``."""
        for outline in outlines:
            for at in outline:
                self._reach(at, 0.0)
        pixels = tuple(tuple((x * self.ppi, y * self.ppi) for x, y in o) for o in outlines)
        self.fills.append(FilledArea(pixels, colour, opacity, width * self.scale))

    def hairs(
        self, lines: Iterable[tuple[Point, Point]], colour: Colour, opacity: float
    ) -> None:
        """Draw thin lines without a halo."""
        path_data = " ".join(f"M{self._spot(a)} L{self._spot(b)}" for a, b in lines)
        self.parts.append(
            f'<path d="{path_data}" fill="none" stroke="{colour}" stroke-opacity="{opacity}" '
            f'stroke-width="{self.scale:.1f}"/>'
        )

    def cross(self, at: Point, stroke: Stroke, units: float = 6.0) -> None:
        arm = units * self.scale / self.ppi
        for turn in (1, -1):
            start = Point(at[0] - arm, at[1] - arm * turn)
            self.line((start, Point(at[0] + arm, at[1] + arm * turn)), stroke, 3)

    def note(self, at: Point, words: str, tone: OverlayTone, lift: float = 0.0) -> None:
        self.pills.append(LabelPlate(at, words, tone.value.colour, lift))

    def _stroke(self, shape: str, stroke: Stroke, width: float) -> None:
        wide = width * self.scale
        dashes = " ".join(f"{float(d) * self.scale:.1f}" for d in stroke.dash.split())
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        rest = 'fill="none" stroke-linejoin="round"'
        self.parts.append(
            f'<{shape} {rest} stroke="{HALO}" stroke-opacity=".6" '
            f'stroke-width="{wide + 2.8 * self.scale:.1f}"/>'
            f'<{shape} {rest} stroke="{stroke.colour}" stroke-width="{wide:.1f}"{dash}/>'
        )

    def _spot(self, at: Point) -> str:
        self._reach(at, 0.0)
        return f"{at[0] * self.ppi:.1f} {at[1] * self.ppi:.1f}"

    def _reach(self, at: Point, around: float) -> None:
        x, y, distance = at[0] * self.ppi, at[1] * self.ppi, around * self.ppi + 8 * self.scale
        self.left, self.right = min(self.left, x - distance), max(self.right, x + distance)
        self.top, self.bottom = min(self.top, y - distance), max(self.bottom, y + distance)
