"""The conditions on which a lesson in a battle goes on."""

from __future__ import annotations

from collections.abc import Iterable

from game.content.lessons import LessonStep, StepCondition
from game.play.phases import PhaseMachine
from game.prompts.march import MarchPrompt
from game.prompts.prompt import AnyPrompt
from game.table.events import Act, Acted, Event
from game.table.records import Side
from game.table.state import Table

DEEDS = {
    StepCondition.MOVED: (Act.MOVES, Act.RUNS),
    StepCondition.SHOT: (Act.SHOOTS,),
    StepCondition.CHARGED: (Act.CHARGES, Act.FAILS_TO_CHARGE),
    StepCondition.FOUGHT: (Act.FIGHTS,),
}
"""Acts that complete a step, by its condition."""


def picked(card: LessonStep, prompt: AnyPrompt | None) -> bool:
    """Return whether a march of the card's unit is being drawn, or any if it names none."""
    return isinstance(prompt, MarchPrompt) and card.who in {None, prompt.decision.unit}


def refused(prompt: AnyPrompt | None) -> bool:
    """Return whether the rules refuse the player's present input."""
    if prompt is None:
        return False
    if isinstance(prompt, MarchPrompt):
        stopped = prompt.drag.stopped if prompt.drag else None
        if (stopped and stopped.no) or prompt.no:
            return True
    return prompt.refused is not None


def is_step_done(card: LessonStep, story: Iterable[Event], table: Table, side: Side) -> bool:
    """Return whether the card's unit acted often enough, or any of the learner's."""
    until = card.until
    acts = (until,) if isinstance(until, Act) else DEEDS[until]
    many = 0
    for event in story:
        if isinstance(event, Acted) and event.act in acts:
            unit = table.units.get(event.unit)
            many += event.unit == card.who or bool(not card.who and unit and unit.side == side)
    return many >= card.many


def is_step_past(card: LessonStep, table: Table, phases: PhaseMachine, side: Side) -> bool:
    """Return whether play is past the turn or phase of a card."""
    clock = table.clock
    if not card.phase or clock.round < card.round:
        return False
    if clock.round > card.round or table.result:
        return True
    course = [(phase.name, whose) for phase, whose in phases.course(table)]
    now = clock.phase, clock.side
    own = [at for at in course if at in {(card.phase, side), (card.phase, None)}]
    if not own or now not in course:
        return False
    return course.index(now) + clock.over > course.index(own[0])
