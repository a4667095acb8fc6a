"""Questions that anybody may ask a game at any time: characteristics, sight, tasks, odds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from game.geometry.points import Disc, Path, Point
from game.geometry.polygons import Polygon, Segment
from game.play.game import GameView, Rules
from game.rules.kit.forecasts import ConsideredAnswer, ForecastFigure
from game.rules.kit.modules import QueryHook
from game.table.board import Terrain
from game.table.events import Reason
from game.table.records import ModelId, Side, UnitId
from game.table.state import Table


@dataclass(frozen=True, slots=True)
class TableView:
    """A table that is only looked at, or imagined, under the rules of a game."""

    table: Table
    rules: Rules


class Characteristic(NamedTuple):
    """A number of a model with all that made it what it is."""

    name: str
    """As the profile calls it: ``"ws"``."""
    base: int
    now: int
    reasons: tuple[Reason, ...] = ()


class UnitPair(NamedTuple):
    """A unit that looks at an enemy unit, perhaps to attack it."""

    who: UnitId
    target: UnitId


class Sightline(NamedTuple):
    """What one model sees of the unit that it looks at."""

    eye: ModelId
    target: ModelId
    start: Point
    end: Point
    clause: str
    block: Point | None = None
    """Where something stands in the way; None if the line is clear."""
    by: str = ""
    """What blocks the line, or what gives cover, by its id."""
    cover: int = 0
    """The cover save that a clear line leaves its target: 4 is 4+; 0 for none."""
    tells: tuple[Reason, ...] = ()
    """What else a shot along a clear line meets: ``MC-17``, ``MP-04``."""


class Hide(NamedTuple):
    """Something that hides what is behind it."""

    sides: tuple[Segment, ...]
    into: bool = False
    """Whether one sees into it, and not out again on its far side."""


class ScoringPlace(NamedTuple):
    """A place that a mission makes worth being at."""

    id: str
    at: Point
    value: float
    """In points, about."""
    reach: float
    """Inches from a base's edge, or from the outline, within which one is there."""
    turns: int = 0
    """In how many of its turns a side must be there, at their ends; 0: when the game ends."""
    outline: Polygon = ()
    """What it is that one comes to, where it is not a point."""
    each: bool = False
    """Whether the value is that of each model that comes there, and is off the table then."""


class ScoringMarker(NamedTuple):
    """An objective marker that pays whoever controls it."""

    marker: str
    reach: float
    """Inches around its centre within which models count."""
    active: bool = False
    """Whether it pays more than others just now."""


class MysteryInfo(NamedTuple):
    """What an objective marker turned out to be."""

    marker: str
    words: str


INKS = ("white", "amber", "red", "green", "blue", "violet")
"""``SB-08``  The colours of markers that players draw."""


@dataclass(frozen=True, slots=True)
class DrawnMarker:
    """``SB-08``  A marker that a player drew."""

    id: str
    words: str
    ink: str
    at: Point


class Mouth(NamedTuple):
    """``MI-06``  Where a unit of a side may come up that is kept back."""

    id: str
    at: Point
    side: Side
    is_open: bool
    """Whether all of the unit would find room there now."""
    clause: str


class Cargo(NamedTuple):
    """Something that is worth points to the side that brings it off the table."""

    piece: str
    value: float
    """In points."""
    exits: tuple[Segment, ...]
    """Where the side brings it off."""


class Stream(NamedTuple):
    """Water on its way: between two places where it parts, meets or ends."""

    path: Path
    """Downstream."""
    off: float
    """How many inches it has come where it enters."""


class LaneBranch(NamedTuple):
    """A way on from where water parts, as who comes there may be taken."""

    at: Point
    """A little way down it."""
    words: str
    """The faces of the die that take one there: ``"1-3"``."""


class WaterFlow(NamedTuple):
    """Which way water would run over the table."""

    source: Path
    """A point or a line."""
    streams: tuple[Stream, ...]
    ends: tuple[Point, ...] = ()
    """Where it ends at something Impassable."""
    pools: tuple[Point, ...] = ()
    """Where streams meet and none leaves."""
    branches: tuple[LaneBranch, ...] = ()
    dry: tuple[Path, ...] = ()
    """Lanes that no water reaches."""
    clause: str = ""


class FiringOption(NamedTuple):
    """One model that may fire a weapon at somebody, or at a point."""

    model: ModelId
    weapon: str
    at: Point
    target: ModelId | None = None
    shots: int = 1
    missed: float = 1.0
    """The chance of each shot to fly on."""


class StrayRisk(NamedTuple):
    """Somebody, dead or alive, whom a shot may hit that was not aimed at him."""

    model: ModelId
    chance: float
    """To be hit by one of the shots at least, as the line stands."""
    strength: int


class StrayLine(NamedTuple):
    """The whole line of a shot that flies on, and who is on it, the first to be tried first."""

    start: Point
    end: Point
    risks: tuple[StrayRisk, ...]
    clause: str
    spent: bool = False
    """Whether it ends because nothing of its Strength is left, in the middle of nowhere."""


class PossibleEnd(NamedTuple):
    """One place where a move can end, alive."""

    far: float
    """Inches along its way."""
    at: Point
    heading: float
    """Where its arrows point then, in degrees."""
    chance: float
    path: Path
    """From where it stands, with every rebound."""


class MoveOutcomes(NamedTuple):
    """All that can come of a move. The chances of all are 1 together."""

    model: ModelId
    endings: tuple[PossibleEnd, ...]
    """The nearest first."""
    dies: float = 0.0
    """The chance that it dies on the way."""
    lost: float = 0.0
    """The chance that it leaves the table."""
    leaves: Path = ()
    """Its way off the table, if it can leave it."""
    exit: Reason | None = None
    """What it leaves for, if it is not lost there."""


class Encounter(NamedTuple):
    """Something that a move would meet, or come to."""

    at: Point
    """Where the mover's middle is then."""
    words: str
    clause: str
    harm: float = 0.0
    """The chance that it dies of it, if it comes so far."""
    warns: bool = False
    """Whether it does no harm now, but is better known."""
    good: bool = False
    """Whether it is what the mover wants."""


class PushResult(NamedTuple):
    """Where something pushes a model to."""

    path: Path
    """Straight; empty if it does not move."""
    lost: bool
    """Whether it leaves the table there."""
    clause: str
    exit: Reason | None = None
    """What it leaves for, if it is not lost there."""


class Arc(NamedTuple):
    """Where a model may charge to, by where it is headed."""

    heading: float
    """Degrees: the middle of the arc."""
    wide: float
    """Degrees from one side of it to the other; 360 for any way."""
    reach: float
    """Inches from base to base."""
    clause: str


class PieceContact(NamedTuple):
    """A model and a piece that it may come to, or that may come to it."""

    model: ModelId
    piece: str


class CellInfo(NamedTuple):
    """A cell next to a champion's, and what it is to the champion."""

    outline: Path
    words: str
    reached: bool
    """Whether a weapon of the champion reaches there."""


class BattleBanner(NamedTuple):
    """Something that lies over a whole battle."""

    name: str
    clause: str
    words: str
    """What it does, in a line."""
    state: str = ""
    """How it stands just now, in a word or two: ``"raining"``."""


class ActivationOrder(NamedTuple):
    """Who is handled when, in a phase of both sides."""

    groups: tuple[tuple[str, ...], ...]
    """Models and pieces, the first first; in one group who rolls for it."""
    clause: str


CHARACTERISTICS = QueryHook[ModelId, Characteristic]("characteristics as they are now")
SIGHTLINES = QueryHook[UnitPair, Sightline]("who sees whom")
HIDES = QueryHook[Disc, Hide]("what hides ground from a base")
CHAINS = QueryHook[UnitId, float]("how far apart models of a unit may stand")
"""Coherency, in inches from edge to edge."""
GROUND = QueryHook[Terrain, Reason]("what a piece of terrain does")
AIMS = QueryHook[Side, ScoringPlace]("where a side wants to be")
"""Only of missions for which it is not just the objective markers."""
STAKES = QueryHook[None, ScoringMarker](
    "which objective markers pay whoever has more models near"
)
NATURES = QueryHook[None, MysteryInfo]("what objective markers turned out to be")
TOKENS = QueryHook[None, DrawnMarker]("what players have drawn on the table")
MOUTHS = QueryHook[None, Mouth]("where a unit may come up that is kept back")
CARGO = QueryHook[Side, Cargo]("what a side wants to bring home")
PLUCK = QueryHook[Side, int]("with how many models left its nerve goes")
"""Each of them may then be lost at the start of each of its turns."""
REACHES = QueryHook[ConsideredAnswer, MoveOutcomes](
    "where each model can end that an answer moves"
)
"""More than one where an answer leaves the way open: of one model, without chances to tell."""
ENCOUNTERS = QueryHook[ConsideredAnswer, Encounter]("what an answer lets a model meet")
"""In the order met, as if nothing before had stopped it."""
FIRINGS = QueryHook[ConsideredAnswer, FiringOption](
    "which weapons an answer fires, and whereto"
)
FACTS = QueryHook[str, Reason]("what is to be known of somebody or something just now")
"""*subject*: the id of a model, dead or alive, of a piece, or of an objective marker."""
STRAYS = QueryHook[FiringOption, StrayLine]("where shots fly on that miss")
RECOILS = QueryHook[FiringOption, PushResult]("where a shot pushes its firer")
ARCS = QueryHook[ModelId, Arc]("where a model may charge to")
FIRE_ARCS = QueryHook[ModelId, Arc]("where a model may shoot to")
"""Only where models do not shoot all around."""
HOLDS = QueryHook[PieceContact, Reason]("what a piece is to a model")
NEARBY = QueryHook[ModelId, CellInfo]("what lies around a champion, as it faces")
BANNERS = QueryHook[None, BattleBanner]("what lies over the whole battle")
ORDERS = QueryHook[None, ActivationOrder]("who is handled when")
FLOWS = QueryHook[str, WaterFlow]("which way water runs")
"""*subject*: the id of the place that it would come from; any other for where it will."""
PROSPECTS = QueryHook[UnitPair, ForecastFigure]("what would come of an attack now")


def characteristics(look: GameView, model: ModelId) -> Mapping[str, Characteristic]:
    """Return a model's numbers as they are now, by their names in its profile."""
    return {c.name: c for c in CHARACTERISTICS.of(look, model)}


@dataclass(frozen=True, slots=True)
class Task:
    """A tactical objective of a side, as it stands."""

    number: int
    name: str
    """As prompts say it: ``"44 A spot that matters (marker 2)"``."""
    words: str
    """What it asks for and pays."""
    clause: str
    kind: str
    progress: str
    """``"2 of 3 markers"``"""
    pays: str = ""
    """What it would pay if the turn ended now: ``"d3 + 1"``; empty: it is not achieved."""
    led: bool = False
    """Whether only the WARLORD can achieve it."""
    marker: str = ""
    """The marker on the board that it is about."""


TASKS = QueryHook[Side, Task]("what a side is to achieve")
"""In the order in which they became active."""
