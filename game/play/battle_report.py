"""The report of a battle: one line for a deed of a unit, or for an attack with its result."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Protocol

from game.geometry.points import length
from game.play.dice import D3, FIRST
from game.play.log_words import (
    LogSpan,
    LogSpanKind,
    NamedId,
    Words,
    act_words,
    reaches,
    roll_words,
)
from game.play.report_attacks import (
    TO_HIT,
    AttackSummary,
    HarmSummary,
    LossSummary,
    joined_names,
    rerolled,
    unit_of,
)
from game.play.transcript import arrows_text, line, move_verb, spans, spelt
from game.play.wording import agree, is_plural, name
from game.table.events import (
    Act,
    Acted,
    ArrowsChanged,
    Event,
    Marked,
    Moved,
    PieceLeft,
    PieceMoved,
    Placed,
    Removed,
    Rerolled,
    Rolled,
    Spent,
    Struck,
    Turned,
    Unmarked,
    Wounded,
)
from game.table.records import ModelId, many
from game.table.state import Table

MINOR: Final = frozenset(
    {Act.HOLDS_FIRE, Act.DOES_NOT_CHARGE, Act.STAYS, Act.KEEPS_OUT, Act.CANNOT_WOUND}
)
"""Actions that nobody needs to read about."""
ATTACKS: Final = frozenset({Act.SHOOTS, Act.FIRES_OVERWATCH, Act.FIGHTS})
LOSSES: Final = frozenset({Act.BREAKS, Act.DESTROYED})
IDLE: Final = frozenset({Act.PARRIES, Act.LETS_GO})
OF_MOVES: Final = frozenset(
    {"advance", "run", "charge", "difficult ground", "fall back", "consolidate", "carried"}
    | {"drift", "slows down", D3}
)
ROLLS_BACK: Final = "PU-08"
FALLING_BACK: Final = "falling back"
"""A mark that repeats the action before it."""


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A line of the report."""

    words: tuple[LogSpan, ...]
    clause: str
    event: Event
    """The event that it begins with."""
    replaces: bool
    """True if it takes the place of the line before, of which it is the continuation."""

    @property
    def text(self) -> str:
        """Return the line without its tones and links."""
        return "".join([span.text for span in self.words])


class _Group(Protocol):
    """Events that are one line."""

    def take(self, event: Event, table: Table) -> bool:
        """Add an event if it belongs to the group; return whether it does."""

    def words(self, table: Table) -> Words: ...


class BattleReport:
    """Sums up the events of a battle, one after the other."""

    def __init__(self) -> None:
        self._group: _Group | None = None
        self._first: Event | None = None

    def add(self, event: Event, table: Table) -> ReportLine | None:
        """Return a new line or the new form of the last one; None if nothing is to be read.

        *table* is the table after the event.
        """
        if self._group and self._first and self._group.take(event, table):
            words = spelt(self._group.words(table), table)
            return ReportLine(words, self._first.clause, self._first, replaces=True)
        if _is_minor(event) or not line(event, table):
            return None
        before, self._first = self._group, event
        self._group = _begun(event, table, before)
        words = spelt(self._group.words(table), table) if self._group else spans(event, table)
        return ReportLine(words, event.clause, event, replaces=False)

    def end_line(self) -> None:
        """Let the next event begin a line of its own."""
        self._group = self._first = None


def _is_minor(event: Event) -> bool:
    match event:
        case Acted(act=act):
            return act in MINOR
        case Rolled(what="in difficult ground", faces=(face,)):
            return reaches(event, face)
        case _:
            return isinstance(event, Turned)


def _begun(  # noqa: C901, PLR0911, PLR0912  one case for each kind of group
    event: Event, table: Table, before: _Group | None
) -> _Group | None:
    """Return the group that an event begins, or None if it is a line by itself."""
    match event:
        case PieceMoved(clause=clause) if clause == ROLLS_BACK:
            return _Street([event])
        case Rolled(what=what) if what == FIRST:
            return _Street([event])
        case Acted(act=Act.KEEPS_PACE):
            return _Street([event])
        case Acted(unit=unit, act=act) if act in IDLE:
            return _Idle(act, [unit])
        case Acted(unit=unit, act=act) if act in LOSSES:
            return LossSummary(event)
        case Acted(unit=unit, act=act, target=target) if act in ATTACKS:
            return AttackSummary(unit, target, act)
        case Acted(unit=unit, target=target, act=act) if not target or act is Act.CHARGES:
            return _Deed(unit, event)
        case Rolled(what=what, who=who) if what in TO_HIT:
            before = before if isinstance(before, AttackSummary) and before.by == who else None
            verb = before.act if before and not before.mutual else None
            return AttackSummary(who, event.target, verb, [event])
        case Rolled(what="to wound", target=hit) if hit:
            return HarmSummary(hit, rolls=[event])
        case Rolled(what="to save", who=who):
            return HarmSummary(who, rolls=[event])
        case Rolled() if _is_of_a_move(event):
            return _Deed(event.who, None, rolled=[event])
        case Rolled():
            return _Test(event)
        case Moved(model=model) | ArrowsChanged(who=model):
            move = _Deed(model, None)
            move.take(event, table)
            return move
        case Placed(model=model):
            deed = "is placed" if event.clause.startswith("SB-") else "deploys"
            return _Placement(deed, table.models[model].unit, [model])
        case Struck(model=model) | Wounded(model=model) | Removed(model=model):
            harm = HarmSummary(model, event if isinstance(event, Struck) else None)
            harm.take(event, table)
            return harm
        case Marked(who=who, mark=mark):
            return _State(mark.name, [who])
        case Unmarked(who=who, name=state):
            return _State(state, [who], over=True)
        case _:
            return None


def _is_of_a_move(event: Rolled) -> bool:
    """Return whether a roll decides how far something moves."""
    return bool(event.who) and not event.need and event.what in OF_MOVES


def _inches(far: float) -> str:
    return f'{far:.1f}"'.replace('.0"', '"')


@dataclass
class _Placement:
    """A unit that is deployed, or otherwise put on the table."""

    deed: str
    unit: str
    models: list[ModelId]

    def take(self, event: Event, table: Table) -> bool:
        if isinstance(event, Placed) and table.models[event.model].unit == self.unit:
            self.models.append(event.model)
            return True
        return False

    def words(self, table: Table) -> Words:
        deed = agree(self.deed, plural=is_plural(table, self.unit))
        each = f" ({len(self.models)} models)" if len(self.models) > 1 else ""
        return (NamedId(self.unit), f" {deed}{each}")


@dataclass
class _Deed:
    """A move of a unit, or of a model: its action, its rolls, and how far its models went."""

    who: str
    acted: Acted | None
    rolled: list[Rolled] = field(default_factory=list)
    moved: dict[ModelId, float] = field(default_factory=dict)
    verb: str = ""
    facing: float | None = None
    arrows: ArrowsChanged | None = None

    def take(  # noqa: C901, PLR0911, PLR0912  one case for each event
        self, event: Event, table: Table
    ) -> bool:
        match event:
            case Acted(unit=unit, act=act):
                if unit != self.who or self.moved or not self._goes_on(act):
                    return False
                if self.acted is None or self.acted.act is Act.ENTERS_DIFFICULT:
                    self.acted = event
            case Marked(who=who, mark=mark):
                return who == self.who and mark.name == FALLING_BACK
            case Rolled(who=who):
                if not self._is_own(who, table) or not _is_of_a_move(event):
                    return False
                self.rolled.append(event)
            case Rerolled():
                if not self.rolled:
                    return False
                self.rolled[-1] = rerolled(self.rolled[-1], event)
            case Spent():
                return bool(self.rolled) and not self.moved
            case Moved(model=model) if self._is_own(model, table):
                self.moved[model] = self.moved.get(model, 0.0) + length(event.path)
                self.verb = self.verb or move_verb(event.clause)
            case Turned(model=model) if self._is_own(model, table):
                self.facing = event.facing
            case ArrowsChanged(who=who) if self._is_own(who, table):
                self.arrows = event
            case _:
                return False
        return True

    def _goes_on(self, act: Act) -> bool:
        """Return whether an action is part of the one before it."""
        before = self.acted.act if self.acted else Act.ENTERS_DIFFICULT
        moves_on = act is Act.MOVES and before is Act.CHARGES
        return moves_on or act is Act.KEEPS_OUT or before is Act.ENTERS_DIFFICULT

    def _is_own(self, id_: str, table: Table) -> bool:
        return id_ == self.who or unit_of(table, id_) == self.who

    def words(self, table: Table) -> Words:
        words: list[str | NamedId | LogSpan] = [NamedId(self.who), f" {self._verb(table)}"]
        if self.acted and self.acted.target:
            words += [" ", NamedId(self.acted.target)]
        if self.moved:
            far = _inches(max(self.moved.values()))
            words.append(f" up to {far}" if len(self.moved) > 1 else f" {far}")
        if self.facing is not None:
            words.append(f", now facing {self.facing:.0f}°")
        notes = [_faces(roll) for roll in self.rolled]
        if len(self.moved) > 1:
            notes.append(f"{len(self.moved)} models")
        if self.arrows and (self.moved or self.acted):
            notes.append(arrows_text(self.arrows.arrows, self.arrows.heading))
        if notes:
            words.append(LogSpan(f" ({'; '.join(notes)})", LogSpanKind.REASON))
        return tuple(words)

    def _verb(self, table: Table) -> str:
        plural = is_plural(table, self.who)
        if self.acted:
            return act_words(self.acted.act, plural=plural)
        if self.rolled and self.rolled[0].what == "carried":
            return "is carried"
        if self.verb:
            return agree(self.verb, plural=plural)
        if self.arrows:
            return f"has {arrows_text(self.arrows.arrows, self.arrows.heading)}"
        return f"{agree('rolls', plural=plural)} for {self.rolled[0].what}"


def _faces(roll: Rolled) -> str:
    """Return a roll in brackets: ``rolled 3 + 5 = 8``."""
    faces = " + ".join(map(str, roll.faces))
    if roll.what.endswith(D3):
        return f"d3: {(sum(roll.faces) + 1) // 2}"
    total = f" = {sum(roll.faces)}" if roll.total and len(roll.faces) > 1 else ""
    return f"rolled {faces}{total}" if total else f"rolled {', '.join(map(str, roll.faces))}"


@dataclass
class _Test:
    """A roll with its rerolls."""

    roll: Rolled

    def take(self, event: Event, table: Table) -> bool:
        if isinstance(event, Rerolled):
            self.roll = rerolled(self.roll, event)
        return isinstance(event, Rerolled | Spent)

    def words(self, table: Table) -> Words:
        return roll_words(self.roll)


@dataclass
class _Idle:
    """Parries and skipped actions, one after the other."""

    act: Act
    by: list[str]

    def take(self, event: Event, table: Table) -> bool:
        if isinstance(event, Acted) and event.act is self.act:
            self.by.append(event.unit)
            return True
        return False

    def words(self, table: Table) -> Words:
        who = list(dict.fromkeys(self.by))
        deed = act_words(self.act, plural=len(who) > 1)
        times = f" ({len(self.by)} times in all)" if len(self.by) > len(who) else ""
        return (*joined_names(who), f" {deed}{times}")


@dataclass
class _State:
    """A state that several units enter or leave, one after the other."""

    state: str
    who: list[str]
    over: bool = False

    def take(self, event: Event, table: Table) -> bool:
        match event:
            case Marked(who=who, mark=mark):
                alike = mark.name == self.state and not self.over
            case Unmarked(who=who, name=state):
                alike = state == self.state and self.over
            case _:
                return False
        if alike:
            self.who.append(who)
        return alike

    def words(self, table: Table) -> Words:
        plural = len(self.who) > 1 or is_plural(table, self.who[0])
        over = " no longer" if self.over else ""
        return (*joined_names(self.who), f" {agree('is', plural=plural)}{over} {self.state}")


@dataclass
class _Street:
    """The street that rolls back, models that keep pace with it, and rolls for the order."""

    events: list[Rolled | Acted | PieceMoved | PieceLeft]

    def take(self, event: Event, table: Table) -> bool:
        match event:
            case Rolled(what=what) if what == FIRST:
                pass
            case Acted(act=Act.KEEPS_PACE) | PieceLeft():
                pass
            case PieceMoved(clause=clause) if clause == ROLLS_BACK:
                pass
            case _:
                return False
        self.events.append(event)
        return True

    def words(self, table: Table) -> Words:
        rollers = {e.who or e.by for e in self.events if isinstance(e, Rolled)}
        models = {e.unit for e in self.events if isinstance(e, Acted)}
        pieces = {e.piece for e in self.events if isinstance(e, PieceMoved)}
        gone = [name(table, e.piece) for e in self.events if isinstance(e, PieceLeft)]
        counted = (
            (len(rollers), "model", f"rolls for {FIRST}"),
            (len(models), "model", "keeps pace"),
            (len(pieces), "piece", "rolls back"),
        )
        told = [
            f"{many(count, what)} {agree(deed, plural=count > 1)}"
            for count, what, deed in counted
            if count
        ]
        if gone:
            names = ", ".join(gone[:-1]) + (" and " if gone[:-1] else "") + gone[-1]
            told.append(f"{names} {agree('leaves', plural=len(gone) > 1)} over the rear edge")
        return (", ".join(told),)
