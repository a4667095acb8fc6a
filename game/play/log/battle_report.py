"""The report of a battle: one line for a deed of a unit, or for an attack with its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Protocol

from game.geometry.points import length
from game.play.log.log_words import (
    SEEN,
    LogSpan,
    LogSpanKind,
    NamedId,
    RollOff,
    Words,
    act_words,
    joined_names,
    reaches,
    rerolled,
    roll_words,
    unit_of,
)
from game.play.log.plurals import agree, is_plural
from game.play.log.report_attacks import (
    KILLED,
    TO_HIT,
    AttackSummary,
    HarmSummary,
    PowerSummary,
)
from game.play.log.report_moves import (
    LossSummary,
    MoveSummary,
    PlacementSummary,
    RoutineSummary,
    is_of_a_move,
    routine_of,
)
from game.play.log.transcript import line, score_words, spans, spelt
from game.play.log.vocabulary import VOCABULARY
from game.play.log.wording import mark_text, side_does, side_name
from game.table import events
from game.table.events import Act, AnnouncementKind, Event, RollKind
from game.table.records import Side, many
from game.table.state import Table

MINOR: Final = frozenset(
    {
        Act.HOLDS_FIRE,
        Act.DOES_NOT_CHARGE,
        Act.STAYS,
        Act.KEEPS_OUT,
        Act.CANNOT_WOUND,
    }
)
"""Actions that nobody needs to read about."""
ATTACKS: Final = frozenset({Act.SHOOTS, Act.FIRES_OVERWATCH, Act.FIGHTS})
LOSSES: Final = frozenset({Act.BREAKS, Act.DESTROYED})
IDLE: Final = frozenset({Act.PARRIES, Act.LETS_GO})
CONTESTS: Final = frozenset({RollKind.ROLL_OFF, RollKind.CONTEST, RollKind.PARTING})
"""Rolls of one die on each side."""
STRIKES_OUT: Final = "strike out"
"""Words between a side and its tactical objective."""
UNSEEN_TESTS: Final = frozenset({RollKind.ROUTINE, RollKind.SWEPT, RollKind.DANGEROUS})
"""Tests of which the report shows only failures."""
ROLL_GROUPS: Final[dict[RollKind, Callable[[events.Rolled], ReportGroup]]] = {}
"""Groups that begin with a roll and belong to one rule system, which adds them."""


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


class ReportGroup(Protocol):
    """Events that are one line."""

    def take(self, event: Event, table: Table) -> bool:
        """Add an event if it belongs to the group; return whether it does."""

    def words(self, table: Table) -> Words: ...


class BattleReport:
    """Sums up the events of a battle, one after the other."""

    def __init__(self) -> None:
        self.group: ReportGroup | None = None
        """The events of the last line; None if it is of a single event."""
        self._first: Event | None = None
        self._attack: AttackSummary | None = None
        """The last attack, if nothing but harm came between."""

    def add(self, event: Event, table: Table) -> ReportLine | None:
        """Return a new line or the new form of the last one; None if nothing is to be read.

        *table* is the table after the event.
        """
        if self.group and self._first and self.group.take(event, table):
            words = _sentence(self.group.words(table), table)
            return ReportLine(words, self._first.clause, self._first, replaces=True)
        if _is_minor(event, table) or not line(event, table):
            return None
        self._first, self.group = event, _begun(event, table, self._attack)
        if not isinstance(self.group, HarmSummary):
            self._attack = self.group if isinstance(self.group, AttackSummary) else None
        said = self.group.words(table) if self.group else spans(event, table)
        words = _sentence(said, table)
        return ReportLine(words, event.clause, event, replaces=False)

    def end_line(self) -> None:
        """Let the next event begin a line of its own."""
        self.group = self._first = self._attack = None


def _sentence(words: Words, table: Table) -> tuple[LogSpan, ...]:
    """Return words as spans, the first with a capital letter."""
    first, *rest = spelt(words, table)
    return (replace(first, text=f"{first.text[:1].upper()}{first.text[1:]}"), *rest)


def _is_minor(event: Event, table: Table) -> bool:
    match event:
        case events.Acted(act=act):
            return act in MINOR
        case events.Rolled(kind=kind, faces=faces) if kind in UNSEEN_TESTS:
            return all(reaches(event, face) for face in faces)
        case events.Rolled(kind=kind):
            return kind is RollKind.SELECTION
        case events.PieceMoved(piece=id_, path=path):
            piece = table.pieces.get(id_)
            return length(path) < SEEN or bool(piece and piece.holder)
        case _:
            return isinstance(event, events.Turned)


def _begun(  # noqa: C901, PLR0911, PLR0912  one case for each kind of group
    event: Event, table: Table, attack: AttackSummary | None
) -> ReportGroup | None:
    """Return the group that an event begins, or None if it is a line by itself.

    *attack*: the attack that it may continue.
    """
    if shared := _shared(event, table):
        return AlikeSummary(event, [shared[0]], shared[1])
    match event:
        case _ if routine_of(event):
            return _taken(RoutineSummary({}), event, table)
        case events.PieceMoved(piece=piece):
            return _taken(MoveSummary(piece, None), event, table)
        case events.Acted(unit=unit, act=act) if act in LOSSES:
            return LossSummary(event)
        case events.Acted(act=Act.MANIFESTS | Act.IN_PERIL):
            return PowerSummary(event)
        case events.Acted(unit=unit, act=act, target=target) if act in ATTACKS:
            return AttackSummary(unit, target, act)
        case events.Acted(unit=unit, target=target, act=act) if (
            not target or act is Act.CHARGES
        ):
            return MoveSummary(unit, event)
        case events.Rolled(kind=kind, who=id_) if kind in TO_HIT:
            known = attack if attack and attack.by == id_ and not attack.mutual else None
            return AttackSummary(
                id_, target=event.target, act=known.act if known else None, rolls=[event]
            )
        case events.Rolled(kind=RollKind.WOUND, who=id_, target=hit, weapon=weapon) if (
            attack
            and (
                id_,
                hit,
                weapon,
            )
            == (attack.by, attack.target, attack.weapon)
        ):
            return AttackSummary(id_, target=hit, act=attack.act, rolls=[event])
        case events.Rolled(kind=RollKind.WOUND, target=hit) if hit:
            return HarmSummary(hit, rolls=[event])
        case events.Rolled(kind=RollKind.SAVE, who=id_):
            own = attack.weapon if attack and unit_of(table, id_) == attack.by else ""
            return HarmSummary(id_, rolls=[event], own=own)
        case events.Rolled(kind=kind) if kind in ROLL_GROUPS:
            return ROLL_GROUPS[kind](event)
        case events.Rolled(kind=RollKind.BUMPED, faces=(face,)) if not reaches(event, face):
            return RollSummary(event)
        case events.Rolled(kind=kind, who=id_) if (
            kind in VOCABULARY.failures or kind is RollKind.CARRIED
        ):
            return _taken(HarmSummary(id_), event, table)
        case events.Rolled() if is_of_a_move(event):
            return MoveSummary(event.who, None, rolled=[event])
        case events.Rolled(kind=kind) if kind in CONTESTS:
            return RollOff([event])
        case events.Rolled():
            return RollSummary(event)
        case events.Moved(model=model, motion=events.Motion.CARRIED):
            return _taken(HarmSummary(model), event, table)
        case events.Moved(model=model) | events.ArrowsChanged(who=model):
            return _taken(MoveSummary(model, None), event, table)
        case events.Placed(model=model):
            deed = "is placed" if event.by_hand else "deploys"
            return PlacementSummary(deed, table.models[model].unit, [model])
        case events.Struck(model=model) | events.Wounded(model=model):
            return _taken(HarmSummary(model), event, table)
        case events.Removed(model=model, how=how) if how in KILLED:
            return _taken(HarmSummary(model), event, table)
        case events.Scored():
            return ScoreSummary([event])
        case events.Announced(what=what, kind=AnnouncementKind.STRIKES_OUT):
            return _StruckOut([what])
        case _:
            return None


def _taken(group: ReportGroup, event: Event, table: Table) -> ReportGroup:
    """Return a group with its first event."""
    group.take(event, table)
    return group


def _shared(  # noqa: PLR0911  one for each event
    event: Event, table: Table
) -> tuple[str, str] | None:
    """Return subject and deed of an event that several subjects have in common, in one line."""
    match event:
        case events.Acted(unit=unit, act=act) if act in IDLE:
            return unit, act_words(act, plural=False)
        case events.Marked(who=id_, mark=mark):
            return id_, f"is {mark_text(mark.name, mark.about)}"
        case events.Unmarked(who=id_, name=state):
            return id_, f"is no longer {mark_text(state)}"
        case events.ObjectivePlaced(marker=marker):
            return (
                marker,
                "gets its number" if event.number and event.renumbered else "is placed",
            )
        case events.PieceCame(piece=piece):
            return piece, "comes onto the table at the Arrival"
        case events.Rolled(kind=RollKind.STRENGTH, who=id_, faces=(face,)) if reaches(
            event, face
        ):
            return id_, "passes its Strength test"
        case events.Placed(model=model) if not event.by_hand:
            own = table.units[table.models[model].unit]
            return (own.id, "deploys") if len(own.models) == 1 else None
        case _:
            return None


@dataclass
class AlikeSummary:
    """One deed of several units, models or pieces, one after the other."""

    first: Event
    by: list[str]
    deed: str

    def take(self, event: Event, table: Table) -> bool:
        shared = _shared(event, table)
        if not shared or shared[1] != self.deed or not self._suits(event, table):
            return False
        if not (isinstance(event, events.Marked | events.Unmarked) and not line(event, table)):
            self.by.append(shared[0])
        return True

    def _suits(self, event: Event, table: Table) -> bool:
        """Return whether the event is of the same side, where that matters."""
        if not isinstance(event, events.Placed) or not isinstance(self.first, events.Placed):
            return True
        return table.models[event.model].side == table.models[self.first.model].side

    def words(self, table: Table) -> Words:
        names = list(dict.fromkeys(self.by))
        deed = agree(self.deed, plural=len(names) > 1 or is_plural(table, names[0]))
        times = f" ({len(self.by)} times in all)" if len(self.by) > len(names) else ""
        return (*joined_names(names), f" {deed}{times}")


@dataclass
class RollSummary:
    """A roll with its rerolls, and the models that flee if it was failed."""

    roll: events.Rolled
    loss: LossSummary | None = None

    def take(self, event: Event, table: Table) -> bool:
        match event:
            case events.Rerolled():
                self.roll = rerolled(self.roll, event)
            case events.Acted(unit=unit, act=Act.BREAKS) if unit == self.roll.who:
                self.loss = LossSummary(event)
            case _:
                if self.loss:
                    return self.loss.take(event, table)
                return isinstance(event, events.Spent)
        return True

    def words(self, table: Table) -> Words:
        return (*roll_words(self.roll), *(self.loss.count() if self.loss else ()))


@dataclass
class ScoreSummary:
    """Points that a side scores, one after the other, and the score after them."""

    scored: list[events.Scored]

    def take(self, event: Event, table: Table) -> bool:
        mine = isinstance(event, events.Scored) and event.side == self.scored[0].side
        if isinstance(event, events.Scored) and mine and (event.points > 0) == (self.total > 0):
            self.scored.append(event)
            return True
        return False

    @property
    def total(self) -> int:
        return sum([event.points for event in self.scored])

    def words(self, table: Table) -> Words:
        deed = side_does(self.scored[0].side, "loses" if self.total < 0 else "scores")
        words: list[str | NamedId | LogSpan] = [f"{deed} {many(abs(self.total), 'point')}: "]
        for n, event in enumerate(self.scored):
            words += [", "] if n else []
            words += score_words(event.what, table, event.by)
            several = len(self.scored) > 1 and abs(event.points) > 1
            words += [f" ({abs(event.points)})"] if several else []
        now = [f"{side_name(side)} {table.scores.get(side, 0)}" for side in table.sides]
        words.append(LogSpan(f" — {', '.join(now)}", LogSpanKind.REASON))
        return tuple(words)


@dataclass
class _StruckOut:
    """``MP-41``  Tactical objectives that a side strikes out."""

    texts: list[str]

    def take(self, event: Event, table: Table) -> bool:
        match event:
            case events.Announced(what=what, kind=AnnouncementKind.STRIKES_OUT) if (
                what.startswith(self._side())
            ):
                self.texts.append(what)
                return True
            case _:
                return False

    def _side(self) -> Side:
        return Side(self.texts[0].partition(f" {STRIKES_OUT} ")[0])

    def words(self, table: Table) -> Words:
        side = self._side()
        titles = [words.partition(f" {STRIKES_OUT} ")[2] for words in self.texts]
        listed = ", ".join([f"{title[:2]} ({title[3:]})" for title in titles])
        what = "objective" if len(titles) == 1 else "objectives"
        return (f"{side_does(side, 'strikes out')} {what} {listed}",)
