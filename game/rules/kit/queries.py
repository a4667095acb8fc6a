"""Queries that any part of the program may ask a game: characteristics, sight, tasks, odds."""

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
    """A real or hypothetical table, for reading, with the rules of a game."""

    table: Table
    rules: Rules


class Characteristic(NamedTuple):
    """A characteristic of a model with its modifiers."""

    name: str
    """Its name in the profile: ``"ws"``."""
    base: int
    now: int
    reasons: tuple[Reason, ...] = ()


class UnitPair(NamedTuple):
    """A unit and an enemy unit that it looks at, perhaps to attack it."""

    unit_id: UnitId
    target: UnitId


class Sightline(NamedTuple):
    """The line of sight of one model to a unit."""

    eye: ModelId
    target: ModelId
    start: Point
    end: Point
    clause: str
    block: Point | None = None
    """The point where the line is blocked; None if it is clear."""
    by: str = ""
    """Id of the obstacle that blocks the line, or that gives cover."""
    cover: int = 0
    """Cover save of the target along a clear line: 4 is 4+; 0 for none."""
    effects: tuple[Reason, ...] = ()
    """Other effects on a shot along a clear line: ``MC-17``, ``MP-04``."""


class Hide(NamedTuple):
    """An obstacle that hides the ground behind it."""

    sides: tuple[Segment, ...]
    into: bool = False
    """True if models see into it, but not out again on its far side."""


class ScoringPlace(NamedTuple):
    """A place at which models earn points in a mission."""

    id: str
    at: Point
    value: float
    """Approximate value in points."""
    reach: float
    """Inches from a base's edge to *at*, or to the outline, within which a model is there."""
    turns: int = 0
    """Number of ends of its own turns a side must be there; 0: only at the end of the game."""
    outline: Polygon = ()
    """Area to reach, if the place is not a point."""
    each: bool = False
    """True if each model that arrives scores the value, and leaves the table."""


class ScoringMarker(NamedTuple):
    """An objective marker that pays the side that controls it."""

    marker: str
    reach: float
    """Inches around its centre within which models count."""
    active: bool = False
    """True if it pays more than other markers at present."""


class MysteryInfo(NamedTuple):
    """The revealed nature of an objective marker."""

    marker: str
    words: str


INKS = ("white", "amber", "red", "green", "blue", "violet")
"""``SB-08``  Colours of markers that players draw."""


@dataclass(frozen=True, slots=True)
class DrawnMarker:
    """``SB-08``  A marker drawn by a player."""

    id: str
    words: str
    ink: str
    at: Point


class Mouth(NamedTuple):
    """``MI-06``  A place where a unit of a side may arrive from reserve."""

    id: str
    at: Point
    side: Side
    is_open: bool
    """True if the whole unit would find room there now."""
    clause: str


class Cargo(NamedTuple):
    """A container that is worth points to the side that takes it off the table."""

    piece: str
    value: float
    """In points."""
    exits: tuple[Segment, ...]
    """Edges where the side may take it off."""


class Stream(NamedTuple):
    """Flowing water between two places where it branches, meets or ends."""

    path: Path
    """The path downstream."""
    off: float
    """Inches that the water has flowed before it enters."""


class LaneBranch(NamedTuple):
    """A branch that water, or a base carried by it, may take."""

    at: Point
    """A point a short distance down the branch."""
    words: str
    """Faces of the die for this branch: ``"1-3"``."""


class WaterFlow(NamedTuple):
    """The directions in which water would flow over the table."""

    source: Path
    """A point or a line."""
    streams: tuple[Stream, ...]
    ends: tuple[Point, ...] = ()
    """Points where the water ends at Impassable terrain."""
    pools: tuple[Point, ...] = ()
    """Points where streams meet and none leaves."""
    branches: tuple[LaneBranch, ...] = ()
    dry: tuple[Path, ...] = ()
    """Lanes that no water reaches."""
    clause: str = ""


class FiringOption(NamedTuple):
    """A model that may fire a weapon at another model, or at a point."""

    model: ModelId
    weapon: str
    at: Point
    target: ModelId | None = None
    shots: int = 1
    missed: float = 1.0
    """Chance of each shot to miss and fly on."""


class StrayRisk(NamedTuple):
    """A model or corpse that a stray shot may hit."""

    model: ModelId
    chance: float
    """Chance that at least one of the shots hits it."""
    strength: int


class StrayLine(NamedTuple):
    """The line of stray shots, with the models on it in the order in which they may be hit."""

    start: Point
    end: Point
    risks: tuple[StrayRisk, ...]
    clause: str
    spent: bool = False
    """True if the line ends on the table because the shot has no Strength left."""


class PossibleEnd(NamedTuple):
    """One place where a moving model can end alive."""

    distance: float
    """Inches along its path."""
    at: Point
    heading: float
    """Direction of its arrows at the end, in degrees."""
    chance: float
    path: Path
    """The path from its position, with every rebound."""


class MoveOutcomes(NamedTuple):
    """All outcomes of a model's move; their chances add up to 1."""

    model: ModelId
    endings: tuple[PossibleEnd, ...]
    """Possible ends, the nearest first."""
    dies: float = 0.0
    """Chance that it dies on the way."""
    lost: float = 0.0
    """Chance that it leaves the table."""
    leaves: Path = ()
    """Its path off the table, if it can leave."""
    exit: Reason | None = None
    """The reason for leaving, if leaving the table is not a loss."""


class Encounter(NamedTuple):
    """A thing that a moving model would meet or reach."""

    at: Point
    """Position of the model's centre at the time."""
    words: str
    clause: str
    harm: float = 0.0
    """Chance that the model dies of it, if it gets there."""
    warns: bool = False
    """True if it deserves attention although it does no harm now."""
    good: bool = False
    """True if the model's player wants it."""


class PushResult(NamedTuple):
    """The result of pushing a model."""

    path: Path
    """A straight path; empty if the model does not move."""
    lost: bool
    """True if it leaves the table at the end."""
    clause: str
    exit: Reason | None = None
    """The reason for leaving, if leaving the table is not a loss."""


class Arc(NamedTuple):
    """An arc in which a model may charge, or shoot, given its heading."""

    heading: float
    """Degrees, at the middle of the arc."""
    wide: float
    """Full angle of the arc in degrees; 360 for any direction."""
    reach: float
    """Inches from base to base."""
    clause: str


class PieceContact(NamedTuple):
    """A model and a piece that may come into contact."""

    model: ModelId
    piece: str


class CellInfo(NamedTuple):
    """A cell next to a champion's, with its relation to the champion."""

    outline: Path
    words: str
    reached: bool
    """True if a weapon of the champion reaches the cell."""


class BattleBanner(NamedTuple):
    """A rule in force for a whole battle."""

    name: str
    clause: str
    words: str
    """Its effect in one line."""
    state: str = ""
    """Its present state in a word or two: ``"raining"``."""


class ActivationOrder(NamedTuple):
    """The activation order in a phase of both sides."""

    groups: tuple[tuple[str, ...], ...]
    """Models and pieces in order; those of one group roll for it."""
    clause: str


CHARACTERISTICS = QueryHook[ModelId, Characteristic]("characteristics as they are now")
SIGHTLINES = QueryHook[UnitPair, Sightline]("who sees whom")
HIDES = QueryHook[Disc, Hide]("what hides ground from a base")
CHAINS = QueryHook[UnitId, float]("how far apart models of a unit may stand")
"""Maximum distance within a unit (coherency), in inches from edge to edge."""
GROUND = QueryHook[Terrain, Reason]("what a piece of terrain does")
AIMS = QueryHook[Side, ScoringPlace]("where a side wants to be")
"""Answered by missions in which objective markers are not all that counts."""
STAKES = QueryHook[None, ScoringMarker](
    "which objective markers pay whoever has more models near"
)
NATURES = QueryHook[None, MysteryInfo]("what objective markers turned out to be")
TOKENS = QueryHook[None, DrawnMarker]("what players have drawn on the table")
MOUTHS = QueryHook[None, Mouth]("where a unit may come up that is kept back")
CARGO = QueryHook[Side, Cargo]("what a side wants to bring home")
PLUCK = QueryHook[Side, int]("with how many models left its nerve goes")
"""Each of them may then be lost at the start of each of the side's turns."""
REACHES = QueryHook[ConsideredAnswer, MoveOutcomes](
    "where each model can end that an answer moves"
)
"""Several outcomes if the answer leaves the move open; then of one model, without chances."""
ENCOUNTERS = QueryHook[ConsideredAnswer, Encounter]("what an answer lets a model meet")
"""In order, as if no earlier encounter had stopped the model."""
FIRINGS = QueryHook[ConsideredAnswer, FiringOption](
    "which weapons an answer fires, and whereto"
)
FACTS = QueryHook[str, Reason]("what is to be known of somebody or something just now")
"""*subject*: the id of a model, dead or alive, of a piece, or of an objective marker."""
STRAYS = QueryHook[FiringOption, StrayLine]("where shots fly on that miss")
RECOILS = QueryHook[FiringOption, PushResult]("where a shot pushes its firer")
ARCS = QueryHook[ModelId, Arc]("where a model may charge to")
FIRE_ARCS = QueryHook[ModelId, Arc]("where a model may shoot to")
"""Answered only if models cannot shoot in all directions."""
HOLDS = QueryHook[PieceContact, Reason]("what a piece is to a model")
NEARBY = QueryHook[ModelId, CellInfo]("what lies around a champion, as it faces")
BANNERS = QueryHook[None, BattleBanner]("what lies over the whole battle")
ORDERS = QueryHook[None, ActivationOrder]("who is handled when")
FLOWS = QueryHook[str, WaterFlow]("which way water runs")
"""*subject*: the id of the place it would come from; any other id for its actual source."""
PROSPECTS = QueryHook[UnitPair, ForecastFigure]("what would come of an attack now")


def characteristics(view: GameView, model: ModelId) -> Mapping[str, Characteristic]:
    """Return a model's current characteristics, by their names in the profile."""
    return {c.name: c for c in CHARACTERISTICS.of(view, model)}


@dataclass(frozen=True, slots=True)
class Task:
    """A tactical objective of a side and its progress."""

    number: int
    name: str
    """As shown by prompts: ``"44 A spot that matters (marker 2)"``."""
    words: str
    """Its condition and its points."""
    clause: str
    kind: str
    progress: str
    """For example ``"2 of 3 markers"``."""
    pays: str = ""
    """Points if the turn ended now, as in ``"d3 + 1"``; empty if it is not achieved."""
    led: bool = False
    """True if only the WARLORD can achieve it."""
    marker: str = ""
    """Id of the objective marker that it is about."""


TASKS = QueryHook[Side, Task]("what a side is to achieve")
"""In the order in which they became active."""
