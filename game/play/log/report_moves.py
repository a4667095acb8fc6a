"""Groups of events that the report sums up as movement on or off the table."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import KW_ONLY, dataclass, field
from typing import Final

from game.geometry.points import length
from game.play.log.log_words import (
    SEEN,
    STAYS,
    LogSpan,
    LogSpanKind,
    NamedId,
    Words,
    act_words,
    inches,
    rerolled,
    text_of,
    unit_of,
)
from game.play.log.plurals import agree, is_plural
from game.play.log.transcript import move_verb
from game.play.log.vocabulary import VOCABULARY, Routine
from game.play.log.wording import direction_text, joined, momentum_text, name
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
    RollKind,
    Spent,
    Turned,
)
from game.table.records import How, ModelId, many
from game.table.state import Table

_OF_MOVES: Final = frozenset(
    {
        *(RollKind.DISTANCE, RollKind.CHARGE, RollKind.DIFFICULT),
        *(RollKind.HEADING, RollKind.SLOWS),
    }
)
FALLING_BACK: Final = "falling back"
"""A mark that repeats the action before it."""


def is_of_a_move(event: Rolled) -> bool:
    """Return whether a roll decides how far, or in which direction, something moves."""
    return bool(event.who) and not event.need and event.kind in _OF_MOVES


@dataclass
class PlacementSummary:
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
class MoveSummary:
    """A move of a unit, model or piece: its action, its rolls, and how far it went."""

    who: str
    acted: Acted | None
    rolled: list[Rolled] = field(default_factory=list)
    _: KW_ONLY
    moved: dict[str, float] = field(default_factory=dict)
    verb: str = ""
    facing: float | None = None
    arrows: ArrowsChanged | None = None
    blocked: Acted | None = None

    def take(  # noqa: C901, PLR0911, PLR0912  one case for each event
        self, event: Event, table: Table
    ) -> bool:
        match event:
            case Acted(unit=unit, act=Act.STOPPED):
                if not self._is_own(unit, table) or not (self.moved or self.rolled):
                    return False
                self.blocked = event
            case Acted(unit=unit, act=act):
                if unit != self.who or self.moved or not self._goes_on(act):
                    return False
                if act is Act.FAILS_TO_CHARGE or self._enters():
                    self.acted = event
            case Marked(who=id_, mark=mark):
                return id_ == self.who and mark.name == FALLING_BACK
            case Rolled(who=id_):
                if not self._is_own(id_, table) or not is_of_a_move(event):
                    return False
                self.rolled.append(event)
            case Rerolled():
                if not self.rolled:
                    return False
                self.rolled[-1] = rerolled(self.rolled[-1], event)
            case Spent():
                return bool(self.rolled) and not self.moved
            case Moved(model=model) if self._is_own(model, table):
                if self.stays:
                    return False
                self._move(model, length(event.path), move_verb(event.motion))
            case PieceMoved(piece=piece) if piece == self.who:
                self._move(piece, length(event.path), "drifts")
            case Turned(model=model) if self._is_own(model, table):
                self.facing = event.facing
            case ArrowsChanged(who=id_) if self._is_own(id_, table):
                self.arrows = event
            case _:
                return False
        return True

    def _move(self, id_: str, distance: float, verb: str) -> None:
        self.moved[id_] = self.moved.get(id_, 0.0) + distance
        charged = bool(self.rolled) and self.rolled[0].kind is RollKind.CHARGE
        self.verb = self.verb or ("charges" if charged else verb)

    @property
    def stays(self) -> bool:
        """Return whether the action is not to move: whatever moves it then is another event."""
        return self.acted is not None and self.acted.act is Act.STAYS

    def _enters(self) -> bool:
        return self.acted is None or self.acted.act is Act.ENTERS_DIFFICULT

    def _goes_on(self, act: Act) -> bool:
        """Return whether an action is part of the one before it."""
        charges = bool(self.acted) and self.acted is not None and self.acted.act is Act.CHARGES
        follows = charges and act in (Act.MOVES, Act.FAILS_TO_CHARGE)
        return follows or act is Act.KEEPS_OUT or self._enters()

    def _is_own(self, id_: str, table: Table) -> bool:
        return id_ == self.who or unit_of(table, id_) == self.who

    def words(self, table: Table) -> Words:
        words: list[str | NamedId | LogSpan] = [NamedId(self.who), f" {self.verb_words(table)}"]
        if self.acted and self.acted.target:
            words += [" ", NamedId(self.acted.target)]
        distance = max(self.moved.values(), default=0.0)
        if distance >= SEEN:
            words.append(f"{' up to' * (len(self.moved) > 1)} {inches(distance)}")
        if self.blocked:
            words.append(", blocked")
            words += [" by ", NamedId(self.blocked.target)] if self.blocked.target else []
        if self.facing is not None:
            words.append(f", now facing {direction_text(self.facing)}")
        notes = [self._roll_text(roll) for roll in self.rolled]
        if len(self.moved) > 1:
            notes.append(f"{len(self.moved)} models")
        if self.arrows and (self.moved or self.acted):
            notes.append(momentum_text(self.arrows.arrows, self.arrows.heading))
        if notes:
            words.append(LogSpan(f" ({'; '.join(notes)})", LogSpanKind.REASON))
        return tuple(words)

    def verb_words(self, table: Table) -> str:
        """Return the deed, in agreement with the subject: ``"charges"``, ``"stay put"``."""
        plural = is_plural(table, self.who)
        if self.acted:
            return act_words(self.acted.act, plural=plural)
        if self.verb:
            seen = max(self.moved.values(), default=0.0) >= SEEN
            return agree(self.verb if seen else STAYS, plural=plural)
        if self.arrows:
            has = agree("has", plural=plural)
            return f"{has} {momentum_text(self.arrows.arrows, self.arrows.heading)}"
        if self.who in table.pieces:
            return STAYS
        return f"{agree('rolls', plural=plural)} for {text_of(self.rolled[0].what)}"

    def _roll_text(self, roll: Rolled) -> str:
        """Return a roll in brackets: ``rolled 3 + 5 = 8``, ``advance: rolled 3``."""
        if roll.sides == 3:
            return f"d3: {(sum(roll.faces) + 1) // 2}"
        total = f" = {sum(roll.faces)}" if roll.total and len(roll.faces) > 1 else ""
        text = f"rolled {(' + ' if total else ', ').join(map(str, roll.faces))}{total}"
        named = self.stays or roll.kind is RollKind.DIFFICULT
        return f"{roll.what}: {text}" if named else text


@dataclass
class RoutineSummary:
    """Many small events of single models and pieces, and pieces that leave the table."""

    done: dict[Routine, dict[str, None]]
    """The ids of the subjects, by what they do."""
    gone: list[str] = field(default_factory=list)

    def take(self, event: Event, table: Table) -> bool:
        if isinstance(event, PieceLeft):
            self.gone.append(event.piece)
        elif routine := routine_of(event):
            self.done.setdefault(routine[0], {})[routine[1]] = None
        else:
            return False
        return True

    def words(self, table: Table) -> Words:
        return (", ".join(self.parts(table)),)

    def parts(self, table: Table, *, counts: bool = False, goes_on: bool = False) -> list[str]:
        """Return what each kind does.

        *counts*: with the number of those gone, not names; *goes_on*: more may do it, so that
        only routines that are counted have a number.
        """
        parts = list[str]()
        for routine in dict.fromkeys(VOCABULARY.routines.values()):
            noun, deed, is_counted = routine
            ids = self.done.get(routine, {}).keys() - {*self.gone}
            if ids and goes_on and not is_counted:
                parts.append(f"{noun}s {agree(deed, plural=True)}")
            elif ids:
                does = agree(deed, plural=len(ids) > 1)
                parts.append(f"{_counted(table, ids, noun)} {does}")
        if self.gone:
            leave = agree("leaves", plural=len(self.gone) > 1)
            named = joined([name(table, id_) for id_ in self.gone])
            gone = _counted(table, self.gone, "piece") if counts else named
            parts.append(f"{gone} {leave} over the rear edge")
        return parts


def routine_of(event: Event) -> tuple[Routine, str] | None:
    """Return the routine that an event belongs to, and its subject; None for all others."""
    match event:
        case Rolled(kind=kind):
            known = VOCABULARY.routines.get(kind) if kind else None
            return (known, event.who or event.by) if known else None
        case Acted(unit=subject, act=key) | PieceMoved(piece=subject, motion=key):
            known = VOCABULARY.routines.get(key)
            return (known, subject) if known else None
        case _:
            return None


def _counted(table: Table, ids: Collection[str], what: str) -> str:
    """Return the name of one thing, or the number of several."""
    return name(table, *ids) if len(ids) == 1 else many(len(ids), what)


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

    def count(self) -> Words:
        """Return the number of models lost: ``": 2 models flee"``; empty if there are none."""
        text = self.count_text
        return (LogSpan(text, LogSpanKind.LOSS),) if text else ()

    @property
    def count_text(self) -> str:
        """Return the same as plain text."""
        fled = any(event.how is How.FLED for event in self.gone)
        lost = agree("flees", plural=len(self.gone) > 1) if fled else "lost"
        return f": {many(len(self.gone), 'model')} {lost}" if self.gone else ""

    def words(self, table: Table) -> Words:
        deed = act_words(self.acted.act, plural=is_plural(table, self.acted.unit))
        return (NamedId(self.acted.unit), LogSpan(f" {deed}", LogSpanKind.LOSS), *self.count())
