"""Words of the log: spans of one tone, names, and the sentences of rolls."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from game.play.dice import D3, FIRST, halved
from game.play.wording import agree, side_does, side_name
from game.table.events import Act, Event, Reason, Rerolled, Rolled, Spent
from game.table.records import ModelId, Side
from game.table.state import Table


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

FAILED_TESTS: Final = {
    "S test": "fails its Strength test",
    "knocked off its feet": "is knocked off its feet",
    "in difficult ground": "fails its test in difficult ground",
    "dangerous ground": "fails its test in dangerous ground",
}
"""Tests of which only the consequences matter, and their failures.

A bumped model (``FF-14``) is knocked off its feet if the roll succeeds.
"""
_VERDICTS: Final = {
    "does the flood come": ("Flood roll", "the flood comes", "no flood"),
    "does the battle go on?": ("Another round?", "yes", "no"),
    "does it brighten?": ("Does it grow lighter?", "yes", "no"),
    "does the rain stop?": ("Does the rain stop?", "yes", "no"),
    "does the rain start again?": ("Does the rain start again?", "yes", "no"),
    "does it find its way?": ("search for its way", "found", "not found"),
    "stray round at": ("stray round at", "hit", "missed"),
    "knocked off its feet": ("bumped", "knocked off its feet", "keeps its feet"),
    "deny": ("attempt to deny the power", "denied", "not denied"),
    "seize the initiative": ("attempt to seize the initiative", "seized", "failed"),
    "to get away": ("attempt to get away", "gets away", "still stuck"),
    "standing off": ("Stand-off roll", "the bout ends", "the bout goes on"),
}
"""For some rolls: the purpose as shown, and the verdicts.

Rolls whose purpose has a capital letter are nobody's.
"""
_SHOWN: Final = {
    "S test": "Strength test",
    "morale": "Morale test",
    "pursuit": "pursuit roll",
    "carried": "distance carried",
    "where it lands": "landing of the weapon",
    "in difficult ground": "riding through difficult ground",
    "roll-off for zones": "roll-off for the zones",
    "roll-off for markers": "roll-off for the markers",
    "marker of objective 44": "marker for objective 44",
    "who may part first": "roll-off for breaking off first",
    FIRST: "place in the order",
    "lost in this turn": "models lost this turn",
    "heavy, and moved": "moved with a Heavy weapon",
}
"""Rolls and reasons as shown, where saves contain other words."""
_PATTERNS: Final = (
    (re.compile(r"^which of (\d) branches$"), r"choice of \1 branches"),
    (re.compile(r"^lost by (\d+)$"), r"lost the combat by \1"),
    (re.compile(r"^lost (\d+) in one phase$"), r"models lost in one phase: \1"),
    (re.compile(r"^I (\d+)$"), r"Initiative \1"),
)
"""The same for words that contain a number."""
_COUNTED: Final = {
    "to hit": ("hit", "missed"),
    "to wound": ("wound", "no wound"),
    "to save": ("saved", "not saved"),
}
"""Words for successes and failures of the rolls of an attack."""


_ACTS: Final = {
    Act.STAYS: "stays put",
    Act.CANNOT_REGROUP: "cannot regroup",
    Act.FIRES_TO_MOVE: "fires to push itself along",
    Act.STOPPED: "is blocked",
    Act.PARTS: "breaks off",
    Act.IS_STUCK: "is still stuck",
    Act.FINDS_NO_ROOM: "finds no room and waits for the next turn",
    Act.LETS_GO: "passes",
    Act.MISSES: "is parried by",
    Act.HURTS_ITSELF: "is hit by its own attack on",
    Act.TRADES: "trades blows with",
    Act.HARMS: "hits",
    Act.KNOCKS: "hits and knocks back",
    Act.GIVES_GROUND: "gives ground (Combat tactics)",
    Act.IS_STUBBORN: "stands its ground (Stubborn)",
    Act.THIRSTS: "stands its ground (Red thirst)",
    Act.IS_CORNERED: "has no room to retreat",
    Act.BREAKS: "fails its Morale test",
    Act.IN_PERIL: "suffers perils",
    Act.MANIFESTS: "manifests a power on",
}
"""Actions whose values, which saves contain, are not what the log says."""


def act_words(act: Act, *, plural: bool) -> str:
    """Return an action as the log says it: ``"stays put"``, ``"stay put"``."""
    return agree(_ACTS.get(act, act.value), plural=plural)


def joined_names(ids: Sequence[str]) -> Words:
    """Return names as a list in a sentence."""
    words = list[str | NamedId | LogSpan]()
    for n, id_ in enumerate(ids):
        words += [" and " if n == len(ids) - 1 else ", "] if n else []
        words.append(NamedId(id_))
    return tuple(words)


def unit_of(table: Table, id_: str) -> str:
    """Return the unit of a model, or else the same id."""
    model = table.models.get(ModelId(id_))
    return model.unit if model else id_


def rerolled(roll: Rolled, event: Rerolled) -> Rolled:
    """Return a roll with the second result of a die, and with the need of a single one."""
    faces = list(roll.faces)
    if event.n < len(faces):
        faces[event.n] = event.face
    need = event.need if len(faces) == 1 and event.need else roll.need
    return replace(roll, faces=tuple(faces), need=need)


SEEN: Final = 0.05
"""A shorter move, in inches, would be shown as none."""


def inches(distance: float) -> str:
    """Return a distance: ``6"``, ``5.2"``."""
    return f'{distance:.1f}"'.replace('.0"', '"')


def text_of(stored: str) -> str:
    """Return the purpose of a roll, or a reason, in words for players."""
    for pattern, words in _PATTERNS:
        stored = pattern.sub(words, stored)
    return _SHOWN.get(stored, stored)


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
    called = _VERDICTS.get(event.what)
    if called and called[0][0].isupper():
        return (f"{called[0]}{need.replace(',', '', event.what.endswith('?'))}: ",)
    what = called[0] if called else text_of(event.what)
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
    if event.what.endswith(D3):
        total = sum([halved(face) for face in event.faces])
        return (f"{total} (rolled ", *_spaced(dice, ", "), ")")
    good = [reaches(event, face) for face in event.faces]
    tones = [LogSpanKind.DIE if not event.need else _verdict(good=well) for well in good]
    faces = _spaced([LogSpan(str(f), t) for f, t in zip(event.faces, tones, strict=True)], " ")
    if not event.need or len(good) == 1:
        return faces
    counted = _COUNTED[event.what][0] if event.what in _COUNTED else "passed"
    return (*faces, f", {sum(good)} of {len(good)} {counted}")


def verdict(what: str, *, passed: bool) -> str:
    """Return the verdict on a roll: ``"passed"``, ``"no flood"``, ``"hit"``."""
    if found := _VERDICTS.get(what):
        return found[1] if passed else found[2]
    return _COUNTED.get(what, ("passed", "failed"))[not passed]


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
        if len(set(totals.values())) > 1 and what.startswith("roll-off"):
            words.append(f" — {side_does(Side(winner), 'wins')}")
        return tuple(words)
