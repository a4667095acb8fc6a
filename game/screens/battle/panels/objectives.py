"""What a side is to achieve, how far each objective is, and what it would pay (``MP-39``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from game.play.wording import side_name
from game.rules.kit.queries import TASKS, TableView, Task
from game.screens.battle.board_view import BoardView
from game.screens.battle.log_panel import CLAUSE
from game.screens.battle.panels.floats import GAP, Float, board_box
from game.table.records import Side
from game.widgets.button import IconButton, Style
from game.widgets.log_view import Log, LogEntry
from game.widgets.panel_stack import PanelStack
from game.widgets.text_layout import TextSpan
from game.widgets.theme import AMBER, DIM, GLOW, MUTED, TEXT

WIDE, EDGE, TOP = 372.0, 10.0, 6.0
BUTTONS = 80.0
"""Units at the right end of the slip."""
FOLDED = 40.0


class Objectives:
    """A slip over the board with a side's objectives; it folds to its heading."""

    def __init__(self) -> None:
        self.folded = False
        self.theirs = False
        """Whether it shows the objectives of the other side: they lie open."""
        self._told: tuple[Side, tuple[Task, ...]] | None = None
        self._of: object = None
        self._high = FOLDED

    def fill(self, desk: PanelStack, board: BoardView, on_link: Callable[[str], None]) -> None:
        self.board = board
        self.float = Float(desk, board)
        self.log = self.float.add(Log((EDGE, TOP, WIDE - BUTTONS, 10), on_link, indent=0))
        swap = IconButton(
            (WIDE - 68, TOP, 30, 30),
            "",
            self.swap,
            icon="ui/users",
            hint="Show the objectives of the other side",
            style=Style.GHOST,
        )
        self.float.add(swap)
        fold = IconButton(
            (WIDE - 36, TOP, 30, 30),
            "",
            self.fold,
            icon="ui/chevron-down",
            hint="Fold or unfold the objectives",
            style=Style.GHOST,
        )
        self.float.add(fold)
        self._told = self._of = None

    def fold(self) -> None:
        self.folded = not self.folded
        self._of = None

    def swap(self) -> None:
        self.theirs = not self.theirs
        self._of = None

    def look(
        self, glance: TableView, moment: object, people: Sequence[Side], *, covered: bool
    ) -> None:
        """Show those of whose turn it is, or of the only person, or of the other side.

        *covered*: not now.
        """
        if TASKS not in glance.rules.hooks:
            return
        if moment != self._of:
            self._of = moment
            self._tell(glance, people)
        if covered or self._told is None:
            self.float.drop()
        else:
            left, top, _, _ = board_box(self.board)
            self.float.put((left + GAP, top + GAP, WIDE, self._high))

    def _tell(self, glance: TableView, people: Sequence[Side]) -> None:
        table = glance.table
        side = people[0] if len(people) == 1 else table.clock.side or table.first
        if side and self.theirs:
            side = table.enemy(side)
        tasks = tuple(TASKS.of(glance, side)) if side and table.clock.round else ()
        told = (side, tasks) if side and (tasks or self.theirs) else None
        if told is None:
            self._told = None
            return
        self._told = told
        self.log.show(entries(*told, folded=self.folded))
        self.log.lay_out()
        theme = self.float.theme
        self._high = self.log.scroll.content / theme.scale + 2 * TOP + 2
        self._high = max(FOLDED, self._high)
        self.log.box = (EDGE, TOP, WIDE - BUTTONS, self._high - 2 * TOP)
        self.log.fit(theme)
        self.float.dirty = True


def entries(side: Side, tasks: Sequence[Task], *, folded: bool) -> Iterator[LogEntry]:
    """Yield a heading, and for each objective its name, how far it is and what it asks for."""
    done = len([task for task in tasks if task.pays])
    many = "1 objective" if len(tasks) == 1 else f"{len(tasks)} objectives"
    head = f"{side_name(side)}: {many}"
    yield LogEntry(
        (
            TextSpan(head, AMBER, face="strong"),
            TextSpan(f"  {done} achieved ", MUTED),
            TextSpan("MP-39", DIM, CLAUSE + "MP-39", "mono"),
        )
    )
    if folded:
        return
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
