"""Words of the cage for the log and the report."""

from __future__ import annotations

from dataclasses import dataclass

from game.play.battle_report import ROLL_GROUPS
from game.play.log_words import LogSpan, LogSpanKind, NamedId, Words, roll_words
from game.play.transcript import sentence, spans
from game.play.vocabulary import VOCABULARY, RollText, Vocabulary
from game.play.wording import side_does
from game.table.cage import cell_name, facing_text
from game.table.events import (
    Act,
    BoutBegan,
    Event,
    RingTurned,
    Rolled,
    RollKind,
    StepKind,
    Stepped,
    WeaponDropped,
    WeaponTaken,
)
from game.table.records import How
from game.table.state import Table

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
    model, facing = NamedId(event.model), facing_text(event.cell, event.edge)
    if event.step is StepKind.TURNS:
        return (model, f" turns to face {facing}")
    place = f"{cell_name(event.cell)}, facing {facing}"
    if event.step is StepKind.ENTERS:
        sends = side_does(table.models[event.model].side, "sends")
        return (f"{sends} ", model, f" to {place}")
    return (model, f" {event.step} to {place}")


@sentence.register(RingTurned)
def _ring(event: RingTurned, table: Table) -> Words:
    what = f"ring {event.ring}" if event.ring else "the centre"
    sense = "clockwise" if event.by > 0 else "counter-clockwise"
    return (f"{side_does(event.side, 'turns')} {what} {abs(event.by)}° {sense}",)


@sentence.register(WeaponDropped)
def _drop(event: WeaponDropped, table: Table) -> Words:
    lands = f" drops its {event.weapon}, which lands in {cell_name(event.cell)}"
    return (NamedId(event.model), lands)


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
            return roll_words(self.rolls[-1])
        faces = ", ".join([str(roll.faces[0]) for roll in self.rolls])
        return (*spans(self.dropped, table), LogSpan(f" (rolled {faces})", LogSpanKind.REASON))


ROLL_GROUPS[RollKind.LANDING] = lambda roll: LandingSummary([roll])
