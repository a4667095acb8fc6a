"""The sentences of the event log; the only place that turns events into text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from game.geometry.points import length
from game.play.dice import D3, halved
from game.play.wording import name, side_name
from game.table.cage_floor import cell_name, facing_text
from game.table.events import (
    Act,
    Acted,
    Announced,
    ArrowsChanged,
    BodyRemoved,
    BoutBegan,
    Defected,
    Ended,
    Event,
    GroundChanged,
    Handled,
    Healed,
    Joined,
    Marked,
    MarkerLaid,
    Moved,
    Noted,
    ObjectivePlaced,
    PhaseBegan,
    PhaseOver,
    PieceCame,
    PieceHeld,
    PieceLeft,
    PieceMoved,
    PieceRemoved,
    Placed,
    Queued,
    Raised,
    Reason,
    Removed,
    Rerolled,
    RingTurned,
    Rolled,
    Scored,
    Spent,
    Stepped,
    Struck,
    Turned,
    TurnsOrdered,
    Unmarked,
    WeaponDropped,
    WeaponTaken,
    Wounded,
    ZoneTaken,
)
from game.table.records import How, Side, Until, Where
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
class _Name:
    """An id within a sentence, to be replaced by its name."""

    id: str


Words = tuple[str | _Name | LogSpan, ...]

_LOST = {
    How.SHOT: "is shot",
    How.FOUGHT: "falls in combat",
    How.HAZARD: "is lost to a hazard",
    How.FLED: "flees from the table",
    How.POWER: "falls to a power",
    How.LOST: "is lost",
    How.LEFT: "leaves by the exit",
    How.PUSHED: "is pushed out of the cage",
}


def line(event: Event, table: Table) -> str:
    """Return an event as a log line; empty if players need not read it."""
    return "".join([span.text for span in spans(event, table)])


def spans(event: Event, table: Table) -> tuple[LogSpan, ...]:
    """Return the same line as pieces of one tone each."""
    return tuple(_spelt(word, table) for word in _words(event) if word)


def _spelt(word: str | _Name | LogSpan, table: Table) -> LogSpan:
    match word:
        case str():
            return LogSpan(word)
        case _Name(id_):
            return LogSpan(name(table, id_), LogSpanKind.NAME, id_)
        case LogSpan():
            return word


def _words(event: Event) -> Words:  # noqa: C901, PLR0911, PLR0912, PLR0915  one case for each event
    match event:
        case Acted(_, unit, act, target):
            at = _BEFORE.get(act, " ")
            who = _Name(unit) if unit else "It"
            return (who, f" {act}", *((at, _Name(target)) if target else ()))
        case Placed(_, model):
            return (_Name(model), " is set up")
        case Moved(clause, model, path):
            return (_Name(model), f' {_MOVES.get(clause, "moves")} {length(path):.1f}"')
        case ArrowsChanged(_, who, arrows, toward):
            return (_Name(who), *_arrows(arrows, toward))
        case BodyRemoved(_, model):
            return ("The body of ", _Name(model), " is gone")
        case Turned(_, model, facing):
            return (_Name(model), f" turns to {facing:.0f}°")
        case PieceMoved(clause, piece, path):
            how = "rolls back" if clause == "PU-08" else "drifts"
            return (_Name(piece), f' {how} {length(path):.1f}"')
        case PieceLeft(_, piece):
            return (_Name(piece), LogSpan(" is taken off the table", LogSpanKind.LOSS))
        case PieceCame(_, piece):
            return (_Name(piece), " comes onto the table")
        case PieceHeld(_, piece, by):
            if by:
                return (_Name(by), " takes hold of ", _Name(piece))
            return (_Name(piece), " is let go")
        case PieceRemoved(_, piece):
            return (_Name(piece), LogSpan(" is off the table", LogSpanKind.LOSS))
        case Rolled():
            return (*_cast(event), *_faces(event), *_reasons(event.reasons))
        case Rerolled(_, by, _, was, face, why):
            return (
                _of(by),
                ": rolls a ",
                LogSpan(str(was), LogSpanKind.DIE),
                " again: ",
                LogSpan(str(face), LogSpanKind.DIE),
                *_reasons((Reason(0, why),)),
            )
        case MarkerLaid(_, at, diameter):
            return (f'A {diameter:g}" marker comes down at {at.x:.1f}, {at.y:.1f}',)
        case Announced(_, what):
            return (LogSpan(what, LogSpanKind.RESULT),)
        case ObjectivePlaced(_, marker):
            return ("On the table: ", _Name(marker))
        case GroundChanged(_, kind, outlines):
            return (f"The floor is {kind} now",) if outlines else ()
        case Struck(_, model, strength, by):
            return (_Name(model), f" is struck at S{strength} by {by}")
        case Wounded(_, model, wounds):
            many = "a wound" if wounds == 1 else f"{wounds} wounds"
            return (_Name(model), LogSpan(f" loses {many}", LogSpanKind.LOSS))
        case Healed(_, model, wounds):
            many = "a wound" if wounds == 1 else f"{wounds} wounds"
            return (_Name(model), f" regains {many}")
        case Defected(_, unit, side):
            return (_Name(unit), f" fights for {side_name(side)} from now on")
        case Joined(_, unit, side):
            return (_Name(unit), " joins ", _Name(side))
        case Raised(_, unit):
            return (_Name(unit), " comes into being")
        case Removed(_, model, how, where):
            lies = ", the body stays" if where is Where.BODY else ""
            return (_Name(model), LogSpan(f" {_LOST[how]}{lies}", LogSpanKind.LOSS))
        case Marked(_, who, mark):
            # Marks that end with the turn are bookkeeping; the action has a line of its own.
            return (_Name(who), f": {mark.name}") if mark.until is Until.BATTLE else ()
        case Unmarked(_, who, mark_name):
            return (_Name(who), f": no longer {mark_name}")
        case ZoneTaken(_, side, zone):
            return (_of(side), f" take the zone {zone.replace('-', ' ')}")
        case TurnsOrdered("TC-05", first):
            return (_of(first), " have the initiative")
        case TurnsOrdered(_, first, by):
            given = (": so chose ", _of(by)) if by not in (None, first) else ()
            return (_of(first), " have the first turn", *given)
        case PhaseBegan(_, round_, phase, side):
            return (LogSpan(heading(round_, phase, side), LogSpanKind.HEADING),)
        case BoutBegan(_, number):
            return (LogSpan(f"Bout {number}", LogSpanKind.HEADING),)
        case Stepped(clause, model, cell, edge):
            if clause == "TC-10":
                return (_Name(model), f" turns to face {facing_text(cell, edge)}")
            how = _STEPS.get(clause, "goes")
            return (
                _Name(model),
                f" {how} to {cell_name(cell)}, facing {facing_text(cell, edge)}",
            )
        case RingTurned(_, side, ring, by):
            what = f"ring {ring}" if ring else "the centre"
            sense = "clockwise" if by > 0 else "counter-clockwise"
            return (_of(side), f" turn {what} by {abs(by)}° {sense}")
        case WeaponDropped(_, model, weapon, cell):
            return (_Name(model), f" loses hold of its {weapon}: it is in {cell_name(cell)}")
        case WeaponTaken(_, model, weapon):
            return (_Name(model), f" picks up its {weapon}")
        case Scored(_, side, points, what):
            many = "a point" if abs(points) == 1 else f"{abs(points)} points"
            verb = "lose" if points < 0 else "score"
            return (_of(side), f" {verb} {many}: ", _Name(what))
        case Spent(_, side, points, what):
            many = "a command point" if points == 1 else f"{points} command points"
            return (_of(side), f" spend {many}: {what}")
        case Ended(_, winner, reason):
            verdict = f"{side_name(winner)} win" if winner else "A draw"
            return (LogSpan(f"{verdict}: {reason}", LogSpanKind.RESULT),)
        case Queued() | Handled() | Noted() | PhaseOver():
            return ()
        case _:
            assert_never(event)


def _arrows(arrows: int, toward: float) -> Words:
    if not arrows:
        return (" has no arrows",)
    many = "1 arrow" if arrows == 1 else f"{arrows} arrows"
    return (f" has {many}, heading {toward:.0f}°",)


_BEFORE = {Act.SHOOTS: " at ", Act.FIRES_OVERWATCH: " at ", Act.STOPPED: " by "}
"""Words between an action and its target."""
_DRIFTS = ("ZG-07", "ZG-10", "ZG-20", "ZG-24")
_MOVES = {
    **dict.fromkeys(_DRIFTS, "drifts"),
    "ZG-13": "is knocked",
    "ZG-15": "recoils",
}
"""Verbs of moves by their clause, for those that are no walk."""


def is_carried(event: Moved) -> bool:
    """Return whether a model was moved by a push, not by a player's choice."""
    return event.clause in _MOVES


_STEPS = {"TC-04": "comes", "TC-08": "advances", "TC-09": "falls back", "TC-23": "retreats"}


def heading(round_: int, phase: str, side: Side | None) -> str:
    """Return the heading of a phase: ``"Turn 2, Wardens: shooting"``."""
    turn = f"Turn {round_}" if round_ else "Before the battle"
    return f"{turn}, {side_name(side)}: {phase}" if side else f"{turn}: {phase}"


def _of(side: Side) -> LogSpan:
    return LogSpan(side_name(side))


def _cast(event: Rolled) -> Words:
    """Return the purpose of a roll: ``First squad to hit Skitterers with rifle, 4+: ``."""
    who: str | _Name | LogSpan = _Name(event.who) if event.who else _of(event.by)
    deed = f" {event.what}" if event.what.startswith("to ") else f", {event.what}"
    target = (" ", _Name(event.target)) if event.target else ()
    weapon = f" with {event.weapon}" if event.weapon else ""
    need = ""
    if event.need:
        need = f", {event.need} or less" if event.under else f", {event.need}+"
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
    return (*faces, f", {sum(good)} of {len(good)}")


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
    words = list[str | _Name | LogSpan]()
    for face in faces:
        words += [by, face] if words else [face]
    return tuple(words)


def _reasons(reasons: tuple[Reason, ...]) -> Words:
    """Return the reasons in brackets.

    Text after a colon may be an id: ``cover: brood-rats``.
    """
    words = list[str | _Name | LogSpan]()
    for reason in reasons:
        why, colon, id_ = reason.why.partition(": ")
        words += [
            LogSpan(", " if words else " (", LogSpanKind.REASON),
            LogSpan(why + colon, LogSpanKind.REASON),
        ]
        words += [_Name(id_)] if id_ else []
        words += [LogSpan(f" {reason.amount:+d}", LogSpanKind.REASON)] if reason.amount else []
    return (*words, LogSpan(")", LogSpanKind.REASON)) if words else ()
