"""The progress of a turn through its phases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from game.play.log.wording import phase_text
from game.play.phases import Phase, PhaseMachine, When
from game.table.state import Table


class PhaseStep(Enum):
    DONE = "done"
    NOW = "now"
    TO_COME = "to come"


@dataclass(frozen=True, slots=True)
class PhaseMark:
    name: str
    clause: str
    step: PhaseStep


def marks(phases: PhaseMachine, table: Table) -> tuple[PhaseMark, ...]:
    """Return the phases of the set-up, or of the current player turn."""
    clock = table.clock
    around = [
        p for p in _around(phases, table) if p.name == clock.phase or not p.is_left_out(table)
    ]
    names = [p.name for p in around]
    now = names.index(clock.phase) if clock.phase in names else -1
    return tuple(
        PhaseMark(
            phase_text(p.name),
            p.clause,
            PhaseStep.DONE if n < now else PhaseStep.NOW if n == now else PhaseStep.TO_COME,
        )
        for n, p in enumerate(around)
    )


def _around(phases: PhaseMachine, table: Table) -> list[Phase]:
    clock = table.clock
    if clock.round == 0:
        return [p for p in phases.all if p.when is When.SETUP]
    return [p for p, side in phases.course(table) if side == clock.side]


def course_text(marks: Sequence[PhaseMark]) -> str:
    """Return the current phase with its clause, and the whole course; empty without one."""
    now = next((m for m in marks if m.step is PhaseStep.NOW), None)
    course = " > ".join(mark.name for mark in marks)
    return f"{now.name.capitalize()} ({now.clause}) of {course}" if now else ""
