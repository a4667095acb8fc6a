"""The sentences of the event log, one for each event; ``battle_report`` sums them up."""

from __future__ import annotations

import re
from typing import Final, assert_never

from game.geometry.points import length
from game.play.log_words import (
    LogSpan,
    LogSpanKind,
    NamedId,
    Words,
    act_words,
    reason_words,
    roll_words,
)
from game.play.wording import (
    agree,
    is_plural,
    mark_text,
    name,
    phase_text,
    plain_name,
    result_reason,
    side_does,
    side_name,
    turn_word,
    victory,
)
from game.table import events
from game.table.board import TerrainKind
from game.table.cage import cell_name, facing_text
from game.table.events import Act, Event, Reason
from game.table.pieces import PieceKind
from game.table.records import How, Side, UnitId, Until, Where, many
from game.table.state import Table

LOST: Final = {
    How.SHOT: "is killed",
    How.FOUGHT: "is killed in combat",
    How.HAZARD: "is killed",
    How.FLED: "flees off the table",
    How.POWER: "is killed by a power",
    How.LOST: "is lost",
    How.LEFT: "gets out",
    How.PUSHED: "is pushed out of the cage",
}
_LOST_BY_MOTION: Final = {
    events.Motion.DROPS_BACK: "falls behind and is lost",
    events.Motion.DRIFTS: "drifts off the table and is lost",
}
_PIECE_REMOVED: Final = {
    PieceKind.MINES: " explodes",
    PieceKind.CONTAINER: " is lost in space",
}


def line(event: Event, table: Table) -> str:
    """Return an event as a log line; empty if players need not read it."""
    return "".join([span.text for span in spans(event, table)])


def spans(event: Event, table: Table) -> tuple[LogSpan, ...]:
    """Return the same line as pieces of one tone each."""
    return spelt(_words(event, table), table)


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


def _words(event: Event, table: Table) -> Words:  # noqa: C901, PLR0911, PLR0912, PLR0915  one case for each event
    match event:
        case events.Acted(_, unit, Act.DRAWS, target):
            return (NamedId(unit), " and ", NamedId(target), " draw the combat")
        case events.Acted(_, unit, act, target):
            at = _BEFORE.get(act, " ")
            who = NamedId(unit) if unit else "It"
            deed = act_words(act, plural=is_plural(table, unit))
            return (who, f" {deed}", *((at, NamedId(target)) if target else ()))
        case events.Placed(_, model):
            return (NamedId(model), " is placed")
        case events.Moved(_, model, path):
            return (NamedId(model), f' {move_verb(event.motion)} {length(path):.1f}"')
        case events.ArrowsChanged(_, who, arrows, toward):
            return (NamedId(who), f" has {arrows_text(arrows, toward)}")
        case events.BodyRemoved(_, model):
            return ("The body of ", NamedId(model), " is removed")
        case events.Turned(_, model, facing):
            return (NamedId(model), f" turns to {facing:.0f}°")
        case events.PieceMoved(_, piece, path, motion):
            return (NamedId(piece), f' {motion} {length(path):.1f}"')
        case events.PieceLeft(_, piece):
            return (NamedId(piece), LogSpan(" leaves over the rear edge", LogSpanKind.LOSS))
        case events.PieceCame(_, piece):
            return (NamedId(piece), " comes onto the table at the Arrival")
        case events.PieceHeld(_, piece, by):
            if by:
                return (NamedId(by), " picks up ", NamedId(piece))
            return (NamedId(piece), " is dropped")
        case events.PieceRemoved(_, piece):
            removed = table.pieces.get(piece)
            deed = _PIECE_REMOVED.get(removed.kind, " is removed") if removed else " is removed"
            return (NamedId(piece), LogSpan(deed, LogSpanKind.LOSS))
        case events.Rolled():
            return roll_words(event)
        case events.Rerolled(_, by, _, was, face, why):
            return (
                f"{side_does(by, 're-rolls')} the ",
                LogSpan(str(was), LogSpanKind.DIE),
                ": ",
                LogSpan(str(face), LogSpanKind.DIE),
                *reason_words((Reason(0, why),)),
            )
        case events.MarkerLaid(_, at, diameter):
            return (f'The {diameter:g}" blast lands at {at.x:.1f}", {at.y:.1f}"',)
        case events.Announced(_, what):
            return (LogSpan(_announced(what, table), LogSpanKind.RESULT),)
        case events.ObjectivePlaced(_, marker):
            placed = name(table, marker)
            return (LogSpan(f"{placed[:1].upper()}{placed[1:]} is placed", link=marker),)
        case events.GroundChanged(_, kind, outlines):
            if kind is TerrainKind.FLOODED and outlines:
                return ("All flooded ground is now Difficult",)
            return (f"The floor becomes {kind}",) if outlines else ()
        case events.Struck(_, model, strength, by):
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
        case events.Joined(_, unit, side):
            deed = agree("joins", plural=is_plural(table, unit))
            return (NamedId(unit), f" {deed} ", NamedId(side))
        case events.Raised(_, unit):
            deed = agree("appears", plural=is_plural(table, unit))
            return (NamedId(unit), f" {deed} on the table")
        case events.Removed(_, model, how, where):
            lost = _LOST_BY_MOTION.get(event.motion, LOST[how])
            lies = "; the body drifts on" if where is Where.BODY else ""
            return (NamedId(model), LogSpan(f" {lost}{lies}", LogSpanKind.LOSS))
        case events.Marked(_, who, mark):
            # Marks that end with the turn are bookkeeping; the action has a line of its own.
            return _state(who, mark.name, table) if mark.until is Until.BATTLE else ()
        case events.Unmarked(_, who, mark_name):
            return _state(who, mark_name, table, "no longer ")
        case events.ZoneTaken(_, side, zone):
            return (f"{side_does(side, 'deploys')} in {_zone_text(zone)}",)
        case events.TurnsOrdered(first=first, initiative=True):
            return (side_does(first, "has the initiative"),)
        case events.TurnsOrdered(_, first, by):
            chosen = f" (chosen by {side_name(by)})" if by and by != first else ""
            return (f"{side_does(first, 'goes first')}{chosen}",)
        case events.PhaseBegan(_, round_, phase, side):
            return (LogSpan(heading(table, round_, phase, side), LogSpanKind.HEADING),)
        case events.BoutBegan(_, number):
            return (LogSpan(f"Bout {number}", LogSpanKind.HEADING),)
        case events.Stepped(_, model, cell, edge, step):
            if step is events.StepKind.TURNS:
                return (NamedId(model), f" turns to face {facing_text(cell, edge)}")
            if step is events.StepKind.ENTERS:
                sends = side_does(table.models[model].side, "sends")
                place = f"{cell_name(cell)}, facing {facing_text(cell, edge)}"
                return (f"{sends} ", NamedId(model), f" to {place}")
            return (
                NamedId(model),
                f" {step} to {cell_name(cell)}, facing {facing_text(cell, edge)}",
            )
        case events.RingTurned(_, side, ring, by):
            what = f"ring {ring}" if ring else "the centre"
            sense = "clockwise" if by > 0 else "counter-clockwise"
            return (f"{side_does(side, 'turns')} {what} {abs(by)}° {sense}",)
        case events.WeaponDropped(_, model, weapon, cell):
            return (NamedId(model), f" drops its {weapon}, which lands in {cell_name(cell)}")
        case events.WeaponTaken(_, model, weapon):
            return (NamedId(model), f" picks up its {weapon}")
        case events.Scored(_, side, points, what):
            deed = side_does(side, "loses" if points < 0 else "scores")
            return (f"{deed} {many(abs(points), 'point')}: ", *score_words(what, table))
        case events.Spent(_, side, points, what):
            return (f"{side_does(side, 'uses')} {what} ({many(points, 'command point')})",)
        case events.Ended(_, winner, reason):
            result = f"{victory(winner)}: {result_reason(winner, reason)}"
            return (LogSpan(result, LogSpanKind.RESULT),)
        case events.Queued() | events.Handled() | events.Noted() | events.PhaseOver():
            return ()
        case _:
            assert_never(event)


def hit_text(by: str, shown: float = 0.0) -> str:
    """Return the cause of a hit; one by a flood contains how far it carried the model.

    *shown*: inches that the sentence names already.
    """
    cause, comma, distance = by.partition(", ")
    cause = _CAUSES.get(cause, cause if cause.startswith(("a ", "the ")) else f"the {cause}")
    new = comma and abs(float(distance.rstrip('"')) - shown) > ROUNDED
    return f"{cause} (carried {distance}{' in all' if shown else ''})" if new else cause


ROUNDED: Final = 0.06
"""Inches by which two rounded distances may differ and be the same."""


_CAUSES: Final = {
    "rubble": "rubble",
    "what it is dashed against": "being dashed against an obstacle",
}


def _zone_text(zone: str) -> str:
    """Return a deployment zone by its id: ``"the west hall"``, ``"Arrowhead, zone 1"``."""
    called, _, number = zone.rpartition("-")
    if number.isdecimal():
        return f"{plain_name(called).capitalize()}, zone {number}"
    return f"the {plain_name(zone)}"


def score_words(what: str, table: Table) -> Words:
    """Return what points are scored for: ``"Rats destroyed"``, ``"control of marker 2"``."""
    if what in table.units and not list(table.of(UnitId(what))):
        return (NamedId(what), " destroyed")
    if what in table.models:
        return (NamedId(what), " got out")
    if any(marker.id == what for marker in table.objectives):
        return ("control of ", NamedId(what))
    if any(spot.id == what for spot in table.board.spots):
        return ("charge placed in ", NamedId(what))
    return (_objective_text(what) if what[:2].isdecimal() else NamedId(what),)


def _objective_text(title: str) -> str:
    """Return a tactical objective by its title: ``"objective 34, Defend 4"``."""
    number, _, words = title.partition(" ")
    return f"objective {number}, {words}"


def _announced(what: str, table: Table) -> str:
    """Return an announcement in words for players, where saves contain other words."""
    for side in table.sides:
        for stored, deed in _OF_OBJECTIVES.items():
            if what.startswith(start := f"{side_name(side)} {stored} "):
                return f"{side_does(side, deed)} {_objective_text(what.removeprefix(start))}"
        if what.startswith(start := f"The priority of {side_name(side)} is "):
            priority = what.removeprefix(start).capitalize()
            return f"{side_does(side, 'gives')} priority to {priority}"
    for pattern, words in _ANNOUNCED:
        what = pattern.sub(words, what)
    return what


_OF_OBJECTIVES: Final = {
    "are to achieve": "draws",
    "discard": "discards",
    "strike out": "strikes out",
}
"""Deeds with tactical objectives as saves contain them, and in the singular."""
_ANNOUNCED: Final = (
    (re.compile(r"^The twist is ([^:]+): "), r"Twist, \1: "),
    (re.compile(r"^(Marker \d|The marker): "), r"\1 is identified: "),
    (re.compile(r"^A marker is (drawn|taken away): "), r"Token \1: "),
)


def _state(id_: str, state: str, table: Table, before: str = "") -> Words:
    verb = agree("is", plural=is_plural(table, id_))
    return (NamedId(id_), f" {verb} {before}{mark_text(state)}")


def arrows_text(arrows: int, toward: float) -> str:
    """Return momentum as words: ``"1 arrow, heading 189°"``."""
    return f"{many(arrows, 'arrow')}, heading {toward:.0f}°" if arrows else "no arrows"


_BEFORE = {Act.SHOOTS: " at ", Act.FIRES_OVERWATCH: " at ", Act.STOPPED: " by "}
"""Words between an action and its target."""


def move_verb(motion: events.Motion) -> str:
    """Return the verb for a move of a model; the report says how far it is carried."""
    return "moves" if motion is events.Motion.CARRIED else motion


def heading(table: Table, round_: int, phase: str, side: Side | None) -> str:
    """Return the heading of a phase: ``"Turn 2 · Wardens · shooting"``."""
    turn = f"{turn_word(table).capitalize()} {round_}" if round_ else "Before the battle"
    return " · ".join([turn, *([side_name(side)] if side else []), phase_text(phase)])
