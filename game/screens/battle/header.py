"""The header bar of a battle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, NamedTuple

import pygame

from game.content.table_actions import Action
from game.screens.battle.battle_layout import TURN_EDGE
from game.screens.battle.footer import WindowActions
from game.screens.battle.panel_part import PanelPart
from game.screens.battle.phase_bar import PhaseBar
from game.screens.battle.window_additions import Status, StatusSpan
from game.shown.marker_shields import MarkerShield
from game.shown.turn_header import SideStatus, TurnHeader
from game.view.colours import TEAMS
from game.view.sprites import shield_picture
from game.widgets.button import Button, IconButton, Style
from game.widgets.cells import LayoutCell, column, row, sized
from game.widgets.key_bindings import insert_key_names, key_for
from game.widgets.keys import Key
from game.widgets.layout import natural_width
from game.widgets.panel import Panel
from game.widgets.sizes import (
    APART,
    BODY_TEXT,
    CLOSE,
    EDGE,
    FIELD,
    GAP,
    LARGE_ICON,
    LEAD_TEXT,
    LOW,
    MEDIUM,
    SHORT_FIELD,
    SMALL_TEXT,
    TIGHT,
)
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
from game.widgets.widget import Widget

PIP = 5
"""Radius of a pip in units."""
PIP_PITCH = 2 * PIP + TIGHT
SHOW_HINT = "Show: the board and captions only, for spectators"
EMPTY = TurnHeader(who="", turn="", team=None, marks=(), standings=(), score_hint="", unit="")


class StatusItem(Button):
    """A status on the header, its rows beside one another."""

    def __init__(self, status: Status, on_press: Callable[[], None]) -> None:
        super().__init__("", on_press, hint=status.tip)
        self.status = status

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of all rows."""
        rows = [sum(self._width(theme, one) for one in spans) for spans in self.status.rows]
        return theme.units(sum(rows)) + CLOSE * len(rows), MEDIUM

    def least_width(self, theme: Theme) -> float:
        """Return the size of all rows."""
        return self.natural(theme)[0]

    @staticmethod
    def _width(theme: Theme, span: StatusSpan) -> int:
        words = theme.width(span.text, span.size, span.face) if span.text else 0
        units = max(span.room, span.pips[1] * PIP_PITCH)
        before, room = (theme.px(n) if n else 0 for n in (span.before, units))
        return before + max(room, words)

    def paint(self, canvas: pygame.Surface) -> None:
        px, left = self.theme.px, self.rect.left
        for spans in self.status.rows:
            for span in spans:
                before = px(span.before) if span.before else 0
                self._paint(canvas, span, left + before, self.rect.centery)
                left += self._width(self.theme, span)
            left += px(CLOSE)
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


class ScoreDisplay(Button):
    """Two names with their points between them; a press opens the score sheet."""

    def __init__(
        self, standings: Sequence[SideStatus], hint: str, on_press: Callable[[], None]
    ) -> None:
        super().__init__("", on_press, hint=hint, shortcut=key_for(Action.SHEET))
        self.standings = tuple(standings)

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return a size in which the points are in the middle between the names."""
        names = (standing.name.upper() for standing in self.standings)
        widest = max((theme.width(name, BODY_TEXT, "title") for name in names), default=0)
        return 2 * (theme.units(widest) + 2 * GAP + LOW) + TIGHT, MEDIUM

    def least_width(self, theme: Theme) -> float:
        """Return the size that the names need."""
        return self.natural(theme)[0]

    def paint(self, canvas: pygame.Surface) -> None:
        theme, middle = self.theme, self.rect.center
        side, gap = theme.px(LOW), theme.px(TIGHT)
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
            name = theme.text(standing.name.upper(), BODY_TEXT, ink, "title")
            spot = name.get_rect(centery=middle[1])
            if n == 0:
                spot.right = box.left - theme.px(GAP)
            else:
                spot.left = box.right + theme.px(GAP)
            canvas.blit(name, spot)
        if self.focused:
            focus_ring(theme, canvas, self.rect)


class MarkerSign(Button):
    """A shield with the number of a marker, in colour and pattern of the side that holds it."""

    def __init__(self, shield: MarkerShield, on_press: Callable[[], None]) -> None:
        super().__init__("", on_press, hint=shield.words)
        self.shield = shield

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of the shield."""
        return LARGE_ICON, MEDIUM

    def least_width(self, theme: Theme) -> float:
        """Return the width of the shield."""
        return LARGE_ICON

    def paint(self, canvas: pygame.Surface) -> None:
        side = self.theme.px(LARGE_ICON)
        picture = shield_picture(self.shield.team, side)
        canvas.blit(picture, picture.get_rect(center=self.rect.center))
        ink = GLOW if self.hovered else TEXT
        number = self.theme.text(self.shield.number, SMALL_TEXT, ink, "title")
        canvas.blit(number, number.get_rect(center=self.rect.center))
        if self.focused:
            focus_ring(self.theme, canvas, self.rect)


class TurnTitle(Widget):
    """The side whose turn it is, in its colour, and the number of the turn."""

    grows: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def __init__(
        self, who: str, turn: str, team: int | None, *, is_short: bool = False
    ) -> None:
        """*is_short*: True to leave room: "TURN" then stands beside the side only."""
        super().__init__()
        self.who, self.team = who, team
        self.turn = turn.partition(" ")[2] if is_short else turn
        self.is_short = is_short

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of its words, which is the same for most sides unless it is short."""
        words = theme.width(self.who, LEAD_TEXT, "title")
        words += theme.width(self.turn, BODY_TEXT, "heading")
        return max(0.0 if self.is_short else FIELD, theme.units(words) + EDGE), MEDIUM

    def least_width(self, theme: Theme) -> float:
        """Return the width below which the name is not cut any more; short words stay whole."""
        return self.natural(theme)[0] if self.is_short else SHORT_FIELD

    def paint(self, canvas: pygame.Surface) -> None:
        theme, rect, px = self.theme, self.rect, self.theme.px
        turn = theme.text(self.turn, BODY_TEXT, MUTED, "heading")
        room = rect.width - turn.get_width() - px(EDGE)
        words = self.short(self.who, LEAD_TEXT, room, "title")
        colour = TEXT if self.team is None else TEAMS[self.team].light
        who = theme.text(words, LEAD_TEXT, colour, "title")
        canvas.blit(who, who.get_rect(left=rect.left, centery=rect.centery))
        left = rect.left + who.get_width() + px(EDGE)
        canvas.blit(turn, turn.get_rect(left=left, centery=rect.centery + px(1)))


class TurnEdge(Widget):
    """The lower edge of the header in the colour of the side; the second side's is broken."""

    def __init__(self, team: int | None) -> None:
        super().__init__()
        self.team = team

    def paint(self, canvas: pygame.Surface) -> None:
        if self.team is None:
            return
        rect, colour = self.rect, TEAMS[self.team].plain
        if not self.team:
            canvas.fill(colour, rect)
            return
        dash = self.theme.px(APART)
        for left in range(rect.left, rect.right, dash + dash // 2):
            canvas.fill(colour, (left, rect.top, dash, rect.height))


class HeaderContent(NamedTuple):
    turn: TurnHeader
    statuses: tuple[Status, ...] = ()
    shields: tuple[MarkerShield, ...] = ()
    is_watched: bool = False
    """True if no person plays, so that it can be shown to spectators."""


class HeaderBar(PanelPart[HeaderContent]):
    """The side in turn, phases, statuses and points in one line."""

    def __init__(self, theme: Theme, box: Box, actions: WindowActions) -> None:
        self.actions = actions
        super().__init__(Panel(theme, box, BAR), HeaderContent(EMPTY))

    def view(self) -> LayoutCell:
        """Describe the line, and the edge below it."""
        theme, line = self.panel.theme, self._line(is_short=False)
        if natural_width(theme, line) > self.panel.box[2]:
            line = self._line(is_short=True)
        edge = sized(TurnEdge(self.content.turn.team), height=TURN_EDGE)
        return column(sized(line, grow=1), edge, gap=0)

    def _line(self, *, is_short: bool) -> LayoutCell:
        turn, actions = self.content.turn, self.actions
        rosters, dock = key_for(Action.ROSTERS), key_for(Action.DOCK)
        return row(
            tool("panel-left", "Rosters", actions.fold_rosters, rosters),
            None if is_short else _Crest(),
            TurnTitle(turn.who, turn.turn, turn.team, is_short=is_short),
            sized(PhaseBar(turn.marks), grow=1),
            *map(self._status, self.content.statuses),
            row(*map(self._sign, self.content.shields), gap=0)
            if self.content.shields
            else None,
            ScoreDisplay(turn.standings, insert_key_names(turn.score_hint), actions.open_sheet),
            Label(turn.unit, size=SMALL_TEXT, colour=MUTED)
            if self.content.is_watched and turn.turn and not is_short
            else None,
            tool("eye", SHOW_HINT, actions.turn_show, key_for(Action.SHOW))
            if self.content.is_watched
            else None,
            tool(
                "circle-question-mark",
                "Rules and keys",
                actions.open_help,
                key_for(Action.HELP),
            ),
            tool("pause", "Pause", actions.open_menu, Key(pygame.K_ESCAPE)),
            tool("panel-right", "Question and log", actions.fold_dock, dock),
            gap=TIGHT if is_short else CLOSE,
            pad=(TIGHT, 0),
        )

    def _status(self, status: Status) -> StatusItem:
        return StatusItem(status, partial(self._press, status))

    def _sign(self, shield: MarkerShield) -> MarkerSign:
        return MarkerSign(shield, partial(self.actions.follow_link, shield.marker))

    def _press(self, status: Status) -> None:
        if status.orders_of:
            self.actions.turn_orders(status.orders_of)
        elif status.clause:
            self.actions.open_clause(status.clause)

    @property
    def statuses(self) -> list[StatusItem]:
        """Return the statuses that are shown."""
        return self.widgets(StatusItem)

    def show(self, turn: TurnHeader) -> None:
        self.put(self.content._replace(turn=turn))

    def show_watched(self, *, is_watched: bool) -> None:
        """Offer the show mode while no person plays."""
        self.put(self.content._replace(is_watched=is_watched))

    def show_shields(self, found: Sequence[MarkerShield]) -> None:
        """Show who holds the objective markers, before the points."""
        self.put(self.content._replace(shields=tuple(found)))

    def show_statuses(self, found: Sequence[Status]) -> None:
        """Show statuses side by side before the points; the phases make room for them."""
        self.put(self.content._replace(statuses=tuple(found)))


def tool(icon: str, hint: str, press: Callable[[], None], key: Key) -> LayoutCell:
    """Return a small button of the header."""
    button = IconButton(
        "",
        press,
        icon=f"ui/{icon}",
        hint=f"{hint} ({key})",
        shortcut=key,
        style=Style.GHOST,
    )
    return sized(button, width=LOW, height=LOW)


class _Crest(Widget):
    grows: ClassVar[tuple[float, float]] = (0.0, 0.0)

    def natural(self, theme: Theme) -> tuple[float, float]:
        return LARGE_ICON, LARGE_ICON

    def paint(self, canvas: pygame.Surface) -> None:
        icon = self.theme.icon("units/rat", min(self.rect.size), AMBER)
        canvas.blit(icon, icon.get_rect(center=self.rect.center))
