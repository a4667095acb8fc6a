"""Groups of events that the report sums up as attacks, and as harm of another cause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from game.play.log_words import LogSpan, LogSpanKind, NamedId, Words, act_words, reaches
from game.play.transcript import hit_text, spans
from game.play.wording import agree, is_plural, join_names, model_name, name
from game.table.events import (
    Act,
    Acted,
    Event,
    MarkerLaid,
    Removed,
    Rerolled,
    Rolled,
    Spent,
    Struck,
    Wounded,
)
from game.table.records import How, ModelId, Where, many
from game.table.state import Table

RESULTS: Final = frozenset(
    {Act.MISSES, Act.HURTS_ITSELF, Act.TRADES, Act.PUSHES, Act.DISARMS, Act.HARMS, Act.KNOCKS}
)
"""Results of an attack in the cage."""
KILLED: Final = frozenset({How.SHOT, How.FOUGHT, How.HAZARD, How.POWER})
TO_HIT: Final = frozenset({"to hit", "to attack"})
OF_ATTACKS: Final = (
    *TO_HIT,
    "to wound",
    "to save",
    "scatter",
    "direction",
    "damage",
    "attacks",
)
"""The beginnings of the names of all rolls that belong to attacks."""


def unit_of(table: Table, id_: str) -> str:
    """Return the unit of a model, or else the same id."""
    model = table.models.get(ModelId(id_))
    return model.unit if model else id_


def rerolled(roll: Rolled, event: Rerolled) -> Rolled:
    """Return a roll with the second result of a die."""
    faces = list(roll.faces)
    if event.n < len(faces):
        faces[event.n] = event.face
    return replace(roll, faces=tuple(faces))


def joined_names(ids: Sequence[str]) -> Words:
    """Return names as a list in a sentence."""
    words = list[str | NamedId | LogSpan]()
    for n, id_ in enumerate(ids):
        words += [" and " if n == len(ids) - 1 else ", "] if n else []
        words.append(NamedId(id_))
    return tuple(words)


@dataclass
class Suffering:
    """Wound and save rolls of an attack, lost wounds, and killed models."""

    rolls: list[Rolled] = field(default_factory=list)
    lost: dict[ModelId, int] = field(default_factory=dict)
    removed: list[Removed] = field(default_factory=list)

    def count(self, *whats: str) -> tuple[int, int]:
        """Return the number of dice of some rolls, and of their successes."""
        rolls = [roll for roll in self.rolls if roll.what in whats]
        good = [reaches(roll, face) for roll in rolls for face in roll.faces]
        return len(good), sum(good)

    def suffer(self, event: Event) -> bool:
        match event:
            case Wounded(model=model, wounds=wounds):
                self.lost[model] = self.lost.get(model, 0) + wounds
            case Removed(how=how) if how in KILLED:
                self.removed.append(event)
            case Rerolled() if self.rolls:
                self.rolls[-1] = rerolled(self.rolls[-1], event)
            case Spent():
                return bool(self.rolls)
            case _:
                return False
        return True

    def parts(self) -> list[str]:
        """Return the results of the wound rolls and saves."""
        parts = list[str]()
        rolled, wounds = self.count("to wound")
        if rolled:
            parts.append(many(wounds, "wound") if wounds else "no wound")
        saves, saved = self.count("to save")
        if saves:
            if saves == 1:
                parts.append("saved" if saved else "not saved")
            else:
                parts.append("all saved" if saved == saves else f"{saved or 'none'} saved")
        elif wounds and self.lost:
            parts.append("no save")
        return parts

    def end(self, table: Table, who: str = "") -> Words:
        """Return the losses; those of *who*, the subject of the sentence, without a name."""
        gone = [event.model for event in self.removed]
        ends = list[str]()
        if gone:
            names = join_names([model_name(table, model) for model in gone])
            drifts = any(event.where is Where.BODY for event in self.removed)
            killed = "killed" if names == name(table, who) else f"{names} killed"
            ends.append(f"{killed}{'; the body drifts on' if drifts else ''}")
        for model, wounds in self.lost.items():
            if model not in gone:
                loses = f"loses {many(wounds, 'wound')} ({table.models[model].wounds} left)"
                called = model_name(table, model)
                ends.append(loses if called == name(table, who) else f"{called} {loses}")
        return (LogSpan(" — " + ", ".join(ends), LogSpanKind.LOSS),) if ends else ()


@dataclass
class AttackSummary:
    """An attack of a unit with one kind of weapon, down to its last casualty."""

    by: str
    target: str
    act: Act | None
    rolls: list[Rolled] = field(default_factory=list)
    results: list[Acted] = field(default_factory=list)
    harm: Suffering = field(default_factory=Suffering)
    mutual: bool = False
    """True for the heading of a combat in which both sides attack."""

    def __post_init__(self) -> None:
        self.harm.rolls = self.rolls

    def take(self, event: Event, table: Table) -> bool:
        match event:
            case Acted(unit=unit, act=Act.FIGHTS, target=target):
                self.mutual = (unit, target) == (self.target, self.by) and not self.rolls
                return self.mutual
            case _ if self.mutual:
                return False
            case Acted(unit=unit, act=act):
                taken = act in RESULTS and unit == self.by
                self.results += [event] if taken else []
                return taken
            case Rolled():
                return self._take_roll(event, table)
            case _:
                return isinstance(event, MarkerLaid) or self.harm.suffer(event)

    def _take_roll(self, roll: Rolled, table: Table) -> bool:
        if not roll.what.startswith(OF_ATTACKS):
            return False
        if roll.what in TO_HIT:
            hits = [r for r in self.rolls if r.what in TO_HIT]
            same = all((r.weapon, r.target) == (roll.weapon, roll.target) for r in hits)
            if roll.what == "to attack" and hits:
                return False
            if unit_of(table, roll.who) != unit_of(table, self.by) or not same:
                return False
            self.target = roll.target
        elif roll.what == "to save":
            own = unit_of(table, roll.who) == unit_of(table, self.by)
            if own and self.by != self.target and not self.results:
                return False  # its own weapon harms it
        self.rolls.append(roll)
        return True

    def words(self, table: Table) -> Words:
        if self.mutual:
            return (*joined_names([self.by, self.target]), " fight")
        verb = act_words(self.act, plural=is_plural(table, self.by)) if self.act else ""
        verb = verb or agree("attacks", plural=is_plural(table, self.by))
        at = " at " if self.act is Act.FIRES_OVERWATCH else " "
        words: list[str | NamedId | LogSpan] = [NamedId(self.by), f" {verb}"]
        if self.target:
            words += [at, NamedId(self.target)]
        hits = [roll for roll in self.rolls if roll.what in TO_HIT]
        if self.harm.count("to wound")[0] > self.harm.count("to hit")[1] and not self.results:
            hits = []  # blasts, which roll no dice to hit, struck besides
        if hits and hits[0].weapon:
            words.append(f" with {hits[0].weapon}")
        if parts := self._parts(hits, table):
            words.append(f": {', '.join(parts)}")
        return (*words, *self.harm.end(table))

    def _parts(self, hits: list[Rolled], table: Table) -> list[str]:
        parts = list[str]()
        if hits and hits[0].what == "to attack":
            parts.append(f"rolled {' and '.join(map(str, hits[0].faces))}")
            for result in self.results:
                deed = act_words(result.act, plural=False)
                parts.append(f"{deed} {name(table, result.target)}")
        elif hits:
            shots, good = self.harm.count("to hit")
            kind = "attack" if self.act in (Act.FIGHTS, None) else "shot"
            parts += [many(shots, kind), many(good, "hit") if good else "no hits"]
        return parts + self.harm.parts()


@dataclass
class HarmSummary:
    """Harm to one model or unit that is no attack's, or of a blow that came back."""

    who: str
    struck: Struck | None = None
    rolls: list[Rolled] = field(default_factory=list)
    harm: Suffering = field(default_factory=Suffering)

    def __post_init__(self) -> None:
        self.harm.rolls = self.rolls

    def take(self, event: Event, table: Table) -> bool:
        match event:
            case Struck():
                return event is self.struck
            case Rolled(what="to wound", target=who) | Rolled(what="to save", who=who):
                if not self._is_own(who, table):
                    return False
                self.rolls.append(event)
                return True
            case Wounded(model=model) | Removed(model=model):
                return self._is_own(model, table) and self.harm.suffer(event)
            case _:
                return self.harm.suffer(event)

    def _is_own(self, id_: str, table: Table) -> bool:
        return bool({id_, unit_of(table, id_)} & {self.who, unit_of(table, self.who)})

    def words(self, table: Table) -> Words:
        plural = is_plural(table, self.who)
        if self.struck:
            strength, by = self.struck.strength, self.struck.by
            deed = (
                f"{agree('takes', plural=plural)} a Strength {strength} hit from {hit_text(by)}"
            )
        elif self.rolls:
            deed = agree("is hit", plural=plural)
        else:
            return self._alone(table)
        parts = self.harm.parts()
        told = f": {', '.join(parts)}" if parts else ""
        return (NamedId(self.who), f" {deed}{told}", *self.harm.end(table, self.who))

    def _alone(self, table: Table) -> Words:
        """Return losses without a cause: the sentence of the last event."""
        if self.harm.removed:
            return tuple(spans(self.harm.removed[-1], table))
        lost = sum(self.harm.lost.values())
        deed = agree("loses", plural=is_plural(table, self.who))
        return (NamedId(self.who), LogSpan(f" {deed} {many(lost, 'wound')}", LogSpanKind.LOSS))


@dataclass
class LossSummary:
    """A unit that breaks or is destroyed, and its models that flee or are killed."""

    acted: Acted
    gone: list[Removed] = field(default_factory=list)

    def take(self, event: Event, table: Table) -> bool:
        if isinstance(event, Removed) and table.models[event.model].unit == self.acted.unit:
            self.gone.append(event)
            return True
        return False

    def words(self, table: Table) -> Words:
        deed = act_words(self.acted.act, plural=is_plural(table, self.acted.unit))
        fled = any(event.how is How.FLED for event in self.gone)
        lost = agree("flees", plural=len(self.gone) > 1) if fled else "lost"
        told = f": {many(len(self.gone), 'model')} {lost}" if self.gone else ""
        return (NamedId(self.acted.unit), LogSpan(f" {deed}{told}", LogSpanKind.LOSS))
