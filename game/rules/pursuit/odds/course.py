"""What has become of figs in a Pursuit phase, read from what is told of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from game.geometry.points import CONTACT, distance, gap
from game.rules.pursuit.state import stopped_in
from game.rules.pursuit.street_pieces import called, city, is_open, touches
from game.table.events import Event, Moved, Removed, Rolled, Struck
from game.table.pieces import ROLL
from game.table.records import How, ModelId, Where
from game.table.state import Table

HAIR = 0.01


class Cause(NamedTuple):
    """What strikes a fig."""

    by: str
    """The id of a piece, or a word."""
    clause: str


RUBBLE = Cause("rubble", "PU-22")
COMBAT = Cause("combat", "PU-16")
BLAST = Cause("mines", "PU-24")


@dataclass(frozen=True, slots=True)
class Course:
    """What has become of a fig so far, in one way in which the dice may fall."""

    struck: tuple[Cause, ...] = ()
    """Each once, the last one last."""
    dead: Cause | None = None
    lost: bool = False
    """``PU-15``"""
    swept: bool = False
    """``PU-14``  A piece came to it, or took it along."""
    backs: bool = False
    """``PU-13``  It went back and stopped at a piece."""
    pressed: bool = False
    """``PU-14``  Pressed out from between two pieces: others may stand in its place."""

    def hit(self, cause: Cause) -> Course:
        others = tuple(c for c in self.struck if c != cause)
        return replace(self, struck=(*others, cause))


Courses = dict[ModelId, Course]
"""Of all figs of which there is something to tell."""


def goes_on(
    courses: Mapping[ModelId, Course],
    story: Sequence[Event],
    before: Table,
    after: Table,
    id_: str,
) -> Courses:
    """Return what has become of figs when a fig or a piece was handled (``PU-07``)."""
    found, units = dict(courses), {str(m.unit): m.id for m in after.models.values()}
    for event in story:
        match event:
            case Rolled(clause=clause, who=unit, target=target, weapon=weapon):
                if clause == "PU-14" and unit in units:
                    who = units[unit]
                    found[who] = replace(found.get(who, Course()), swept=True)
                if weapon == BLAST.by and target in after.models:
                    who = ModelId(target)
                    found[who] = found.get(who, Course()).hit(BLAST)
            case Struck(clause, who, _, by):
                found[who] = _struck(found.get(who, Course()), clause, by, after, id_)
            case Moved("PU-14", who):
                found[who] = replace(found.get(who, Course()), swept=True)
            case Removed(_, who, how):
                found[who] = _removed(found.get(who, Course()), how)
            case _:
                pass
    if id_ in after.models and _backs(story, before, after, ModelId(id_)):
        who = ModelId(id_)
        found[who] = replace(found.get(who, Course()), backs=True)
    return found


def _struck(course: Course, clause: str, by: str, after: Table, id_: str) -> Course:
    if clause != "PU-14":
        return course.hit(RUBBLE)
    course = replace(course, swept=True)
    if by in {RUBBLE.by, called(id_)}:
        return course.hit(Cause(id_, clause))
    wall = next((p for p in after.pieces if called(p) == by), by)
    return replace(course.hit(Cause(wall, clause)), pressed=True)


def _removed(course: Course, how: How) -> Course:
    if how is How.LOST:
        return replace(course, lost=True)
    if how is How.FOUGHT:
        course = course.hit(COMBAT)
    return replace(course, dead=course.struck[-1]) if course.struck else course


def _backs(story: Sequence[Event], before: Table, after: Table, who: ModelId) -> bool:
    """``PU-13``  Whether it went back, and not as far as it would have but for a piece."""
    model, old = after.models[who], before.models[who]
    rolled = [e for e in story if isinstance(e, Rolled) and e.clause == "PU-11"]
    moved = [e for e in story if isinstance(e, Moved)]
    if not rolled and not any(e.clause == "PU-12" for e in moved):
        return False
    far = float(sum(rolled[0].faces)) if rolled else ROLL
    if model.where is not Where.TABLE or distance(old.at, model.at) >= far - HAIR:
        return False
    if stopped_in(model) or _is_met(after, who):
        return False
    pieces = [p for p in city(after) if not is_open(p, model.profile)]
    return any(touches(p, model.disc) for p in pieces)


def _is_met(table: Table, who: ModelId) -> bool:
    me = table.models[who].disc
    return any(m.id != who and gap(me, m.disc) <= CONTACT + 1e-9 for m in table.standing())
