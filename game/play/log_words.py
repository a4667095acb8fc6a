"""Words of the log: spans of one tone, names, and the sentences of rolls."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from game.play.dice import D3, halved
from game.play.wording import side_name
from game.table.events import Reason, Rolled


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


@dataclass(frozen=True, slots=True)
class NamedId:
    """An id within a sentence, to be replaced by its name."""

    id: str


Words = tuple[str | NamedId | LogSpan, ...]

_VERDICTS: Final = {
    "does the flood come": ("Flood roll", "the flood comes", "no flood"),
    "does the battle go on?": ("Another round?", "yes", "no"),
    "does it brighten?": ("Does it grow lighter?", "yes", "no"),
    "does it find its way?": ("Does it find its way?", "yes", "no"),
    "stray round at": ("stray round at", "hit", "missed"),
    "knocked off its feet": ("bumped", "knocked off its feet", "keeps its feet"),
}
"""For some rolls: what the log calls them, and their verdicts."""
_SAID: Final = {
    "S test": "Strength test",
    "where it lands": "landing of the weapon",
    "lost in this turn": "models lost this turn",
    "heavy, and moved": "moved with a Heavy weapon",
}
"""Rolls and reasons in clearer words than those that saves contain."""
_COUNTED: Final = {
    "to hit": ("hit", "missed"),
    "to wound": ("wound", "no wound"),
    "to save": ("saved", "not saved"),
}
"""Words for successes and failures of the rolls of an attack."""


def roll_words(event: Rolled) -> Words:
    """Return the sentence of a roll: purpose, faces, reasons, and the verdict on one die."""
    words = (*_cast(event), *_faces(event), *reason_words(event.reasons))
    if not event.need or event.total or len(event.faces) != 1:
        return words
    passed = reaches(event, event.faces[0])
    said = verdict(event.what, passed=passed)
    return (*words, LogSpan(f" — {said}", _verdict(good=passed)))


def _cast(event: Rolled) -> Words:
    """Return the purpose of a roll: ``First squad to hit Skitterers with rifle, 4+: ``."""
    need = ""
    if event.need:
        need = f", {event.need} or less" if event.under else f", {event.need}+"
    called = _VERDICTS.get(event.what)
    if called and not event.who:
        return (f"{called[0]}{need.replace(',', '', event.what.endswith('?'))}: ",)
    what = called[0] if called else _SAID.get(event.what, event.what)
    who: str | NamedId | LogSpan = NamedId(event.who) if event.who else side_name(event.by)
    deed = f" {what}" if what.startswith("to ") else f", {what}"
    target = (" ", NamedId(event.target)) if event.target else ()
    weapon = f" with {event.weapon}" if event.weapon else ""
    return (who, deed, *target, f"{weapon}{need}: ")


def _faces(event: Rolled) -> Words:
    """Return the faces, and the number of successes or the verdict on their sum."""
    if event.total:
        return _sum(event)
    if event.what.endswith(D3):
        faces = _spaced([LogSpan(str(face), LogSpanKind.DIE) for face in event.faces], " + ")
        return (*faces, f" = {sum([halved(face) for face in event.faces])}")
    good = [reaches(event, face) for face in event.faces]
    tones = [LogSpanKind.DIE if not event.need else _verdict(good=well) for well in good]
    faces = _spaced([LogSpan(str(f), t) for f, t in zip(event.faces, tones, strict=True)], " ")
    if not event.need or len(good) == 1:
        return faces
    counted = _COUNTED[event.what][0] if event.what in _COUNTED else "succeed"
    return (*faces, f", {sum(good)} of {len(good)} {counted}")


def verdict(what: str, *, passed: bool) -> str:
    """Return the verdict on a roll: ``"passed"``, ``"no flood"``, ``"hit"``."""
    if found := _VERDICTS.get(what):
        return found[1] if passed else found[2]
    return _COUNTED.get(what, ("passed", "failed"))[not passed]


def _sum(event: Rolled) -> Words:
    faces = _spaced([LogSpan(str(face), LogSpanKind.DIE) for face in event.faces], " + ")
    equals = f" = {sum(event.faces)}" if len(event.faces) > 1 else ""
    if not event.need:
        return (*faces, equals)
    passed = reaches(event, sum(event.faces))
    return (
        *faces,
        equals,
        LogSpan(", passed" if passed else ", failed", _verdict(good=passed)),
    )


def reaches(event: Rolled, shown: int) -> bool:
    """Return whether a face, or the sum of all, meets the need of the roll."""
    return shown <= event.need if event.under else shown >= event.need


def _verdict(*, good: bool) -> LogSpanKind:
    return LogSpanKind.SUCCESS if good else LogSpanKind.FAILURE


def _spaced(faces: list[LogSpan], by: str) -> Words:
    words = list[str | NamedId | LogSpan]()
    for face in faces:
        words += [by, face] if words else [face]
    return tuple(words)


def reason_words(reasons: tuple[Reason, ...]) -> Words:
    """Return the reasons in brackets.

    Text after a colon may be an id: ``cover: brood-rats``.
    """
    words = list[str | NamedId | LogSpan]()
    for reason in reasons:
        why, colon, id_ = reason.why.partition(": ")
        words += [
            LogSpan(", " if words else " (", LogSpanKind.REASON),
            LogSpan(_SAID.get(why, why) + colon, LogSpanKind.REASON),
        ]
        words += [NamedId(id_)] if id_ else []
        words += [LogSpan(f" {reason.amount:+d}", LogSpanKind.REASON)] if reason.amount else []
    return (*words, LogSpan(")", LogSpanKind.REASON)) if words else ()
