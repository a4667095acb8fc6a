"""Runs of situations against their expectations."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.content.schemas import Spot
from game.content.situations.expectations import (
    Expectations,
    ExpectedDecision,
    ExpectedMarker,
    ExpectedModel,
    ExpectedPiece,
)
from game.content.situations.situation_files import LoadedSituation
from game.geometry.points import Point, distance
from game.play.decisions import Choose, IllegalAnswer
from game.play.dice_sequences import ScriptedDice
from game.play.log.transcript import line
from game.play.session import BrokenRuleError, Session
from game.rules import SITUATION_PARTS
from game.rules.situation_setup import set_up
from game.table.apply import apply
from game.table.board import ObjectiveMarker
from game.table.command_points import Command, commands
from game.table.events import Event
from game.table.records import Mark, Model, ModelId, Side, UnitId, Where
from game.table.state import Piece, Table

NEAR = 0.01
"""Tolerance when comparing positions, in inches, and headings, in degrees."""


def compared(
    expect: Expectations, session: Session, opening: Table, refused: IllegalAnswer | None
) -> Iterator[str]:
    """Yield a message for every expectation that does not hold."""
    table, story = session.table, session.game.story
    yield from _dice(expect, session)
    yield from _cited(expect, [e.clause for e in story])
    yield from _log_faults(expect, log_of(story, opening))
    if expect.asks is not None:
        yield from _asked(expect.asks, session)
    yield from _refused(expect, refused)
    yield from _ended(expect, table)
    for model in expect.model:
        yield from _model(model, table.models.get(ModelId(model.id)), table)
    for part in SITUATION_PARTS.values():
        yield from part.compared(expect, table)
    for piece in expect.piece:
        yield from _piece(piece, table.pieces.get(piece.id))
    for marker in expect.marker:
        yield from _marker(marker, table.markers.get(marker.id))
    for unit in expect.unit:
        stands = table.units.get(UnitId(unit.id))
        if stands is None:
            yield f"there is no unit {unit.id}"
        else:
            yield from _marks(f"unit {unit.id}", unit.marks, stands.marks)


def log_of(story: Sequence[Event], opening: Table) -> list[str]:
    """Return the log lines of events that began at *opening*."""
    table, lines = opening.fork(), list[str]()
    for event in story:
        apply(table, event)
        if words := line(event, table):
            lines.append(words)
    return lines


def _dice(expect: Expectations, session: Session) -> Iterator[str]:
    row = getattr(session.game.dice, "faces", ())
    left = len(row) - session.table.rolls
    if left != expect.dice_left:
        last = " ".join(str(face) for face in row[session.table.rolls :])
        yield f"{left} dice are left ({last}), {expect.dice_left} were expected"


def _cited(expect: Expectations, cited: Sequence[str]) -> Iterator[str]:
    missing = _not_in_order(expect.clauses, cited, lambda wanted, one: wanted == one)
    if missing is not None:
        runs = [c for n, c in enumerate(cited) if n == 0 or cited[n - 1] != c]
        yield f"no event cites {missing} where it was expected; cited: {' '.join(runs)}"
    yield from (f"an event cites {clause}" for clause in expect.never if clause in cited)


def _log_faults(expect: Expectations, lines: Sequence[str]) -> Iterator[str]:
    missing = _not_in_order(expect.log, lines, lambda wanted, one: wanted in one)
    if missing is not None:
        log = "".join(f"\n    {one}" for one in lines)
        yield f"the log does not say {missing!r} where it was expected:{log}"
    for words in expect.unsaid:
        yield from (f"the log says {one!r}" for one in lines if words in one)


def _not_in_order(
    wanted: Sequence[str], found: Sequence[str], fits: Callable[[str, str], bool]
) -> str | None:
    """Return the first wanted item that is not found after the one before; None if all are."""
    rest = iter(found)
    return next((w for w in wanted if not any(fits(w, one) for one in rest)), None)


def _asked(asks: ExpectedDecision, session: Session) -> Iterator[str]:
    pending = session.pending
    if pending is None:
        yield "no side is asked anything: the game is over"
        return
    kinds = [c.__name__ for c in type(pending).__mro__]
    if asks.kind and asks.kind not in kinds:
        yield f"a {kinds[0]} is asked, not a {asks.kind}"
    if asks.clause and asks.clause != pending.clause:
        yield f"{pending.clause} asks, not {asks.clause}: {pending.asks}"
    if asks.by and asks.by != pending.by:
        yield f"{pending.by} is asked, not {asks.by}: {pending.asks}"
    about = getattr(pending, "about", getattr(pending, "unit", ""))
    if asks.about is not None and asks.about != about:
        yield f"the question is about {about or 'no unit'}, not {asks.about}: {pending.asks}"
    options, greyed = list[str](), dict[str, str]()
    if isinstance(pending, Choose):
        options = [o.id for o in pending.options]
        greyed = {o.id: why.clause for o, why in pending.greyed}
    if asks.options is not None and list(asks.options) != options:
        yield f"the options are {options}, not {list(asks.options)}"
    if asks.greyed is not None:
        now, wanted = _comparable(greyed, asks.greyed)
        if now != wanted:
            yield f"greyed are {greyed}, not {wanted}"


def _comparable(greyed: dict[str, str], raw: Any) -> tuple[Any, Any]:
    """Return the greyed options and the expected ones in the same form.

    The expectation may be a list of ids, or a mapping of ids to clauses.
    """
    return (greyed, raw) if isinstance(raw, dict) else ([*greyed], [*raw])


def _refused(expect: Expectations, refused: IllegalAnswer | None) -> Iterator[str]:
    wanted = expect.refused
    if wanted is None:
        return
    if refused is None:
        yield f"the last answer was not refused, though {wanted.clause} should"
        return
    if refused.clause != wanted.clause:
        yield f"the last answer was refused by {refused.clause}: {refused.reason}"
    if wanted.fix is not None and _plain(refused.fix) != _plain(wanted.fix):
        yield f"the fix is {json.dumps(refused.fix)}"


def _plain(raw: Any) -> Any:
    """Return JSON with every number rounded to a hundredth, for comparing positions."""
    if isinstance(raw, list | tuple):
        return [_plain(one) for one in raw]
    return round(float(raw), 2) if isinstance(raw, int | float) else raw


def _ended(expect: Expectations, table: Table) -> Iterator[str]:
    if expect.winner is not None:
        result = table.result
        winner = "nobody yet" if result is None else result.winner or "draw"
        if winner != expect.winner:
            yield f"the winner is {winner}, not {expect.winner}"
    scores = {side: table.scores.get(side, 0) for side in table.sides}
    if expect.scores is not None and scores != dict.fromkeys(table.sides, 0) | expect.scores:
        yield f"the scores are {scores}, not {expect.scores}"
    if expect.first is not None and expect.first != table.first:
        yield f"{table.first or 'nobody'} has the first turn, not {expect.first}"
    if expect.zones is not None and [*expect.zones.items()] != [*table.zones.items()]:
        yield f"the zones are {table.zones}, not {expect.zones}"
    for side, points in expect.command.items():
        if (left := commands(table).get(Side(side), Command()).points) != points:
            yield f"{side} has {left} command points, not {points}"


def _model(expected: ExpectedModel, model: Model | None, table: Table) -> Iterator[str]:
    if model is None:
        yield f"there is no model {expected.id}"
        return
    yield from _placed(model.id, expected.at, model.at)
    found: dict[str, object] = {
        "wounds": model.wounds,
        "gone": model.where is Where.GONE,
        "body": model.where is Where.BODY,
        "facing": model.facing,
        "arrows": model.arrows,
    }
    for part in SITUATION_PARTS.values():
        found |= part.values(table, model)
    yield from _values(model.id, expected, found)
    yield from _headed(model.id, expected.heading, model.heading)
    yield from _marks(model.id, expected.marks, model.marks)


def _marker(expected: ExpectedMarker, marker: ObjectiveMarker | None) -> Iterator[str]:
    if marker is None:
        yield f"there is no marker {expected.id}"
        return
    yield from _placed(marker.id, expected.at, marker.at)
    if expected.number is not None and expected.number != marker.number:
        yield f"{marker.id} is number {marker.number}, not {expected.number}"


def _piece(expected: ExpectedPiece, piece: Piece | None) -> Iterator[str]:
    if expected.gone is not None and expected.gone is not (piece is None):
        yield f"{expected.id}: gone is {piece is None}, not {expected.gone}"
    if piece is None:
        if not expected.gone:
            yield f"there is no piece {expected.id}"
        return
    yield from _placed(piece.id, expected.at, piece.at)
    found = {
        "arrows": piece.arrows,
        "holder": piece.holder or "",
        "turned": piece.turned,
        "away": piece.where is Where.RESERVE,
        "on": piece.on,
    }
    yield from _values(piece.id, expected, found)
    yield from _headed(piece.id, expected.heading, piece.heading)


def _placed(id_: str, wanted: Spot | None, at: Point) -> Iterator[str]:
    if wanted is not None:
        x, y = wanted
        if distance(Point(float(x), float(y)), at) > NEAR:
            yield f"{id_} is at {list(at)}, not {[x, y]}"


def _values(
    id_: str, expected: ExpectedModel | ExpectedPiece, raw: Mapping[str, Any]
) -> Iterator[str]:
    for name, now in raw.items():
        wanted = getattr(expected, name)
        if wanted is not None and wanted != now:
            yield f"{id_}: {name} is {now}, not {wanted}"


def _headed(id_: str, wanted: float | None, now: float) -> Iterator[str]:
    if wanted is not None and abs((now - wanted + 180) % 360 - 180) > NEAR:
        yield f"{id_}: heading is {now}, not {wanted}"


def _marks(id_: str, expected: Sequence[str] | None, marks: Sequence[Mark]) -> Iterator[str]:
    names = sorted(m.name for m in marks)
    if expected is not None and sorted(expected) != names:
        yield f"{id_} has the marks {names}, not {sorted(expected)}"


@dataclass(frozen=True, slots=True)
class SituationResult:
    """The result of playing a situation; no faults means that all expectations hold."""

    session: Session | None
    """The game as it is at the end; None if it could not be opened."""
    opening: Table
    faults: tuple[str, ...]


def play_situation(opened: LoadedSituation) -> SituationResult:
    """Open a situation, give its answers and compare the outcome; raise UnusableFile."""
    s = opened.situation
    rules, table = set_up(opened)
    opening = table.fork()
    try:
        session = Session(rules, table, ScriptedDice(s.dice))
    except Exception as error:  # noqa: BLE001  whatever a rule raises is what is reported
        return SituationResult(None, opening, (f"before the first answer: {_broke(error)}",))
    refused: IllegalAnswer | None = None
    for n, answer in enumerate(s.answers, 1):
        if session.pending is None:
            return SituationResult(
                session, opening, (f"answer {n} is left over: the game has ended",)
            )
        try:
            session.answer(answer)
        except IllegalAnswer as no:
            refused = no
            if n < len(s.answers) or not s.expect.refused:
                return SituationResult(session, opening, (f"answer {n} was refused: {no}",))
        except BrokenRuleError as error:
            where = " > ".join(error.where)
            fault = f"answer {n}: {_broke(error.__cause__ or error)}, in {where}"
            return SituationResult(session, opening, (fault,))
    return SituationResult(
        session, opening, tuple(compared(s.expect, session, opening, refused))
    )


def _broke(error: BaseException) -> str:
    if type(error) is LookupError:  # the dice ran out
        return str(error)
    return f"{type(error).__name__}: {error}"
