"""The chances to win over the course of a replay, drawn as a graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import ClassVar

import numpy as np
import pygame

from game.content.table_actions import Action
from game.lab.turning_points import (
    ChanceMoment,
    Swing,
    gainer,
    round_of,
    sentence,
)
from game.play.log.wording import side_name
from game.table.state import Table
from game.view.colours import TEAMS
from game.widgets.key_bindings import key_for
from game.widgets.pressed_keys import is_press_of
from game.widgets.sizes import EDGE
from game.widgets.theme import AMBER, CARD, DEEP, GLOW, INK, LINE, MUTED, TEXT, plate
from game.widgets.widget import Pixel, Visible, Widget

HEAD, ROW, LEAST = 34.0, 20.0, 40.0
"""Heights of heading and row of a swing, and least height of the graph, in units."""
DOT_RADIUS = 8.0
"""Radius of a swing's mark in units."""
DASH = 6.0


def swing_key(event: pygame.Event) -> int:
    """Return 1 for the key of the next swing, -1 for that of the one before, else 0."""
    for action, direction in ((Action.NEXT, 1), (Action.BEFORE, -1)):
        if is_press_of(replace(key_for(action), ctrl=True), event):
            return direction
    return 0


class ChanceGraph(Widget):
    """The share of the first side from below; a click jumps to a swing, or to a turn."""

    state: ClassVar[frozenset[str]] = Widget.state | {"_pointed"}

    pointed = Visible[Swing | None]()

    def __init__(
        self,
        table: Table,
        moments: Sequence[ChanceMoment],
        swings: Sequence[Swing],
        now: int,
        on_jump: Callable[[int], None],
    ) -> None:
        """*now*: number of events shown."""
        super().__init__()
        self.table, self.on_jump = table, on_jump
        self.moments, self.swings, self.now, self.pointed = moments, swings, now, None

    @property
    def tip(self) -> str:
        """Return the swing under the mouse in words."""
        return sentence(self.pointed, self.table) if self.pointed else ""

    @property
    def part(self) -> str:
        return str(self.pointed.before.at) if self.pointed else ""

    @property
    def chance(self) -> float:
        """Return the first side's chance where the line of the graph is now."""
        counts = [moment.at for moment in self.moments]
        return float(np.interp(self.now, counts, [moment.chance for moment in self.moments]))

    @property
    def listed(self) -> Sequence[Swing]:
        """Return the swings that have rows: in a low window not all."""
        room = self.box[3] - HEAD - LEAST - EDGE - 6
        return self.swings[: max(0, int(room / ROW))]

    @property
    def plot(self) -> pygame.Rect:
        """Return the place of the graph itself, in pixels of the panel."""
        px, (left, top, wide, high) = self.theme.px, self.rect
        rows = px(ROW) * len(self.listed) + (px(6) if self.listed else 0)
        side = px(EDGE)
        return pygame.Rect(
            left + side, top + px(HEAD), wide - 2 * side, high - px(HEAD) - rows - side
        )

    def _row(self, n: int) -> pygame.Rect:
        px, plot = self.theme.px, self.plot
        return pygame.Rect(plot.left, plot.bottom + px(6) + n * px(ROW), plot.width, px(ROW))

    def _x(self, count: int) -> int:
        plot, first, last = (
            self.plot,
            self.moments[0].at,
            self.moments[-1].at,
        )
        share = (min(max(count, first), last) - first) / max(1, last - first)
        return plot.left + round(share * plot.width)

    def _spot(self, moment: ChanceMoment) -> Pixel:
        return self._x(moment.at), self._y(moment.chance)

    def _y(self, chance: float) -> int:
        plot = self.plot
        return plot.bottom - round(chance * plot.height)

    def mark(self, swing: Swing) -> Pixel:
        """Return the middle of a swing's mark, inside the plot."""
        (x, y), (right, end) = self._spot(swing.before), self._spot(swing.after)
        inner = self.plot.inflate(*[-2 * self.theme.px(DOT_RADIUS + 1)] * 2)
        middle = (x + right) // 2, (y + end) // 2
        return (
            min(max(middle[0], inner.left), inner.right),
            min(max(middle[1], inner.top), inner.bottom),
        )

    def _under(self, at: Pixel) -> Swing | None:
        """Return the swing whose mark or row is under the mouse."""
        reach = self.theme.px(DOT_RADIUS + 3)
        for n, swing in enumerate(self.swings):
            x, y = self.mark(swing)
            near = abs(at[0] - x) <= reach and abs(at[1] - y) <= reach
            if near or (swing in self.listed and self._row(n).collidepoint(at)):
                return swing
        return None

    def point(self, at: Pixel) -> None:
        """Find the swing at a pixel of the panel."""
        self.pointed = self._under(at) if self.rect.collidepoint(at) else None

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Point at a swing, or jump to one or to a turn; return whether it was a click here."""
        if not self.moments:
            return False
        if event.type == pygame.MOUSEMOTION:
            self.point(at)
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        if swing := self._under(at):
            self.on_jump(swing.before.at)
        elif self.plot.collidepoint(at):
            nearest = min(self.moments, key=lambda moment: abs(self._x(moment.at) - at[0]))
            self.on_jump(nearest.at)
        return self.rect.collidepoint(at)

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw heading, graph, and a row for each swing."""
        canvas.blit(plate(self.theme, self.rect.size, CARD), self.rect)
        if not self.moments:
            return
        self._paint_head(canvas)
        self._paint_shares(canvas)
        x, plot = self._x(self.now), self.plot
        pygame.draw.line(canvas, AMBER, (x, plot.top), (x, plot.bottom - 1), self.theme.px(2))
        for n, swing in enumerate(self.swings):
            self._paint_swing(canvas, n, swing)

    def _paint_head(self, canvas: pygame.Surface) -> None:
        theme, px, left, right = self.theme, self.theme.px, self.plot.left, self.plot.right
        words = theme.text("CHANCES", 15, MUTED, "title")
        middle = self.rect.top + px(HEAD) // 2 + px(1)
        canvas.blit(words, words.get_rect(left=left, centery=middle))
        for n, chance in ((1, 1.0 - self.chance), (0, self.chance)):
            text = f"{side_name(self.table.sides[n])} {chance:.0%}"
            words = theme.text(text, 13, TEAMS[n].light, "strong")
            place = words.get_rect(right=right, centery=middle)
            canvas.blit(words, place)
            right = place.left - px(10)

    def _paint_shares(self, canvas: pygame.Surface) -> None:
        """Fill the share of each side, and draw the line between them, and one at half."""
        theme, plot = self.theme, self.plot
        line = [self._spot(moment) for moment in self.moments]
        line.append((plot.right, line[-1][1]))
        pygame.draw.rect(canvas, TEAMS[1].dark, plot)
        below = [(plot.left, plot.bottom), *line, (plot.right, plot.bottom)]
        clip = canvas.get_clip()
        canvas.set_clip(plot.clip(clip))
        pygame.draw.polygon(canvas, TEAMS[0].dark, below)
        half, step = self._y(0.5), theme.px(DASH)
        for x in range(plot.left, plot.right, 2 * step):
            pygame.draw.line(canvas, DEEP, (x, half), (x + step - 1, half))
        rounds = [m for n, m in enumerate(self.moments) if n and self._begins(n)]
        for x in [self._x(moment.at) for moment in rounds]:
            pygame.draw.line(canvas, DEEP, (x, plot.bottom - theme.px(5)), (x, plot.bottom))
        for a, b in pairwise(line):
            pygame.draw.aaline(canvas, TEXT, a, b, theme.px(2))
        canvas.set_clip(clip)
        pygame.draw.rect(canvas, LINE, plot, 1)

    def _begins(self, n: int) -> bool:
        """Return whether a moment is the first of its game turn."""
        return self.moments[n].clock.round != self.moments[n - 1].clock.round

    def _paint_swing(self, canvas: pygame.Surface, n: int, swing: Swing) -> None:
        theme, px, row = self.theme, self.theme.px, self._row(n)
        lit = swing is self.pointed or swing.before.at == self.now
        side, before, after = gainer(swing, self.table)
        team = TEAMS[self.table.sides.index(side)]
        colour = GLOW if lit else TEXT
        at_row = [(row.left + px(DOT_RADIUS), row.centery)] if swing in self.listed else []
        for middle in (self.mark(swing), *at_row):
            pygame.draw.aacircle(canvas, colour, middle, px(DOT_RADIUS))
            pygame.draw.aacircle(canvas, INK, middle, px(DOT_RADIUS) - px(1))
            number = theme.text(str(n + 1), 12, colour, "strong")
            canvas.blit(number, number.get_rect(center=middle))
        if not at_row:
            return
        words = theme.text(f"{before:.0%} → {after:.0%}", 13, team.light, "strong")
        change = words.get_rect(right=row.right, centery=row.centery)
        canvas.blit(words, change)
        whose = theme.text(side_name(side), 13, team.light)
        place = whose.get_rect(right=change.left - px(8), centery=row.centery)
        canvas.blit(whose, place)
        left = row.left + px(2 * DOT_RADIUS + 6)
        text = theme.text(round_of(swing, self.table), 13, colour)
        canvas.blit(text, text.get_rect(left=left, centery=row.centery))
