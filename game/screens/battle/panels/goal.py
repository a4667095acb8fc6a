"""What the battle is about, for who is new to it."""

from __future__ import annotations

from collections.abc import Callable

from game.rules.missions.current_score import mission_goals
from game.screens.battle.board_view import BoardView
from game.screens.battle.log_panel import CLAUSE
from game.screens.battle.panels.floats import GAP, Float, board_box
from game.screens.live_game import Sitting
from game.table.pieces import street_of, table_rolls
from game.widgets.button import IconButton, Style
from game.widgets.keys import insert_key_names
from game.widgets.log_view import Log, LogEntry
from game.widgets.panel_stack import PanelStack
from game.widgets.text_layout import TextSpan
from game.widgets.theme import AMBER, DIM, TEXT

WIDE, EDGE = 300.0, 10.0
ANSWERS = 10
"""For so many answers the next action pulses."""
BEAT = 0.65
"""Seconds that it is bright, and then not."""

ROLLING = "Face the Arrival, and keep clear of what rolls back: Danger ({danger}) shows it."
"""What else is to be known where the table rolls, and how the window helps."""


class Goal:
    """A banner until somebody here sets up a first unit, or it is closed; and a pulse."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.closed = False
        self._clock = 0.0

    def fill(self, desk: PanelStack, board: BoardView, on_link: Callable[[str], None]) -> None:
        self.desk, self.board = desk, board
        self.float = Float(desk, board)
        self.log = self.float.add(Log((EDGE, 6, WIDE - 50, 10), on_link, indent=0))
        self.log.show(self._entries())
        self.log.lay_out()
        self.high = self.log.scroll.content / desk.theme.scale + 14
        self.log.box = (EDGE, 6, WIDE - 50, self.high - 12)
        close = IconButton(
            (WIDE - 36, 6, 30, 30), "", self.close, icon="ui/x", hint="Close", style=Style.GHOST
        )
        self.float.add(close)

    def _entries(self) -> tuple[LogEntry, ...]:
        scenario = self.sitting.battle.scenario
        lines = [*mission_goals(self.sitting.mission, self.sitting.turns)]
        if table_rolls(self.sitting.session.table.board):
            lines.append((insert_key_names(ROLLING), "PU-12"))
        head = LogEntry((TextSpan(f"{scenario.title}: your goal", AMBER, face="strong"),))
        return head, *(
            LogEntry(
                (
                    TextSpan(words, TEXT),
                    TextSpan(" "),
                    TextSpan(clause, DIM, CLAUSE + clause, "mono"),
                )
            )
            for words, clause in lines
        )

    def close(self) -> None:
        self.closed = True
        self.float.drop()

    def look(self, *, covered: bool) -> None:
        """Show it until one of somebody here stands; *covered*: its place is needed."""
        table = self.board.scene.stage.seen
        told = mission_goals(self.sitting.mission, self.sitting.turns)
        people = self.sitting.seats.people
        stand = [m for m in table.standing() if not people or m.side in people]
        begun = bool(table.clock.round or stand)
        if self.closed or covered or begun or not told:
            self.float.drop()
            return
        left, top, wide, _ = board_box(self.board)
        # In a chase all set up at the rear edge, and nobody at the Arrival.
        aside = table_rolls(table.board) and street_of(table.board).ahead.x > 0.0
        x = left + wide - GAP - WIDE if aside else left + GAP
        self.float.put((x, top + GAP, WIDE, self.high))

    def pulse(self, seconds: float, *, still: bool) -> bool:
        """Return whether the next action is bright just now; *still*: without motion."""
        self._clock = (self._clock + seconds) % (2 * BEAT)
        given = sum(len(chapter.answers) for chapter in self.sitting.session.chapters)
        return given < ANSWERS and (still or self._clock < BEAT)
