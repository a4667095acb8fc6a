"""What both champions may still do in a game turn, in the header; a click tells the rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from game.play.wording import name
from game.rules.cage.queries import ActionsLeft, left
from game.rules.cage.state import PAGE, champion
from game.rules.kit.queries import TableView
from game.view.style import TEAMS
from game.widgets.button import Button
from game.widgets.theme import DIM, TEXT, Box, focus_ring
from game.widgets.widget import Visible

CLAUSE = "TC-06"
PIP, PITCH = 5, 14
"""Units: the radius of a pip, and from one to the next."""


class Count(NamedTuple):
    """A champion, and what it has left."""

    who: str
    left: ActionsLeft


def counts(glance: TableView) -> tuple[Count, ...]:
    """``TC-06``  Return what both champions have left; nothing before and after a bout.

    On a sandbox table a cage may be there without its rules.
    """
    table = glance.table
    if not table.clock.round or not table.rings or PAGE.name not in glance.rules.pages:
        return ()
    models = [champion(table, side) for side in table.sides]
    return tuple(Count(name(table, m.id), left(glance, m)) for m in models if m)


class Tally(Button):
    """A row of pips for each champion: one for each action, full if it is left."""

    counts = Visible[tuple[Count, ...]]()

    def __init__(self, box: Box, on_clause: Callable[[str], None]) -> None:
        super().__init__(box, "", lambda: on_clause(CLAUSE))
        self.counts, self.shown = (), False

    def show(self, counts: tuple[Count, ...]) -> None:
        self.counts, self.shown = counts, bool(counts)

    @property
    def tip(self) -> str:
        return "\n".join(
            f"{who}: {left.actions} of {left.most} actions left, {left.attacks} may be attacks"
            f" ({CLAUSE}, TC-12)"
            for who, left in self.counts
        )

    def paint(self, canvas: pygame.Surface) -> None:
        theme, px, rect = self.theme, self.theme.px, self.rect
        for team, (count, y) in enumerate(zip(self.counts, (18, 41), strict=False)):
            middle = rect.top + px(y)
            for n in range(count.left.most):
                spot = rect.left + px(PIP + 2 + n * PITCH), middle
                full = n < count.left.actions
                pygame.draw.aacircle(canvas, TEAMS[team].plain if full else DIM, spot, px(PIP))
                if not full:
                    pygame.draw.aacircle(canvas, "#171D21", spot, px(PIP) - 1)
            x = rect.left + px(PITCH * count.left.most + 8)
            ink = TEXT if count.left.attacks else DIM
            blade = theme.icon("ui/swords", px(15), ink)
            canvas.blit(blade, blade.get_rect(left=x, centery=middle))
            words = theme.text(str(count.left.attacks), 15, ink, "strong")
            canvas.blit(words, words.get_rect(left=x + px(20), centery=middle))
        if self.focused:
            focus_ring(theme, canvas, rect)
