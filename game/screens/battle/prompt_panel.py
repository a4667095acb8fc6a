"""The prompt panel (the question, its answers, their hint), and the bar of phases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import pygame

from game.content.palettes import Colour, palette
from game.content.settings import Action
from game.play.decisions import Decision
from game.play.phases import Phase, PhaseMachine, When
from game.play.wording import phase_text, side_name
from game.prompts.choose import refusal_text
from game.prompts.prompt import MEND, AnyPrompt, PromptAction
from game.screens.battle.choice_list import ChoiceList
from game.table.records import Side
from game.table.state import Table
from game.view.style import TEAMS
from game.widgets.button import Button, Style
from game.widgets.key_bindings import insert_key_names, key_for
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.text_view import Label, Paragraph
from game.widgets.theme import (
    AMBER,
    DIM,
    HIGH,
    MUTED,
    ON_AMBER,
    TEXT,
    URGENT,
    WELL,
    Box,
    Plate,
    Theme,
    plate,
)
from game.widgets.widget import Panel, Visible, Widget

EDGE, TOP = 18.0, 38.0
"""Units from the edges of the panel to its words, and from its top to the question."""
IN_THEIR_TURN = "You are asked in the other side's turn"
ASKED, SAID = 15.0, 12.0
"""Text sizes of the question and of the status line."""


class PromptPanel:
    """The panel of the question, with an edge in the colour of the side.

    It is amber in a person's own turn, in the side's colour in the other's, and else dark.
    """

    def __init__(
        self,
        theme: Theme,
        box: Box,
        on_press: Callable[[str], None],
        on_point: Callable[[str], None],
        on_clause: Callable[[str], None],
        on_hint: Callable[[], None],
    ) -> None:
        _, _, wide, self._high = box
        self._inner = wide - 2 * EDGE
        self.panel = Panel(theme, box)
        self._plate: Plate | None = None
        self._inlay: Box = (8, 4, wide - 16, self._high - 8)
        self._lay(WELL)
        name = Label((EDGE, 11, self._inner - 168, 20), "", size=15, face="title")
        self.side = self.panel.add(name)
        self.clause = self.panel.add(
            Button((wide - EDGE - 70, 9, 70, 24), "", self._open, style=Style.GHOST, size=13)
        )
        self.hint = self.panel.add(
            Button((wide - EDGE - 168, 9, 92, 24), "Hint", on_hint, style=Style.GHOST, size=13)
        )
        self.hint.shortcut = key_for(Action.HINT)
        self.asks = self.panel.add(Paragraph((EDGE, TOP, self._inner, 44), "", size=ASKED))
        rows: Box = (EDGE, 84, self._inner, self._high - 84 - 20)
        self.choices = self.panel.add(ChoiceList(rows, on_press, on_point, on_clause))
        said: Box = (EDGE, self._high - 40, self._inner, 20)
        self.status = self.panel.add(Paragraph(said, "", size=SAID))
        self.on_clause = on_clause
        self._cited = ""

    def _lay(self, look: Plate) -> None:
        if look != self._plate:
            self._plate = look
            self.panel.inlays.clear()
            self.panel.inlay(self._inlay, look)

    def _open(self) -> None:
        if self._cited:
            self.on_clause(self._cited)

    def show(self, prompt: AnyPrompt, table: Table, *, hinted: bool) -> None:
        """Show the question that a person has to answer; *hinted*: with a hint if wanted."""
        asked, no = prompt.decision, prompt.refused
        team, active = TEAMS[table.sides.index(asked.by)], table.clock.side
        waits = active is not None and active != asked.by
        self._lay(
            replace(URGENT, edge=team.plain)
            if not waits
            else Plate(team.dark, "#14181B", team.plain, corner=URGENT.corner, line=2.0)
        )
        self._head(asked, asked.by, table)
        if waits:
            self.side.text = f"{self.side.text}: ASKED"
        self.side.hint = IN_THEIR_TURN if waits else ""
        self.hint.shown = hinted
        said = TextSpan(f"Hint: {prompt.hint}" if prompt.hint else prompt.status, MUTED)
        if no:
            why = refusal_text(table, no.reason) + (f" ({no.clause})" if no.clause else "")
            mend = next((c for c in prompt.choices() if c.id == MEND), None)
            said = TextSpan(f"{why} · {mend.key}: {mend.label}" if mend else why, palette().bad)
        # The question's own clause is shown above the options.
        choices = [
            c if c.reason or c.clause != asked.clause else replace(c, clause="")
            for c in prompt.choices()
        ]
        self._fill(TextSpan(asked.asks, AMBER, face="strong"), choices, said)

    def wait(
        self,
        words: str,
        by: Side | None,
        asked: Decision[Any] | None,
        table: Table,
        choices: Sequence[PromptAction] = (),
        below: float = 0.0,
    ) -> None:
        """Show that no person is asked just now, and the reason.

        *below*: units to leave free at the lower edge.
        """
        self._lay(WELL)
        self.hint.shown, self.side.hint = False, ""
        self._head(asked, by, table)
        self._fill(TextSpan(words, MUTED), choices, TextSpan(""), below)

    def _head(self, asked: Decision[Any] | None, by: Side | None, table: Table) -> None:
        self.side.text = side_name(by).upper() if by else ""
        if by:
            self.side.colour = TEAMS[table.sides.index(by)].plain
        self._cited = asked.clause if asked else ""
        self.clause.label = self._cited
        self.clause.shown = bool(self._cited)

    def _fill(
        self,
        asks: TextSpan,
        choices: Sequence[PromptAction],
        said: TextSpan,
        below: float = 0.0,
    ) -> None:
        """Set the texts, and give the options all the remaining room."""
        if self.asks.spans != (asks,):
            self.asks.spans = (asks,)
            self.choices.to_top()
        self.choices.choices = tuple(choices)
        self.status.spans = (said,)
        high = self._lines(asks, ASKED) * round(ASKED * 1.45)
        foot = self._lines(said, SAID) * round(SAID * 1.45) if said.text else 0.0
        top, end = TOP + high + 8, self._high - 18 - max(foot, below)
        self._move(self.asks, (EDGE, TOP, self._inner, high))
        self._move(self.choices, (EDGE, top, self._inner, end - top - 6))
        self.status.shown = bool(said.text)
        self._move(self.status, (EDGE, end, self._inner, max(4.0, foot)))

    def _lines(self, words: TextSpan, size: float) -> int:
        theme = self.panel.theme
        return len(TextStyle(theme, size).wrap((words,), theme.px(self._inner)))

    def _move(self, widget: Paragraph | ChoiceList, box: Box) -> None:
        if widget.box != box:
            widget.box = box
            widget.fit(self.panel.theme)
            self.panel.dirty = True


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
    course = phases.course(table)
    if clock.side is None:
        return [p for p, side in course if side is None]
    return [p for p, side in course if side == Side(clock.side)]


HIGH_ARROW, LEAST = 26.0, 22.0
"""Height of an arrow and its least width in units."""


class PhaseBar(Widget):
    """The phases as arrows: amber is the current one, green with a tick is done.

    If room is short, only the current phase shows its name.
    """

    marks = Visible[tuple[PhaseMark, ...]]()

    def __init__(self, box: tuple[float, float, float, float]) -> None:
        super().__init__(box)
        self.marks = ()

    @property
    def tip(self) -> str:
        now = next((m for m in self.marks if m.step is PhaseStep.NOW), None)
        course = " > ".join(mark.name for mark in self.marks)
        return f"{now.name.capitalize()} ({now.clause}) of {course}" if now else ""

    def paint(self, canvas: pygame.Surface) -> None:
        theme, marks = self.theme, self.marks
        point = theme.px(10)
        room = self.rect.width - point
        if room // max(1, len(marks)) < theme.px(LEAST):
            marks = tuple(mark for mark in marks if mark.step is PhaseStep.NOW)
        wide = min(theme.px(150), room // max(1, len(marks)))
        size = next((s for s in (15.0, 13.0) if self._all_fit(marks, wide, s)), 13.0)
        left = self.rect.left
        for n, (mark, share) in enumerate(
            zip(marks, self._widths(marks, wide, size), strict=True)
        ):
            if share < theme.px(LEAST):
                break
            place = pygame.Rect(left, 0, share - theme.px(2), theme.px(HIGH_ARROW))
            place.centery, left = self.rect.centery, left + share
            arrow = theme.drawing(_arrow(theme, place.size, n > 0, mark.step), *place.size)
            canvas.blit(arrow, place)
            self._paint_words(canvas, mark, place, size, point)

    def _all_fit(self, marks: Sequence[PhaseMark], wide: int, size: float) -> bool:
        return all(self._need(mark, size) <= wide for mark in marks)

    def _widths(self, marks: Sequence[PhaseMark], wide: int, size: float) -> list[int]:
        """Return the widths of the arrows: equal, unless the current one needs more."""
        needs = [self._need(mark, size) if mark.step is PhaseStep.NOW else 0 for mark in marks]
        widest = max(needs, default=0)
        if widest <= wide or len(marks) == 1:
            return [wide] * len(needs)
        others = (wide * len(needs) - widest) // (len(needs) - 1)
        return [need or others for need in needs]

    def _need(self, mark: PhaseMark, size: float) -> int:
        return self.theme.width(mark.name.upper(), size, "title") + self.theme.px(24)

    def _paint_words(
        self,
        canvas: pygame.Surface,
        mark: PhaseMark,
        place: pygame.Rect,
        size: float,
        point: int,
    ) -> None:
        theme = self.theme
        colour: Colour = {
            PhaseStep.DONE: palette().good,
            PhaseStep.NOW: ON_AMBER,
            PhaseStep.TO_COME: DIM,
        }[mark.step]
        if self._need(mark, size) > place.width + theme.px(2):
            return
        words = theme.text(mark.name.upper(), size, colour, "title")
        spot = words.get_rect(center=(place.centerx + point // 3, place.centery))
        if mark.step is PhaseStep.DONE and words.get_width() + theme.px(44) < place.width:
            tick = theme.icon("ui/check", theme.px(14), colour)
            canvas.blit(
                tick, tick.get_rect(right=spot.left - theme.px(4), centery=spot.centery)
            )
        canvas.set_clip(place.inflate(-point, 0).clip(self.rect))
        canvas.blit(words, spot)
        canvas.set_clip(self.rect)


def _arrow(theme: Theme, size: tuple[int, int], notched: bool, step: PhaseStep) -> str:  # noqa: FBT001
    width, high = size
    tip = theme.px(10)
    left = f"L{tip} {high / 2}" if notched else ""
    direction = (
        f"M1 1 H{width - tip} L{width - 1} {high / 2} L{width - tip} {high - 1} H1 {left} Z"
    )
    top, low, edge = {
        PhaseStep.DONE: ("#1E2A27", "#19211F", "#2F4B40"),
        PhaseStep.NOW: ("#F0B354", "#C98526", AMBER),
        PhaseStep.TO_COME: ("#20282E", "#1A2025", "#343F47"),
    }[step]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {high}"><defs>'
        '<linearGradient id="g" x1="0%" y1="0%" x2="0%" y2="100%">'
        f'<stop offset="0" stop-color="{top}"/><stop offset="1" stop-color="{low}"/>'
        f'</linearGradient></defs><path d="{direction}" fill="url(#g)" stroke="{edge}"/></svg>'
    )


KEY_ROW = 22.0
"""Units from one key to the next."""


class KeyList(Widget):
    """Keys and their actions below one another, as many as fit; the last has precedence."""

    hints = Visible[tuple[tuple[str, str], ...]]()

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.hints = ()

    @property
    def shown_hints(self) -> list[tuple[str, str]]:
        """Return the hints that fit."""
        room = int((self.box[3] - HEADING - 10) / KEY_ROW)
        if not self.hints or room < 1:
            return []
        *first, last = [(insert_key_names(key), does) for key, does in self.hints]
        return [*first[: room - 1], last]

    def paint(self, canvas: pygame.Surface) -> None:
        theme, px, rect = self.theme, self.theme.px, self.rect
        place = rect.inflate(-px(16), -px(8))
        canvas.blit(plate(theme, place.size, WELL), place)
        head = theme.text("KEYS", 15, MUTED, "title")
        canvas.blit(head, head.get_rect(left=place.left + px(12), centery=place.top + px(16)))
        for n, (key, does) in enumerate(self.shown_hints):
            y = place.top + px(HEADING) + px(KEY_ROW) * n + px(KEY_ROW) // 2
            self._paint_hint(canvas, key, does, place.left + px(10), place.right - px(8), y)

    def _paint_hint(
        self, canvas: pygame.Surface, key: str, does: str, left: int, right: int, y: int
    ) -> None:
        theme, px = self.theme, self.theme.px
        cap = theme.text(self.short(key, 11, (right - left) // 2, "mono"), 11, TEXT, "mono")
        box = pygame.Rect(left, y - px(9), cap.get_width() + px(8), px(18))
        pygame.draw.rect(canvas, HIGH, box, border_radius=px(4))
        canvas.blit(cap, cap.get_rect(center=box.center))
        room = right - box.right - px(6)
        words = theme.text(self.short(does, 12, room), 12, MUTED)
        canvas.blit(words, words.get_rect(left=box.right + px(6), centery=y))


HEADING = 28.0
"""Height in units of the heading of the keys."""
