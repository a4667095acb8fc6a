"""Queries that any part of the program may ask a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from enum import Enum, auto
from typing import Any, NamedTuple

from game.cores.kit.hooks import QueryHook
from game.cores.kit.probability import Spread, average
from game.geometry.points import Disc, Path, Point, length
from game.geometry.polygons import Polygon, Segment
from game.play.decisions import Choose, Decision, DecisionKind
from game.play.game import GameView, Rules
from game.table.board import Terrain
from game.table.events import Reason
from game.table.records import ModelId, Side, UnitId
from game.table.state import Table

INKS = ("white", "amber", "red", "green", "blue", "violet")
"""``SB-08``  Colours of markers that players draw."""
CHAINS = QueryHook[UnitId, float]("how far apart models of a unit may stand")
"""Maximum distance within a unit (coherency), in inches from edge to edge."""
GROUND = QueryHook[Terrain, Reason]("what a piece of terrain does")
FACTS = QueryHook[str, Reason]("what is to be known of somebody or something just now")
"""*subject*: the id of a model, dead or alive, of a piece, or of an objective marker."""
ASSUMED = QueryHook[Choose, str]("the option that the odds of the question before took")


class FigureKind(Enum):
    """The meaning of a figure, where bots weigh it; its label is for players."""

    WOUNDS_LOST = auto()
    MODELS_LOST = auto()
    LOST_TO_OVERWATCH = auto()
    DESTROYED = auto()
    DAMAGE = auto()
    FLEE = auto()
    ARRIVES = auto()
    SUCCEEDS = auto()
    TAKES_EFFECT = auto()
    DENIED = auto()
    PSYKER_LOST = auto()
    """The psyker dies or goes over to the enemy."""


@dataclass(frozen=True, slots=True)
class ForecastFigure:
    """One number of the forecast of an answer."""

    what: str
    """A short label: ``"to hit"``, ``"models lost"``."""
    value: float
    """A probability from 0 to 1, or the mean of *spread* if there is one."""
    clause: str
    _: KW_ONLY
    about: str = ""
    """The unit or weapon that the figure is about."""
    need: int = 0
    """The face or total that a roll needs; 0 if the figure is not about a single roll."""
    reasons: tuple[Reason, ...] = ()
    spread: Spread = ()
    """Probability of each number from 0 on; empty if the figure is a single probability."""
    more: bool = False
    """True if the figure only explains another one."""
    kind: FigureKind | None = None
    again: bool = False
    """True if it is the figure after a die is rolled again."""


def counted(
    what: str,
    spread: Spread,
    clause: str,
    about: str = "",
    reasons: tuple[Reason, ...] = (),
    kind: FigureKind | None = None,
    *,
    again: bool = False,
) -> ForecastFigure:
    """Return the figure of a count with its distribution."""
    return ForecastFigure(
        what,
        value=average(spread),
        clause=clause,
        about=about,
        reasons=reasons,
        spread=spread,
        kind=kind,
        again=again,
    )


@dataclass(frozen=True, slots=True)
class ConsideredAnswer:
    """An answer under consideration: parsed, but not necessarily legal."""

    decision: Decision[Any]
    answer: Any


FORECAST = QueryHook[ConsideredAnswer, ForecastFigure]("what would come of it")


def forecast(
    view: GameView, decision: Decision[Any], answer: Any
) -> tuple[ForecastFigure, ...]:
    """Return the forecast of an answer; empty for most decisions.

    *answer* is a value as returned by ``decision.read``. The table of *view* is not changed.
    """
    return tuple(FORECAST.of(view, ConsideredAnswer(decision, answer)))


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


class GoalPlace(NamedTuple):
    """A place that a mission is about, other than its objective markers."""

    name: str
    at: Point
    reach: float
    """Inches from it within which a model is there."""


class MysteryInfo(NamedTuple):
    """The revealed nature of an objective marker."""

    marker: str
    words: str


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
    stop: str = ""
    """Words for the end of a move cut short: ``"stopped by the mill"``; empty if it is not."""

    @property
    def furthest(self) -> float | None:
        """Return the inches to its furthest end or off the table; None if it has none."""
        ends = [ending.distance for ending in self.endings]
        return max([*ends, length(self.leaves)] if self.leaves else ends, default=None)


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


class Arc(NamedTuple):
    """An arc in which a model may charge, or shoot, given its heading."""

    heading: float
    """Degrees, at the middle of the arc."""
    wide: float
    """Full angle of the arc in degrees; 360 for any direction."""
    reach: float
    """Inches from base to base."""
    clause: str


class ThreatKind(Enum):
    """The ways in which the ground that a model reaches matters to others."""

    SHOOTS = auto()
    CHARGES = auto()
    STRIKES = auto()
    """From where it stands, without a charge."""
    CARRIED = auto()


class ThreatArea(NamedTuple):
    """The ground on which a model may harm enemies, or end, in its next turn.

    It covers all that may happen, whatever the dice say; models in the way are ignored.
    """

    kind: ThreatKind
    clause: str
    move: float = 0.0
    """Inches that its centre may move first, around obstacles."""
    over: bool = False
    """True if it moves over everything."""
    heading: float | None = None
    """Direction in degrees of a straight move; None for any, and around corners."""
    wide: float = 360.0
    """Full angle of the arc around *heading* in which a straight move may end."""
    reach: float = 0.0
    """Inches from the edge of its base, from wherever the move ended."""
    arc: float = 360.0
    """Full angle of the arc around *heading* that it reaches in."""
    in_sight: bool = False
    """True if it reaches only along clear lines."""
    course: Path = ()
    """A known path of its centre, instead of a move."""
    area: Path = ()
    """Outline of the ground itself, where it is known."""


class PieceContact(NamedTuple):
    """A model and a piece that may come into contact."""

    model: ModelId
    piece: str


class BattleBanner(NamedTuple):
    """A rule in force for a whole battle."""

    name: str
    clause: str
    words: str
    """Its effect in one line."""
    state: str = ""
    """Its present state in a word or two: ``"raining"``."""


CHARACTERISTICS = QueryHook[ModelId, Characteristic]("characteristics as they are now")
SIGHTLINES = QueryHook[UnitPair, Sightline]("who sees whom")
HIDES = QueryHook[Disc, Hide]("what hides ground from a base")
AIMS = QueryHook[Side, ScoringPlace]("where a side wants to be")
"""Answered by missions in which objective markers are not all that counts."""
STAKES = QueryHook[None, ScoringMarker](
    "which objective markers pay whoever has more models near"
)
GOAL_PLACES = QueryHook[None, GoalPlace]("places that a mission is about")
NATURES = QueryHook[None, MysteryInfo]("what objective markers turned out to be")
TOKENS = QueryHook[None, DrawnMarker]("what players have drawn on the table")
MOUTHS = QueryHook[None, Mouth]("where a unit may come up that is kept back")
REACHES = QueryHook[ConsideredAnswer, MoveOutcomes](
    "where each model can end that an answer moves"
)
"""Several outcomes if the answer leaves the move open; then of one model, without chances."""
ENCOUNTERS = QueryHook[ConsideredAnswer, Encounter]("what an answer lets a model meet")
"""In order, as if no earlier encounter had stopped the model."""
ARCS = QueryHook[ModelId, Arc]("where a model may charge to")
FIRE_ARCS = QueryHook[ModelId, Arc]("where a model may shoot to")
"""Answered only if models cannot shoot in all directions."""
THREATS = QueryHook[ModelId, ThreatArea]("where a model may do harm in its next turn")
HOLDS = QueryHook[PieceContact, Reason]("what a piece is to a model")
BANNERS = QueryHook[None, BattleBanner]("what lies over the whole battle")
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
    _: KW_ONLY
    extra: str = ""
    """Points on top of those, as in ``"Your priority: 1 more."``; empty for none."""
    clause: str
    kind: str
    progress: str
    """For example ``"2 of 3 markers"``."""
    pays: str = ""
    """Points if the turn ended now, as in ``"d3 + 1"``; empty if it is not achieved."""
    marker: str = ""
    """Id of the objective marker that it is about."""


TASKS = QueryHook[Side, Task]("what a side is to achieve")
"""In the order in which they became active."""


class SewerRatsKind(DecisionKind):
    """Kinds of decisions about sewer rats."""

    SEWER_RATS = "sewer rats"
    DRAIN = "drain"
