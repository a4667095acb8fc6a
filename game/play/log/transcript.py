"""The sentences of the event log, one for each event.

``battle_report`` sums them up.
"""

from __future__ import annotations

from functools import singledispatch
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
    reason_words,
    roll_words,
)
from game.play.log.plurals import agree, is_plural
from game.play.log.vocabulary import VOCABULARY
from game.play.log.wording import (
    mark_text,
    name,
    phase_text,
    plain_name,
    result_reason,
    side_does,
    side_name,
    turn_word,
    victory,
    with_article,
)
from game.table import events
from game.table.events import Act, AnnouncementKind, Event, Reason
from game.table.records import How, Side, UnitId, Until, Where, many
from game.table.state import Noted, Table

ROUNDED: Final = 0.06
"""Inches by which two rounded distances may differ and be the same."""
_BEFORE = {Act.SHOOTS: " at ", Act.FIRES_OVERWATCH: " at ", Act.STOPPED: " by "}
"""Words between an action and its target."""


def line(event: Event, table: Table) -> str:
    """Return an event as a log line; empty if players need not read it."""
    return "".join([span.text for span in spans(event, table)])


def spans(event: Event, table: Table) -> tuple[LogSpan, ...]:
    """Return the same line as pieces of one tone each."""
    return spelt(sentence(event, table), table)


def spelt(words: Words, table: Table) -> tuple[LogSpan, ...]:
    """Return words as spans, with names in place of ids."""
    return tuple(_spelt(word, table) for word in words if word)


def _spelt(word: str | NamedId | LogSpan, table: Table) -> LogSpan:
    match word:
        case str():
            return LogSpan(word)
        case NamedId(id_):
            return LogSpan(name(table, id_), LogSpanKind.NAME, id_)
        case LogSpan():
            return word


@singledispatch
def sentence(event: Event, table: Table) -> Words:  # noqa: C901, PLR0911, PLR0912, PLR0915  one case for each event
    """Return the words of an event; none if players need not read it.

    Rule systems register the words of the events that are theirs alone.
    """
    match event:
        case events.Acted(unit=unit, act=Act.DRAWS, target=target):
            return (NamedId(unit), " and ", NamedId(target), " draw the combat")
        case events.Acted(unit=unit, act=act, target=target):
            at = _BEFORE.get(act, " ")
            who = NamedId(unit) if unit else "It"
            deed = act_words(act, plural=is_plural(table, unit))
            return (who, f" {deed}", *((at, NamedId(target)) if target else ()))
        case events.Placed(model=model):
            return (NamedId(model), " is placed")
        case events.Moved(model=model, path=path):
            return (NamedId(model), _way(move_verb(event.motion), length(path)))
        case events.ArrowsChanged(_, who, arrows, toward):
            return (NamedId(who), f" has {_arrows_text(arrows, toward)}")
        case events.BodyRemoved(_, model):
            return ("The body of ", NamedId(model), " is removed")
        case events.Turned(_, model, facing):
            return (NamedId(model), f" turns to {facing:.0f}°")
        case events.PieceMoved(_, piece, path, motion):
            return (NamedId(piece), _way(motion, length(path)))
        case events.PieceLeft(_, piece):
            return (NamedId(piece), LogSpan(" leaves over the rear edge", LogSpanKind.LOSS))
        case events.PieceCame(piece=piece):
            return (NamedId(piece), " comes onto the table at the Arrival")
        case events.PieceHeld(_, piece, by):
            if by:
                return (NamedId(by), " picks up ", NamedId(piece))
            return (NamedId(piece), " is dropped")
        case events.PieceRemoved(_, piece):
            removed = table.pieces.get(piece)
            known = VOCABULARY.removals.get(removed.kind) if removed else None
            return (NamedId(piece), LogSpan(f" {known or 'is removed'}", LogSpanKind.LOSS))
        case events.Rolled():
            return roll_words(event)
        case events.Rerolled(by=by, was=was, face=face, why=why):
            return (
                f"{side_does(by, 're-rolls')} the ",
                LogSpan(str(was), LogSpanKind.DIE),
                ": ",
                LogSpan(str(face), LogSpanKind.DIE),
                *reason_words((Reason(0, why),)),
            )
        case events.MarkerLaid(_, at, diameter):
            return (f'The {diameter:g}" blast lands at {at.x:.1f}", {at.y:.1f}"',)
        case events.Announced(_, what, spot, AnnouncementKind.WATER) if spot:
            where = with_article(name(table, spot))
            return (LogSpan(f"{announced_text(what)} from {where}", LogSpanKind.RESULT),)
        case events.Announced(_, what):
            return (LogSpan(announced_text(what), LogSpanKind.RESULT),)
        case events.ObjectivePlaced(marker=marker):
            placed = name(table, marker)
            return (LogSpan(f"{placed[:1].upper()}{placed[1:]} is placed", link=marker),)
        case events.GroundChanged(_, kind, outlines):
            text = VOCABULARY.ground.get(kind, f"The floor becomes {kind}")
            return (text,) if outlines else ()
        case events.DoorMoved(_, door, is_open=is_open, by=by):
            called = with_article(name(table, door))
            if not by:
                state = "opened" if is_open else "closed"
                return (LogSpan(f"{called[:1].upper()}{called[1:]} is {state}", link=door),)
            deed = agree("opens" if is_open else "closes", plural=is_plural(table, by))
            return (NamedId(by), f" {deed} ", LogSpan(called, link=door))
        case events.Struck(model=model, strength=strength, by=by):
            return (NamedId(model), f" takes a Strength {strength} hit from {hit_text(by)}")
        case events.Wounded(_, model, wounds):
            return (
                NamedId(model),
                LogSpan(f" loses {many(wounds, 'wound')}", LogSpanKind.LOSS),
            )
        case events.Healed(_, model, wounds):
            return (NamedId(model), f" regains {many(wounds, 'wound')}")
        case events.Defected(_, unit, side):
            deed = agree("fights", plural=is_plural(table, unit))
            return (NamedId(unit), f" now {deed} for {side_name(side)}")
        case events.Joined(unit=unit, side=side):
            deed = agree("joins", plural=is_plural(table, unit))
            return (NamedId(unit), f" {deed} ", NamedId(side))
        case events.Raised(_, unit):
            deed = agree("appears", plural=is_plural(table, unit))
            return (NamedId(unit), f" {deed} on the table")
        case events.Removed(model=model, how=how, where=where):
            lost = VOCABULARY.losses.get(event.motion) or VOCABULARY.losses[how]
            lies = "; the body drifts on" if where is Where.BODY else ""
            tone = LogSpanKind.SUCCESS if how is How.LEFT else LogSpanKind.LOSS
            return (NamedId(model), LogSpan(f" {lost}{lies}", tone))
        case events.Marked(_, who, mark):
            lasts = mark.until is Until.BATTLE
            # Marks that end with the turn are bookkeeping; the action has a line of its own.
            return _state(who, mark_text(mark.name, mark.about), table) if lasts else ()
        case events.Unmarked(_, who, mark_name):
            return _state(who, f"no longer {mark_text(mark_name)}", table)
        case events.ZoneTaken(_, side, zone):
            return (f"{side_does(side, 'deploys')} in {_zone_text(zone)}",)
        case events.TurnsOrdered(first=first, initiative=True):
            return (side_does(first, "has the initiative"),)
        case events.TurnsOrdered(_, first, by):
            chosen = f" (chosen by {side_name(by)})" if by and by != first else ""
            return (f"{side_does(first, 'goes first')}{chosen}",)
        case events.PhaseBegan(_, round_, phase, side):
            return (LogSpan(heading(table, round_, phase, side), LogSpanKind.HEADING),)
        case events.Scored(_, side, points, what):
            deed = side_does(side, "loses" if points < 0 else "scores")
            scored = f"{deed} {many(abs(points), 'point')}: "
            return (scored, *score_words(what, table, event.by))
        case events.Spent(_, side, points, what):
            return (f"{side_does(side, 'uses')} {what} ({many(points, 'command point')})",)
        case events.Ended(_, winner, reason):
            result = f"{victory(winner)}: {result_reason(winner, reason)}"
            return (LogSpan(result, LogSpanKind.RESULT),)
        case Noted(page=page, note=note):
            return VOCABULARY.notes[page](note, table) if page in VOCABULARY.notes else ()
        case _:
            return ()


@singledispatch
def caption_words(event: Event, table: Table) -> Words:
    """Return the words of an event for spectators, who see its place; by default the log's.

    Rule systems register words where their log names places by numbers.
    """
    return sentence(event, table)


def hit_text(by: str, shown: float = 0.0) -> str:
    """Return the cause of a hit; one by water contains how far it carried the model.

    *shown*: inches that the sentence names already.
    """
    cause, comma, distance = by.partition(", ")
    named = cause if cause.startswith(("a ", "the ")) else f"the {cause}"
    cause = VOCABULARY.causes.get(cause, named)
    new = comma and abs(float(distance.rstrip('"')) - shown) > ROUNDED
    return f"{cause} (carried {distance}{' in all' if shown else ''})" if new else cause


def _zone_text(zone: str) -> str:
    """Return a deployment zone by its id: ``"the west hall"``, ``"Arrowhead, zone 1"``."""
    called, _, number = zone.rpartition("-")
    if number.isdecimal():
        return f"{plain_name(called).capitalize()}, zone {number}"
    return f"the {plain_name(zone)}"


def score_words(what: str, table: Table, by: str = "") -> Words:
    """Return what points are scored for: ``"Rats destroyed"``, ``"control of marker 2"``.

    *by*: the model that earned them, if the rule names one.
    """
    if what in table.units and not list(table.of(UnitId(what))):
        return (NamedId(what), " destroyed")
    if what in table.models:
        return (NamedId(what), " got out")
    if any(marker.id == what for marker in table.objectives):
        return ("control of ", NamedId(what))
    if any(spot.id == what for spot in table.board.spots):
        placed = ("charge placed in ", NamedId(what))
        return (*placed, " by ", NamedId(by)) if by else placed
    for pattern, words in VOCABULARY.scored.items():
        if pattern.search(what):
            return (pattern.sub(words, what),)
    return (NamedId(what),)


def announced_text(what: str) -> str:
    """Return an announcement in words for players, where saves contain other words."""
    for pattern, words in VOCABULARY.announcements.items():
        what = pattern.sub(words, what)
    return what


def _state(id_: str, state: str, table: Table) -> Words:
    verb = agree("is", plural=is_plural(table, id_))
    return (NamedId(id_), f" {verb} {state}")


def _arrows_text(arrows: int, toward: float) -> str:
    """Return momentum to the degree: ``"1 arrow, heading 189°"``."""
    return f"{many(arrows, 'arrow')}, heading {toward:.0f}°" if arrows else "no arrows"


def _way(verb: str, distance: float) -> str:
    """Return a verb with a distance in inches; a move too short to be seen is none."""
    return f' {verb} {distance:.1f}"' if distance >= SEEN else f" {STAYS}"


def move_verb(motion: events.Motion) -> str:
    """Return the verb for a move of a model; the report says how far it is carried."""
    return "moves" if motion is events.Motion.CARRIED else motion


def heading(table: Table, round_: int, phase: str, side: Side | None) -> str:
    """Return the heading of a phase: ``"Turn 2 · Wardens · shooting"``."""
    turn = f"{turn_word(table).capitalize()} {round_}" if round_ else "Before the battle"
    return " · ".join([turn, *([side_name(side)] if side else []), phase_text(phase)])
