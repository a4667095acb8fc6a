"""What goes on inside, for who works on the game: waiting rules, question, dice, frame time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.play.decisions import Decision
from game.play.session import Session
from game.screens.battle.board_view import BoardView
from game.screens.battle.panels.floats import GAP, Float, board_box
from game.widgets.label import Paragraph
from game.widgets.panel_stack import PanelStack
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.theme import AMBER

WIDE, SIZE, EDGE = 380.0, 12.0, 12.0
EVERY = 0.25
"""Seconds between two looks: figures that flicker cannot be read."""
SMOOTH = 30
"""Frames that the frame time is an average of."""


class Inside:
    """Shown and hidden by a key."""

    def __init__(self, desk: PanelStack, board: BoardView) -> None:
        self.desk, self.board = desk, board
        self.float = Float(desk, board)
        self.words = self.float.add(Paragraph((EDGE, 8, WIDE - 2 * EDGE, 10), "", size=SIZE))
        self.on = False
        self.frame = 0.0
        """Seconds a frame, smoothed."""
        self._since = EVERY

    def turn(self) -> None:
        self.on = not self.on
        self._since = EVERY
        if not self.on:
            self.float.drop()

    def update(self, seconds: float) -> None:
        self._since += seconds
        self.frame += (seconds - self.frame) / SMOOTH

    def look(self, session: Session, seed: int, file: str) -> None:
        """Tell how things stand, now and then."""
        if not self.on or self._since < EVERY:
            return
        self._since = 0.0
        told = facts(session, seed, file, self.frame)
        spans = list[TextSpan]()
        for name, value in told:
            spans += [
                TextSpan(f"{name}  ", AMBER, face="mono"),
                TextSpan(f"{value}\n", face="mono"),
            ]
        spans[-1] = TextSpan(told[-1][1], face="mono")
        self.words.spans = tuple(spans)
        theme = self.desk.theme
        lines = TextStyle(theme, SIZE).wrap(self.words.spans, theme.px(WIDE - 2 * EDGE))
        high = len(lines) * round(SIZE * 1.45) + 18
        left, top, _, _ = board_box(self.board)
        if self.words.box[3] != high - 16:
            self.words.box = (EDGE, 8, WIDE - 2 * EDGE, high - 16)
        self.float.put((left + GAP, top + GAP, WIDE, high))


def facts(session: Session, seed: int, file: str, frame: float) -> Sequence[tuple[str, str]]:
    """Return names and values; *frame* in seconds, *file*: where the game is written to."""
    table, asked = session.table, session.pending
    clock = table.clock
    return (
        ("waiting", " > ".join(session.where()) or "nobody"),
        ("asks", _question(asked) if asked else "nobody"),
        ("clock", f"round {clock.round}, {clock.phase or 'none'}, {clock.side or 'both'}"),
        ("queue", ", ".join(map(str, table.queue)) or "empty"),
        ("seed", str(seed)),
        ("rolls", str(table.rolls)),
        ("story", f"{len(session.game.story)} events, {len(session.chapters)} chapters"),
        ("frame", f"{frame * 1000:.1f} ms"),
        ("file", file or "none yet"),
    )


def _question(asked: Decision[Any]) -> str:
    kind = getattr(asked, "kind", "")
    return f"{type(asked).__name__}{f' {kind!r}' * bool(kind)} of {asked.by}, {asked.clause}"
