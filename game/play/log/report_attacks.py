"""Groups of events that the report sums up as attacks or other harm."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import Final

from game.geometry.points import length
from game.play.dice_sequences import halved
from game.play.log.log_words import (
    SEEN,
    LogSpan,
    LogSpanKind,
    NamedId,
    Words,
    act_words,
    inches,
    joined_names,
    reaches,
    rerolled,
    unit_of,
)
from game.play.log.plurals import agree, is_plural
from game.play.log.transcript import hit_text, spans
from game.play.log.vocabulary import VOCABULARY
from game.play.log.wording import join_names, joined, model_name, name, short_name
from game.table import events
from game.table.events import Act, Event, RollKind
from game.table.records import How, ModelId, Where, many
from game.table.state import Table

RESULTS: Final = frozenset(
    {
        *(Act.MISSES, Act.HURTS_ITSELF, Act.TRADES, Act.PUSHES, Act.DISARMS, Act.HARMS),
        *(Act.KNOCKS, Act.CANNOT_WOUND),
    }
)
"""Results of an attack that are no dice: of duels, and of hits too weak to wound."""
KILLED: Final = frozenset({How.SHOT, How.FOUGHT, How.HAZARD, How.POWER})
DUELS: Final = frozenset({RollKind.ATTACK, RollKind.PARRIED})
"""Attacks that one die settles."""
TO_HIT: Final = DUELS | {RollKind.HIT}
OF_ATTACKS: Final = TO_HIT | {
    *(RollKind.WOUND, RollKind.SAVE, RollKind.BLAST, RollKind.DAMAGE, RollKind.HEADING)
}


@dataclass
class Suffering:
    """Wound and save rolls of an attack, lost wounds, and killed models."""

    rolls: list[events.Rolled] = field(default_factory=list)
    lost: dict[ModelId, int] = field(default_factory=dict)
    removed: list[events.Removed] = field(default_factory=list)
    needs: dict[tuple[int, int], int] = field(default_factory=dict)
    """Needs of rerolled dice that differ from their rolls', by roll and die."""

    def count(self, kind: RollKind) -> tuple[int, int]:
        """Return the number of dice of some rolls, and of their successes."""
        good = [
            reaches(roll, face, self.needs.get((n, die), 0))
            for n, roll in enumerate(self.rolls)
            if roll.kind is kind
            for die, face in enumerate(roll.faces)
        ]
        return len(good), sum(good)

    def suffer(self, event: Event) -> bool:
        match event:
            case events.Wounded(model=model, wounds=wounds):
                self.lost[model] = self.lost.get(model, 0) + wounds
            case events.Removed(how=how) if how in KILLED:
                self.removed.append(event)
            case events.Rerolled(n=die, need=need) if self.rolls:
                self.rolls[-1] = rerolled(self.rolls[-1], event)
                self.needs[len(self.rolls) - 1, die] = need
            case events.Spent():
                return bool(self.rolls)
            case _:
                return False
        return True

    def parts(self) -> list[str]:
        """Return the results of the wound rolls and saves."""
        parts = list[str]()
        rolled, wounds = self.count(RollKind.WOUND)
        if rolled:
            parts.append(many(wounds, "wound") if wounds else "no wound")
        saves, saved = self.count(RollKind.SAVE)
        if saves:
            if saves == 1:
                parts.append("saved" if saved else "not saved")
            else:
                parts.append("all saved" if saved == saves else f"{saved or 'none'} saved")
        elif wounds and self.lost:
            parts.append("no save")
        return parts

    def end(self, table: Table, id_: str = "", unit: str = "") -> Words:
        """Return the losses; those of *id_*, the subject of the sentence, without a name.

        Models of *unit*, which the sentence names, are named without it.
        """
        gone = [event.model for event in self.removed]
        ends = list[str]()
        if gone:
            names = join_names([_called(table, model, unit) for model in gone])
            drifts = any(event.where is Where.BODY for event in self.removed)
            killed = "killed" if names == name(table, id_) else f"{names} killed"
            ends.append(f"{killed}{'; the body drifts on' if drifts else ''}")
        for model, wounds in self.lost.items():
            if model not in gone:
                loses = f"loses {many(wounds, 'wound')} ({table.models[model].wounds} left)"
                called = _called(table, model, unit)
                ends.append(loses if called == name(table, id_) else f"{called} {loses}")
        return (LogSpan(" — " + ", ".join(ends), LogSpanKind.LOSS),) if ends else ()


def _called(table: Table, model: ModelId, unit: str) -> str:
    known = unit_of(table, model) == unit
    return short_name(table, model) if known else model_name(table, model)


@dataclass
class AttackSummary:
    """An attack of a unit with one kind of weapon, down to its last casualty."""

    by: str
    target: str
    act: Act | None
    _: KW_ONLY
    rolls: list[events.Rolled] = field(default_factory=list)
    results: list[events.Acted] = field(default_factory=list)
    harm: Suffering = field(default_factory=Suffering)
    mutual: bool = False
    """True for the heading of a combat in which both sides attack."""
    recoil: list[events.Moved | events.Acted] = field(default_factory=list)
    """Recoil of a model that shoots, and what stops it."""

    @property
    def weapon(self) -> str:
        """Return the weapon of the last attack."""
        return next((roll.weapon for roll in reversed(self.rolls) if roll.weapon), "")

    def __post_init__(self) -> None:
        self.harm.rolls = self.rolls

    def take(self, event: Event, table: Table) -> bool:
        match event:
            case events.Acted(unit=unit, act=Act.FIGHTS, target=target):
                self.mutual = (unit, target) == (self.target, self.by) and not self.rolls
                return self.mutual
            case _ if self.mutual:
                return False
            case (
                events.Moved(model=id_, motion=events.Motion.RECOILS)
                | events.Acted(unit=id_, act=Act.STOPPED, motion=events.Motion.RECOILS)
            ):
                own = unit_of(table, id_) == unit_of(table, self.by)
                self.recoil += [event] if own else []
                return own
            case events.Acted(unit=unit, act=act):
                taken = act in RESULTS and unit == self.by
                self.results += [event] if taken else []
                return taken
            case events.Rolled():
                return self._take_roll(event, table)
            case _:
                return isinstance(event, events.MarkerLaid) or self.harm.suffer(event)

    def _take_roll(self, roll: events.Rolled, table: Table) -> bool:
        if roll.kind not in OF_ATTACKS:
            return False
        if roll.kind in TO_HIT:
            hits = [r for r in self.rolls if r.kind in TO_HIT]
            same = all((r.weapon, r.target) == (roll.weapon, roll.target) for r in hits)
            if roll.kind in DUELS and hits:
                return False
            if unit_of(table, roll.who) != unit_of(table, self.by) or not same:
                return False
            if self.rolls and not hits:
                return False  # a blast, or the rest of an attack
            self.target = roll.target
        elif roll.kind is RollKind.SAVE:
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
        hits = [roll for roll in self.rolls if roll.kind in TO_HIT]
        count = self.harm.count
        if count(RollKind.WOUND)[0] > count(RollKind.HIT)[1] and not self.results:
            hits = []  # blasts, which roll no dice to hit, struck besides
        if weapon := (hits[0].weapon if hits else self._blast()):
            words.append(f" with {weapon}")
        if parts := self._result_words(hits, table):
            words.append(f": {', '.join(parts)}")
        end = self.harm.end(table, unit=unit_of(table, self.target))
        return (*words, *end, *self._recoil())

    def _recoil(self) -> Words:
        if not self.recoil:
            return ()
        distance = sum(
            [length(event.path) for event in self.recoil if isinstance(event, events.Moved)]
        )
        lines = [f"recoils {inches(distance)}"] if distance else []
        lines += (
            ["recoil blocked"] if any(isinstance(e, events.Acted) for e in self.recoil) else []
        )
        return (LogSpan(f" ({', '.join(lines)})", LogSpanKind.REASON),)

    def _blast(self) -> str:
        """Return the weapon of an attack without rolls to hit, if it is the only one."""
        weapons = {roll.weapon for roll in self.rolls if roll.kind is RollKind.WOUND}
        return weapons.pop() if len(weapons) == 1 else ""

    def _result_words(self, hits: list[events.Rolled], table: Table) -> list[str]:
        parts = list[str]()
        if hits and hits[0].kind in DUELS:
            parts.append(f"rolled {' and '.join(map(str, hits[0].faces))}")
            for result in self.results:
                deed = act_words(result.act, plural=False)
                own = result.act is Act.HURTS_ITSELF
                hit = (
                    deed.removesuffix(" on") if own else f"{deed} {name(table, result.target)}"
                )
                parts.append(hit)
        elif hits:
            shots, good = self.harm.count(RollKind.HIT)
            kind = "attack" if self.act in (Act.FIGHTS, None) else "shot"
            parts += [many(shots, kind), many(good, "hit") if good else "no hits"]
        parts += self.harm.parts()
        if any(result.act is Act.CANNOT_WOUND for result in self.results):
            parts.append("cannot wound")
        elif not parts and any(roll.kind is RollKind.BLAST for roll in self.rolls):
            parts.append("the blast hits no model")
        return parts


@dataclass
class HarmSummary:
    """Harm to one model or unit that is no attack's: a test that failed, a carry, hits."""

    who: str
    struck: events.Struck | None = None
    rolls: list[events.Rolled] = field(default_factory=list)
    _: KW_ONLY
    own: str = ""
    """The weapon, if it is the model's own."""
    harm: Suffering = field(default_factory=Suffering)
    test: events.Rolled | None = None
    distance: float = 0.0
    """Inches that it was carried."""
    met: list[events.Rolled] = field(default_factory=list)
    """Rolls of models that it was carried into."""
    carried: bool = False

    def __post_init__(self) -> None:
        self.harm.rolls = self.rolls

    def take(self, event: Event, table: Table) -> bool:
        match event:
            case events.Struck(model=model):
                fresh = self.struck is None and not self.rolls and self._is_own(model, table)
                self.struck = event if fresh else self.struck
                return fresh
            case events.Rolled():
                return self._take_roll(event, table)
            case events.Moved(model=model, motion=events.Motion.CARRIED) if self.struck is None:
                own = self._is_own(model, table)
                self.distance += length(event.path) if own else 0.0
                self.carried = self.carried or own
                return own
            case events.Rerolled() if self.test and not self.rolls:
                self.test = rerolled(self.test, event)
                return True
            case events.Wounded(model=model) | events.Removed(model=model):
                return self._is_own(model, table) and self.harm.suffer(event)
            case _:
                return self.harm.suffer(event)

    def _take_roll(self, roll: events.Rolled, table: Table) -> bool:
        match roll:
            case (
                events.Rolled(kind=RollKind.WOUND, target=id_)
                | events.Rolled(kind=RollKind.SAVE, who=id_)
            ):
                if self._is_own(id_, table):
                    self.rolls.append(roll)
                    return True
            case events.Rolled(kind=RollKind.BUMPED, faces=(face,)) if self.carried:
                if not reaches(roll, face) and not self.struck:
                    self.met.append(roll)
                    return True
            case events.Rolled(kind=RollKind.CARRIED, who=self.who) if not self.struck:
                self.carried = True
                return True
            case events.Rolled(kind=kind, who=self.who) if kind in VOCABULARY.failures:
                fresh = not (self.test or self.carried or self.struck or self.rolls)
                self.test = roll if fresh else self.test
                return fresh
        return False

    def _is_own(self, id_: str, table: Table) -> bool:
        own = unit_of(table, self.who)
        return id_ in (self.who, own) or (self.who == own and unit_of(table, id_) == own)

    def words(self, table: Table) -> Words:
        deeds = [agree(deed, plural=is_plural(table, self.who)) for deed in self._deeds(table)]
        if not deeds:
            return self._alone(table)
        parts = self.harm.parts()
        text = f": {', '.join(parts)}" if parts else ""
        return (NamedId(self.who), f" {joined(deeds)}{text}", *self.harm.end(table, self.who))

    def _deeds(self, table: Table) -> list[str]:
        """Return what became of the model, each as a verb in the singular."""
        deeds = list[str]()
        if self.test and self.test.kind:
            faces = ", ".join(map(str, self.test.faces))
            good = all(reaches(self.test, face) for face in self.test.faces)
            deed = VOCABULARY.failures[self.test.kind]
            deed = deed.replace("fails", "passes") if good else deed
            deeds.append(f"{deed} (rolled {faces})")
        if self.carried:
            met = joined([name(table, roll.who) for roll in self.met])
            keep = agree("keeps its", plural=len(self.met) > 1)
            into = f" ({met} {keep} feet)" if met else ""
            distance = (
                f"is carried {inches(self.distance)}"
                if self.distance >= SEEN
                else "is swept along"
            )
            deeds.append(f"{distance}{into}")
        if self.struck:
            by = hit_text(self.struck.by, shown=self.distance)
            deeds.append(f"takes a Strength {self.struck.strength} hit from {by}")
        elif self.rolls:
            deeds.append(f"is hit by its own {self.own}" if self.own else "is hit")
        return deeds

    def _alone(self, table: Table) -> Words:
        """Return losses without a cause: the sentence of the last event."""
        if self.harm.removed:
            return tuple(spans(self.harm.removed[-1], table))
        lost = sum(self.harm.lost.values())
        deed = agree("loses", plural=is_plural(table, self.who))
        return (NamedId(self.who), LogSpan(f" {deed} {many(lost, 'wound')}", LogSpanKind.LOSS))


@dataclass
class PowerSummary:
    """``MC-10``, ``MC-11``  A power or a peril, its roll, and the harm that it does."""

    acted: events.Acted
    roll: events.Rolled | None = None
    harm: Suffering = field(default_factory=Suffering)

    def take(self, event: Event, table: Table) -> bool:
        match event:
            case events.Rolled(who=id_, need=0) if id_ == self.acted.unit and not self.roll:
                self.roll = event
                return True
            case events.Wounded() | events.Removed():
                return self.harm.suffer(event)
            case _:
                return False

    def words(self, table: Table) -> Words:
        unit, target = self.acted.unit, self.acted.target
        deed = act_words(self.acted.act, plural=is_plural(table, unit))
        roll = ""
        if self.roll:
            power = self.roll.what.partition(", ")[0]
            deed = deed.replace("a power", power)
            face = sum(self.roll.faces)
            roll = f" (d3: {halved(face)})" if self.roll.sides == 3 else f" (rolled {face})"
        words: list[str | NamedId | LogSpan] = [NamedId(unit), f" {deed}"]
        words += [" ", NamedId(target)] if target else []
        words += [LogSpan(roll, LogSpanKind.REASON)] if roll else []
        return (*words, *self.harm.end(table, "" if target else unit, unit=target))
