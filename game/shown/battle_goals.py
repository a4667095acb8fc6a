"""The goals of a battle in its log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from game.cores.kit.queries import TASKS, TableView, Task
from game.play.log.wording import side_name
from game.shown.event_log import EventLog, Filter
from game.shown.lines import ShownLine, ShownSpan, Tone, clause_line, clause_span, title_line
from game.table.records import Side

TASK_CLAUSE = "MP-39"
Advice = Iterable[tuple[str, str]]
"""Sentences, each with its clause."""


class Goals:
    """The goals of the battle in the log: first people's objectives, then the mission's."""

    def __init__(self, title: str, advice: Callable[[TableView], Advice]) -> None:
        """*advice*: returns the goals of the mission, none in a replay."""
        self.title, self.advice = title, advice
        self._of: object = None
        self._opened = False
        """True once the log has shown the goals by itself."""

    def refresh(
        self, log: EventLog, view: TableView, moment: object, people: Sequence[Side]
    ) -> None:
        """Fill the goals; the log shows them until the first turn begins."""
        if moment == self._of:
            return
        self._of = moment
        begun = view.table.clock.round > 0
        mission = mission_lines(self.title, self.advice(view))
        others = [side for side in view.table.sides if side not in people]
        log.offer_goals((*_tasks(view, people), *mission, *_tasks(view, others)))
        if not self._opened and log.goals and not begun:
            self._opened = True
            log.pick(Filter.GOALS)
        elif self._opened and begun and log.filter is Filter.GOALS:
            self._opened = False
            log.pick(Filter.STORY)


def mission_lines(title: str, advice: Advice) -> Iterator[ShownLine]:
    """Yield a heading and the goals of a mission; nothing without goals."""
    lines = [clause_line(words, clause) for words, clause in advice]
    if lines:
        yield title_line(f"{title}: your goal")
    yield from lines


def _tasks(view: TableView, sides: Sequence[Side]) -> Iterator[ShownLine]:
    """Yield the objectives of some sides."""
    if TASKS not in view.rules.hooks or not view.table.clock.round:
        return
    for side in sides:
        if tasks := tuple(TASKS.of(view, side)):
            yield from task_lines(side, tasks)


def task_lines(side: Side, tasks: Sequence[Task]) -> Iterator[ShownLine]:
    """Yield a heading, then each objective with its name, progress and condition."""
    done = len([task for task in tasks if task.pays])
    many = "1 objective" if len(tasks) == 1 else f"{len(tasks)} objectives"
    achieved = ShownSpan(f"  {done} achieved ", Tone.MUTED)
    yield title_line(f"{side_name(side)}: {many}", achieved, clause_span(TASK_CLAUSE))
    for task in tasks:
        tone = Tone.LIT if task.pays else Tone.PLAIN
        pays = f", pays {task.pays}" if task.pays else ""
        words = "" if task.marker else f" {task.words}"
        words += f" {task.extra}" if task.extra else ""
        yield ShownLine(
            (
                ShownSpan(task.name, tone, strong=True),
                ShownSpan(f"  {task.progress}{pays}", tone if task.pays else Tone.MUTED),
                ShownSpan(words, Tone.DIM),
            )
        )
