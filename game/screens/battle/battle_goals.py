"""The goals of a battle in its log."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from game.cores.kit.queries import TASKS, TableView, Task
from game.play.wording import side_name
from game.rules.catalog import mission_goals
from game.screens.battle.log_panel import CLAUSE, Filter, LogPanel, clause_line
from game.screens.battle.window_part import WindowPart
from game.screens.live_game import LiveGame
from game.table.records import Side
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import LogEntry
from game.widgets.theme import AMBER, DIM, GLOW, MUTED, TEXT


class Goals:
    """The goals of the battle in the log: the mission's, then each side's objectives."""

    def __init__(self, game: LiveGame | None, parts: Collection[WindowPart]) -> None:
        """*game*: the running game; None in a replay. *parts* add advice to its goals."""
        self.game, self.parts = game, parts
        self._of: object = None
        self._opened = False
        """True once the log has shown the goals by itself."""

    def refresh(
        self, log: LogPanel, view: TableView, moment: object, people: Sequence[Side]
    ) -> None:
        """Fill the goals; the log shows them until the first turn begins."""
        if moment == self._of:
            return
        self._of = moment
        sides = sorted(view.table.sides, key=lambda side: bool(people) and side not in people)
        log.show_goals((*self._mission(view), *_tasks(view, sides)))
        if not self._opened and log.goals and not view.table.clock.round:
            self._opened = True
            log.pick(Filter.GOALS)
        elif self._opened and view.table.clock.round and log.filter is Filter.GOALS:
            self._opened = False
            log.pick(Filter.STORY)

    def _mission(self, view: TableView) -> Iterator[LogEntry]:
        if self.game is None:
            return
        lines = [*mission_goals(self.game.mission, self.game.turns)]
        lines += [line for part in self.parts for line in part.advice(view)]
        if lines:
            title = self.game.battle.scenario.title
            yield LogEntry((TextSpan(f"{title}: your goal", AMBER, face="strong"),))
        yield from (clause_line(*line) for line in lines)


def _tasks(view: TableView, sides: Sequence[Side]) -> Iterator[LogEntry]:
    if TASKS not in view.rules.hooks or not view.table.clock.round:
        return
    for side in sides:
        if tasks := tuple(TASKS.of(view, side)):
            yield from entries(side, tasks)


def entries(side: Side, tasks: Sequence[Task]) -> Iterator[LogEntry]:
    """Yield a heading, then each objective with its name, progress and condition."""
    done = len([task for task in tasks if task.pays])
    many = "1 objective" if len(tasks) == 1 else f"{len(tasks)} objectives"
    head = f"{side_name(side)}: {many}"
    yield LogEntry(
        (
            TextSpan(head, AMBER, face="strong"),
            TextSpan(f"  {done} achieved ", MUTED),
            TextSpan("MP-39", colour=DIM, link=CLAUSE + "MP-39", face="mono"),
        )
    )
    for task in tasks:
        ink = GLOW if task.pays else TEXT
        pays = f", pays {task.pays}" if task.pays else ""
        led = " Only your WARLORD: 3 more." if task.led else ""
        words = led if task.marker else f" {task.words}{led}"
        yield LogEntry(
            (
                TextSpan(task.name, ink, face="strong"),
                TextSpan(f"  {task.progress}{pays}", ink if task.pays else MUTED),
                TextSpan(words, DIM),
            )
        )
