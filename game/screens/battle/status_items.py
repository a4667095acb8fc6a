"""Command points in the header, and when their players want to be asked (``MC-27``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from game.play.wording import side_name
from game.prompts.standing_orders import InterruptPreference
from game.screens.battle.seats import Seats
from game.table.records import Side
from game.table.state import Table
from game.view.style import TEAMS
from game.widgets.button import Button
from game.widgets.theme import DIM, GLOW, MUTED, TEXT, Box, focus_ring
from game.widgets.widget import Visible

CLAUSE = "MC-27"
WORDS = {
    InterruptPreference.WEIGHTY: "if it matters",
    InterruptPreference.ALWAYS: "always",
    InterruptPreference.NEVER: "never",
}
TELLS = {
    InterruptPreference.WEIGHTY: "You are asked to spend them when much hangs on it:"
    " a failed test or charge, a save of more than a common soldier, a single heavy blow.",
    InterruptPreference.ALWAYS: "You are asked whenever they could be spent.",
    InterruptPreference.NEVER: "You are not asked to spend them.",
}


class Chest(NamedTuple):
    """What a side has to command with."""

    side: Side
    points: int
    orders: InterruptPreference | None
    """None if a bot commands, or nobody any more."""


def chests(table: Table, seats: Seats | None) -> tuple[Chest, ...]:
    """``MC-26``  Return the command points of both sides; nothing in a game without them."""
    people = seats.people if seats else []
    return tuple(
        Chest(side, command.points, seats.orders_of(side) if seats and side in people else None)
        for side in table.sides
        if (command := table.command.get(side))
    )


class Purse(Button):
    """A side's points, and its player's orders: a press gives the next."""

    chest = Visible[Chest | None]()

    def __init__(self, box: Box, team: int, on_turn: Callable[[Side], None]) -> None:
        super().__init__(box, "", self._turn)
        self.team, self.on_turn = team, on_turn
        self.chest, self.shown = None, False

    def show(self, chest: Chest | None) -> None:
        self.chest, self.shown = chest, chest is not None

    def _turn(self) -> None:
        if self.chest and self.chest.orders:
            self.on_turn(self.chest.side)

    @property
    def tip(self) -> str:
        if self.chest is None:
            return ""
        side, points, orders = self.chest
        many = "1 command point" if points == 1 else f"{points} command points"
        words = f"{side_name(side)}: {many} ({CLAUSE})"
        if orders is None:
            return words
        return f"{words}\n{TELLS[orders]}\nClick to be asked: {WORDS[orders.next]}"

    def paint(self, canvas: pygame.Surface) -> None:
        if self.chest is None:
            return
        theme, rect, px = self.theme, self.rect, self.theme.px
        team = TEAMS[self.team]
        star = theme.icon("ui/star", px(15), team.plain)
        canvas.blit(star, star.get_rect(left=rect.left + px(2), centery=rect.centery))
        ink = TEXT if self.chest.points else DIM
        number = theme.text(str(self.chest.points), 17, ink, "title")
        canvas.blit(number, number.get_rect(left=rect.left + px(22), centery=rect.centery))
        words = WORDS[self.chest.orders] if self.chest.orders else "to command"
        lit = self.hovered and self.chest.orders
        said = theme.text(words, 13, GLOW if lit else MUTED)
        canvas.blit(said, said.get_rect(left=rect.left + px(46), centery=rect.centery))
        if self.focused:
            focus_ring(theme, canvas, rect)
