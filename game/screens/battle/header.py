"""The header bar and its status items."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pygame

from game.content.settings import Action
from game.play.phases import PhaseMachine
from game.play.wording import side_name, turn_word
from game.screens.battle.footer import WindowActions
from game.screens.battle.phase_bar import PhaseBar, marks
from game.screens.battle.window_part import Status, StatusSpan
from game.table.records import Side
from game.table.state import Table
from game.view.style import NEUTRAL, TEAMS
from game.widgets.button import Button, IconButton, Style
from game.widgets.keys import Key, insert_key_names, key_for
from game.widgets.text_view import Label
from game.widgets.theme import (
    AMBER,
    BAR,
    DIM,
    GLOW,
    MUTED,
    TEXT,
    Box,
    Plate,
    Theme,
    focus_ring,
    plate,
)
from game.widgets.widget import Panel, Visible, Widget

INSET = 14.0
"""Units between the edge of a plate and its words."""
PIP, PIP_PITCH = 5, 14
"""Units: radius of a pip, and distance between two of them."""


class StatusItem(Button):
    """A status on the header, or on a plate of its own."""

    status = Visible[Status | None]()

    def __init__(
        self,
        on_clause: Callable[[str], None],
        on_orders: Callable[[Side], None] = lambda _: None,
        *,
        plated: bool = False,
    ) -> None:
        super().__init__((0.0, 0.0, 0.0, 0.0), "", self._press)
        self.on_clause, self.on_orders, self.plated = on_clause, on_orders, plated
        self.status = None
        self.shown = False

    def show(self, status: Status | None) -> None:
        """Show a status; None hides the item."""
        self.status, self.shown = status, status is not None

    def _press(self) -> None:
        if self.status and self.status.orders_of:
            self.on_orders(self.status.orders_of)
        elif self.status and self.status.clause:
            self.on_clause(self.status.clause)

    @property
    def tip(self) -> str:
        return self.status.tip if self.status else ""

    @property
    def wide(self) -> float:
        """Return the width in units of the plate; 0 if there is no status."""
        if self.status is None:
            return 0.0
        rows = [sum(self._width(span) for span in row) for row in self.status.rows]
        return max(rows) / self.theme.scale + 2 * INSET

    def _width(self, span: StatusSpan) -> int:
        words = self.theme.width(span.text, span.size, span.face) if span.text else 0
        units = max(span.room, span.pips[1] * PIP_PITCH)
        before, room = (self.theme.px(n) if n else 0 for n in (span.before, units))
        return before + max(room, words)

    def paint(self, canvas: pygame.Surface) -> None:
        if self.status is None:
            return
        theme, rect, px = self.theme, self.rect, self.theme.px
        place = rect
        if self.plated:
            place = pygame.Rect(rect.left, 0, px(self.wide), px(34))
            place.centery = rect.centery
            edge = AMBER if self.hovered else NEUTRAL.plain
            look = Plate("#231E14", "#15130E", edge, corner=17.0, line=1.6)
            canvas.blit(plate(theme, place.size, look), place)
        rows = self.status.rows
        first, second = (18, 41) if rows[0][0].pips[1] else (17, 39)
        low = rect.top + px(first), rect.top + px(second)
        middles = low if len(rows) > 1 else (rect.centery,)
        for row, middle in zip(rows, middles, strict=True):
            left = place.left + (px(INSET) if self.plated else 0)
            for span in row:
                before = px(span.before) if span.before else 0
                self._paint(canvas, span, left + before, middle)
                left += self._width(span)
        if self.focused:
            focus_ring(theme, canvas, place)

    def _paint(self, canvas: pygame.Surface, span: StatusSpan, left: int, middle: int) -> None:
        theme, px = self.theme, self.theme.px
        full, most = span.pips
        for n in range(most):
            spot = left + px(PIP + 2 + n * PIP_PITCH), middle
            pygame.draw.aacircle(canvas, span.ink if n < full else DIM, spot, px(PIP))
            if n >= full:
                pygame.draw.aacircle(canvas, "#171D21", spot, px(PIP) - 1)
        ink = GLOW if span.lights and self.hovered else span.ink
        if span.icon:
            drawn = theme.icon(span.icon, px(15), ink)
            canvas.blit(drawn, drawn.get_rect(left=left, centery=middle))
        if span.text:
            words = theme.text(span.text, span.size, ink, span.face)
            canvas.blit(words, words.get_rect(left=left, centery=middle))


def item_box(left: float, high: float, n: int, many: int, wide: float) -> Box:
    """Return the box of the n-th of some statuses in one place of the header."""
    return (left, 0.0, wide, high) if many == 1 else (left, 5.0 + 25.0 * n, wide, 25.0)


BUTTON = 38
STATUS_WIDTH = 132.0
"""Units between two places for statuses, left of the points."""
COUNTING = "Score if the battle ended now"
COUNTED = "Final score"


@dataclass(frozen=True, slots=True)
class SideStatus:
    """Name and points of a side, as the header shows them."""

    name: str
    number: int


class ScoreDisplay(Button):
    """Two names with their points between them; a press opens the score sheet."""

    standings = Visible[tuple[SideStatus, ...]]()

    def __init__(self, box: Box, hint: str, on_press: Callable[[], None]) -> None:
        super().__init__(box, "", on_press, hint=hint, shortcut=key_for(Action.SHEET))
        self.standings = ()

    def paint(self, canvas: pygame.Surface) -> None:
        if len(self.standings) < 2:
            return
        theme, middle = self.theme, self.rect.center
        side, gap = theme.px(38), theme.px(4)
        for n, standing in enumerate(self.standings):
            direction = -1 if n == 0 else 1
            team = TEAMS[n]
            box = pygame.Rect(0, 0, side, side)
            box.center = middle[0] + direction * (side + gap) // 2, middle[1]
            look = Plate(team.dark, "#14181B", team.plain, corner=7)
            canvas.blit(plate(theme, box.size, look), box)
            number = theme.text(str(standing.number), 24, TEXT, "title")
            canvas.blit(number, number.get_rect(center=box.center))
            ink = TEXT if self.hovered else team.light
            name = theme.text(standing.name.upper(), 16, ink, "title")
            spot = name.get_rect(centery=middle[1])
            if n == 0:
                spot.right = box.left - theme.px(10)
            else:
                spot.left = box.right + theme.px(10)
            canvas.blit(name, spot)
        if self.focused:
            focus_ring(theme, canvas, self.rect)


class HeaderBar:
    def __init__(self, theme: Theme, box: Box, actions: WindowActions) -> None:
        _, _, wide, high = box
        self.panel = Panel(theme, box, BAR)
        roomy = wide >= 1500
        top = (high - BUTTON) / 2
        self.panel.add(_Crest((14, 8, 44, 44)))
        left = 64.0
        if roomy:
            self.panel.add(
                Label((66, 0, 180, high), "UNDERTOW", size=30, colour=TEXT, face="title")
            )
            left = 276.0
        self.turn_word = self.panel.add(
            Label((left, 8, 76, 18), "TURN", size=13, colour=MUTED, face="heading")
        )
        self.turn = self.panel.add(Label((left, 26, 76, 26), "", size=21, face="title"))
        score = 330.0 if roomy else 264.0
        room = wide - left - 86 - score - 110
        self.strip = self.panel.add(PhaseBar((left + 86, 0, room, high)))
        self.actions = actions
        self.statuses: list[StatusItem] = []
        self._room = self.strip.box
        self.scores = self.panel.add(
            ScoreDisplay((left + 86 + room, 0, score, high), COUNTING, actions.open_sheet)
        )
        for n, (icon, hint, press, key) in enumerate(
            (
                (
                    "ui/circle-question-mark",
                    insert_key_names("Rules and keys ({help})"),
                    actions.open_help,
                    key_for(Action.HELP),
                ),
                ("ui/pause", "Pause (Esc)", actions.open_menu, Key(pygame.K_ESCAPE)),
            )
        ):
            place = (wide - 12 - (2 - n) * (BUTTON + 8), top, BUTTON, BUTTON)
            self.panel.add(
                IconButton(
                    place, "", press, icon=icon, hint=hint, shortcut=key, style=Style.GHOST
                )
            )

    def show(
        self,
        phases: PhaseMachine,
        table: Table,
        turns: int,
        points: Mapping[Side, int],
        counts: str = "",
    ) -> None:
        """Show the state of the game; *counts*: a label for numbers other than points."""
        clock = table.clock
        last = f" / {turns}" if turns else ""
        self.turn_word.text = turn_word(table).upper() if clock.round else "BEFORE"
        self.turn.text = f"{clock.round}{last}" if clock.round else "SET-UP"
        self.strip.marks = marks(phases, table)
        self.scores.standings = tuple(
            SideStatus(side_name(side), points.get(side, 0)) for side in table.sides
        )
        what = COUNTED if table.result else COUNTING
        self.scores.hint = counts or insert_key_names(f"{what}: the score sheet ({{sheet}})")

    def show_statuses(self, places: Sequence[Sequence[Status]]) -> None:
        """Show statuses side by side, from the left; the phases make room for them."""
        left, top, wide, high = self._room
        room = wide - STATUS_WIDTH * len(places)
        boxes = [
            item_box(left + room + STATUS_WIDTH * n + 8, high, k, len(some), STATUS_WIDTH - 8)
            for n, some in enumerate(places)
            for k in range(len(some))
        ]
        while len(self.statuses) < len(boxes):
            item = StatusItem(self.actions.open_clause, self.actions.turn_orders)
            self.statuses.append(self.panel.add(item))
        found = [status for some in places for status in some]
        for n, item in enumerate(self.statuses):
            item.show(found[n] if n < len(found) else None)
            if item.shown and item.box != boxes[n]:
                item.box = boxes[n]
                item.fit(self.panel.theme)
        if room != self.strip.box[2]:
            self.strip.box = (left, top, room, high)
            self.strip.fit(self.panel.theme)
            self.panel.dirty = True


class _Crest(Widget):
    def paint(self, canvas: pygame.Surface) -> None:
        icon = self.theme.icon("units/rat", min(self.rect.size), AMBER)
        canvas.blit(icon, icon.get_rect(center=self.rect.center))
