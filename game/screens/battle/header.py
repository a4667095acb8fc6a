"""The header bar and its status items."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pygame

from game.content.settings import Action
from game.play.phases import PhaseMachine
from game.play.wording import possessive, side_name, turn_word
from game.screens.battle.footer import WindowActions
from game.screens.battle.phase_bar import PhaseBar, marks
from game.screens.battle.window_part import Status, StatusSpan
from game.table.records import Side
from game.table.state import Table
from game.view.style import TEAMS
from game.widgets.button import Button, IconButton, Style
from game.widgets.key_bindings import insert_key_names, key_for
from game.widgets.keys import Key
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

BETWEEN = 7.0
"""Units after a row of a status."""
PIP, PIP_PITCH = 5, 14
"""Units: radius of a pip, and distance between two of them."""


class StatusItem(Button):
    """A status on the header, its rows beside one another."""

    status = Visible[Status | None]()

    def __init__(
        self,
        on_clause: Callable[[str], None],
        on_orders: Callable[[Side], None] = lambda _: None,
    ) -> None:
        super().__init__((0.0, 0.0, 0.0, 0.0), "", self._press)
        self.on_clause, self.on_orders = on_clause, on_orders
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
        """Return the width in units; 0 if there is no status."""
        if self.status is None:
            return 0.0
        rows = [sum(self._width(span) for span in row) for row in self.status.rows]
        return sum(rows) / self.theme.scale + BETWEEN * len(rows)

    def _width(self, span: StatusSpan) -> int:
        words = self.theme.width(span.text, span.size, span.face) if span.text else 0
        units = max(span.room, span.pips[1] * PIP_PITCH)
        before, room = (self.theme.px(n) if n else 0 for n in (span.before, units))
        return before + max(room, words)

    def paint(self, canvas: pygame.Surface) -> None:
        if self.status is None:
            return
        px, left = self.theme.px, self.rect.left
        for row in self.status.rows:
            for span in row:
                before = px(span.before) if span.before else 0
                self._paint(canvas, span, left + before, self.rect.centery)
                left += self._width(span)
            left += px(BETWEEN)
        if self.focused:
            focus_ring(self.theme, canvas, self.rect)

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


BUTTON = 28
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
        side, gap = theme.px(28), theme.px(4)
        for n, standing in enumerate(self.standings):
            direction = -1 if n == 0 else 1
            team = TEAMS[n]
            box = pygame.Rect(0, 0, side, side)
            box.center = middle[0] + direction * (side + gap) // 2, middle[1]
            look = Plate(team.dark, "#14181B", team.plain, corner=7)
            canvas.blit(plate(theme, box.size, look), box)
            number = theme.text(str(standing.number), 18, TEXT, "title")
            canvas.blit(number, number.get_rect(center=box.center))
            ink = TEXT if self.hovered else team.light
            name = theme.text(standing.name.upper(), 15, ink, "title")
            spot = name.get_rect(centery=middle[1])
            if n == 0:
                spot.right = box.left - theme.px(10)
            else:
                spot.left = box.right + theme.px(10)
            canvas.blit(name, spot)
        if self.focused:
            focus_ring(theme, canvas, self.rect)


class TurnTitle(Widget):
    """The side whose turn it is, in its colour, and the number of the turn."""

    who = Visible[str]()
    turn = Visible[str]()
    team = Visible[int | None]()

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.who = self.turn = ""
        self.team = None

    def paint(self, canvas: pygame.Surface) -> None:
        theme, rect, px = self.theme, self.rect, self.theme.px
        turn = theme.text(self.turn, 14, MUTED, "heading")
        room = rect.width - turn.get_width() - px(12)
        words = self.short(self.who, 18, room, "title")
        colour = TEXT if self.team is None else TEAMS[self.team].light
        who = theme.text(words, 18, colour, "title")
        canvas.blit(who, who.get_rect(left=rect.left, centery=rect.centery))
        left = rect.left + who.get_width() + px(12)
        canvas.blit(turn, turn.get_rect(left=left, centery=rect.centery + px(1)))


class TurnEdge(Widget):
    """The lower edge of the header in the colour of the side; the second side's is broken."""

    team = Visible[int | None]()

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.team = None

    def paint(self, canvas: pygame.Surface) -> None:
        if self.team is None:
            return
        rect, colour = self.rect, TEAMS[self.team].plain
        if not self.team:
            canvas.fill(colour, rect)
            return
        dash = self.theme.px(DASH)
        for left in range(rect.left, rect.right, dash + dash // 2):
            canvas.fill(colour, (left, rect.top, dash, rect.height))


DASH, EDGE = 18.0, 2.0
"""Units: length of a dash of the header's edge, and height of the edge."""


class HeaderBar:
    """The side in turn, phases, statuses and points in one line."""

    def __init__(self, theme: Theme, box: Box, actions: WindowActions) -> None:
        _, _, wide, high = box
        self.panel = Panel(theme, box, BAR)
        top = (high - BUTTON) / 2
        self.edge = self.panel.add(TurnEdge((0, high - EDGE, wide, EDGE)))
        line = high - EDGE
        self.panel.add(_Crest((BUTTON + 14, 5, 25, 25)))
        title = 236.0 if wide >= ROOMY else 204.0
        left = BUTTON + 48.0
        self.title = self.panel.add(TurnTitle((left, 0, title, line)))
        left += title + 8
        score = 290.0 if wide >= ROOMY else 232.0
        room = wide - left - score - 3 * (BUTTON + 6) - 10
        self.strip = self.panel.add(PhaseBar((left, 0, room, line)))
        self.actions = actions
        self.statuses: list[StatusItem] = []
        self._room = self.strip.box
        self.scores = self.panel.add(
            ScoreDisplay((left + room, 0, score, line), COUNTING, actions.open_sheet)
        )
        right = wide - 6 - BUTTON
        for icon, hint, press, key, x in (
            ("panel-left", "Rosters", actions.fold_rosters, key_for(Action.ROSTERS), 6.0),
            (
                "circle-question-mark",
                "Rules and keys",
                actions.open_help,
                key_for(Action.HELP),
                right - 2 * (BUTTON + 6),
            ),
            (
                "pause",
                "Pause",
                actions.open_menu,
                Key(pygame.K_ESCAPE),
                right - BUTTON - 6,
            ),
            ("panel-right", "Question and log", actions.fold_dock, key_for(Action.DOCK), right),
        ):
            self.panel.add(
                IconButton(
                    (x, top, BUTTON, BUTTON),
                    "",
                    press,
                    icon=f"ui/{icon}",
                    hint=f"{hint} ({key})",
                    shortcut=key,
                    style=Style.GHOST,
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
        word = turn_word(table).upper()
        whose = possessive(side_name(clock.side)) if clock.side else "Both sides'"
        self.title.who = f"{whose.upper()} {word}" if clock.round else "SET-UP"
        self.title.turn = f"{word} {clock.round}{last}" if clock.round else ""
        number = table.sides.index(clock.side) if clock.side and clock.round else None
        self.title.team = self.edge.team = number
        self.strip.marks = marks(phases, table)
        self.scores.standings = tuple(
            SideStatus(side_name(side), points.get(side, 0)) for side in table.sides
        )
        what = COUNTED if table.result else COUNTING
        self.scores.hint = counts or insert_key_names(f"{what}: the score sheet ({{sheet}})")

    def show_statuses(self, found: Sequence[Status]) -> None:
        """Show statuses side by side before the points; the phases make room for them."""
        while len(self.statuses) < len(found):
            item = StatusItem(self.actions.open_clause, self.actions.turn_orders)
            self.statuses.append(self.panel.add(item))
        left, top, wide, high = self._room
        right = left + wide - 8
        for n, item in reversed([*enumerate(self.statuses)]):
            item.show(found[n] if n < len(found) else None)
            right -= item.wide + STATUS_GAP if item.shown else 0.0
            box = (right, top, item.wide, high)
            if item.shown and item.box != box:
                item.box = box
                item.fit(self.panel.theme)
                self.panel.dirty = True
        room = max(0.0, right - left - STATUS_GAP) if found else wide
        if room != self.strip.box[2]:
            self.strip.box = (left, top, room, high)
            self.strip.fit(self.panel.theme)
            self.panel.dirty = True


ROOMY = 1500.0
"""Width in units from which names and points have more room."""
STATUS_GAP = 10.0
"""Units between two statuses."""


class _Crest(Widget):
    def paint(self, canvas: pygame.Surface) -> None:
        icon = self.theme.icon("units/rat", min(self.rect.size), AMBER)
        canvas.blit(icon, icon.get_rect(center=self.rect.center))
