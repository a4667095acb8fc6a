"""Rules of the training cage, for bouts on rotating rings (TC).

Here are their page, and their words for the log.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from game.play.decisions import DecisionKind
from game.play.log.battle_report import ROLL_GROUPS
from game.play.log.log_words import LogSpan, LogSpanKind, NamedId, Words
from game.play.log.transcript import sentence, spans
from game.play.log.vocabulary import VOCABULARY, RollText, Vocabulary
from game.play.log.wording import side_does
from game.systems.cage.table import (
    cell_name,
    direction_text,
    facing_text,
    floor_of,
    place_text,
)
from game.systems.cage.table.events import (
    BoutBegan,
    RingTurned,
    StepKind,
    Stepped,
    WeaponDropped,
    WeaponTaken,
)
from game.systems.cage.table.floor_state import rings_now
from game.table.events import Act, Event, Rolled, RollKind
from game.table.records import Cell, How, Model, Side, Where
from game.table.state import StatePage, Table


class CageKind(DecisionKind):
    """Kinds of decisions of the cage."""

    CHAMPION = "champion"
    FLOOR = "floor"
    FACING = "facing"
    ACTION = "action"
    ON = "on"
    HIT_BACK = "hit back"
    RETREAT = "retreat"
    DISARM = "disarm"
    COUNTER = "counter"
    DIE = "die"
    TACTICS = "tactics"


@dataclass(frozen=True, slots=True)
class BoutState:
    """The state of a bout; pairs hold one value for each side, the first side's first."""

    number: int = 1
    turn: int = 0
    """``TC-06``  The last game turn in which actions have begun."""
    acts: str = ""
    """``TC-06``  The side with the next action."""
    _: KW_ONLY
    left: tuple[int, int] = (0, 0)
    """``TC-06``  Actions left in this game turn."""
    made: tuple[int, int] = (0, 0)
    """``TC-12``  Attacks made in this game turn."""
    parries: str = ""
    """``TC-13``  The side with a champion that parries the very next action."""
    surged: tuple[bool, bool] = (False, False)
    """``TC-29``  True if the last action of the side's champion was an Advance."""
    fought: bool = False
    """``TC-31``  True if there was an attack in this game turn."""
    quiet: int = 0
    """``TC-31``  Game turns without an attack so far."""
    reckoned: int = 0
    """``TC-31``, ``TC-32``  The last game turn at the end of which the end was checked."""
    floor: int = 0
    """``TC-07``  The last game turn after which the floor may be turned, or was."""


PAGE = StatePage("cage", BoutState())


def bout_of(table: Table) -> BoutState:
    """Return the state of the current bout."""
    return PAGE.of(table)


def champion(table: Table, side: str) -> Model | None:
    """Return the champion of a side that stands in the cage."""
    for model in table.models.values():
        if model.where is Where.TABLE and model.side == side:
            return model
    return None


def fighter(table: Table, side: Side) -> Model:
    """Return the champion of a side that must have one in the cage."""
    model = champion(table, side)
    assert model, f"{side} has nobody in the cage"
    return model


VOCABULARY.add(
    Vocabulary(
        acts={
            Act.MISSES: "is parried by",
            Act.HURTS_ITSELF: "is hit by its own attack on",
            Act.TRADES: "trades blows with",
            Act.HARMS: "hits",
            Act.KNOCKS: "hits and knocks back",
            Act.GIVES_GROUND: "gives ground (Combat tactics)",
            Act.IS_STUBBORN: "stands its ground (Stubborn)",
            Act.THIRSTS: "stands its ground (Red thirst)",
            Act.IS_CORNERED: "has no room to retreat",
        },
        losses={How.PUSHED: "is pushed out of the cage"},
        rolls={"standing off": RollText("Stand-off roll", "the bout ends", "the bout goes on")},
        purposes={"where it lands": "landing of the weapon"},
        phases={"reckoning": "end of the turn", "floor": "turning the floor"},
        results={
            "has no wounds left": "is out of wounds",
            "stood off, and lost by both": "stand-off: both champions lose",
            "at the agreed end": "at the turn limit",
        },
    )
)


@sentence.register(BoutBegan)
def _bout(event: BoutBegan, table: Table) -> Words:
    return (LogSpan(f"Bout {event.number}", LogSpanKind.HEADING),)


@sentence.register(Stepped)
def _step(event: Stepped, table: Table) -> Words:
    """``TC-04``, ``TC-08`` to ``TC-10``, ``TC-23``  Return the words of a step or a turn."""
    model, facing = NamedId(event.model), _faced(table, event.cell, event.edge)
    if event.step is StepKind.TURNS:
        return (model, " turns to face ", facing)
    place = (_placed(table, event.cell), ", facing ", facing)
    if event.step is StepKind.ENTERS:
        sends = side_does(table.models[event.model].side, "sends")
        return (f"{sends} ", model, " to ", *place)
    return (model, f" {event.step} to ", *place)


def _placed(table: Table, cell: Cell) -> LogSpan:
    """Return a cell by its number, and by its direction on the floor as it is now."""
    floor = floor_of(table.board)
    return LogSpan(cell_name(cell), seen=place_text(floor, rings_now(table), cell))


def _faced(table: Table, cell: Cell, edge: int) -> LogSpan:
    floor = floor_of(table.board)
    return LogSpan(
        facing_text(cell, edge), seen=direction_text(floor, rings_now(table), cell, edge)
    )


@sentence.register(RingTurned)
def _ring(event: RingTurned, table: Table) -> Words:
    what = f"ring {event.ring}" if event.ring else "the centre"
    sense = "clockwise" if event.by > 0 else "counter-clockwise"
    return (f"{side_does(event.side, 'turns')} {what} {abs(event.by)}° {sense}",)


@sentence.register(WeaponDropped)
def _drop(event: WeaponDropped, table: Table) -> Words:
    lands = f" drops its {event.weapon}, which lands in "
    return (NamedId(event.model), lands, _placed(table, event.cell))


@sentence.register(WeaponTaken)
def _take(event: WeaponTaken, table: Table) -> Words:
    return (NamedId(event.model), f" picks up its {event.weapon}")


@dataclass
class LandingSummary:
    """``TC-19``  The rolls for the cell in which a dropped weapon lands."""

    rolls: list[Rolled]
    dropped: WeaponDropped | None = None

    def take(self, event: Event, table: Table) -> bool:
        if self.dropped:
            return False
        match event:
            case Rolled(kind=RollKind.LANDING):
                self.rolls.append(event)
            case WeaponDropped():
                self.dropped = event
            case _:
                return False
        return True

    def words(self, table: Table) -> Words:
        if not self.dropped:
            return (NamedId(self.rolls[-1].who), " loses its weapon")
        faces = ", ".join([str(roll.faces[0]) for roll in self.rolls])
        return (*spans(self.dropped, table), LogSpan(f" (rolled {faces})", LogSpanKind.REASON))


ROLL_GROUPS[RollKind.LANDING] = lambda roll: LandingSummary([roll])
