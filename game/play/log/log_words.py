"""Words of the log, in spans of one tone each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from game.play.dice_sequences import halved
from game.play.log.plurals import agree
from game.play.log.vocabulary import VOCABULARY, RollText
from game.play.log.wording import side_does, side_name
from game.table.events import Act, Event, Reason, Rerolled, Rolled, RollKind, Spent
from game.table.records import ModelId, Side, UnitId
from game.table.state import Table

SEEN: Final = 0.05
"""A shorter move, in inches, would be shown as none."""
STAYS: Final = "stays where it is"
"""Deed of whatever moves less than that."""


class LogSpanKind(StrEnum):
    """The role of a piece of text in the log, which determines its drawing."""

    PLAIN = "plain"
    NAME = "name"
    HEADING = "heading"
    DIE = "die"
    """A face that neither succeeds nor fails."""
    SUCCESS = "success"
    """A face, total or verdict that succeeds."""
    FAILURE = "failure"
    REASON = "reason"
    LOSS = "loss"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class LogSpan:
    """A piece of a log line in one tone."""

    text: str
    tone: LogSpanKind = LogSpanKind.PLAIN
    link: str = ""
    """Id of the unit, model or marker that the text names."""
    seen: str = ""
    """Words for it beside the board, where a place is seen; empty for the same."""


@dataclass(frozen=True, slots=True)
class NamedId:
    """An id within a sentence, to be replaced by its name."""

    id: str


Words = tuple[str | NamedId | LogSpan, ...]


def act_words(act: Act, *, plural: bool) -> str:
    """Return an action as the log says it: ``"stays put"``, ``"stay put"``."""
    return agree(VOCABULARY.acts.get(act, act.value), plural=plural)


def joined_names(ids: Sequence[str]) -> Words:
    """Return names as a list in a sentence."""
    words = list[str | NamedId | LogSpan]()
    for n, id_ in enumerate(ids):
        words += [" and " if n == len(ids) - 1 else ", "] if n else []
        words.append(NamedId(id_))
    return tuple(words)


def unit_of(table: Table, id_: str) -> UnitId:
    """Return the unit of a model, or else the same id."""
    model = table.models.get(ModelId(id_))
    return model.unit if model else UnitId(id_)


def rerolled(roll: Rolled, event: Rerolled) -> Rolled:
    """Return a roll with the second result of a die, and with the need of a single one."""
    faces = list(roll.faces)
    if event.n < len(faces):
        faces[event.n] = event.face
    need = event.need if len(faces) == 1 and event.need else roll.need
    return replace(roll, faces=tuple(faces), need=need)


def inches(distance: float) -> str:
    """Return a distance: ``6"``, ``5.2"``."""
    return f'{distance:.1f}"'.replace('.0"', '"')


def text_of(stored: str) -> str:
    """Return the purpose of a roll, or a reason, in words for players."""
    for pattern, words in VOCABULARY.numbered.items():
        stored = pattern.sub(words, stored)
    return VOCABULARY.purposes.get(stored, stored)


def roll_words(event: Rolled) -> Words:
    """Return the sentence of a roll: purpose, faces, reasons, and the verdict."""
    return (*_cast(event), *_faces(event), *reason_words(event.reasons), *verdict_words(event))


def verdict_words(event: Rolled) -> Words:
    """Return the verdict on one die or on a sum: ``" — passed"``; empty if there is none."""
    if not (event.need or event.under) or (not event.total and len(event.faces) != 1):
        return ()
    passed = reaches(event, sum(event.faces))
    return (LogSpan(f" — {verdict(event.what, passed=passed)}", _verdict(good=passed)),)


def _cast(event: Rolled) -> Words:
    """Return the purpose of a roll: ``First squad to hit Skitterers with rifle, 4+: ``."""
    need = ""
    if event.need:
        need = f", {event.need} or less" if event.under else f", {event.need}+"
    called = VOCABULARY.rolls.get(event.what)
    what = called.purpose if called else text_of(event.what)
    if called and what[0].isupper():
        return (f"{what}{need.replace(',', '', what.endswith('?'))}: ",)
    who: str | NamedId | LogSpan = NamedId(event.who) if event.who else side_name(event.by)
    deed = f" {what}" if what.startswith("to ") else f", {what}"
    target = (" ", NamedId(event.target)) if event.target else ()
    weapon = f" with {event.weapon}" if event.weapon else ""
    return (who, deed, *target, f"{weapon}{need}: ")


def _faces(event: Rolled) -> Words:
    """Return the faces, and their sum or the number of successes."""
    dice = [LogSpan(str(face), LogSpanKind.DIE) for face in event.faces]
    if event.total:
        return (*_spaced(dice, " + "), f" = {sum(event.faces)}" if len(dice) > 1 else "")
    if event.sides == 3:
        total = sum([halved(face) for face in event.faces])
        return (f"{total} (rolled ", *_spaced(dice, ", "), ")")
    good = [reaches(event, face) for face in event.faces]
    tones = [LogSpanKind.DIE if not event.need else _verdict(good=well) for well in good]
    faces = _spaced([LogSpan(str(f), t) for f, t in zip(event.faces, tones, strict=True)], " ")
    if not event.need or len(good) == 1:
        return faces
    return (*faces, f", {sum(good)} of {len(good)} {verdict(event.what, passed=True)}")


def verdict(what: str, *, passed: bool) -> str:
    """Return the verdict on a roll: ``"passed"``, ``"hit"``."""
    called = VOCABULARY.rolls.get(what, RollText("", "passed", "failed"))
    return called.passed if passed else called.failed


def reaches(event: Rolled, shown: int, need: int = 0) -> bool:
    """Return whether a face, or the sum of all, meets the need of the roll, or another one."""
    need = need or event.need
    return shown <= need if event.under else shown >= need


def _verdict(*, good: bool) -> LogSpanKind:
    return LogSpanKind.SUCCESS if good else LogSpanKind.FAILURE


def _spaced(faces: list[LogSpan], by: str) -> Words:
    words = list[str | NamedId | LogSpan]()
    for face in faces:
        words += [by, face] if words else [face]
    return tuple(words)


def reason_words(reasons: tuple[Reason, ...]) -> Words:
    """Return the reasons in brackets."""
    words = list[str | NamedId | LogSpan]()
    for reason in reasons:
        why = text_of(reason.why.removesuffix(reason.about))
        words += [
            LogSpan(", " if words else " (", LogSpanKind.REASON),
            LogSpan(why, LogSpanKind.REASON),
        ]
        words += [NamedId(reason.about)] if reason.about else []
        if reason.amount and not reason.why.endswith(f" {abs(reason.amount)}"):
            amount = f" {reason.amount:+d}".replace("-", "−")
            words.append(LogSpan(amount, LogSpanKind.REASON))
    return (*words, LogSpan(")", LogSpanKind.REASON)) if words else ()


@dataclass
class RollOff:
    """Rolls of both sides for one purpose, again after a tie."""

    rolls: list[Rolled]

    def take(self, event: Event, table: Table) -> bool:
        if isinstance(event, Rerolled):
            self.rolls[-1] = rerolled(self.rolls[-1], event)
        elif isinstance(event, Rolled) and event.what == self.rolls[0].what:
            self.rolls.append(event)
        else:
            return isinstance(event, Spent)
        return True

    def words(self, table: Table) -> Words:
        last = {roll.who or roll.by: roll for roll in self.rolls}
        what = text_of(self.rolls[0].what)
        words: list[str | NamedId | LogSpan] = [f"{what[:1].upper()}{what[1:]}: "]
        totals = dict[str, int]()
        for n, (id_, roll) in enumerate(last.items()):
            more = sum([reason.amount for reason in roll.reasons])
            totals[id_] = roll.faces[0] + more
            sums = f"{roll.faces[0]} + {more} = {totals[id_]}" if more else str(roll.faces[0])
            words += [", " if n else "", NamedId(id_), f" {sums}"]
        if len(self.rolls) > len(last):
            words.append(LogSpan(" (after a tie)", LogSpanKind.REASON))
        winner = max(totals, key=lambda id_: totals[id_])
        if len(set(totals.values())) > 1 and self.rolls[0].kind is not RollKind.CONTEST:
            words.append(f" — {side_does(Side(winner), 'wins')}")
        return tuple(words)
